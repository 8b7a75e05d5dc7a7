"""Answers from counted worlds: the values of ``answers``."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from records.core.ids import DeckId, SeatKey, SlotId
from records.core.table import hand_place
from records.core.viewers import OPEN, Viewer
from records.knowledge.answers import Chances, DeckChances, HandChances, Knowledge
from records.knowledge.worlds.marginals import Holding, Marginals, Profile
from records.knowledge.worlds.slot_state import SlotState, StaticCard, TrackedCard

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.knowledge.tracking.tracker import WorldTracker

_V = TypeVar("_V")


def answer(tracker: WorldTracker, viewer: Viewer, version: int, taken_up: int) -> Knowledge | None:
    """Return what the worlds of ``tracker`` say, None if no world is left."""
    reader = AnswerReader(tracker)
    if not reader.marginals.total:
        return None
    return Knowledge(
        viewer=viewer,
        version=version,
        slots={SlotId(slot): reader.slot(card) for slot, card in tracker.lying.items()},
        hands={
            SeatKey(seat): reader.hand(tracker.held[seat], hand_place(SeatKey(seat)))
            for seat in tracker.seats()
            if _is_asked(tracker, seat, viewer)
        },
        decks={DeckId(deck): reader.deck(blocks) for deck, blocks in tracker.decks.items()},
        exact=reader.exact,
        breach=min(tracker.breaches, default=None),
        taken_up=taken_up,
    )


def anything(tracker: WorldTracker, viewer: Viewer, version: int, taken_up: int) -> Knowledge:
    """Return that every hidden card can be every card of the game: what the log tells cannot be so."""
    whole = Counter(tracker.plan.catalogue)
    every = _shares(whole, exact=False)
    nothing = Chances({}, exact=False)
    hands, decks = {}, {}
    for seat in tracker.seats():
        if _is_asked(tracker, seat, viewer):
            count = tracker.number(hand_place(SeatKey(seat)))
            most = {name: min(count, number) for name, number in sorted(whole.items()) if count}
            share = {name: every.of[name] * count for name in most}
            hands[SeatKey(seat)] = HandChances(count, {}, most, {name: min(Fraction(1), share[name]) for name in most}, share, exact=False)
    for deck, blocks in tracker.decks.items():
        count = sum(map(tracker.number, blocks))
        most = {name: min(count, number) for name, number in sorted(whole.items()) if count}
        decks[DeckId(deck)] = DeckChances(count, most, every if count else nothing, exact=False)
    slots = {
        SlotId(slot): Chances({card: Fraction(1)}, exact=False) if isinstance(card, str) else every for slot, card in tracker.lying.items()
    }
    return Knowledge(viewer, version, slots, hands, decks, exact=False, taken_up=taken_up)


def within_own(tracker: WorldTracker, card: StaticCard | TrackedCard, chances: Chances) -> Chances:
    """Return what a card can be without what only wider classes let it be (``Positions.wider``): of its own class it is for certain."""
    counts, own = tracker.counts, 0
    for kinds in (counts.classes(card.place) if isinstance(card, TrackedCard) else card.classes) if counts.wider else ():
        own |= kinds & counts.pool.live
    left = {name: chance for name, chance in chances.of.items() if own & counts.pool.within(tracker.card_index.several([name]))}
    whole = sum(left.values())
    return Chances({name: chance / whole for name, chance in left.items()}, exact=False) if whole else chances


def _is_asked(tracker: WorldTracker, seat: str, viewer: Viewer) -> bool:
    return seat != viewer and not (viewer is OPEN and not tracker.counts.size[hand_place(SeatKey(seat))])


def _shares(numbers: Mapping[str, int], *, exact: bool) -> Chances:
    total = sum(numbers.values())
    return Chances({name: Fraction(number, total) for name, number in sorted(numbers.items()) if number}, exact)


class AnswerReader:
    """The answers that lie in the counts of a tracker, which must not change while it is reader."""

    def __init__(self, tracker: WorldTracker) -> None:
        self.tracker = tracker
        self.marginals = Marginals(tracker.counts)
        self.exact = tracker.exact and tracker.counts.exact
        self._same: dict[tuple[object, ...], Chances] = {}

    def slot(self, card: SlotState) -> Chances:
        """Return what a card on the table can be."""
        if isinstance(card, str):
            return self._once((card,), {card: Fraction(1)})
        if isinstance(card, TrackedCard):
            return within_own(self.tracker, card, self._named(self.marginals.alone(card.place), 1))
        if len(card.classes) == 1:
            return self._kept(card)
        return within_own(self.tracker, card, self._named(self.marginals.lying(card), 1))

    def hand(self, known: Counter[str], place: str) -> HandChances:
        """Return what ``known`` cards and those that are counted in a place make up."""
        held = +known
        total, holdings = self.marginals.total, self._holdings([place])
        least, most, holds, expected = (
            dict(held),
            dict(held),
            dict.fromkeys(held, Fraction(1)),
            {name: Fraction(n) for name, n in held.items()},
        )
        for name, holding in holdings.items():
            if holding.most:
                least[name] = least.get(name, 0) + holding.least
                most[name] = most.get(name, 0) + holding.most
                holds[name] = Fraction(1) if name in held else Fraction(total - holding.without, total)
                expected[name] = expected.get(name, Fraction(0)) + Fraction(holding.cards, total)
        count = self.tracker.counts.size[place] + held.total()
        certain = {name: number for name, number in sorted(least.items()) if number}
        return HandChances(count, certain, _sorted(most), _sorted(holds), _sorted(expected), self.exact)

    def deck(self, blocks: Sequence[str]) -> DeckChances:
        """Return what lies in blocks, the first of them on top."""
        filled = [block for block in blocks if self.tracker.counts.size[block]]
        count = sum(self.tracker.counts.size[block] for block in filled)
        if not filled:
            return DeckChances(0, {}, Chances({}, self.exact), self.exact)
        most = {
            self.tracker.card_index.names[name]: number
            for profile, number in self.marginals.most(filled).items()
            for name in (self.marginals.names[profile] if number else ())
        }
        top = self._named(self.marginals.alone(filled[0]), self.tracker.counts.size[filled[0]])
        return DeckChances(count, _sorted(most), top, self.exact)

    def _holdings(self, places: list[str]) -> dict[str, Holding]:
        return {
            self.tracker.card_index.names[name]: holding
            for profile, holding in self.marginals.holding(places).items()
            for name in self.marginals.names[profile]
        }

    def _kept(self, card: StaticCard) -> Chances:
        key = tuple(card.classes)
        if key not in self._same:
            self._same[key] = within_own(self.tracker, card, self._named(self.marginals.lying(card), 1))
        return self._same[key]

    def _once(self, key: tuple[object, ...], of: dict[str, Fraction]) -> Chances:
        if key not in self._same:
            self._same[key] = Chances(of, self.exact)
        return self._same[key]

    def _named(self, numbers: Mapping[Profile, int], cards: int) -> Chances:
        of: dict[str, Fraction] = {}
        for profile, number in numbers.items():
            if number:
                share = Fraction(number, self.marginals.total * cards)
                for name in self.marginals.names[profile]:
                    of[self.tracker.card_index.names[name]] = share
        return Chances(_sorted(of), self.exact)


def _sorted(of: Mapping[str, _V]) -> dict[str, _V]:
    return dict(sorted(of.items()))
