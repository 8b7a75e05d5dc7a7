"""How much of an archive a mapping knows: lines that say something, and those for which there is a rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from importers.bga.envelopes import opened
from importers.bga.json_text import parse
from importers.bga.packets import checked
from importers.maps.matching import rule_for
from records.games.observed.narrate import FRAMEWORK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from importers.bga.packets import RawPacket
    from importers.maps.mapping import ArchiveMap


@dataclass(slots=True)
class Coverage:
    """Counts of lines: messages with words that are not the site's own, to the table and to seats."""

    lines: int = 0
    mapped: int = 0
    """Lines for which a rule says what they mean."""
    ignored: int = 0
    """Lines that a rule leaves out; none of them is mapped."""
    missing: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Lines without a rule: type, ``table`` or ``seat``, template."""

    @property
    def percent(self) -> int:
        """Mapped lines of all lines, rounded down; 100 where there are none."""
        return 100 * self.mapped // self.lines if self.lines else 100


def coverage(mapping: ArchiveMap, data: bytes, name: str) -> Coverage:
    """Return how much of an archive a mapping covers; raises ``ImportRefused`` for other files."""
    archive = opened(parse(data, name), name)
    return coverage_of(mapping, checked(archive.packets, archive.place, name))


def coverage_of(mapping: ArchiveMap, packets: Sequence[RawPacket]) -> Coverage:
    """Return how much of an archive's packets a mapping knows."""
    found = Coverage()
    for packet in packets:
        for notif in packet.notifs:
            if not notif.log or notif.type in FRAMEWORK:
                continue
            found.lines += 1
            rule = rule_for(mapping, packet, notif)
            if rule is None:
                found.missing[notif.type, "table" if packet.player is None else "seat", notif.log] += 1
            elif rule.ignore:
                found.ignored += 1
            else:
                found.mapped += 1
    return found
