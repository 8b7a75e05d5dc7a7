"""What the table looked like when a part began that was taken back."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from records.knowledge.tracking.tracker import Machine
    from records.knowledge.worlds.slot_state import Apart, Lying


@dataclass(frozen=True, slots=True)
class Cut:
    """Everything but the counts, which ``Homes`` puts back."""

    held: dict[str, Counter[str]]
    lying: dict[str, Lying]
    zones: dict[str, list[str | Apart]]
    decks: dict[str, list[str]]
    sizes: dict[str, int]
    parts: dict[str, list[str]]
    """For each block that lay in a deck, what has left it since, from the top; what is left lies below."""

    @classmethod
    def of(cls, machine: Machine) -> Cut:
        """Return the table as it is now."""
        return cls(
            held={seat: Counter(cards) for seat, cards in machine.held.items()},
            lying=dict(machine.lying),
            zones={zone: list(cards) for zone, cards in machine.zones.items()},
            decks={deck: list(blocks) for deck, blocks in machine.decks.items()},
            sizes=dict(machine.counts.size),
            parts={block: [] for blocks in machine.decks.values() for block in blocks},
        )

    def part(self, block: str, number: int, new: str) -> None:
        """Note that the top cards of a block are a part of their own now."""
        self.parts[block].append(new)
        self.parts[new] = []
        self.sizes[block] -= number
        self.sizes[new] = number

    def restore(self, machine: Machine) -> None:
        """Make the table what it was, its blocks parted where their parts are told apart now."""
        machine.held = defaultdict(Counter, self.held)
        machine.lying = self.lying
        machine.zones = defaultdict(list, self.zones)
        machine.decks = defaultdict(list, {deck: self._parted(blocks) for deck, blocks in self.decks.items()})
        machine.counts.size = defaultdict(int, self.sizes)

    def _parted(self, blocks: list[str]) -> list[str]:
        found: list[str] = []
        for block in blocks:
            found += self._parted(self.parts[block])
            if self.sizes[block]:
                found.append(block)
        return found
