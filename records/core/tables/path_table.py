"""A fold that remembers where the cards of the position it began at have gone, and what was seen of them.

For ``take_back``. A card is followed from a slot to a deck and back as long as it moves alone; in a hand, and in a block of several, it
cannot be told from the others, so what is seen there is noted of the whole.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING

import msgspec

from records.core.faces import UNKNOWN, Face, bag, join, known
from records.core.secret import ALL, NOBODY, Audience, Secret, meet
from records.core.table import HAND, At, End
from records.core.tables.fold_table import FoldTable
from records.core.tables.hands import Hand, OpenHand
from records.core.tables.table_state import Slot, TableState
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.shared import PositionSet
    from records.core.tables.blocks import Block


class PastPlace(msgspec.Struct, frozen=True):
    """Where cards lay in the old position: a slot, a hand (a number for each card that left it), or ``size`` cards of a deck."""

    name: str
    index: int = 0
    size: int = 1


class Seen:
    """What was seen of the cards of the old position, and by whom."""

    def __init__(self) -> None:
        self._faces: dict[PastPlace, tuple[Face, ...]] = {}
        self._audiences: dict[PastPlace, set[Audience]] = defaultdict(set)
        self._hands: dict[SeatKey, list[_Step]] = defaultdict(list)

    def note(self, place: PastPlace | None, faces: tuple[Face, ...], known_to: Audience) -> None:
        """Some saw the cards of a place."""
        if place is None or not known_to:
            return
        self._audiences[place].add(known_to)
        if place.size == 1:
            self._faces[place] = (join(self._faces.get(place, faces)[0], faces[0]),)
        elif all(map(known, faces)):
            self._faces[place] = faces

    def leaves(self, seat: SeatKey) -> PastPlace:
        """Return the place of the next card to leave a hand."""
        place = PastPlace(HAND + seat, len(self._hands[seat]))
        self._hands[seat].append(_Step(left=place))
        return place

    def gains(self, seat: SeatKey, faces: tuple[Face, ...]) -> None:
        """A hand gained cards that everybody knows: they may be the ones that leave it."""
        self._hands[seat].append(_Step(gained=faces))

    def shows(self, seat: SeatKey, faces: tuple[Face, ...], known_to: Audience) -> None:
        """Some saw cards that stay in a hand."""
        if faces and known_to:
            self._hands[seat].append(_Step(shown=faces, known_to=known_to))

    def places(self, audience: Audience) -> Iterator[tuple[PastPlace, tuple[Face, ...]]]:
        """Slots and parts of decks that exactly ``audience`` was shown at some time, with their faces in the log that was folded."""
        for place, audiences in self._audiences.items():
            if audience in audiences and not place.name.startswith(HAND):
                yield place, self._faces.get(place, (UNKNOWN,) * place.size)

    def hands(self, audience: Audience) -> Iterator[tuple[SeatKey, int, Counter[str]]]:
        """Hands from which exactly ``audience`` was shown something, possibly as the intersection of wider audiences.

        For each how many faces its members saw (a public number, an upper bound of what was in the hand), and what the log that was folded
        tells for certain: what had left and what was shown then, without what had been gained; later cards may be the same again.
        """
        for seat, steps in self._hands.items():
            wider = [each for step in steps for each in self._seen_by(step) if _sees(audience, each)]
            if not wider or reduce(meet, wider) != audience:
                continue
            number, left, gained, certain = 0, Counter[str](), Counter[str](), Counter[str]()
            for step in steps:
                visible = any(_sees(audience, each) for each in self._seen_by(step))
                number += visible * (1 if step.left else len(step.shown))
                gained.update(_names(step.gained))
                if step.left:
                    left.update(_names(self._faces.get(step.left, ())))
                certain |= left + Counter(_names(step.shown) if visible else ()) - gained
            yield seat, number, certain

    def _seen_by(self, step: _Step) -> set[Audience]:
        if step.left:
            return self._audiences[step.left]
        return {step.known_to} if step.shown else set()


class _Step(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened to a hand: a card left it, cards came openly, or cards were shown."""

    left: PastPlace | None = None
    gained: tuple[Face, ...] = ()
    shown: tuple[Face, ...] = ()
    known_to: Audience = NOBODY


def _names(faces: tuple[Face, ...]) -> list[str]:
    return [str(face) for face in faces if known(face)]


def _sees(audience: Audience, known_to: Audience) -> bool:
    return known_to == ALL or (audience != ALL and set(audience) <= set(known_to))


def path_table(board: TableState) -> PathTable:
    """Return a table that begins at ``board``."""
    table = PathTable.thawed(board)
    table.begin()
    return table


