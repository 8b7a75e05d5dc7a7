"""An archive of Board Game Arena as a game that is known here, by a mapping."""

from __future__ import annotations

import re
from collections import deque
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from importers.bga import reading as bga
from importers.bga.envelopes import opened
from importers.bga.json_text import parse
from importers.bga.moves import moves
from importers.bga.naming import label
from importers.bga.packets import checked, microseconds
from importers.bga.people import people_of
from importers.maps.matching import actor, no_rule, rule_for
from importers.maps.templates import MISSING, NotThere, SentMessage, fill
from records.core.events import Event, Sort
from records.core.faces import face_key
from records.core.ids import SeatKey, slot_id
from records.core.logs.fold import Folder
from records.errors import ImportRefused, MalformedCommand, Problem, RecordsError
from records.games.observed.narrate import FRAMEWORK
from records.service.incoming import Entry, NewGame
from records.service.writing.record_builder import header_of, made, new_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from importers.base import ImportOptions
    from importers.bga.moves import Move
    from importers.bga.packets import Notif, RawPacket
    from importers.bga.people import SeatedPlayers
    from importers.maps.mapping import MapFile, MessageRule
    from records.core.game import Game

MOST_EVENTS = 100_000
_VERSION = re.compile(r"version (\d+)")
_QUIET = FRAMEWORK | {"simpleNode", "simpleNote"}
"""Messages of the site itself: without a rule they mean nothing."""


def map_archive(games: Mapping[str, Game], data: bytes, name: str, options: ImportOptions, map_file: MapFile) -> NewGame:
    """Return the game in an archive as the mapping reads it.

    Raises ``ImportRefused`` with the place in the archive of what the mapping does not know, of what cannot be an event, and of what
    cannot have happened.
    """
    game = games.get(map_file.mapping.game)
    if game is None:
        raise ImportRefused(map_file.name, Problem(reason=f"no game is called {map_file.mapping.game!r}", place="game"))
    archive = opened(parse(data, name), name)
    packets = checked(archive.packets, archive.place, name)
    people = people_of(archive, packets, name)
    try:
        edition = game.rules.edition(map_file.mapping.ruleset)
    except MalformedCommand as error:
        raise ImportRefused(map_file.name, Problem(reason=str(error), place="ruleset")) from None
    writer = _Writer(game, people, map_file, name)
    writer.start(bga.sent(packets[0]))
    for move in moves(packets):
        writer.add_move(move)
    entries, places = writer.finished()
    digest = sha256(data)
    digest.update(b"\0map" + sha256(map_file.data).digest() + (b"\0pseudonyms" if options.pseudonyms else b""))
    new = NewGame(
        game=game.name,
        seats=people.seats,
        names={seat: bga.shown_name(seat, people, pseudonyms=options.pseudonyms) for seat in people.seats},
        foreign_ids={} if options.pseudonyms else {seat: {bga.SITE: number} for seat, number in people.ids.items()},
        started=entries[0].at,
        entries=entries,
        origin=digest.hexdigest(),
        label=label(packets[0].table, "", options),
        **edition,
    )
    _prove(game, new, places, name)
    return new


def _prove(game: Game, new: NewGame, places: list[str], name: str) -> None:
    """Fold the record once: what cannot have happened is refused at the message that says so."""
    try:
        made(game, Folder(game), header_of(new), new_key(), (new.names, {}, new.label), new.entries, None)
    except RecordsError as error:
        told = _VERSION.search(str(error))
        version = int(told[1]) if told else 0
        place = places[version - 1] if 0 < version <= len(places) else ""
        raise ImportRefused(name, Problem(reason=str(error), place=place)) from None


