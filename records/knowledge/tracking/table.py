"""The state of a tracked table, and how one card leaves its place (design/knowledge: Worlds).

Cards that the viewer knows for certain are stored by name (``held``, names in ``slots`` and ``zones``); all other cards are positions in
``counts``, whose places are ``hand:A``, blocks of decks, and places of single cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from copy import deepcopy
from typing import TYPE_CHECKING

from records.core.faces import UNKNOWN
from records.core.ids import SeatKey
from records.core.table import HAND, hand_place
from records.errors import ImpossibleEvent
from records.knowledge.tracking.plan import TOLD_APART
from records.knowledge.worlds.card_sets import Names, joined
from records.knowledge.worlds.origins import Origins
from records.knowledge.worlds.positions import REST
from records.knowledge.worlds.slot_state import SlotState, StaticCard, TrackedCard

if TYPE_CHECKING:
    from records.core.secret import Secret
    from records.knowledge.tracking.checkpoints import Checkpoint
    from records.knowledge.tracking.plan import Plan
    from records.knowledge.worlds.counts import Counts
    from records.knowledge.worlds.effort import Effort


class TrackedTable:
    """The cards of a table as a viewer knows them: the state that the parts of a ``WorldTracker`` share."""

    def __init__(self, plan: Plan, width: int, counting: type[Counts], effort: Effort) -> None:
        self.plan, self.index, self.evidence, self.hints = plan, plan.cards.index, plan.evidence, plan.hints
        self._width, self._counting, self._effort = width, counting, effort
        self.counts = self._counted(0)
        self.origins = Origins(self.counts)
        self.held: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """For each seat the cards of its hand that the viewer knows, apart from those that are counted."""
        self.slots: dict[str, SlotState] = {}
        self.zones: defaultdict[str, list[str | TrackedCard]] = defaultdict(list)
        self.decks: defaultdict[str, list[str]] = defaultdict(list)
        """Blocks from the top, by the name of their place."""
        self.exact = True
        self.breaches: list[int] = []
        self.marking = True
        """Whether the chances of each static card will be asked for, which needs marks."""
        self.checkpoints: list[Checkpoint] = []
        """One for each part under way that will be taken back, outermost first."""
        self._made = 0

    def clear(self, cards: int) -> None:
        """Start again with so many cards, none of which has a place yet."""
        self.held.clear()
        self.slots.clear()
        self.zones.clear()
        self.decks.clear()
        self.counts = self._counted(cards)
        self.origins = Origins(self.counts)

    def copied(self, plan: Plan, effort: Effort) -> TrackedTable:
        """Return a separate table with the same cards, which continues by a plan and counts its work with an effort."""
        found = TrackedTable.__new__(TrackedTable)
        found.__dict__.update(self.__dict__)
        found.plan, found.evidence, found._effort = plan, plan.evidence, effort  # noqa: SLF001 -- its own copy
        found.counts = self.counts.copied(effort)
        found.origins = self.origins.copied(found.counts)
        found.held = defaultdict(Counter, {seat: cards.copy() for seat, cards in self.held.items()})
        found.slots = self.slots.copy()
        found.zones = defaultdict(list, {zone: cards.copy() for zone, cards in self.zones.items()})
        found.decks = defaultdict(list, {deck: blocks.copy() for deck, blocks in self.decks.items()})
        found.breaches, found.checkpoints = self.breaches.copy(), deepcopy(self.checkpoints) if self.checkpoints else []
        return found

    def _counted(self, cards: int) -> Counts:
        counts = self._counting(self._width, cards)
        counts.effort = self._effort
        return counts

    def number(self, place: str) -> int:
        """Return how many cards lie in a hand or block."""
        held = self.held[place[len(HAND) :]].total() if place.startswith(HAND) else 0
        return self.counts.size[place] + held

    def number_in(self, deck: str) -> int:
        """Return how many cards lie in a deck."""
        return sum(self.counts.size[block] for block in self.decks[deck])

    # -- one card ------------------------------------------------------------------------------------------------------

    def leave(self, place: str, names: Names, target: str, *, mark: bool = False) -> str | StaticCard:
        """Let a card within ``names`` leave a place; return its name where that is known, or the classes that it may have at its target.

        A card of a known name goes to no target: it is no longer counted. In a part that was taken back every card goes on being counted.
        """
        pool, name = self.counts.pool, self.index.only(names)
        if place.startswith(HAND) and (held := self.held[place[len(HAND) :]]):
            held = +held
            able = [card for card in held if names >> self.index.number(card) & 1]
            if able:
                kinds = pool.within(names) & pool.live
                if len(able) == 1 and not any(kinds & there for there in self.counts.classes(place)):
                    self.held[place[len(HAND) :]][able[0]] -= 1
                    return able[0]
                self.counts.enter(place, {self.index.number(card): number for card, number in held.items()})
                self.held[place[len(HAND) :]].clear()
        if name is not None and not self.checkpoints:
            self.counts.move(place, pool.within(names), REST)
            return name
        told = [pool.within(told) for told in self.plan.told_apart] if target.startswith(HAND) else ()
        apart = [kinds for kinds in told if 0 < pool.number(kinds) <= TOLD_APART]
        era = self.counts.era  # where the move itself makes the counts forget, the marks are gone already
        classes = self.counts.move(place, pool.within(names), target, mark=mark, apart=apart)
        return StaticCard(classes, era)

    def lay(self, slot: str, source: str) -> None:
        """Lay a card of a place into a slot."""
        names = self.slot_names(slot)
        if self.evidence[slot].leaves or self.checkpoints:
            place = f"slot:{slot}"
            found = self.leave(source, names, place)
            self.slots[slot] = found if isinstance(found, str) else TrackedCard(place)
        else:
            self.slots[slot] = self.leave(source, names, REST, mark=self.marking)

    def take_openly(self, source: str, names: Names) -> str | TrackedCard:
        """Take a card within ``names`` out of a place, to where everybody sees it."""
        place = self.new_place()
        found = self.leave(source, names, place)
        return found if isinstance(found, str) else TrackedCard(place)

    def take_slot(self, slot: str) -> str | TrackedCard:
        """Take the card of a slot away."""
        card = self.slots.pop(slot)
        if isinstance(card, StaticCard):
            raise ImpossibleEvent(f"slot {slot} moves on and was taken for one that stays")
        return card

    def give(self, seat: str, card: str | TrackedCard) -> None:
        """Put a card into a hand."""
        held = self.held[seat]
        if isinstance(card, TrackedCard):
            self.counts.pour(card.place, hand_place(SeatKey(seat)))
        else:
            held[card] += 1

    def can_be(self, card: str | TrackedCard, names: Names) -> bool:
        """Return whether a card can be one of ``names``."""
        if isinstance(card, str):
            return bool(names >> self.index.number(card) & 1)
        kinds = self.counts.pool.within(names) & self.counts.pool.live
        return any(kinds & there for there in self.counts.classes(card.place))

    # -- what is known of cards ----------------------------------------------------------------------------------------

    def masks(self, cards: Secret) -> list[Names]:
        """Return the mask of each card."""
        if not self.hints or cards.hint == UNKNOWN:
            return list(map(self.index.of, cards.faces))
        return [joined(self.index, face, cards.hint) for face in cards.faces]

    def slot_names(self, slot: str) -> Names:
        """Return what all evidence of a slot leaves; a breach of its hints is noted."""
        evidence = self.evidence[slot]
        names = evidence.names(self.index, hints=self.hints)
        if evidence.breach is not None:
            self.breaches.append(evidence.breach)
        return names

    def known_in(self, place: str, names: Names) -> int:
        """Return how many cards within ``names`` the viewer knows in a hand."""
        if not place.startswith(HAND):
            return 0
        held = self.held[place[len(HAND) :]]
        return sum(number for name, number in held.items() if names >> self.index.number(name) & 1)

    def new_place(self) -> str:
        """Return the name of a place that was not there before."""
        self._made += 1
        return f"at{self._made}"
