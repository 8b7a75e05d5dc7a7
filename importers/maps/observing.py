"""An archive as an observed table whose lines a mapping has put in order: what each is about, in which words, and what it adds up to.

Rules change the content of a line, never its readers: it stays in the channel in which it was sent. Sums use only the table's channel.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from importers.bga import reading as bga
from importers.bga.envelopes import opened
from importers.bga.json_text import MOST_PROBLEMS, parse
from importers.bga.packets import checked
from importers.bga.people import people_of
from importers.maps.coverage import coverage_of
from importers.maps.matching import actor, no_rule, rule_for
from importers.maps.templates import MISSING, NotThere, SentMessage, fill
from records.errors import ImportRefused, Problem
from records.games.observed.narrate import FRAMEWORK
from records.games.observed.numbers import MAPPED_COUNTS, whole
from records.values import replace

if TYPE_CHECKING:
    from importers.base import ImportOptions
    from importers.bga.packets import Notif, RawPacket
    from importers.bga.people import SeatedPlayers
    from importers.maps.mapping import ArchiveMap, MapFile, MessageRule
    from records.core.ids import SeatKey
    from records.service.incoming import NewGame


def observe_archive(data: bytes, name: str, options: ImportOptions, map_file: MapFile) -> NewGame:
    """Return the observed table; raises ``ImportRefused`` with the place in the archive of what the mapping does not know."""
    archive = opened(parse(data, name), name)
    packets = checked(archive.packets, archive.place, name)
    people = people_of(archive, packets, name)
    reworder = _Reworder(people, map_file.mapping)
    reworded = [reworder.packet(packet) for packet in packets]
    if reworder.problems:
        raise ImportRefused(name, *reworder.problems[:MOST_PROBLEMS])
    told = coverage_of(map_file.mapping, packets)
    options.tell(f"{name}: {told.mapped} of {told.lines} lines are mapped ({told.percent} %).")
    digest = sha256(data)
    digest.update(b"\0map" + sha256(map_file.data).digest() + (b"\0pseudonyms" if options.pseudonyms else b""))
    return bga.observed(archive, reworded, people, name=name, options=options, origin=digest.hexdigest())


@dataclass(slots=True)
class _Reworder:
    people: SeatedPlayers
    mapping: ArchiveMap
    problems: list[Problem] = field(default_factory=list)
    _sums: dict[SeatKey, Counter[str]] = field(default_factory=dict)
    _unknown: set[tuple[str, str]] = field(default_factory=set)

    def packet(self, packet: RawPacket) -> RawPacket:
        """Return a packet with its messages as the rules say them; ``plain`` stays as it was sent."""
        said = [self._said(packet, f"{packet.place}.data[{number}]", notif) for number, notif in enumerate(packet.notifs)]
        return replace(packet, notifs=said)

    def _said(self, packet: RawPacket, place: str, notif: Notif) -> Notif:
        rule = rule_for(self.mapping, packet, notif)
        if rule is None:
            self._without_rule(packet, place, notif)
            return notif
        if rule.ignore:
            return msgspec.structs.replace(notif, log="")
        args = self._counted(rule, notif.args, place) if rule.count else notif.args
        return msgspec.structs.replace(notif, type=rule.means or notif.type, log=notif.log if rule.says is None else rule.says, args=args)

    def _without_rule(self, packet: RawPacket, place: str, notif: Notif) -> None:
        silent = packet.player is not None or not notif.log or notif.type in FRAMEWORK
        if silent or self.mapping.rest == "ignore" or (notif.type, notif.log) in self._unknown:
            return
        self._unknown.add((notif.type, notif.log))
        self.problems.append(Problem(reason=no_rule(notif), place=place))

    def _counted(self, rule: MessageRule, args: Any, place: str) -> Any:
        """Return the arguments with the seat's sums, after this message, beside them."""
        seat = actor(args, self._seat)
        if seat is None:
            self.problems.append(Problem(reason="count: the message names no seat for which to count", place=place))
            return args
        sums = self._sums.setdefault(seat, Counter())
        message = SentMessage(args=args, given={"@seat": seat}, tables=self.mapping.tables, kept={}, seat=self._seat)
        for title, template in rule.count.items():
            try:
                value = fill(template, message)
            except NotThere as error:
                self.problems.append(Problem(reason=f"count: {error}", place=place))
                continue
            if value is MISSING:
                continue
            number = whole(value)
            if number is None:
                self.problems.append(Problem(reason=f"count: {str(value)[:40]!r} is no whole number", place=place))
            else:
                sums[title] += number
        return {**args, MAPPED_COUNTS: {title: sums[title] for title in rule.count if title in sums}}

    def _seat(self, player: Any) -> SeatKey | None:
        named = next((seat for seat, known in self.people.names.items() if known and known == player), None)
        return self.people.seat(player) or named
