"""The card table that keeps every world a viewer's log allows (design/knowledge: Moves)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.knowledge.tracking.blocks import Blocks
from records.knowledge.tracking.decks import Decks
from records.knowledge.tracking.hands_and_slots import HandsAndSlots
from records.knowledge.tracking.layout import Layout
from records.knowledge.tracking.statements import Statements
from records.knowledge.tracking.undoing import Undoing
from records.knowledge.tracking.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.knowledge.tracking.plan import Plan
    from records.knowledge.tracking.table import TrackedTable
    from records.knowledge.worlds.effort import Effort


class WorldTracker:
    """Implements the card table: each method belongs to a part, and all parts share ``table``.

    The methods are bound once, which saves a lookup at each call.
    """

    def __init__(self, table: TrackedTable) -> None:
        self.table = table
        self._blocks = blocks = Blocks(table)
        moves, decks = HandsAndSlots(table, blocks), Decks(table, blocks)
        zones, statements, undoing = Zones(table, blocks, decks), Statements(table, blocks), Undoing(table, blocks)
        self.reset = Layout(table, blocks).reset
        self.lay, self.drop, self.bury = moves.lay, moves.drop, moves.bury
        self.turn, self.reveal, self.sweep, self.pick_up = moves.turn, moves.reveal, moves.sweep, moves.pick_up
        self.on_deck, self.shift, self.mix = moves.on_deck, moves.shift, moves.mix
        self.take, self.pull, self.deal, self.mill = decks.take, decks.pull, decks.deal, decks.mill
        self.split, self.look, self.shuffle = decks.split, decks.look, decks.shuffle
        self.raise_, self.fetch, self.gather = zones.raise_, zones.fetch, zones.gather
        self.return_all, self.return_some = zones.return_all, zones.return_some
        self.tell, self.tell_sum, self.show = statements.tell, statements.tell_sum, statements.show
        self.begin_undone, self.end_undone = undoing.begin_undone, undoing.end_undone

    def copied(self, plan: Plan, effort: Effort) -> WorldTracker:
        """Return an independent tracker that continues from here; its plan must agree with all calls so far."""
        return WorldTracker(self.table.copied(plan, effort))

    def part_top(self, deck: str) -> Sequence[str]:
        """Make the top card of a deck a block of its own; return the blocks from the top."""
        self._blocks.tidy(deck)
        self._blocks.parted(deck, 1)
        return self.table.decks[deck]
