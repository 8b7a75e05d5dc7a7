"""The card table that a log shows: of the full log the truth as far as recorded, of a viewer's log what that viewer was shown.

A ``FoldTable`` maps places to frozen values and is changed by replacing them, so that a position is frozen by copying five small dicts.
The rules for blocks, hands and carrying are those of EVENTS, section 3; their parts stand in ``hands`` and ``blocks``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from records.core import blocks
from records.core.blocks import Block, off_top
from records.core.faces import UNKNOWN, Face, join, known, one_of, told
from records.core.hands import Hand, Held
from records.core.secret import ALL, NOBODY, Audience, Secret, openly, widen
from records.core.table import HAND, At, End
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.shared import PositionSet


_NO_CARDS = Hand()


class Slot(msgspec.Struct, frozen=True):
    """A countable place in a pile and what this log shows of its card."""

    pile: PileId
    seen: Face = UNKNOWN
    """What was shown of it, the hint apart."""
    known_to: Audience = NOBODY
    hint: Face = UNKNOWN
    up: bool = False

    @property
    def face(self) -> Face:
        """What the log says: the face shown, joined with the hint; a shown face outside its hint is a breach and stands."""
        try:
            return self.seen if known(self.seen) else join(self.seen, self.hint)
        except Contradiction:
            return self.seen


class _Held(dict["SeatKey", Held]):
    """Hands that are being changed; one that is asked for and not there is taken from ``hands``."""

    __slots__ = ("_hands",)

    def __init__(self, hands: Mapping[SeatKey, Hand]) -> None:
        super().__init__()
        self._hands = hands

    def __missing__(self, seat: SeatKey) -> Held:
        held = self[seat] = Held(self._hands.get(seat, _NO_CARDS))
        return held


@dataclass(frozen=True, slots=True)
class Table:
    """A position's cards, frozen by convention of its makers: none of them writes to a mapping after it is here."""

    slots: Mapping[SlotId, Slot]
    piles: Mapping[PileId, tuple[SlotId, ...]]
    hands: Mapping[SeatKey, Hand]
    decks: Mapping[DeckId, tuple[Block, ...]]
    zones: Mapping[ZoneId, tuple[Face, ...]]

    def thaw(self) -> FoldTable:
        """Return a table that can be changed; this one stays."""
        return FoldTable(dict(self.slots), dict(self.piles), dict(self.hands), dict(self.decks), dict(self.zones))


