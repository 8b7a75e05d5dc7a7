"""The events on which a viewer's knowledge of a place rests (design/knowledge: Why).

The log is followed again with events that tell nothing: cards move as they did, but which cards is not said. An event is a reason if
more would be possible without it; so each can be checked. Of events that tell the same (a card that was seen twice) one is left, and
``told`` names the events that the reasons were tried against: alone told, they leave of the place exactly what the whole log leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

from records.core.sentences import Sentence
from records.errors import Contradiction
from records.knowledge.tracking.rerunning import Courses
from records.knowledge.why.masking import Maskable, faces_of, hint_of, tells
from records.knowledge.why.wording import described, tells_of
from records.knowledge.worlds.effort import COARSE, LEVELS, Effort, OverBudget

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from records.core.viewers import Viewer
    from records.knowledge.answers import Held
    from records.knowledge.tracking.call_log import Call

Fact: TypeAlias = tuple[str, int]
"""(card, 0): it is not there; (card, n): there are n copies or more."""


WORK, TRIAL = 300_000, 120_000
"""The work of all that is tried for one answer, and of one trial at most (design/knowledge: Why)."""


class AnyStep(Protocol):
    """A step that can be followed with less information (``asking.Asking``)."""

    version: int
    viewer: Viewer
    names: tuple[str, ...]
    """Every card of the game, sorted."""

    @property
    def calls(self) -> Sequence[Call]:
        """The calls that are followed."""

    def held(self, calls: Sequence[Call], place: str, effort: Effort, courses: Courses) -> Held:
        """Return the content of a place that follows only from ``calls``, which are followed along ``courses``."""


class Reason(msgspec.Struct, frozen=True):
    """One event that gave information about a place."""

    version: int
    sentence: Sentence
    without: tuple[str, ...]
    """Cards that could also be there without this event's information, but with that of the others in ``told``; sorted, empty if unsure."""
    unsure: tuple[str, ...]
    """Cards of a hand that would then not be certain, or not in that number; sorted."""


class Why(msgspec.Struct, frozen=True):
    """Why a place can hold what it can hold."""

    place: str
    candidates: tuple[str, ...]
    """What it can hold, sorted."""
    certain: tuple[str, ...]
    """What it must hold, sorted, a card as often as it must; of a slot all of it."""
    reasons: tuple[Reason, ...]
    """By version. Empty if no event gave information about the place."""
    told: tuple[int, ...]
    """Versions of the events that by themselves leave for the place what the whole log leaves; the reasons are among them."""
    exact: bool
    """False: some candidates may be impossible."""
    complete: bool = True
    """False: not every event was tried, because that would take too much work; some of ``told`` may not be needed."""


def why(step: AnyStep, place: str) -> Why:
    """Return why a slot, a deck or a hand that is not the viewer's own (``hand:B``) can hold what it can hold.

    Raises ``KeyError`` for a place that is not there or not asked about.
    """
    calls, courses = step.calls, Courses()
    everything = _all_held(step, place, courses)
    candidates = tuple(sorted(everything.most))
    sure = tuple(sorted(card for card, number in everything.least.items() for _ in range(number)))
    certain = candidates * everything.count if len(candidates) == 1 else sure
    tried = _Trials(step, place, everything, courses)
    reasons: list[Reason] = []
    kept: list[int] = []
    if not tried.enough(()):
        kept, needed = _witnesses(place, certain, tried)
        for version in needed:
            lost = tried.lost([other for other in kept if other != version])
            sentence = described([call for call in calls if call.version == version], place, step.viewer)
            reasons.append(Reason(version, sentence, _cards(lost, sure=False), _cards(lost, sure=True)))
    return Why(place, candidates, certain, tuple(reasons), tuple(kept), everything.exact, tried.complete)


def _all_held(step: AnyStep, place: str, courses: Courses) -> Held:
    for limits, most in LEVELS:
        try:
            return step.held(step.calls, place, Effort(limits, most), courses)
        except OverBudget:
            continue
    raise AssertionError("the last level has no budget")


class _Trials:
    """What one place holds if only some events tell anything, tried as long as the work lasts.

    A trial that gives distinctions up finds fewer facts than there are, and never another: what it finds can be relied on, what it does not
    find is tried again with all distinctions. What is still not counted exactly leaves the answer incomplete.
    """

    def __init__(self, step: AnyStep, place: str, everything: Held, courses: Courses) -> None:
        self._step, self._place, self.calls, self.complete = step, place, step.calls, True
        self._maskable, self._courses = Maskable(self.calls), courses
        self._names = frozenset(step.names)
        self._left: float = WORK
        self._kept: dict[frozenset[int], tuple[frozenset[Fact], bool]] = {}
        self.found = self._facts(everything)

    def lost(self, versions: Collection[int]) -> frozenset[Fact]:
        """Return what does not follow if only some versions tell anything; nothing where that cannot be said for sure."""
        facts, exact = self._tried(versions, to_the_end=True)
        return self.found - facts if exact else frozenset()

    def enough(self, versions: Collection[int]) -> bool:
        """Return whether all that was found follows if only some versions tell anything, as far as that can be told."""
        return self._tried(versions)[0] >= self.found

    def _tried(self, versions: Collection[int], *, to_the_end: bool = False) -> tuple[frozenset[Fact], bool]:
        """Return what surely follows, and whether that is all."""
        key = frozenset(versions)
        if key in self._kept:
            return self._kept[key]
        facts, exact, calls = frozenset[Fact](), False, self._maskable.only(key)
        for limits in (COARSE, None):
            effort = Effort(limits, min(self._left, TRIAL))
            before = effort.left
            try:
                held = self._step.held(calls, self._place, effort, self._courses)
                facts, exact = facts | self._facts(held), held.exact
            except Contradiction:
                exact = True  # too little is known to be counted
            except OverBudget:
                pass
            self._left -= before - max(0, effort.left)
            if exact or (facts >= self.found and not to_the_end):
                break
        self.complete = self.complete and (exact or facts >= self.found)
        self._kept[key] = facts, exact
        return facts, exact

    def _facts(self, held: Held) -> frozenset[Fact]:
        """Return what is excluded and what is sure: the fewer worlds, the more facts."""
        excluded = {(card, 0) for card in self._names - held.most.keys()}
        return frozenset(excluded | {(card, copies) for card, number in held.least.items() for copies in range(1, number + 1)})


def _cards(facts: Iterable[Fact], *, sure: bool) -> tuple[str, ...]:
    return tuple(sorted({card for card, copies in facts if (copies > 0) == sure}))


def _witnesses(place: str, sure: Sequence[str], tried: _Trials) -> tuple[list[int], list[int]]:
    """Return versions that together tell all that was found, and those of them without which less follows.

    Where the events about the place itself are sufficient, no others are used. Else events are left out one by one: those that name a card
    that is excluded or sure, and words about hands and piles. What names neither stays told, for it cannot be seen to matter.
    """
    telling = [call for call in tried.calls if tells(call)]
    own = dict.fromkeys(call.version for call in telling if tells_of(call, place))
    kept = list(own)
    part = sorted(own, reverse=True)
    if not tried.enough(kept):
        named = {*sure, *(card for card, _copies in tried.found)}
        near = {call.version for call in telling if not faces_of(call) or hint_of(call) != "?" or named & set(map(str, faces_of(call)))}
        kept = list(dict.fromkeys(call.version for call in telling))
        part = [*sorted(near - set(own), reverse=True), *part]
    needed = []
    for version in part:
        left = [other for other in kept if other != version]
        if tried.enough(left):
            kept = left
        else:
            needed.append(version)
    return kept, sorted(needed)
