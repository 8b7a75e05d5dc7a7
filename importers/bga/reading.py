"""An archive as a game to be recorded."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from importers.bga import events
from importers.bga.envelopes import opened
from importers.bga.json_text import parse
from importers.bga.moves import moves
from importers.bga.naming import label
from importers.bga.packets import RawPacket, checked, microseconds
from importers.bga.people import SeatedPlayers, people_of
from importers.web_pages import is_page
from records.core.shared import GameStarted
from records.errors import ImportRefused, Problem
from records.games.observed.tokens import Tokeniser
from records.service.incoming import Entry, NewGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from importers.base import ImportedRecord, ImportOptions
    from importers.bga.envelopes import Archive
    from records.core.ids import SeatKey

SITE = "bga"
_MARKS = (b'"packet_id"', b'"channel"', b'"packets"', b'"logs"', b'"error"')
_IN_PAGE = b"g_gamelogs"
_HEAD = 65_536
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SLACK = 2_000_000


def sniff(data: bytes, name: str) -> bool:
    """Whether this may be an archive: any file called ``.json``, JSON with an archive's keys near its beginning, a replay page."""
    head = data[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    if name.lower().endswith(".json") or (head[:1] in (b"{", b"[") and any(mark in head for mark in _MARKS)):
        return True
    return _IN_PAGE in data and is_page(head.decode(errors="replace"))


def read(data: bytes, name: str, options: ImportOptions) -> list[ImportedRecord]:
    """Return the one game in an archive; raises ``ImportRefused``."""
    archive = opened(parse(data, name), name)
    packets = checked(archive.packets, archive.place, name)
    people = people_of(archive, packets, name)
    origin = _digest(archive, packets, data, pseudonyms=options.pseudonyms)
    return [observed(archive, packets, people, name=name, options=options, origin=origin)]


def observed(
    archive: Archive, packets: Sequence[RawPacket], people: SeatedPlayers, *, name: str, options: ImportOptions, origin: str
) -> NewGame:
    """Return the observed table of an archive; ``packets`` may say something else than its own do. Raises ``ImportRefused``."""
    tokeniser = _tokeniser(people, packets, pseudonyms=options.pseudonyms)
    entries = _entries(archive, packets, people, tokeniser, name)
    return NewGame(
        game="observed",
        seats=people.seats,
        names={seat: shown_name(seat, people, pseudonyms=options.pseudonyms) for seat in people.seats},
        foreign_ids={} if options.pseudonyms else {seat: {SITE: number} for seat, number in people.ids.items()},
        started=entries[0].at,
        entries=entries,
        label=label(packets[0].table, name, options),
        origin=origin,
    )


def _digest(archive: Archive, packets: Sequence[RawPacket], data: bytes, *, pseudonyms: bool) -> str:
    """Return what tells one table's archive from another, however its file is written: table, packets as they were sent, what is around."""
    content = [packets[0].table, archive.form, archive.rest, archive.position, [packet.plain for packet in packets]]
    with suppress(RecursionError):  # then by its bytes
        data = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    return sha256(data + (b"\0pseudonyms" if pseudonyms else b"")).hexdigest()


def shown_name(seat: SeatKey, people: SeatedPlayers, *, pseudonyms: bool) -> str:
    """Return the name of a seat in the record: the one in the archive, else the seat's key."""
    return people.names[seat] if people.names[seat].strip() and not pseudonyms else f"Player {seat}"


def _tokeniser(people: SeatedPlayers, packets: Sequence[RawPacket], *, pseudonyms: bool) -> Tokeniser:
    if not pseudonyms:
        return Tokeniser(people.names, people.ids)
    spectators = {packet.player for packet in packets if packet.player is not None and people.seat(packet.player) is None}
    return Tokeniser(people.names, people.ids, pseudonyms=True, others=[packets[0].table, *sorted(spectators, key=int)])


def _entries(archive: Archive, packets: Sequence[RawPacket], people: SeatedPlayers, tokeniser: Tokeniser, name: str) -> list[Entry]:
    made: list[Entry] = []
    try:
        opening = events.opened(archive, people, tokeniser)
    except RecursionError:
        raise ImportRefused(name, Problem(reason="the JSON around the packets is nested too deeply")) from None
    for move in moves(packets):
        try:
            event = events.noted(move, people, tokeniser)
        except RecursionError:
            raise ImportRefused(
                name, Problem(reason="the messages of this packet's move are nested too deeply", place=move.public[0].place)
            ) from None
        made.append(Entry(at=sent(move.public[0]), event=event))
    first = made[0].at
    return [Entry(at=first, event=GameStarted(seats=people.seats)), Entry(at=first, event=opening), *made]


def sent(packet: RawPacket) -> datetime:
    """Return when a packet was sent: to the microsecond where the id of its first message agrees with its time."""
    exact: Any = microseconds(packet.notifs[0].uid) if packet.notifs else None
    whole = packet.time * 1_000_000
    return _EPOCH + timedelta(microseconds=exact if exact is not None and abs(exact - whole) <= _SLACK else whole)
