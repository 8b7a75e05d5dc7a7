"""Questions to the reference that goes through every deal: what is known if something is told besides, and what an attack does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from typing import Any

from records.core.assault import Assault
from records.core.events import Recorded
from records.core.game import Game
from records.core.header import Header
from records.core.ids import SlotId
from records.core.logs.fold import Folder
from records.core.table import hand_place
from records.core.tables.fold_table import FoldTable
from records.core.viewers import Viewer
from records.knowledge.answers import Knowledge
from records.knowledge.tracking.call_log import Call
from support.knowledge.deals import AllDeals
from support.knowledge.reading import Places, read


class DealsAtStep:
    """A step of a viewer's log, in every world."""

    def __init__(self, game: Game, header: Header, seen: Sequence[Recorded[Any]], viewer: Viewer, values: Mapping[str, int]) -> None:
        folder = Folder(game)
        self.deals = AllDeals(values)
        self.viewer, self.version = viewer, len(seen)
        fold = folder.fold(header, seen).table
        folder.fold(header, seen, self.deals)
        assert isinstance(fold, FoldTable)
        self.table = fold
        self.questions = 0

    def __call__(self, calls: Sequence[Call]) -> Knowledge:
        """Return what is known if the card table is told these calls besides."""
        self.questions += 1
        deals = self._told(calls)
        hands = [hand_place(seat) for seat in self.table.hands if seat != self.viewer]
        slots = [*self.table.slots, *(call.args[2] for call in calls if call.method == "deal")]
        return read(deals, Places(hands, slots, list(self.table.decks)), self.viewer, self.version)

    def chance(self, so: Callable[[dict[str, tuple[str, ...]]], bool]) -> Fraction:
        """Return how likely it is that something is so in a world."""
        total = sum(self.deals.worlds.values())
        return Fraction(sum(weight for world, weight in self.deals.worlds.items() if so(dict(world))), total)

    def attacked(
        self, assault: Assault, strength: int, slots: Sequence[tuple[SlotId, Mapping[str, int]]]
    ) -> dict[tuple[int, int], Fraction]:
        """Return the chances by how many cards fall and what strength finds nothing more to fight: each world's attack is played."""
        found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        total = sum(self.deals.worlds.values())
        for frozen, weight in self.deals.worlds.items():
            found[_played(assault, strength, [(dict(frozen)[slot][0], worth) for slot, worth in slots])] += Fraction(weight, total)
        return dict(found)

    def _told(self, calls: Sequence[Call]) -> AllDeals:
        deals = copy(self.deals)
        for call in calls:
            getattr(deals, call.method)(*call.args, **call.named)
        return deals


def _played(assault: Assault, strength: int, cards: Sequence[tuple[str, Mapping[str, int]]]) -> tuple[int, int]:
    """Play an attack on known cards."""
    for fallen, (card, worth) in enumerate(cards):
        if strength <= 0:
            return fallen, 0
        gives, value = assault.gives.get(card, 0), worth[card]
        if assault.gives_when == "before":
            strength += gives
        if value > strength:
            return fallen, 0
        strength -= value
        if assault.gives_when == "after" or (assault.gives_when == "unless spent" and strength > 0):
            strength += gives
    return len(cards), strength
