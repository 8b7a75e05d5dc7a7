"""The card table that keeps every world a viewer's log allows (EVENTS, section 6; ENGINE, sections 1 to 4).

What the viewer knows for certain stands in plain sight here (``held``, names in ``lying`` and ``zones``); all other cards are positions in
``counts``, whose places are ``hand:A``, blocks of decks, and places of single cards.
"""

# ruff: noqa: D102 -- the card table's protocol documents the methods

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from records.core.faces import Face
from records.core.ids import SeatKey
from records.core.secret import Secret
from records.core.table import HAND, At, End, hand_place
from records.errors import ImpossibleEvent
from records.knowledge.counts import REST, CannotWind, Counts
from records.knowledge.cuts import Cut
from records.knowledge.facts import require, require_bag, require_sum
from records.knowledge.homes import Homes
from records.knowledge.lying import Apart, Lying, Stays
from records.knowledge.names import ANY, Names, joined
from records.knowledge.picking import pick_first
from records.knowledge.plan import Plan

if TYPE_CHECKING:
    from records.core.ids import DeckId, PileId, SlotId, ZoneId
    from records.core.shared import PositionSet
    from records.knowledge.pool import Kinds

BOX = "box"
"""The place of cards that are not in play."""
FEW = 3
"""Copies of a set that is told of as a whole, up to which it is told apart when a card is drawn (ENGINE, section 3)."""


