"""The card table that only counts: no card is lost or doubled, whatever its face."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from records.core.table import At, End, hand_place
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.faces import Face
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.secret import Secret
    from records.core.shared import PositionSet


class CountTable:
    """How many cards lie where: ``counts`` by place (``hand:A``, a deck, a zone, a slot). ``total`` never changes but by a ``reset``."""

    def __init__(self, counts: dict[str, int]) -> None:
        self.counts = Counter(counts)

    @property
    def total(self) -> int:
        """Cards on the table, all places together."""
        return self.counts.total()

    def _move(self, source: str, target: str, number: int) -> None:
        if self.counts[source] < number:
            raise ImpossibleEvent(f"{number} cards leave {source}, which has {self.counts[source]}")
        self.counts[source] -= number
        self.counts[target] += number

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        self._move(deck, hand_place(seat), len(cards.faces))

    pull = take

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:  # noqa: ARG002 -- the protocol's shape
        self._move(hand_place(seat), slot, 1)

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:  # noqa: ARG002 -- the same
        self._move(deck, slot, 1)

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        self._move(hand_place(seat), zone, len(cards))

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        """Nothing moves."""

    def reveal(self, slot: SlotId, card: Face) -> None:
        """Nothing moves."""

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        self._move(slot, zone, 1)

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        self._move(slot, hand_place(seat), 1)

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:  # noqa: ARG002 -- the same
        self._move(slot, deck, 1)

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        """The slot keeps its card."""

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:  # noqa: ARG002 -- the same
        if len(old) != len(new):
            raise ImpossibleEvent(f"{pile}: {len(old)} cards change places, {len(new)} slots are there for them")
        for source, target in zip(old, new, strict=True):
            self._move(source, target, 1)

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:  # noqa: ARG002 -- the same
        self._move(zone, slot, 1)

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:  # noqa: ARG002 -- the same
        self._move(zone, hand_place(seat), 1)

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        self._move(zone, to, self.counts[zone])

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        self._move(deck, zone, len(cards))

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:  # noqa: ARG002 -- the same
        self._move(hand_place(seat), deck, len(cards.faces))

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:  # noqa: ARG002 -- the same
        self._move(deck, to, len(cards.faces))

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        self._move(zone, deck, self.counts[zone])

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:  # noqa: ARG002 -- the same
        self._move(zone, deck, len(cards))

    def look(self, deck: DeckId, cards: Secret) -> None:
        """Nothing moves."""

    def shuffle(self, deck: DeckId) -> None:
        """Nothing moves."""

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        """Nothing moves."""

    def tell_sum(self, seat: SeatKey, below: int) -> None:
        """Nothing moves."""

    def show(self, place: str, index: int, cards: Secret) -> None:
        """Nothing moves."""

    def reset(self, position: PositionSet) -> None:
        self.counts = Counter()
        for hand in position.hands:
            self.counts[hand_place(hand.seat)] += sum(len(part.faces) for part in hand.cards)
        for pile in position.piles:
            self.counts.update(slot.slot for slot in pile.slots)
        for deck in position.decks:
            self.counts[deck.deck] += sum(len(part.faces) for part in deck.blocks)
        for zone in position.zones:
            self.counts[zone.zone] += len(zone.faces)
