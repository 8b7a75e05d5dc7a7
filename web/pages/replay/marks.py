"""Marks on the bar of the whole game: one kind of value for all that is worth pointing at there. None lies ahead of the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from records.core.sentences import N_, Sentence
from records.core.wording.turning import ranked
from records.rulings.audit import Verdict
from web.pages.board.seat_colors import percent

if TYPE_CHECKING:
    from records.rulings.audit import Judged
    from records.service import RecordView

MarkKind: TypeAlias = Literal["point", "finding", "note"]
"""How it is drawn (``replay.css``): a turning point, round; a breach of the rules, a square that stands on a corner; a note, a square."""
FIRST = 5
"""Turning points, or moments, that a list shows at once; the others are opened."""
_BROKEN, _DIFFERS = N_("Against a rule"), N_("Not what follows by the rules")
_BY = {_BROKEN: N_("Against a rule (§ %(rule)s)"), _DIFFERS: N_("Not what follows by the rules (§ %(rule)s)")}
ICONS = {"told": "eye", "attack": "s-attack", "escape": "shield", "fall": "s-fell"}
"""Of turning points, by kind."""


class BarMark(msgspec.Struct, frozen=True):
    """A mark on the bar, and a line of the list that leads to it."""

    version: int
    kind: MarkKind
    icon: str
    says: Sentence
    x: str
    """Where it stands on the bar, as an SVG length."""


def turning_marks(view: RecordView, at: int, count: int) -> tuple[BarMark, ...]:
    """Return the turning points up to step ``at``, on a bar of ``count`` told steps. Nothing of them depends on a later step."""
    return tuple(
        BarMark(version, "point", ICONS[point.kind], point.says, percent(view.timeline.step_number(version) - 0.5, count))
        for version, point in view.turning_points(at).items()
    )


def turning_list(view: RecordView, at: int, count: int) -> tuple[BarMark, ...]:
    """Return the same, the greatest swing first."""
    marks = {mark.version: mark for mark in turning_marks(view, at, count)}
    return tuple(marks[version] for version in ranked(view.turning_points(at)))


def finding_marks(view: RecordView, at: int, count: int) -> tuple[BarMark, ...]:
    """Return the breaches of the rules that could be seen by step ``at``, on a bar of ``count`` told steps."""
    return tuple(
        BarMark(
            one.at,
            "finding",
            "m-finding",
            _breach(one),
            percent(view.timeline.step_number(one.at) - 0.5, count),
        )
        for one in view.breaches(at)
    )


def _breach(one: Judged) -> Sentence:
    text = _BROKEN if one.verdict is Verdict.BROKEN else _DIFFERS
    return Sentence(_BY[text], {"rule": one.paragraph}) if one.paragraph else Sentence(text)