class FoldTable:
    """The changing card table; owned by the fold alone."""

    __slots__ = ("_dealt", "_decks", "_hands", "_held", "_tops", "piles", "slots", "zones")

    def __init__(
        self,
        slots: dict[SlotId, Slot] | None = None,
        piles: dict[PileId, tuple[SlotId, ...]] | None = None,
        hands: dict[SeatKey, Hand] | None = None,
        decks: dict[DeckId, tuple[Block, ...]] | None = None,
        zones: dict[ZoneId, tuple[Face, ...]] | None = None,
    ) -> None:
        self.slots, self.piles, self.zones = slots or {}, piles or {}, zones or {}
        self._hands, self._decks = hands or {}, decks or {}
        self._held = _Held(self._hands)
        """Hands that are being changed; what stands for them in ``_hands`` may be old."""
        self._tops: dict[DeckId, list[str]] = {}
        """Bags, sorted, of top blocks that are being dealt from; those in ``_dealt`` have less than the block that stands for them."""
        self._dealt: set[DeckId] = set()

    @property
    def hands(self) -> dict[SeatKey, Hand]:
        """Hands as they are now."""
        self._close_hands()
        self._held.clear()
        return self._hands

    @property
    def decks(self) -> dict[DeckId, tuple[Block, ...]]:
        """Decks as they are now, top block first."""
        self._close_decks()
        self._tops.clear()
        return self._decks

    def freeze(self) -> Table:
        """Return the position's cards as they are now."""
        self._close_hands()
        self._close_decks()
        return Table(dict(self.slots), dict(self.piles), dict(self._hands), dict(self._decks), dict(self.zones))

    # -- from a deck ---------------------------------------------------------------------------------------------------

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        self._gain(seat, self._off_top(deck, cards))

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        if len(self.decks.get(deck, ())) > 1:
            raise ImpossibleEvent(f"{deck} must be looked through before a card is taken out of its middle")
        self._gain(seat, self._off_top(deck, card))

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        self._put(slot, pile, at, self._off_top(deck, card), up=up)

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        in_sight = all(block.known_to == ALL for block in self.decks.get(deck, ())[:1])
        moved = self._off_top(deck, openly(*cards))
        self.zones[zone] = (*self.zones.get(zone, ()), *(moved.faces if in_sight else cards))

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:
        moved = self._off_top(deck, cards)
        self._on(to, end, blocks.made(moved.faces, moved.known_to))

    def look(self, deck: DeckId, cards: Secret) -> None:
        self.decks[deck] = blocks.looked_through(self.decks.get(deck, ()), cards, deck)

    def shuffle(self, deck: DeckId) -> None:
        self.decks[deck] = blocks.merged(self.decks.get(deck, ()))

    # -- from a hand ---------------------------------------------------------------------------------------------------

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        self._lose(seat, card)
        self._put(slot, pile, at, card, up=up)

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        self._lose(seat, openly(*cards))
        self.zones[zone] = (*self.zones.get(zone, ()), *cards)

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        self._lose(seat, cards)
        if cards.ordered:
            for face in reversed(cards.faces):
                self._on(deck, end, blocks.made((face,), cards.known_to))
        else:
            self._on(deck, end, blocks.made(cards.faces, cards.known_to))

    # -- from a slot ---------------------------------------------------------------------------------------------------

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        old = self.slots.get(slot)
        if old is None:
            raise ImpossibleEvent(f"there is no slot {slot}")
        faces = card.faces
        if not faces:
            if up != old.up:
                self.slots[slot] = Slot(old.pile, old.seen, old.known_to, old.hint, up)
            return
        if len(faces) > 1:
            raise ImpossibleEvent(f"slot {slot} has one card, not {len(faces)}")
        seen, hint, known_to = old.seen, old.hint, old.known_to
        if seen != faces[0]:
            seen = faces[0] if seen == UNKNOWN else _both(seen, faces[0], slot)
        if card.hint != UNKNOWN:
            hint = _both(hint, card.hint, slot)
        if known_to != card.known_to:
            known_to = widen(known_to, card.known_to)
        self.slots[slot] = Slot(old.pile, seen, known_to, hint, up)

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        old = self._remove(slot)
        face = old.seen if old.known_to == ALL else UNKNOWN
        self.zones[zone] = (*self.zones.get(zone, ()), face)

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        old = self._remove(slot)
        self._gain(seat, Secret(faces=(old.seen,), known_to=old.known_to))

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:
        old = self._remove(slot)
        self._on(deck, end, blocks.made((old.seen,), old.known_to))

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        old = self._remove(slot)
        self.slots[slot] = msgspec.structs.replace(old, pile=pile)
        self._insert(slot, pile, at)

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:
        if len(old) != len(new) or len(new) != len(faces.faces):
            raise ImpossibleEvent(f"{pile}: {len(old)} cards change places, {len(new)} slots are there for them")
        here = self.piles.get(pile, ())
        index = min((here.index(slot) for slot in old if slot in here), default=len(here))
        for slot in old:
            self._remove(slot)
        for nth, (slot, face) in enumerate(zip(new, faces.faces, strict=True)):
            # Who knows a bag was shown none of its cards: only what everybody knows of it can stand beside each, as its hint.
            apart = faces.ordered or len(new) == 1
            one = Secret((face,), faces.known_to) if apart else Secret((UNKNOWN,), hint=one_of(faces.faces if faces.open else ()))
            self._put(slot, pile, index + nth, one, up=False)

    # -- from a zone ---------------------------------------------------------------------------------------------------

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:
        lying = self.zones.get(zone, ())
        if not -len(lying) <= index < len(lying):
            raise ImpossibleEvent(f"{zone} has {len(lying)} cards, none at {index}")
        rest = list(lying)
        face = rest.pop(index)
        self.zones[zone] = tuple(rest)
        self._put(slot, pile, "bottom", openly(face), up=True)

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        self.zones[zone] = _without(self.zones.get(zone, ()), (card,), zone)
        self._gain(seat, openly(card))

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        moved = self.zones.pop(zone, ())
        self.zones[to] = (*self.zones.get(to, ()), *moved)

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        returned = blocks.made(self.zones.pop(zone, ()), ALL)
        self.decks[deck] = blocks.merged((*self.decks.get(deck, ()), *returned))

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:
        self.zones[zone] = _without(self.zones.get(zone, ()), cards, zone)
        self._on(deck, end, blocks.made(tuple(cards), ALL))

    # -- what is said and shown ----------------------------------------------------------------------------------------

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        if place.startswith(HAND):
            seat: SeatKey = place[len(HAND) :]  # type: ignore[assignment]  # a seat key by construction
            self._held[seat].tell(seat, of, at_least, at_most)

    def tell_sum(self, seat: SeatKey, below: int) -> None:
        """Nothing that a fold can show: what follows from a sum is for the engine."""

    def show(self, place: str, index: int, cards: Secret) -> None:
        if place.startswith(HAND):
            seat: SeatKey = place[len(HAND) :]  # type: ignore[assignment]  # a seat key by construction
            self._held[seat].show(seat, cards)
        elif place in self.slots:
            slot: SlotId = place  # type: ignore[assignment]  # it is one
            self.turn(slot, cards, up=self.slots[slot].up)
        elif place in self.decks:
            deck: DeckId = place  # type: ignore[assignment]  # it is one
            self.decks[deck] = blocks.shown(self.decks[deck], index, cards, place)
        else:
            raise ImpossibleEvent(f"there is no place {place!r} to show cards in")

    def reset(self, position: PositionSet) -> None:
        for kept in (self.slots, self.piles, self.hands, self.decks, self.zones):
            kept.clear()
        for hand in position.hands:
            self.hands[hand.seat] = Hand()
            for part in hand.cards:
                self._gain(hand.seat, part)
        for pile in position.piles:
            self.piles[pile.pile] = ()
            for lying in pile.slots:
                self._put(lying.slot, pile.pile, "bottom", lying.card, up=lying.up)
        for deck in position.decks:
            self.decks[deck.deck] = tuple(block for part in deck.blocks for block in blocks.made(part.faces, part.known_to))
        for zone in position.zones:
            self.zones[zone.zone] = zone.faces

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _off_top(self, deck: DeckId, cards: Secret) -> Secret:
        left = self._tops.get(deck)
        if left is not None and blocks.dealt(left, self._decks[deck][0].known_to, cards, deck):
            self._dealt.add(deck)
            return cards
        decks = self.decks
        rest, moved = off_top(decks.get(deck, ()), cards, deck)
        decks[deck] = rest
        if rest and rest[0].faces is not None:
            self._tops[deck] = list(rest[0].faces)
        return moved

    def _close_decks(self) -> None:
        for deck in self._dealt:
            here, left = self._decks[deck], tuple(self._tops[deck])
            self._decks[deck] = (Block(len(left), left, here[0].known_to), *here[1:])
        self._dealt.clear()

    def _close_hands(self) -> None:
        for seat, held in self._held.items():
            if held.changed:
                self._hands[seat] = held.close()

    def _on(self, deck: DeckId, end: End, added: tuple[Block, ...]) -> None:
        here = self.decks.get(deck, ())
        self.decks[deck] = (*added, *here) if end == "top" else (*here, *added)

    def _gain(self, seat: SeatKey, cards: Secret) -> None:
        self._held[seat].gain(seat, cards)

    def _lose(self, seat: SeatKey, cards: Secret) -> None:
        self._held[seat].lose(seat, cards)

    def _slot(self, slot: SlotId) -> Slot:
        if slot not in self.slots:
            raise ImpossibleEvent(f"there is no slot {slot}")
        return self.slots[slot]

    def _put(self, slot: SlotId, pile: PileId, at: At, card: Secret, *, up: bool) -> None:
        if slot in self.slots:
            raise ImpossibleEvent(f"slot {slot} is used twice")
        if len(card.faces) != 1:
            raise ImpossibleEvent(f"slot {slot} takes one card, not {len(card.faces)}")
        self.slots[slot] = Slot(pile, card.faces[0], card.known_to, card.hint, up)
        self._insert(slot, pile, at)

    def _insert(self, slot: SlotId, pile: PileId, at: At) -> None:
        here = self.piles.get(pile, ())
        if at == "bottom":
            self.piles[pile] = (*here, slot)
        elif at == "top":
            self.piles[pile] = (slot, *here)
        elif 0 <= at <= len(here):
            self.piles[pile] = (*here[:at], slot, *here[at:])
        else:
            raise ImpossibleEvent(f"{pile} has {len(here)} cards, none can lie at {at}")

    def _remove(self, slot: SlotId) -> Slot:
        old = self.slots.pop(slot, None)
        if old is None:
            raise ImpossibleEvent(f"there is no slot {slot}")
        here = self.piles[old.pile]
        index = here.index(slot)
        self.piles[old.pile] = here[:index] + here[index + 1 :]
        return old


def _both(old: Face, new: Face, slot: SlotId) -> Face:
    try:
        return join(old, new)
    except Contradiction as error:
        raise Contradiction(f"slot {slot}: {error}") from None


def _without(lying: tuple[Face, ...], cards: Sequence[Face], zone: str) -> tuple[Face, ...]:
    """Take cards out of a zone, of equal ones the first. Where it is not noted which it was, a place holds one of two cards now."""
    rest = list(lying)
    for card in cards:
        able = [index for index, face in enumerate(rest) if _meet(face, card)]
        if not able:
            raise ImpossibleEvent(f"{zone} holds no {told(card)}")
        first, last = able[0], rest.index(card) if known(card) and card in rest else able[-1]
        rest[first : last + 1] = [one_of(pair) for pair in pairwise(rest[first : last + 1])]
    return tuple(rest)


def _meet(a: Face, b: Face) -> bool:
    try:
        join(a, b)
    except Contradiction:
        return False
    return True
