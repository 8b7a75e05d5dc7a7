"""A measure of a game, step by step: as many steps at a time as fit the work of one query, each step once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from records.core.viewers import OPEN
from records.service.measuring.measures import ASKING
from records.service.pieces import CountedDict

if TYPE_CHECKING:
    from records.core.viewers import Viewer
    from records.service.measuring.measures import Measure
    from records.service.seen_log import SeenLog
    from records.service.viewing import RecordView

T = TypeVar("T")
WORK, STEP, CANDIDATE = 100_000, 500, 2
"""The counted work of all measures of one question (design/knowledge: Complexity and budgets), and what one takes beside what is worked out
for it: in any case, and for each card that a place or a hand may hold."""


class Series(msgspec.Struct, Generic[T], frozen=True):
    """A game through one viewer's eyes, at some of its steps."""

    viewer: Viewer
    measured: Mapping[int, T]
    """By step, in order."""
    pending: tuple[int, ...] = ()
    """Steps that did not fit the work of one query, in order. The next query continues with them."""


class _Measures(CountedDict[int, Any]):
    """What was measured of a log, by step."""


def measure(view: RecordView, steps: Sequence[int], what: Measure[T], *, share: int = 1) -> Series[T]:
    """Return a measure of a game as its viewer could compute it after each of ``steps``; it is computed once while the log is cached.

    It ends when ``WORK`` is done, or that part of it which is one of ``share``: what is then pending lies evenly between what is measured.
    Raises ``VersionNotFound``, and ``MalformedCommand`` where what could be known is asked of a record of other cards than are known here.
    """
    seen = view.seen
    kept = {one: seen.pieces.once(_key(one), _Measures) for one in (ASKING if what.asks else (what,))}
    end, summed = seen.work + WORK / share, 0
    for nth in sorted(range(len(steps)), key=_coarse_first):
        if (at := steps[nth]) not in kept[what]:
            if seen.work + summed > end:
                break
            for one, by_step in kept.items():
                by_step.put(at, one.count(view, at))
            summed += STEP + (_candidates(view, at) if what.asks else 0)
    found: Mapping[int, T] = kept[what]
    return Series(view.viewer, {at: found[at] for at in steps if at in found}, tuple(at for at in steps if at not in found))


def is_measured(seen: SeenLog, what: Measure[Any]) -> bool:
    """Whether any step of a log was measured so before."""
    return seen.pieces.has(_key(what))


def _key(what: Measure[Any]) -> str:
    return f"measured {what.name}"


def _candidates(view: RecordView, at: int) -> int:
    if view.viewer is OPEN:
        return 0
    knowledge = view.knowledge(at)
    return CANDIDATE * sum(map(len, (*(one.of for one in knowledge.slots.values()), *(one.expected for one in knowledge.hands.values()))))


def _coarse_first(nth: int) -> tuple[int, int]:
    """Yield the first step, then steps in wide strides, then those between."""
    return -(nth & -nth) if nth else -(1 << 62), nth
