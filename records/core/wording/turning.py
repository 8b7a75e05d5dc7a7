"""Turning points: the steps of a game that are worth going to, as one viewer's log shows them."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Literal, TypeAlias

import msgspec

from records.core.sentences import Sentence

TurningKind: TypeAlias = Literal["told", "attack", "escape", "fall"]
"""The viewer was shown much at once; an attack was great; a side got away narrowly; a great enemy fell, or the game ended."""
MOST = 12
"""Turning points that are listed of a game at most."""
END = 1_000
"""The weight of the end of a game: above that of everything else in it."""


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """What makes one step a turning point."""

    kind: TurningKind
    weight: int
    """The swing, in what the strength of the game's cards is counted in: what fell or stood at stake, what was shown; above 0."""
    says: Sentence
    scene: int = 0
    """Version of the step that began what it belongs to: of a kind and a scene only the weightiest counts, of equals the last. 0: none."""


TurningPoints: TypeAlias = "dict[int, TurningPoint]"
"""By version, in its order."""


def weightiest(points: Iterable[tuple[int, TurningPoint]], at: int, lasting: Container[int]) -> TurningPoints:
    """Return the weightiest points up to step ``at`` among the versions that are ``lasting``, ``MOST`` at most.

    What is said in the same words of the same seats and cards, numbers aside, is there once: where it weighs most, of equals the first.
    It depends on nothing after ``at``. Where nothing was taken back, whichever is among them later was among them at its own step already.
    """
    found: dict[tuple[str, int], tuple[int, TurningPoint]] = {}
    for version, point in points:
        if version > at or version not in lasting:
            continue
        scene = (point.kind, point.scene or -version)
        if scene not in found or found[scene][1].weight <= point.weight:
            found[scene] = (version, point)
    ranked = sorted(found.values(), key=_rank)
    once = {_words(point.says): (version, point) for version, point in reversed(ranked)}
    return dict(sorted(sorted(once.values(), key=_rank)[:MOST], key=lambda entry: entry[0]))


def ranked(points: TurningPoints) -> list[int]:
    """Return the versions of some points, the weightiest first."""
    return [version for version, _point in sorted(points.items(), key=_rank)]


def _rank(entry: tuple[int, TurningPoint]) -> tuple[int, int]:
    return -entry[1].weight, entry[0]


def _words(says: Sentence) -> tuple[str, tuple[tuple[str, str], ...]]:
    return says.text, tuple(sorted((name, repr(value)) for name, value in says.args.items() if not isinstance(value, int)))
