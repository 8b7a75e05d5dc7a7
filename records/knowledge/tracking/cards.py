"""What the tracker keeps of a table, and how one card leaves its place (design/knowledge: Worlds).

What the viewer knows for certain stands in plain sight here (``held``, names in ``lying`` and ``zones``); all other cards are positions in
``counts``, whose places are ``hand:A``, blocks of decks, and places of single cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.core.table import HAND, hand_place
from records.errors import ImpossibleEvent
from records.knowledge.tracking.plan import Plan
from records.knowledge.worlds.card_sets import Names, joined
from records.knowledge.worlds.counts import Counts
from records.knowledge.worlds.origins import Origins
from records.knowledge.worlds.positions import REST
from records.knowledge.worlds.slot_state import SlotState, StaticCard, TrackedCard

if TYPE_CHECKING:
    from records.core.secret import Secret
    from records.knowledge.tracking.checkpoints import Cut

FEW = 3
"""Copies of a set that is told of as a whole, up to which it is told apart when a card is drawn (design/knowledge: Small sets)."""


class Cards:
    """The cards of a table as a viewer knows them. Its plan says what will be known of each slot by the step that is asked about."""

    def __init__(self, plan: Plan, width: int, counting: type[Counts] = Counts) -> None:
        self.plan, self.card_index, self.sights, self.width = plan, plan.card_index, plan.sights, width
        self.counting = counting
        self.counts = counting(width, 0)
        self.held: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """For each seat the cards of its hand that the viewer knows, apart from those that are counted."""
        self.lying: dict[str, SlotState] = {}
        self.zones: defaultdict[str, list[str | TrackedCard]] = defaultdict(list)
        self.decks: defaultdict[str, list[str]] = defaultdict(list)
        """Blocks from the top, by the name of their place."""
        self.exact = True
        self.breaches: list[int] = []
        self.marking = True
        """Whether it will be asked what each card can be that is laid to stay."""
        self._made = 0
        self._cuts: list[Cut] = []
        self._homes = Origins(self.counts)

    def seats(self) -> list[str]:
        """Return the seats that have or had a hand."""
        return list(self.held)

    def number(self, place: str) -> int:
        """Return how many cards lie in a hand or block."""
        held = self.held[place[len(HAND) :]].total() if place.startswith(HAND) else 0
        return self.counts.size[place] + held

    def number_in(self, deck: str) -> int:
        """Return how many cards lie in a deck."""
        return sum(self.counts.size[block] for block in self.decks[deck])

    # -- one card ------------------------------------------------------------------------------------------------------

    def _leave(self, place: str, names: Names, target: str, *, mark: bool = False) -> str | StaticCard:
        """Let a card within ``names`` leave a place; return its name where that is known, or the classes that it may have at its target.

        A card of a known name goes to no target: it is no longer counted. In a part that was taken back every card goes on being counted.
        """
        pool, name = self.counts.pool, self.card_index.only(names)
        if place.startswith(HAND):
            held = +self.held[place[len(HAND) :]]
            able = [card for card in held if names >> self.card_index.number(card) & 1]
            if able:
                kinds = pool.within(names) & pool.live
                if len(able) == 1 and not any(kinds & there for there in self.counts.classes(place)):
                    self.held[place[len(HAND) :]][able[0]] -= 1
                    return able[0]
                self.counts.enter(place, {self.card_index.number(card): number for card, number in held.items()})
                self.held[place[len(HAND) :]].clear()
        if name is not None and not self._cuts:
            self.counts.move(place, pool.within(names), REST)
            return name
        apart = [pool.within(told) for told in self.plan.told] if target.startswith(HAND) else []
        era = self.counts.era  # where the move itself makes the counts forget, the marks are gone already
        classes = self.counts.move(
            place, pool.within(names), target, mark=mark, apart=[kinds for kinds in apart if 0 < pool.number(kinds) <= FEW]
        )
        return StaticCard(classes, era)

    def _lay(self, slot: str, source: str) -> None:
        sight, names = self.sights[slot], self._sighted(slot)
        if sight.leaves or self._cuts:
            place = f"slot:{slot}"
            found = self._leave(source, names, place)
            self.lying[slot] = found if isinstance(found, str) else TrackedCard(place)
        else:
            self.lying[slot] = self._leave(source, names, REST, mark=self.marking)

    def _openly(self, source: str, names: Names) -> str | TrackedCard:
        place = self._place()
        found = self._leave(source, names, place)
        return found if isinstance(found, str) else TrackedCard(place)

    def _gone(self, slot: str) -> str | TrackedCard:
        card = self.lying.pop(slot)
        if isinstance(card, StaticCard):
            raise ImpossibleEvent(f"slot {slot} moves on and was taken for one that stays")
        return card

    def _given(self, seat: str, card: str | TrackedCard) -> None:
        held = self.held[seat]
        if isinstance(card, TrackedCard):
            self.counts.pour(card.place, hand_place(SeatKey(seat)))
        else:
            held[card] += 1

    def _can_be(self, card: str | TrackedCard, names: Names) -> bool:
        if isinstance(card, str):
            return bool(names >> self.card_index.number(card) & 1)
        kinds = self.counts.pool.within(names) & self.counts.pool.live
        return any(kinds & there for there in self.counts.classes(card.place))

    # -- what is known of cards ----------------------------------------------------------------------------------------

    def _masks(self, cards: Secret) -> list[Names]:
        if not self.plan.hints:
            return [self.card_index.of(face) for face in cards.faces]
        return [joined(self.card_index, face, cards.hint) for face in cards.faces]

    def _sighted(self, slot: str) -> Names:
        sight = self.sights[slot]
        names = sight.names(self.card_index, hints=self.plan.hints)
        if sight.breach is not None:
            self.breaches.append(sight.breach)
        return names

    def _known_in(self, place: str, names: Names) -> int:
        """How many cards within ``names`` the viewer knows in a hand."""
        if not place.startswith(HAND):
            return 0
        held = self.held[place[len(HAND) :]]
        return sum(number for name, number in held.items() if names >> self.card_index.number(name) & 1)

    def _place(self) -> str:
        self._made += 1
        return f"at{self._made}"
