"""Turning points: the steps of a game that are worth going to, as one viewer's log shows them."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from records.core.sentences import Sentence

TurningKind: TypeAlias = Literal["told", "attack", "escape", "fall"]
"""The viewer was shown much at once; an attack was great; a side got away narrowly; a great enemy fell."""
MOST = 12
"""Turning points that are listed of a game at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPoint:
    """What makes one step a turning point."""

    kind: TurningKind
    weight: int
    """How much it counts beside the others of its game; above 0."""
    says: Sentence
    scene: int = 0
    """Version of the step that began what it belongs to: of a kind and a scene only the weightiest counts, of equals the last. 0: none."""


TurningPoints: TypeAlias = "dict[int, TurningPoint]"
"""By version, in its order."""


def weightiest(points: Iterable[tuple[int, TurningPoint]], at: int, lasting: Container[int]) -> TurningPoints:
    """Return the weightiest points up to step ``at`` among the versions that are ``lasting``, ``MOST`` at most.

    It depends on nothing after ``at``. Where nothing was taken back, whichever is among them later was among them at its own step already.
    """
    found: dict[tuple[str, int], tuple[int, TurningPoint]] = {}
    for version, point in points:
        if version > at or version not in lasting:
            continue
        scene = (point.kind, point.scene or -version)
        if scene not in found or found[scene][1].weight <= point.weight:
            found[scene] = (version, point)
    ranked = sorted(found.values(), key=lambda entry: (-entry[1].weight, entry[0]))
    return dict(sorted(ranked[:MOST], key=lambda entry: entry[0]))