class PathTable(FoldTable):
    """The changing table: ``_off_top``, ``went`` and ``_remove`` take cards up, ``came``, ``_put`` and ``_on`` lay them down."""

    __slots__ = ("_closed", "_lie", "_stacked", "_up", "seen")

    def begin(self) -> None:
        """Call the cards by their places as they are now."""
        self.seen = Seen()
        self._lie: dict[SlotId, PastPlace | None] = {slot: PastPlace(slot) for slot in self.slots}
        self._stacked: dict[DeckId, list[PastPlace | None]] = {
            deck: [PastPlace(deck, index) for index in range(sum(block.count for block in blocks))] for deck, blocks in self.decks.items()
        }
        self._closed: set[SeatKey] = set()
        """Hands that took in a card that not everybody knows: nothing that leaves them reveals the old position."""
        self._up: list[PastPlace | None] = []
        """Cards between two places."""

    # -- what loses the order ------------------------------------------------------------------------------------------

    def shuffle(self, deck: DeckId) -> None:
        self._lost(deck)
        super().shuffle(deck)

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        if self.zones.get(zone):
            self._stacked.setdefault(deck, []).extend(None for _ in self.zones[zone])
        self._lost(deck)
        super().return_all(zone, deck)

    def look(self, deck: DeckId, cards: Secret) -> None:
        self._lost(deck)
        super().look(deck, cards)
        self._note_stacked(self._stacked.get(deck, []), cards)

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        self._lost(deck)
        super().pull(deck, seat, card)

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:
        if len(old) > 1:
            raise ImpossibleEvent(f"cards of {pile} changed places unseen: a take-back cannot undo that, write a PositionSet instead")
        super().mix(pile, old, new, faces)

    def _lost(self, deck: DeckId) -> None:
        if len(self._stacked.get(deck, ())) > 1:
            raise ImpossibleEvent(f"{deck} lost its order here: a take-back cannot bring it back, write a PositionSet instead")

    # -- what is seen --------------------------------------------------------------------------------------------------

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        super().turn(slot, card, up=up)
        if card.faces:
            self.seen.note(self._lie.get(slot), card.faces, card.known_to)

    def reveal(self, slot: SlotId, card: Face) -> None:
        super().reveal(slot, card)
        self.seen.note(self._lie.get(slot), (card,), ALL)

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        super().tell(place, of, at_least, at_most)
        if place.startswith(HAND) and len(of) == 1:
            self._show_hand(place, (of[0],) * at_least, ALL)

    def show(self, place: str, index: int, cards: Secret) -> None:
        super().show(place, index, cards)
        if place.startswith(HAND):
            self._show_hand(place, cards.faces, cards.known_to)
        elif place not in self._lie:
            deck: DeckId = place  # type: ignore[assignment]  # it is one, or ``super`` has raised
            self._note_stacked(self._stacked[deck][index : index + len(cards.faces)], cards)

    def _show_hand(self, place: str, faces: tuple[Face, ...], known_to: Audience) -> None:
        seat: SeatKey = place[len(HAND) :]  # type: ignore[assignment]  # a seat key by construction
        if seat not in self._closed:
            self.seen.shows(seat, faces, known_to)

    def _note_stacked(self, places: Sequence[PastPlace | None], cards: Secret) -> None:
        if cards.ordered or len(places) == 1:
            for place, face in zip(places, cards.faces, strict=True):
                self.seen.note(place, (face,), cards.known_to)
            return
        first = places[0] if places else None
        if first is not None and list(places) == [PastPlace(first.name, first.index + nth) for nth in range(len(places))]:
            self.seen.note(PastPlace(first.name, first.index, len(places)), cards.faces, cards.known_to)

    # -- what moves ----------------------------------------------------------------------------------------------------

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        super().mill(deck, zone, cards)
        self._up = []

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        super().drop(seat, cards, zone)
        self._up = []

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        super().sweep(slot, zone)
        self._up = []

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        super().shift(slot, pile, at)
        self._lie[slot] = self._up.pop()

    def reset(self, position: PositionSet) -> None:
        super().reset(position)
        self._lie, self._up = dict.fromkeys(self.slots), []
        self._stacked = {deck: [None] * sum(block.count for block in blocks) for deck, blocks in self.decks.items()}
        self._closed = set(self.hands)

    def _off_top(self, deck: DeckId, cards: Secret) -> Secret:
        moved = super()._off_top(deck, cards)
        stacked, number = self._stacked.get(deck, []), len(cards.faces)
        self._up, self._stacked[deck] = stacked[:number], stacked[number:]
        self._note_stacked(self._up, Secret(bag(cards.faces), cards.known_to))
        return moved

    def _remove(self, slot: SlotId) -> Slot:
        self._up = [self._lie.pop(slot)] if slot in self._lie else []
        return super()._remove(slot)

    def _taken(self, seat: SeatKey, hand: Hand) -> OpenHand:
        return _Followed(self, seat, hand)

    def came(self, seat: SeatKey, cards: Secret) -> None:
        """Cards came to a hand."""
        self._up = []
        if cards.known_to == ALL and all(map(known, cards.faces)):
            self.seen.gains(seat, cards.faces)
        elif cards.faces:
            self._closed.add(seat)

    def went(self, seat: SeatKey, faces: Sequence[Face], known_to: Audience) -> None:
        """Cards left a hand."""
        self._up = [None if seat in self._closed else self.seen.leaves(seat) for _ in faces]
        for place, face in zip(self._up, faces, strict=True):
            self.seen.note(place, (face,), known_to)

    def _put(self, slot: SlotId, pile: PileId, at: At, card: Secret, up: bool) -> None:
        super()._put(slot, pile, at, card, up)
        self._lie[slot] = self._up.pop() if self._up else None

    def _on(self, deck: DeckId, end: End, added: tuple[Block, ...]) -> None:
        super()._on(deck, end, added)
        number = sum(block.count for block in added)
        places: list[PastPlace | None] = [None] * number
        if number == 1 and self._up:
            places = [self._up.pop()]
        else:
            self._up = []
        stacked = self._stacked.get(deck, [])
        self._stacked[deck] = [*places, *stacked] if end == "top" else [*stacked, *places]


class _Followed(OpenHand):
    """A hand that tells its table what comes and goes."""

    __slots__ = ("_table",)

    def __init__(self, table: PathTable, seat: SeatKey, hand: Hand) -> None:
        super().__init__(seat, hand)
        self._table = table

    def gain(self, cards: Secret) -> None:
        super().gain(cards)
        self._table.came(self.seat, cards)

    def lose(self, cards: Sequence[Face], known_to: Audience, hint: Face = UNKNOWN) -> None:
        super().lose(cards, known_to, hint)
        self._table.went(self.seat, cards, known_to)
