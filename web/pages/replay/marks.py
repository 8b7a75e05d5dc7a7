"""Marks on the bar of the whole game: one kind of value for all that is worth pointing at there. None lies ahead of the reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from web.pages.board.seat_colors import percent

if TYPE_CHECKING:
    from records.core.sentences import Sentence
    from records.service import RecordView

MarkKind: TypeAlias = Literal["point"]
"""How it is drawn (``dock.css``): a turning point."""
ICONS = {"told": "eye", "attack": "s-attack", "escape": "shield", "fall": "s-fell"}
"""Of turning points, by kind."""


@dataclass(frozen=True, slots=True)
class BarMark:
    """A mark on the bar, and a line of the list that leads to it."""

    version: int
    kind: MarkKind
    icon: str
    says: Sentence
    x: str
    """Where it stands on the bar, as an SVG length."""


def turning_marks(view: RecordView, at: int, count: int) -> tuple[BarMark, ...]:
    """Return the turning points up to step ``at``, on a bar of ``count`` steps. Nothing of them depends on a later step."""
    return tuple(
        BarMark(version, "point", ICONS[point.kind], point.says, percent(version - 0.5, count))
        for version, point in view.turning_points(at).items()
    )
