"""The card table that keeps every world a viewer's log allows (design/knowledge: Moves)."""

# ruff: noqa: D102 -- the card table's protocol documents the methods

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from records.core.secret import Secret
from records.core.table import hand_place
from records.knowledge.tracking.checkpoints import Cut
from records.knowledge.tracking.statements import Telling
from records.knowledge.tracking.zones import Zones
from records.knowledge.worlds.origins import Origins
from records.knowledge.worlds.positions import CannotUndo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.faces import Face
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.shared import PositionSet
    from records.core.table import At, End

BOX = "box"
"""The place of cards that are not in play."""


class WorldTracker(Zones, Telling):
    """Implements the card table."""

    # -- from a hand ---------------------------------------------------------------------------------------------------

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:  # noqa: ARG002 -- the protocol's shape
        self._lay(slot, hand_place(seat))

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        for face in cards:
            self.zones[zone].append(self._openly(hand_place(seat), self.card_index.of(face)))

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        masks = self._masks(cards)
        for part in reversed([[mask] for mask in masks]) if cards.ordered else [masks] if masks else []:
            self._put(deck, end, self._cut(hand_place(seat), part))

    # -- from a slot ---------------------------------------------------------------------------------------------------

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        """What is seen of a slot was known when it was laid."""

    def reveal(self, slot: SlotId, card: Face) -> None:
        """The same."""

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        self.zones[zone].append(self._gone(slot))

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        self._given(seat, self._gone(slot))

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:
        self._put(deck, end, self._together([self._gone(slot)]))

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        """It is the same card."""

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:  # noqa: ARG002 -- the protocol's shape
        if self._cuts and len(new) > 1:
            raise CannotUndo
        heap = self._together([self._gone(slot) for slot in old])
        if not faces.ordered and len(new) > 1:
            self._seen(heap, self._masks(faces))
        for slot in new:
            self._lay(slot, heap)

    # -- everything anew -----------------------------------------------------------------------------------------------

    def reset(self, position: PositionSet) -> None:
        if self._cuts:
            raise CannotUndo
        self.held.clear()
        self.lying.clear()
        self.zones.clear()
        self.decks.clear()
        cards = Counter(self.plan.catalogue)
        seen = Counter(self._certain(position))
        self.exact = seen <= cards
        cards |= seen
        self.counts = self.counting(self.width, cards.total())
        self._homes = Origins(self.counts)
        self.counts.enter(BOX, {self.card_index.number(name): number for name, number in sorted(cards.items())})
        for pile in position.piles:
            for lying in pile.slots:
                self._lay(lying.slot, BOX)
        for hand in position.hands:
            self.held[hand.seat]
            for part in hand.cards:
                self._gain(hand.seat, BOX, self._masks(part), ordered=part.ordered)
        for zone in position.zones:
            self.zones[zone.zone] += [self._openly(BOX, self.card_index.of(face)) for face in zone.faces]
        for deck in position.decks:
            self.decks[deck.deck] = [self._cut(BOX, self._masks(part), ordered=part.ordered) for part in deck.blocks if part.faces]

    def _certain(self, position: PositionSet) -> list[str]:
        slots = [self.card_index.only(self._sighted(lying.slot)) for pile in position.piles for lying in pile.slots]
        others = [
            *(part for hand in position.hands for part in hand.cards),
            *(part for deck in position.decks for part in deck.blocks),
            *(Secret((face,)) for zone in position.zones for face in zone.faces),
        ]
        return [
            name for name in (*slots, *(self.card_index.only(mask) for part in others for mask in self._masks(part))) if name is not None
        ]

    # -- in hindsight --------------------------------------------------------------------------------------------------

    def part_top(self, deck: str) -> Sequence[str]:
        """Make the top card of a deck a block of its own; return the blocks from the top."""
        self._tidy(deck)
        self._parted(deck, 1)
        return self.decks[deck]

    def look_back(self, places: Mapping[str, str]) -> None:
        """Follow the cards that lie in some places now, each given with a place that ``bring_back`` puts them into (``Origins``)."""
        self._homes.look_back(places)

    def bring_back(self) -> None:
        """Put the cards that are followed into their new places, with all that was learned of them."""
        self._homes.bring_back()

    # -- parts that were taken back ------------------------------------------------------------------------------------

    def begin_cut(self) -> None:
        """Begin a part that will be taken back; raises ``CannotUndo``, as every method does in it that loses an order."""
        for deck in self.decks:
            self._tidy(deck)
        self._homes.begin()
        self._cuts.append(Cut.of(self))

    def end_cut(self) -> None:
        """Put all cards back to where they were when the innermost part began, with what was seen of them."""
        cut = self._cuts.pop()
        self._homes.end(last=not self._cuts)
        cut.restore(self)
