"""What the table looked like when a part began that was taken back."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from records.knowledge.tracking.tracker import WorldTracker
    from records.knowledge.worlds.slot_state import SlotState, TrackedCard


@dataclass(frozen=True, slots=True)
class Cut:
    """Everything but the counts, which ``Origins`` puts back."""

    held: dict[str, Counter[str]]
    lying: dict[str, SlotState]
    zones: dict[str, list[str | TrackedCard]]
    decks: dict[str, list[str]]
    sizes: dict[str, int]
    parts: dict[str, list[str]]
    """For each block that lay in a deck, what has left it since, from the top; what is left lies below."""

    @classmethod
    def of(cls, tracker: WorldTracker) -> Cut:
        """Return the table as it is now."""
        return cls(
            held={seat: Counter(cards) for seat, cards in tracker.held.items()},
            lying=dict(tracker.lying),
            zones={zone: list(cards) for zone, cards in tracker.zones.items()},
            decks={deck: list(blocks) for deck, blocks in tracker.decks.items()},
            sizes=dict(tracker.counts.size),
            parts={block: [] for blocks in tracker.decks.values() for block in blocks},
        )

    def part(self, block: str, number: int, new: str) -> None:
        """Note that the top cards of a block are a part of their own now."""
        self.parts[block].append(new)
        self.parts[new] = []
        self.sizes[block] -= number
        self.sizes[new] = number

    def restore(self, tracker: WorldTracker) -> None:
        """Make the table what it was, its blocks parted where their parts are told apart now."""
        tracker.held = defaultdict(Counter, self.held)
        tracker.lying = self.lying
        tracker.zones = defaultdict(list, self.zones)
        tracker.decks = defaultdict(list, {deck: self._parted(blocks) for deck, blocks in self.decks.items()})
        tracker.counts.size = defaultdict(int, self.sizes)

    def _parted(self, blocks: list[str]) -> list[str]:
        found: list[str] = []
        for block in blocks:
            found += self._parted(self.parts[block])
            if self.sizes[block]:
                found.append(block)
        return found