class Machine:
    """Implements the card table. Its plan says beforehand what will be known of each slot by the step that is asked about."""

    def __init__(self, plan: Plan, width: int) -> None:
        self.plan, self.book, self.sights, self.width = plan, plan.book, plan.sights, width
        self.counts = Counts(width, 0)
        self.held: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """For each seat the cards of its hand that the viewer knows, apart from those that are counted."""
        self.lying: dict[str, Lying] = {}
        self.zones: defaultdict[str, list[str | Apart]] = defaultdict(list)
        self.decks: defaultdict[str, list[str]] = defaultdict(list)
        """Blocks from the top, by the name of their place."""
        self.exact = True
        self.breaches: list[int] = []
        self._made = 0
        self._cuts: list[Cut] = []
        self._homes = Homes(self.counts)

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

    # -- from a deck ---------------------------------------------------------------------------------------------------

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        block = self._top(deck, len(cards.faces))
        self._part(block, len(cards.faces))
        self._gain(seat, block, self._masks(cards), ordered=cards.ordered)

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        if self._cuts and self.number_in(deck) > 1:
            raise CannotWind
        if len(self.decks[deck]) > 1:  # it was not looked through, so that its order may still tell something
            self.exact = False
            self.shuffle(deck)
        self.take(deck, seat, card)

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:  # noqa: ARG002 -- the protocol's shape
        block = self._top(deck, 1)
        self._part(block, 1)
        self._lay(slot, block)
        self._tidy(deck)

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        for face in cards:
            block = self._top(deck, 1)
            self._part(block, 1)
            self.zones[zone].append(self._openly(block, self.book.of(face)))
            self._tidy(deck)

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:
        number, masks = len(cards.faces), self._masks(cards)
        self._tidy(deck)
        blocks = self.decks[deck]
        if number and blocks and self.counts.size[blocks[0]] < number <= self.number_in(deck):  # as in ``_top``, whose order lasts
            several = self._parted(deck, number)
            moved, blocks[:several] = blocks[:several], []
            require_bag(self.counts, moved, masks, lambda _union: 0)
            at = 0 if end == "top" else len(self.decks[to])
            self.decks[to][at:at] = moved
        elif number:
            self._put(to, end, self._cut(self._top(deck, number), masks, ordered=cards.ordered))
            self._tidy(deck)

    def look(self, deck: DeckId, cards: Secret) -> None:
        self.shuffle(deck)
        for block in self.decks[deck]:
            self._seen(block, self._masks(cards))

    def shuffle(self, deck: DeckId) -> None:
        blocks = self.decks[deck]
        if self._cuts and self.number_in(deck) > 1:
            raise CannotWind
        for block in blocks[1:]:
            self.counts.pour(block, blocks[0])
        del blocks[1:]

    # -- from a hand ---------------------------------------------------------------------------------------------------

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:  # noqa: ARG002 -- the same
        self._lay(slot, hand_place(seat))

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        for face in cards:
            self.zones[zone].append(self._openly(hand_place(seat), self.book.of(face)))

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        masks = self._masks(cards)
        for part in reversed([[mask] for mask in masks]) if cards.ordered else [masks] if masks else []:
            self._put(deck, end, self._cut(hand_place(seat), part))

    # -- from a slot ---------------------------------------------------------------------------------------------------

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        """What is seen of a slot was known when it was laid."""

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        self.zones[zone].append(self._gone(slot))

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        self._given(seat, self._gone(slot))

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:
        self._put(deck, end, self._together([self._gone(slot)]))

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        """It is the same card."""

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:  # noqa: ARG002 -- the same
        if self._cuts and len(new) > 1:
            raise CannotWind
        heap = self._together([self._gone(slot) for slot in old])
        if not faces.ordered and len(new) > 1:
            self._seen(heap, self._masks(faces))
        for slot in new:
            self._lay(slot, heap)

    # -- from a zone ---------------------------------------------------------------------------------------------------

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:  # noqa: ARG002 -- the same
        card = self.zones[zone].pop(index)
        if isinstance(card, Apart):
            self._lay(slot, card.place)
        else:
            self.lying[slot] = card

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        self._given(seat, self._picked(zone, self.book.of(card)))

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        cards = self.zones.pop(zone, [])
        self.zones[to] += cards

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        self.shuffle(deck)
        cards = self.zones.pop(zone, [])
        if self._cuts and cards and self.number_in(deck):
            raise CannotWind
        if cards and not self.decks[deck]:
            self.decks[deck] = [self._place()]
        if cards:
            self._into(self.decks[deck][0], cards)

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:
        if cards:
            self._put(deck, end, self._together([self._picked(zone, self.book.of(face)) for face in cards]))

    # -- what is said and shown ----------------------------------------------------------------------------------------

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        if not self.plan.facts:
            return
        names = self.book.several(of)
        certain = self._known_in(place, names)
        most = None if at_most is None else at_most - certain
        require(self.counts, self._places(place), self.counts.pool.within(names), at_least - certain, most)

    def tell_sum(self, seat: SeatKey, below: int) -> None:
        if self.plan.values is None or not self.plan.facts:
            self.exact = False
            return
        left = below - sum(self.plan.values.get(name, 0) * number for name, number in self.held[seat].items())
        worth: dict[int, Kinds] = {}
        for kind, name in enumerate(self.counts.pool.name):
            value = self.plan.values.get(self.book.names[name], 0)
            worth[value] = worth.get(value, 0) | 1 << kind
        require_sum(self.counts, [hand_place(seat)], tuple(worth.items()), left)

    def show(self, place: str, index: int, cards: Secret) -> None:
        if place in self.lying:
            return
        if place.startswith(HAND):
            self._seen(place, self._masks(cards))
        else:
            masks = self._masks(cards)
            for nth, part in enumerate([[mask] for mask in masks] if cards.ordered else [masks] if masks else []):
                self._seen_at(place, index + nth, part)

    def reset(self, position: PositionSet) -> None:
        if self._cuts:
            raise CannotWind
        self.held.clear()
        self.lying.clear()
        self.zones.clear()
        self.decks.clear()
        cards = Counter(self.plan.catalogue)
        seen = Counter(self._certain(position))
        self.exact = seen <= cards
        cards |= seen
        self.counts = Counts(self.width, cards.total())
        self._homes = Homes(self.counts)
        self.counts.enter(BOX, {self.book.number(name): number for name, number in sorted(cards.items())})
        for pile in position.piles:
            for lying in pile.slots:
                self._lay(lying.slot, BOX)
        for hand in position.hands:
            self.held[hand.seat]
            for part in hand.cards:
                self._gain(hand.seat, BOX, self._masks(part), ordered=part.ordered)
        for zone in position.zones:
            self.zones[zone.zone] += [self._openly(BOX, self.book.of(face)) for face in zone.faces]
        for deck in position.decks:
            self.decks[deck.deck] = [self._cut(BOX, self._masks(part), ordered=part.ordered) for part in deck.blocks if part.faces]

    # -- parts that were taken back ------------------------------------------------------------------------------------

    def begin_cut(self) -> None:
        """Begin a part that will be taken back; raises ``CannotWind``, as every method does in it that loses an order."""
        for deck in self.decks:
            self._tidy(deck)
        self._homes.begin()
        self._cuts.append(Cut.of(self))

    def end_cut(self) -> None:
        """Put all cards back to where they were when the innermost part began, with what was seen of them."""
        cut = self._cuts.pop()
        self._homes.end(last=not self._cuts)
        cut.restore(self)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _certain(self, position: PositionSet) -> list[str]:
        slots = [self.book.only(self._sighted(lying.slot)) for pile in position.piles for lying in pile.slots]
        others = [
            *(part for hand in position.hands for part in hand.cards),
            *(part for deck in position.decks for part in deck.blocks),
            *(Secret((face,)) for zone in position.zones for face in zone.faces),
        ]
        return [name for name in (*slots, *(self.book.only(mask) for part in others for mask in self._masks(part))) if name is not None]

    def _masks(self, cards: Secret) -> list[Names]:
        if not self.plan.hints:
            return [self.book.of(face) for face in cards.faces]
        return [joined(self.book, face, cards.hint) for face in cards.faces]

    def _sighted(self, slot: str) -> Names:
        sight = self.sights[slot]
        names = sight.names(self.book, hints=self.plan.hints)
        if sight.breach is not None:
            self.breaches.append(sight.breach)
        return names

    def _part(self, block: str, number: int, new: str = "") -> None:
        """Note that so many cards are to leave the top of a block that will be put together again."""
        cuts = [cut for cut in self._cuts if block in cut.parts]
        if number and cuts:
            new = new or self._place()
            for cut in cuts:
                cut.part(block, number, new)
            self.counts.parting = self._homes.part(block, new)

    def _place(self) -> str:
        self._made += 1
        return f"at{self._made}"

    def _top(self, deck: str, number: int) -> str:
        """The top block of a deck; ``number`` cards are to leave it."""
        self._tidy(deck)
        blocks = self.decks[deck]
        if not number:
            return blocks[0] if blocks else REST
        if self.number_in(deck) < number:
            raise ImpossibleEvent(f"{deck}: {number} cards leave, which has not as many")
        if self.counts.size[blocks[0]] < number:  # after a part that was taken back more is known of their order than the table shows
            several = self._parted(deck, number)
            top = self._place()
            for block in blocks[:several]:
                self.counts.pour(block, top)
            blocks[:several] = [top]
        return blocks[0]

    def _tidy(self, deck: str) -> None:
        blocks = self.decks[deck]
        while blocks and not self.counts.size[blocks[0]]:
            self.counts.clear(blocks.pop(0))

    def _put(self, deck: str, end: End, block: str) -> None:
        self.decks[deck].insert(0 if end == "top" else len(self.decks[deck]), block)

    def _places(self, place: str) -> list[str]:
        return [place] if place.startswith(HAND) else self.decks[place]

    def _known_in(self, place: str, names: Names) -> int:
        """How many cards within ``names`` the viewer knows in a hand."""
        if not place.startswith(HAND):
            return 0
        held = self.held[place[len(HAND) :]]
        return sum(number for name, number in held.items() if names >> self.book.number(name) & 1)

    def _leave(self, place: str, names: Names, target: str, *, mark: bool = False) -> str | Stays:
        """Let a card within ``names`` leave a place; return its name where that is known, or the classes that it may have at its target.

        A card of a known name goes to no target: it is no longer counted. In a part that was taken back every card goes on being counted.
        """
        pool, name = self.counts.pool, self.book.only(names)
        if place.startswith(HAND):
            held = +self.held[place[len(HAND) :]]
            able = [card for card in held if names >> self.book.number(card) & 1]
            if able:
                kinds = pool.within(names) & pool.live
                if len(able) == 1 and not any(kinds & there for there in self.counts.classes(place)):
                    self.held[place[len(HAND) :]][able[0]] -= 1
                    return able[0]
                self.counts.enter(place, {self.book.number(card): number for card, number in held.items()})
                self.held[place[len(HAND) :]].clear()
        if name is not None and not self._cuts:
            self.counts.move(place, pool.within(names), REST)
            return name
        apart = [pool.within(told) for told in self.plan.told] if target.startswith(HAND) else []
        classes = self.counts.move(
            place, pool.within(names), target, mark=mark, apart=[kinds for kinds in apart if 0 < pool.number(kinds) <= FEW]
        )
        return Stays(classes, self.counts.era)

    def _lay(self, slot: str, source: str) -> None:
        sight, names = self.sights[slot], self._sighted(slot)
        if sight.leaves or self._cuts:
            place = f"slot:{slot}"
            found = self._leave(source, names, place)
            self.lying[slot] = found if isinstance(found, str) else Apart(place)
        else:
            self.lying[slot] = self._leave(source, names, REST, mark=True)

    def _openly(self, source: str, names: Names) -> str | Apart:
        place = self._place()
        found = self._leave(source, names, place)
        return found if isinstance(found, str) else Apart(place)

    def _gone(self, slot: str) -> str | Apart:
        card = self.lying.pop(slot)
        if isinstance(card, Stays):
            raise ImpossibleEvent(f"slot {slot} moves on and was taken for one that stays")
        return card

    def _gain(self, seat: str, block: str, masks: Sequence[Names], *, ordered: bool) -> None:
        self.held[seat]
        if not masks:
            return
        if not ordered and not _alike_or_apart(masks):
            block = self._cut(block, masks)
            self.counts.pour(block, hand_place(SeatKey(seat)))
            return
        for names in masks:
            found = self._leave(block, names, hand_place(SeatKey(seat)))
            if isinstance(found, str):
                self.held[seat][found] += 1

    def _given(self, seat: str, card: str | Apart) -> None:
        held = self.held[seat]
        if isinstance(card, Apart):
            self.counts.pour(card.place, hand_place(SeatKey(seat)))
        else:
            held[card] += 1

    def _cut(self, source: str, masks: Sequence[Names], *, ordered: bool = False) -> str:
        """Move cards that match ``masks`` to a place of their own."""
        block, names = self._place(), Counter[int]()
        self._part(source, len(masks), block)
        if ordered or _alike_or_apart(masks):
            for mask in masks:
                found = self._leave(source, mask, block)
                if isinstance(found, str):
                    names[self.book.number(found)] += 1
            self.counts.enter(block, names)
            return block
        for _mask in masks:
            found = self._leave(source, ANY, block)
            if isinstance(found, str):
                self.counts.enter(block, {self.book.number(found): 1})
        self._seen(block, masks)
        return block

    def _together(self, cards: Sequence[str | Apart]) -> str:
        block = self._place()
        self._into(block, cards)
        return block

    def _into(self, block: str, cards: Sequence[str | Apart]) -> None:
        self.counts.enter(block, Counter(self.book.number(card) for card in cards if isinstance(card, str)))
        for card in cards:
            if isinstance(card, Apart):
                self.counts.pour(card.place, block)

    def _picked(self, zone: str, names: Names) -> str | Apart:
        """Take a card out of a zone, of several that fit the first."""
        lying = self.zones[zone]
        able = [nth for nth, card in enumerate(lying) if self._can_be(card, names)]
        if not able:
            raise ImpossibleEvent(f"{zone} holds no such card")
        first, last = able[0], next((nth for nth in able if not self._can_be(lying[nth], ~names)), able[-1])
        if first == last:
            card = lying.pop(first)
            return card if isinstance(card, str) else self._openly(card.place, names)
        places = [card.place if isinstance(card, Apart) else self._together([card]) for card in lying[first : last + 1]]
        target, rest = self._place(), [self._place() for _ in places[1:]]
        pick_first(self.counts, places, self.counts.pool.within(names), target, rest)
        lying[first : last + 1] = map(Apart, rest)
        return self._openly(target, names)

    def _can_be(self, card: str | Apart, names: Names) -> bool:
        if isinstance(card, str):
            return bool(names >> self.book.number(card) & 1)
        kinds = self.counts.pool.within(names) & self.counts.pool.live
        return any(kinds & there for there in self.counts.classes(card.place))

    def _seen(self, place: str, masks: Sequence[Names]) -> None:
        """Cards of a hand or block, or all of them, match ``masks``."""
        seat = place[len(HAND) :] if place.startswith(HAND) else None
        held = +self.held[seat] if seat is not None else Counter[str]()
        names = [self.book.only(mask) for mask in masks]
        whole = len(masks) == self.counts.size[place] + held.total()
        bag = Counter(name for name in names if name is not None)
        if whole and bag.total() == len(masks) and not self._cuts:
            if not held <= bag:
                self.counts.table = {}
                return
            for name in (bag - held).elements():
                self.counts.move(place, self.counts.pool.within(self.book.one(name)), REST)
            if seat is not None:
                self.held[seat] = bag
            else:
                self.counts.enter(place, {self.book.number(name): number for name, number in bag.items()})
            return
        masks = [mask for mask in masks if mask != ANY]
        if whole and len(masks) == self.counts.size[place] and len(set(masks)) == 1:
            require(self.counts, [place], self.counts.pool.within(~masks[0]), most=0)
        elif masks:
            require_bag(self.counts, [place], masks, lambda union: self._known_in(place, union))

    def _seen_at(self, deck: str, index: int, masks: Sequence[Names]) -> None:
        """Cards of a deck from ``index`` on match ``masks``; their block is parted."""
        if all(mask == ANY for mask in masks):
            return
        if index + len(masks) > self.number_in(deck):
            raise ImpossibleEvent(f"{deck} has no {len(masks)} cards there")
        first = self._parted(deck, index)
        blocks = self.decks[deck][first : self._parted(deck, index + len(masks))]
        if len(blocks) == 1:
            self._seen(blocks[0], masks)
        else:
            require_bag(self.counts, blocks, [mask for mask in masks if mask != ANY], lambda _union: 0)

    def _parted(self, deck: str, index: int) -> int:
        """Return how many blocks lie above ``index``, where a block is parted if need be."""
        blocks = self.decks[deck]
        for nth, block in enumerate(blocks):
            if index < self.counts.size[block]:
                if index:
                    blocks.insert(nth, self._cut(block, [ANY] * index))
                return nth + bool(index)
            index -= self.counts.size[block]
        return len(blocks)


def _alike_or_apart(masks: Sequence[Names]) -> bool:
    """Whether cards that match ``masks`` in any order can be taken one after the other in this one."""
    if all(mask > 0 and not mask & (mask - 1) for mask in masks):
        return True
    return all(a == b or not a & b for a, b in combinations(set(masks), 2))
