"""One line: the recorded plays under a reading of the rules, from a position on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import msgspec

from records.core.events import Event, Recorded
from records.core.position import Draft
from records.rulings.redoing.naming import LineNames
from records.rulings.redoing.order_table import OrderedPosition, OrderTable
from records.rulings.redoing.plays import RecordedPlay, RecordedPlays, numbering, ordered, started

if TYPE_CHECKING:
    from datetime import datetime

    from records.core.editions.rulesets import Ruleset
    from records.core.header import Header
    from records.core.position import Position

_NO_TIME: datetime = None  # type: ignore[assignment]  # evolve never looks at the clock


class OpenLine:
    """The state of a line: its position, its names, and how far it came."""

    def __init__(self, record: RecordedPlays, reading: Ruleset, draft: Draft[Any], names: LineNames, version: int) -> None:
        self.record, self.reading, self.draft, self.names, self.version = record, reading, draft, names, version
        self.left = False
        """Whether a play was not the recorded one."""
        self.in_step = False
        """Whether each of its events is the record's at the same version, so that ids say the same in both."""
        self.lay_from = 0
        """The play from which on chance comes as it lay, even if the line has not left the record; 0 for none."""
        self._fold = record.fold
        self.read()

    @classmethod
    def of(cls, record: RecordedPlays, reading: Ruleset, *, lay_from: int = 0) -> OpenLine:
        """Return the line of a whole record, before its first play."""
        named = record.game.rules.rulesets.get(reading.name)
        line = cls(record, reading, started(record.game, _read_as(record.header, named)), LineNames(), 0)
        line.lay_from, line.in_step = lay_from, True
        return line

    @classmethod
    def at(cls, record: RecordedPlays, reading: Ruleset, play: RecordedPlay) -> Self:
        """Return a line that begins at the record's own position before a play."""
        position = record.before[play.first]
        line = cls(record, reading, position.thaw(), record.names.onward(position.version, play.number), position.version)
        line.in_step = True
        return line

    def under(self, reading: Ruleset, position: OrderedPosition, play: RecordedPlay, *, left: bool) -> OpenLine:
        """Return a line that leaves this one at a position before a play, and goes on under another reading."""
        line = OpenLine(self.record, reading, position.thaw(), self.names.until(position.version, play.number), position.version)
        line.left, line.lay_from = left, self.lay_from
        return line

    @property
    def table(self) -> OrderTable:
        """The cards as they are now."""
        return numbering(self.draft)

    def read(self) -> None:
        """Let the rules be those of the reading, whatever the record says."""
        if hasattr(self.draft.state, "rules"):
            self.draft.state.rules = self.reading

    def position(self) -> OrderedPosition:
        """Return the position that the line is in now."""
        return ordered(self.version, self.draft)

    def stands_as_at(self, play: RecordedPlay) -> bool:
        """Whether it stands before a play as the line that begins there (``at``), so that both go on alike; the play has begun then."""
        there = self.record.before[play.first]
        if not self.in_step or self.left or self.lay_from or self.version != there.version:
            return False
        self.table.begin(play.number)
        return same_but_for_rules(self.position(), there)

    def go(self, play: RecordedPlay, event: Event, cause: int) -> None:
        """Take one event in; raises as a fold does."""
        version = self.version + 1
        self._fold.run(self.draft, (Recorded(version, cause, _NO_TIME, "", event),))
        self.names.add(play.number, version, event)
        self.version = version
        self.in_step = self.in_step and play.first <= version <= play.last and self.record.events.get(version) == event


def same_but_for_rules(one: Position[Any], other: Position[Any]) -> bool:
    """Whether two positions are the same, whatever rules they are under."""
    state = one.state.copy()
    if hasattr(state, "rules"):  # in some games only the header contains the rules
        state.rules = other.state.rules
    return bool(one.table == other.table and state == other.state)


def _read_as(header: Header, ruleset: Ruleset | None) -> Header:
    """Return the header of a record with another ruleset, by which some games lay out their cards."""
    if ruleset is None:
        return header
    return msgspec.structs.replace(header, ruleset=ruleset.name, ruleset_hash=ruleset.hash)
