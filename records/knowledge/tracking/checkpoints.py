"""What the table looked like when a part began that was taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections import Counter

    from records.knowledge.worlds.slot_state import SlotState, TrackedCard


class Checkpoint(msgspec.Struct, frozen=True):
    """Everything but the counts, which ``Origins`` puts back."""

    held: dict[str, Counter[str]]
    slots: dict[str, SlotState]
    zones: dict[str, list[str | TrackedCard]]
    decks: dict[str, list[str]]
    sizes: dict[str, int]
    parts: dict[str, list[str]]
    """For each block that lay in a deck, what has left it since, from the top; what is left lies below."""

    def part(self, block: str, number: int, new: str) -> None:
        """Record that the top cards of a block are a part of their own now."""
        self.parts[block].append(new)
        self.parts[new] = []
        self.sizes[block] -= number
        self.sizes[new] = number

    def parted_decks(self) -> dict[str, list[str]]:
        """Return the decks as they were, their blocks parted where their parts are distinguished now."""
        return {deck: self._parted(blocks) for deck, blocks in self.decks.items()}

    def _parted(self, blocks: list[str]) -> list[str]:
        found: list[str] = []
        for block in blocks:
            found += self._parted(self.parts[block])
            if self.sizes[block]:
                found.append(block)
        return found
