"""The events that a viewer's knowledge of a place rests on (design/knowledge: Why).

The log is followed again with events that tell nothing: cards move as they did, but which cards is not said. An event is a reason if
more would be possible without it; so each can be checked. Of events that tell the same (a card that was seen twice) one is left, and
``told`` names the events that the reasons were tried against: alone told, they leave of the place exactly what the whole log leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias

from records.core.sentences import Sentence
from records.core.table import HAND
from records.errors import Contradiction
from records.knowledge.why.masking import faces_of, hint_of, only, tells
from records.knowledge.why.wording import described, tells_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from records.core.ids import SlotId
    from records.core.viewers import Viewer
    from records.knowledge.answers import Chances, Knowledge
    from records.knowledge.tracking.call_log import Call

Fact: TypeAlias = tuple[str, int]
"""(card, 0): it is not there; (card, n): there are n copies or more."""


class AnyStep(Protocol):
    """A step that can be followed with less told (``asking.Asking``)."""

    version: int
    viewer: Viewer

    @property
    def names(self) -> tuple[str, ...]:
        """Every card of the game, sorted."""

    @property
    def calls(self) -> Sequence[Call]:
        """The calls that are followed."""

    def of(self, calls: Sequence[Call]) -> Knowledge:
        """Return what follows from calls alone."""

    def slot_of(self, calls: Sequence[Call], slot: SlotId) -> Chances:
        """Return what one slot can be by calls alone."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One event that told something of a place."""

    version: int
    sentence: Sentence
    without: tuple[str, ...]
    """Cards that could also be there if this event had told nothing and the others of ``told`` had; sorted."""
    unsure: tuple[str, ...]
    """Cards of a hand that would then not be certain, or not in that number; sorted."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a place can hold what it can hold."""

    place: str
    candidates: tuple[str, ...]
    """What it can hold, sorted."""
    certain: tuple[str, ...]
    """What it must hold, sorted, a card as often as it must; of a slot all of it."""
    reasons: tuple[Reason, ...]
    """By version. Empty if no event told anything of the place."""
    told: tuple[int, ...]
    """Versions of the events that by themselves leave for the place what the whole log leaves; the reasons are among them."""
    exact: bool
    """False: some candidates may be impossible."""


def why(step: AnyStep, place: str) -> Why:
    """Return why a slot, a deck or a hand that is not the viewer's own (``hand:B``) can hold what it can hold.

    Raises ``KeyError`` for a place that is not there or not asked about.
    """
    asked = _PlaceReader(step, place)
    calls = step.calls
    everything = asked.held(calls)
    found = _facts(everything)
    nothing = asked.facts(())
    reasons: list[Reason] = []
    kept: list[int] = []
    if found - nothing:
        kept, needed = _witnesses(place, found, everything.certain, asked)
        for version in needed:
            lost = found - asked.facts([other for other in kept if other != version])
            sentence = described([call for call in calls if call.version == version], place, step.viewer)
            reasons.append(Reason(version, sentence, _cards(lost, sure=False), _cards(lost, sure=True)))
    return Why(place, everything.candidates, everything.certain, tuple(reasons), tuple(kept), everything.exact)


@dataclass(frozen=True, slots=True)
class _Held:
    least: tuple[tuple[str, int], ...]
    most: tuple[tuple[str, int], ...]
    names: tuple[str, ...]
    """Every card of the game."""
    cards: int
    exact: bool

    @property
    def candidates(self) -> tuple[str, ...]:
        return tuple(sorted(card for card, _number in self.most))

    @property
    def certain(self) -> tuple[str, ...]:
        if len(self.most) == 1:
            return self.candidates * self.cards
        return tuple(sorted(card for card, number in self.least for _ in range(number)))


class _PlaceReader:
    """What one place can hold if only some events tell anything."""

    def __init__(self, step: AnyStep, place: str) -> None:
        self._step, self._place, self.calls = step, place, step.calls

    def held(self, calls: Sequence[Call]) -> _Held:
        if self._place.startswith(HAND):
            hand = self._step.of(calls).hands[self._place[len(HAND) :]]  # type: ignore[index]  # a seat's key by construction
            return _Held(tuple(hand.least.items()), tuple(hand.most.items()), self._step.names, hand.count, hand.exact)
        if self._place in self._slots:
            chances = self._step.slot_of(calls, self._place)  # type: ignore[arg-type]  # a slot's id by construction
            return _Held((), tuple((card, 1) for card in chances.of), self._step.names, 1, chances.exact)
        deck = self._step.of(calls).decks[self._place]  # type: ignore[index]  # a deck's id by construction
        return _Held((), tuple(deck.most.items()), self._step.names, deck.count, deck.exact)

    def facts(self, versions: Collection[int]) -> frozenset[Fact]:
        """Return what follows if only some versions tell anything; nothing where too little is told to be counted."""
        try:
            return _facts(self.held(only(self.calls, versions)))
        except Contradiction:
            return frozenset()

    @cached_property
    def _slots(self) -> Collection[str]:
        made = {"lay": 2, "deal": 2, "raise_": 2}
        found = {call.args[made[call.method]] for call in self._step.calls if call.method in made}
        for call in self._step.calls:
            if call.method == "mix":
                found.update(call.args[2])
            elif call.method == "reset":
                found.update(slot.slot for pile in call.args[0].piles for slot in pile.slots)
        return found


def _cards(facts: Iterable[Fact], *, sure: bool) -> tuple[str, ...]:
    return tuple(sorted({card for card, copies in facts if (copies > 0) == sure}))


def _facts(held: _Held) -> frozenset[Fact]:
    """Return what is excluded and what is sure: the fewer worlds, the more facts."""
    excluded = {(card, 0) for card in held.names} - {(card, 0) for card, _number in held.most}
    return frozenset(excluded | {(card, copies) for card, number in held.least for copies in range(1, number + 1)})


def _witnesses(place: str, found: frozenset[Fact], sure: Sequence[str], asked: _PlaceReader) -> tuple[list[int], list[int]]:
    """Return versions that together tell all of ``found``, and those of them without which less follows.

    Where what was told of the place itself is enough, nothing else is told. Else events are left out one by one: those that name a card
    that is excluded or sure, and words about hands and piles. What names neither stays told, for it cannot be seen to matter.
    """
    telling = [call for call in asked.calls if tells(call)]
    own = dict.fromkeys(call.version for call in telling if tells_of(call, place))
    kept = list(own)
    part = sorted(own, reverse=True)
    if not asked.facts(kept) >= found:
        named = {*sure, *(card for card, _copies in found)}
        near = {call.version for call in telling if not faces_of(call) or hint_of(call) != "?" or named & set(map(str, faces_of(call)))}
        kept = list(dict.fromkeys(call.version for call in telling))
        part = [*sorted(near - set(own), reverse=True), *part]
    needed = []
    for version in part:
        left = [other for other in kept if other != version]
        if asked.facts(left) >= found:
            kept = left
        else:
            needed.append(version)
    return kept, sorted(needed)
