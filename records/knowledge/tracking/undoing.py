"""Parts of a log that were taken back: followed, then undone, so that what was seen in them stays known."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from records.knowledge.tracking.checkpoints import Checkpoint

if TYPE_CHECKING:
    from records.knowledge.tracking.blocks import Blocks
    from records.knowledge.tracking.table import TrackedTable


class Undoing:
    """Puts the table back to where it was when a part began."""

    def __init__(self, table: TrackedTable, blocks: Blocks) -> None:
        self._table, self._blocks = table, blocks

    def begin_undone(self) -> None:
        """Begin a part that will be taken back; raises ``CannotUndo``, as every method does in it that loses an order."""
        table = self._table
        for deck in table.decks:
            self._blocks.tidy(deck)
        table.origins.begin()
        table.checkpoints.append(
            Checkpoint(
                held={seat: Counter(cards) for seat, cards in table.held.items()},
                slots=dict(table.slots),
                zones={zone: list(cards) for zone, cards in table.zones.items()},
                decks={deck: list(blocks) for deck, blocks in table.decks.items()},
                sizes=dict(table.counts.size),
                parts={block: [] for blocks in table.decks.values() for block in blocks},
            )
        )

    def end_undone(self) -> None:
        """Put all cards back to where they were when the innermost part began, with what was seen of them."""
        table = self._table
        checkpoint = table.checkpoints.pop()
        table.origins.end(last=not table.checkpoints)
        table.held = defaultdict(Counter, checkpoint.held)
        table.slots = checkpoint.slots
        table.zones = defaultdict(list, checkpoint.zones)
        table.decks = defaultdict(list, checkpoint.parted_decks())
        table.counts.size = defaultdict(int, checkpoint.sizes)