class _Writer:
    def __init__(self, game: Game, people: SeatedPlayers, map_file: MapFile, name: str) -> None:
        self._game, self._people, self._map, self._name = game, people, map_file.mapping, name
        self._entries: list[Entry] = []
        self._places: list[str] = []
        self._problems: list[Problem] = []
        self._unknown: set[tuple[str, str]] = set()
        self._kept: dict[str, Any] = {}
        self._cause = 1
        self._names = {known: seat for seat, known in people.names.items() if known}

    def start(self, at: Any) -> None:
        """Write the events before the first message."""
        self._write(self._map.start, self._message([], None, deque()), at, "start")

    def finished(self) -> tuple[list[Entry], list[str]]:
        """Return the events and the place in the archive of each; raises ``ImportRefused`` with all that is wrong."""
        if not self._problems and not self._entries:
            self._problems.append(Problem(reason="by this mapping nothing happened"))
        if self._problems:
            raise ImportRefused(self._name, *self._problems[:20])
        return self._entries, self._places

    def add_move(self, move: Move) -> None:
        """Write the events of a move's messages, in the order in which these were sent."""
        own = {(packet.player, notif.type): deque[Any]() for packet in move.private for notif in packet.notifs}
        for packet in move.private:
            for notif in packet.notifs:
                own[packet.player, notif.type].append(notif.args)
        for packet, place, notif in _in_order(move):
            if len(self._problems) >= 20 or len(self._entries) > MOST_EVENTS:  # noqa: PLR2004 -- as many as are reported
                return
            self._add(packet, place, notif, own)

    def _add(self, packet: RawPacket, place: str, notif: Notif, own: dict[Any, deque[Any]]) -> None:
        rule = rule_for(self._map, packet, notif)
        if rule is None:
            known = (
                packet.player is not None or notif.type in _QUIET or self._map.rest == "ignore" or (notif.type, notif.log) in self._unknown
            )
            if not known:
                self._unknown.add((notif.type, notif.log))
                self._problems.append(Problem(reason=no_rule(notif), place=place))
            return
        if rule.ignore:
            return
        seat = self._people.seat(packet.player) if packet.player is not None else actor(notif.args, self._seat)
        message = self._message(notif.args, seat, own)
        self._write(rule.events, message, bga.sent(packet), place)
        self._keep(rule, message, place)

    def _message(self, args: Any, seat: SeatKey | None, own: Any) -> SentMessage:
        version = len(self._entries) + 1
        given: dict[str, Any] = {"@seats": list(self._people.seats), "@version": version, "@slot": slot_id(version)}
        if seat is not None:
            given["@seat"] = seat
        player = self._people.ids.get(seat) if seat is not None else None

        def next_own(sort: str) -> Any:
            queue = own.get((player, sort)) if isinstance(own, dict) else None
            return queue.popleft() if queue else MISSING

        return SentMessage(args=args, given=given, tables=self._map.tables, kept=self._kept, own=next_own, seat=self._seat)

    def _seat(self, player: Any) -> SeatKey | None:
        return self._people.seat(player) or (self._names.get(player) if isinstance(player, str) else None)

    def _write(self, templates: list[dict[str, Any]], message: SentMessage, at: Any, place: str) -> None:
        for template in templates:
            version = len(self._entries) + 1
            message.given.update({"@version": version, "@slot": slot_id(version)})
            try:
                event = self._event(fill(template, message))
            except (NotThere, RecordsError) as error:
                self._problems.append(Problem(reason=f"{template.get('e', 'an event')}: {error}", place=place))
                return
            if event.sort in {Sort.DECISION, Sort.FACT}:
                self._cause = version
            self._entries.append(Entry(at=at, event=event, cause=min(self._cause, version)))
            self._places.append(place)

    def _keep(self, rule: MessageRule, message: SentMessage, place: str) -> None:
        """Keep values for later messages; here ``@slot`` is the last event's."""
        version = max(1, len(self._entries))
        message.given.update({"@version": version, "@slot": slot_id(version)})
        try:
            self._kept |= {str(fill(name, message)): fill(value, message) for name, value in rule.keep.items()}
        except NotThere as error:
            self._problems.append(Problem(reason=f"keep: {error}", place=place))

    def _event(self, value: Any) -> Event:
        line = {"v": 1, "cause": 1, "at": "2000-01-01T00:00:00Z", "prev": "", "event": _written(value)}
        return self._game.codec.decode(msgspec.json.encode(line)).event


def _in_order(move: Move) -> Iterator[tuple[RawPacket, str, Notif]]:
    """Yield the messages of a move: by the times in their ids where all have one, else by packets."""
    found = [
        (packet, f"{packet.place}.data[{number}]", notif)
        for packet in sorted((*move.public, *move.private), key=lambda packet: packet.number)
        for number, notif in enumerate(packet.notifs)
    ]
    times = [microseconds(notif.uid) for _, _, notif in found]
    if all(time is not None for time in times):
        order = sorted(range(len(found)), key=lambda index: (times[index] or 0, index))
        found = [found[index] for index in order]
    yield from found


def _written(value: Any) -> Any:
    """Return a filled template with faces and audiences in their written order."""
    if isinstance(value, list):
        return [_written(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    made = {key: _written(inner) for key, inner in value.items()}
    if isinstance(made.get("known_to"), list) and all(isinstance(seat, str) for seat in made["known_to"]):
        made["known_to"] = sorted(set(made["known_to"]))
    faces = made.get("faces")
    if isinstance(faces, list) and all(isinstance(face, str) for face in faces) and not made.get("ordered"):
        made["faces"] = sorted(faces, key=face_key)
    return made
