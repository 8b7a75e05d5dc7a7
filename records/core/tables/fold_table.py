"""The card table that a log shows: of the full log the truth as far as recorded, of a viewer's log what that viewer was shown.

A ``FoldTable`` keeps frozen values by place, and opens those that are being changed, so that a position is frozen by closing these and
copying five small dicts.
The rules for blocks, hands and carrying are described in (design/events: The card table); their parts stand in ``hands`` and ``blocks``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

import msgspec

from records.core.faces import UNKNOWN, Face, join, known, one_of, told
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.secret import ALL, Secret, openly, widen
from records.core.table import HAND, At, End
from records.core.tables import blocks
from records.core.tables.blocks import Block, Top, off_top
from records.core.tables.hands import NO_CARDS, Hand, OpenHand
from records.core.tables.size import check_size
from records.core.tables.table_state import Slot, TableState
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.shared import PositionSet


class FoldTable:
    """The changing card table; owned by the fold alone.

    What most events do (take, lay, drop, reveal, sweep) looks opened places up itself before it calls: a fold does little else.
    """

    __slots__ = ("_decks", "_hands", "_held", "_lying", "_open", "_piles", "_tops", "_zones", "kept", "slots", "stirred")

    def __init__(
        self,
        slots: dict[SlotId, Slot] | None = None,
        piles: dict[PileId, tuple[SlotId, ...]] | None = None,
        hands: dict[SeatKey, Hand] | None = None,
        decks: dict[DeckId, tuple[Block, ...]] | None = None,
        zones: dict[ZoneId, tuple[Face, ...]] | None = None,
    ) -> None:
        self.slots = slots or {}
        self.kept: Any = None
        """What a game has worked out of slots and piles, to be used again as long as it holds."""
        self.stirred: set[PileId] = set()
        """Piles of which a slot was filled, emptied or turned since ``kept`` was; its maker brings it up to date, and empties this."""
        self._piles, self._zones, self._hands, self._decks = piles or {}, zones or {}, hands or {}, decks or {}
        # What is being changed; what stands above for it may be old.
        self._lying: dict[PileId, list[SlotId]] = {}
        self._open: dict[ZoneId, list[Face]] = {}
        self._held: dict[SeatKey, OpenHand] = {}
        self._tops: dict[DeckId, Top] = {}

    @classmethod
    def thawed(cls, table: TableState) -> Self:
        """Return a table that can be changed, with the cards of one that stays."""
        return cls(dict(table.slots), dict(table.piles), dict(table.hands), dict(table.decks), dict(table.zones))

    @property
    def piles(self) -> dict[PileId, tuple[SlotId, ...]]:
        """Piles as they are now, top card first."""
        if self._lying:
            for pile, slots in self._lying.items():
                self._piles[pile] = tuple(slots)
            self._lying.clear()
        return self._piles

    @property
    def zones(self) -> dict[ZoneId, tuple[Face, ...]]:
        """Zones as they are now."""
        if self._open:
            for zone, faces in self._open.items():
                self._zones[zone] = tuple(faces)
                if not faces:
                    del self._zones[zone]
            self._open.clear()
        return self._zones

    @property
    def hands(self) -> dict[SeatKey, Hand]:
        """Hands as they are now, to be read."""
        self._close_hands()
        return self._hands

    @property
    def decks(self) -> dict[DeckId, tuple[Block, ...]]:
        """Decks as they are now, top block first, to be read."""
        self._close_decks()
        return self._decks

    def deck(self, deck: DeckId) -> tuple[Block, ...]:
        """Return a deck as it is now, top block first; the others stay open."""
        top = self._tops.get(deck)
        if top is not None and top.changed:
            self._decks[deck] = (top.close(), *self._decks[deck][1:])
        return self._decks.get(deck, ())

    def hand(self, seat: SeatKey) -> Hand:
        """Return a hand as it is now; the others stay open."""
        held = self._held.get(seat)
        if held is not None and held.changed:
            self._hands[seat] = held.close()
        return self._hands.get(seat, NO_CARDS)

    def in_deck(self, deck: DeckId) -> int:
        """Return how many cards a deck has."""
        number = 0
        for block in self._decks.get(deck, ()):
            number += block.count
        top = self._tops.get(deck)
        # Of the block that is open it may be old how many it has.
        return number if top is None or not top.changed else number - self._decks[deck][0].count + top.count

    def in_hand(self, seat: SeatKey) -> int:
        """Return how many cards a hand has."""
        held = self._held.get(seat)
        return self._hands.get(seat, NO_CARDS).count if held is None else held.count

    def freeze(self) -> TableState:
        """Return the position's cards as they are now."""
        self._close_hands()
        self._close_decks()
        return TableState(dict(self.slots), dict(self.piles), dict(self._hands), dict(self._decks), dict(self.zones))

    # -- from a deck ---------------------------------------------------------------------------------------------------

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        held = self._held.get(seat)
        if held is None:
            held = self._hold(seat)
        held.gain(self._off_top(deck, cards))

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        if len(self.deck(deck)) > 1:
            raise ImpossibleEvent(f"{deck} must be looked through before a card is taken out of its middle")
        self._hold(seat).gain(self._off_top(deck, card))

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        self._put(slot, pile, at, self._off_top(deck, card), up)

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        in_sight = all(block.known_to == ALL for block in self.deck(deck)[:1])
        moved = self._off_top(deck, openly(*cards))
        self._zone(zone).extend(moved.faces if in_sight else cards)

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:
        moved = self._off_top(deck, cards)
        self._on(to, end, blocks.made(moved.faces, moved.known_to))

    def look(self, deck: DeckId, cards: Secret) -> None:
        self._stack(deck, blocks.looked_through(self.deck(deck), cards, deck))

    def shuffle(self, deck: DeckId) -> None:
        self._stack(deck, blocks.merged(self.deck(deck)))

    # -- from a hand ---------------------------------------------------------------------------------------------------

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        held = self._held.get(seat)
        if held is None:
            held = self._hold(seat)
        held.lose(card.faces, card.known_to, card.hint)
        self._put(slot, pile, at, card, up)

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        held = self._held.get(seat)
        if held is None:
            held = self._hold(seat)
        held.lose(cards, ALL)
        here = self._open.get(zone)
        if here is None:
            here = self._zone(zone)
        here.extend(cards)

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        self._hold(seat).lose(cards.faces, cards.known_to, cards.hint)
        if cards.ordered:
            for face in reversed(cards.faces):
                self._on(deck, end, blocks.made((face,), cards.known_to))
        else:
            self._on(deck, end, blocks.made(cards.faces, cards.known_to))

    # -- from a slot ---------------------------------------------------------------------------------------------------

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        old = self._slot(slot)
        self.stirred.add(old.pile)
        faces = card.faces
        if not faces:
            self.slots[slot] = Slot(old.pile, old.seen, old.known_to, old.hint, up)
            return
        if len(faces) > 1:
            raise ImpossibleEvent(f"slot {slot} has one card, not {len(faces)}")
        seen = faces[0] if old.seen == UNKNOWN else _both(old.seen, faces[0], slot)
        hint = old.hint if card.hint == UNKNOWN else _both(old.hint, card.hint, slot)
        self.slots[slot] = Slot(old.pile, seen, widen(old.known_to, card.known_to), hint, up)

    def reveal(self, slot: SlotId, card: Face) -> None:
        try:
            old = self.slots[slot]
        except KeyError:
            raise ImpossibleEvent(f"there is no slot {slot}") from None
        if old.seen != card:
            card = card if old.seen == UNKNOWN else _both(old.seen, card, slot)
        self.stirred.add(old.pile)
        self.slots[slot] = Slot(old.pile, card, ALL, old.hint, True)

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        old = self._remove(slot)
        here = self._open.get(zone)
        if here is None:
            here = self._zone(zone)
        here.append(old.seen if old.known_to == ALL else UNKNOWN)

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        old = self._remove(slot)
        self._hold(seat).gain(Secret(faces=(old.seen,), known_to=old.known_to))

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:
        old = self._remove(slot)
        self._on(deck, end, blocks.made((old.seen,), old.known_to))

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        old = self._remove(slot)
        self.stirred.add(pile)
        self.slots[slot] = msgspec.structs.replace(old, pile=pile)
        self._insert(slot, pile, at)

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:
        if len(old) != len(new) or len(new) != len(faces.faces):
            raise ImpossibleEvent(f"{pile}: {len(old)} cards change places, {len(new)} slots are there for them")
        here = self._pile(pile)
        index = min((here.index(slot) for slot in old if slot in here), default=len(here))
        for slot in old:
            self._remove(slot)
        for nth, (slot, face) in enumerate(zip(new, faces.faces, strict=True)):
            # Who knows a bag was shown none of its cards: only what everybody knows of it can stand beside each, as its hint.
            apart = faces.ordered or len(new) == 1
            one = Secret((face,), faces.known_to) if apart else Secret((UNKNOWN,), hint=one_of(faces.faces if faces.open else ()))
            self._put(slot, pile, index + nth, one, False)

    # -- from a zone ---------------------------------------------------------------------------------------------------

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:
        lying = self._zone(zone)
        if not -len(lying) <= index < len(lying):
            raise ImpossibleEvent(f"{zone} has {len(lying)} cards, none at {index}")
        self._put(slot, pile, "bottom", openly(lying.pop(index)), True)

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        self._open[zone] = _without(self._zone(zone), (card,), zone)
        self._hold(seat).gain(openly(card))

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        if zone != to:
            moved = self._zone(zone)
            self._zone(to).extend(moved)
            moved.clear()

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        lying = self._zone(zone)
        returned = blocks.made(lying, ALL)
        lying.clear()
        self._stack(deck, blocks.merged((*self.deck(deck), *returned)))

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:
        self._open[zone] = _without(self._zone(zone), cards, zone)
        self._on(deck, end, blocks.made(tuple(cards), ALL))

    # -- what is said and shown ----------------------------------------------------------------------------------------

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        if place.startswith(HAND):
            seat: SeatKey = place[len(HAND) :]  # type: ignore[assignment]  # a seat key by construction
            self._hold(seat).tell(of, at_least, at_most)

    def tell_sum(self, seat: SeatKey, below: int) -> None:
        """Nothing that a fold can show: what follows from a sum is for the engine."""

    def show(self, place: str, index: int, cards: Secret) -> None:
        if place.startswith(HAND):
            seat: SeatKey = place[len(HAND) :]  # type: ignore[assignment]  # a seat key by construction
            self._hold(seat).show(cards)
        elif place in self.slots:
            slot: SlotId = place  # type: ignore[assignment]  # it is one
            self.turn(slot, cards, up=self.slots[slot].up)
        elif place in self.decks:
            deck: DeckId = place  # type: ignore[assignment]  # it is one
            self._stack(deck, blocks.shown(self.decks[deck], index, cards, place))
        else:
            raise ImpossibleEvent(f"there is no place {place!r} to show cards in")

    def reset(self, position: PositionSet) -> None:
        check_size(position)
        self.stirred.update(self.piles)
        for kept in (self.slots, self.piles, self._hands, self._held, self._decks, self._tops, self.zones):
            kept.clear()
        for hand in position.hands:
            self._hands[hand.seat] = Hand()
            for part in hand.cards:
                self._hold(hand.seat).gain(part)
        for pile in position.piles:
            self._pile(pile.pile)
            for lying in pile.slots:
                self._put(lying.slot, pile.pile, "bottom", lying.card, lying.up)
        for deck in position.decks:
            self._decks[deck.deck] = tuple(block for part in deck.blocks for block in blocks.made(part.faces, part.known_to))
        for zone in position.zones:
            self._zones[zone.zone] = zone.faces

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _off_top(self, deck: DeckId, cards: Secret) -> Secret:
        top = self._tops.get(deck) or self._top(deck)
        if top.deal(cards.faces, cards.known_to, deck):
            return cards
        left, moved = off_top(self.deck(deck), cards, deck)
        self._stack(deck, left)
        return moved

    def _top(self, deck: DeckId) -> Top:
        top = self._tops[deck] = Top(self._decks.get(deck, ()))
        return top

    def _close_decks(self) -> None:
        for deck, top in self._tops.items():
            if top.changed:
                self._decks[deck] = (top.close(), *self._decks[deck][1:])

    def _close_hands(self) -> None:
        for seat, held in self._held.items():
            if held.changed:
                self._hands[seat] = held.close()

    def _on(self, deck: DeckId, end: End, added: tuple[Block, ...]) -> None:
        here = self.deck(deck)
        self._stack(deck, (*added, *here) if end == "top" else (*here, *added))

    def _stack(self, deck: DeckId, lying: tuple[Block, ...]) -> None:
        self._tops.pop(deck, None)
        self._decks[deck] = lying

    def _put_hand(self, seat: SeatKey, hand: Hand) -> None:
        self._held.pop(seat, None)
        self._hands[seat] = hand

    def _hold(self, seat: SeatKey) -> OpenHand:
        held = self._held.get(seat)
        if held is None:
            held = self._held[seat] = self._taken(seat, self._hands.get(seat, NO_CARDS))
        return held

    def _taken(self, seat: SeatKey, hand: Hand) -> OpenHand:
        return OpenHand(seat, hand)

    def _pile(self, pile: PileId) -> list[SlotId]:
        slots = self._lying.get(pile)
        if slots is None:
            slots = self._lying[pile] = list(self._piles.get(pile, ()))
        return slots

    def _zone(self, zone: ZoneId) -> list[Face]:
        faces = self._open.get(zone)
        if faces is None:
            faces = self._open[zone] = list(self._zones.get(zone, ()))
        return faces

    def _slot(self, slot: SlotId) -> Slot:
        if slot not in self.slots:
            raise ImpossibleEvent(f"there is no slot {slot}")
        return self.slots[slot]

    def _put(self, slot: SlotId, pile: PileId, at: At, card: Secret, up: bool) -> None:
        if slot in self.slots:
            raise ImpossibleEvent(f"slot {slot} is used twice")
        if len(card.faces) != 1:
            raise ImpossibleEvent(f"slot {slot} takes one card, not {len(card.faces)}")
        self.stirred.add(pile)
        self.slots[slot] = Slot(pile, card.faces[0], card.known_to, card.hint, up)
        if at == "bottom":
            here = self._lying.get(pile)
            if here is None:
                here = self._pile(pile)
            here.append(slot)
        else:
            self._insert(slot, pile, at)

    def _insert(self, slot: SlotId, pile: PileId, at: At) -> None:
        here = self._pile(pile)
        index = 0 if at == "top" else len(here) if at == "bottom" else at
        if not 0 <= index <= len(here):
            raise ImpossibleEvent(f"{pile} has {len(here)} cards, none can lie at {at}")
        here.insert(index, slot)

    def _remove(self, slot: SlotId) -> Slot:
        try:
            old = self.slots.pop(slot)
        except KeyError:
            raise ImpossibleEvent(f"there is no slot {slot}") from None
        self.stirred.add(old.pile)
        here = self._lying.get(old.pile)
        if here is None:
            here = self._pile(old.pile)
        here.remove(slot)
        return old


def _both(old: Face, new: Face, slot: SlotId) -> Face:
    try:
        return join(old, new)
    except Contradiction as error:
        raise Contradiction(f"slot {slot}: {error}") from None


def _without(lying: Sequence[Face], cards: Sequence[Face], zone: str) -> list[Face]:
    """Take cards out of a zone, of equal ones the first. Where it is not noted which it was, a place holds one of two cards now."""
    rest = list(lying)
    for card in cards:
        if known(card) and card in rest and all(map(known, rest)):
            rest.remove(card)
            continue
        able = [index for index, face in enumerate(rest) if _meet(face, card)]
        if not able:
            raise ImpossibleEvent(f"{zone} holds no {told(card)}")
        first, last = able[0], rest.index(card) if known(card) and card in rest else able[-1]
        rest[first : last + 1] = [one_of(pair) for pair in pairwise(rest[first : last + 1])]
    return rest


def _meet(a: Face, b: Face) -> bool:
    try:
        join(a, b)
    except Contradiction:
        return False
    return True
