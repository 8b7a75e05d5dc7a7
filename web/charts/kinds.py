"""The charts that there are: one line each in ``CHARTS``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from records.core.sentences import N_
from records.service.measuring.measures import STRENGTH, UNCERTAINTY, has_worth
from web.charts.lines import TOTAL, ChartLine, strength_lines, uncertainty_lines

if TYPE_CHECKING:
    from records.service import RecordView
    from records.service.measuring.measures import Measure
    from records.service.measuring.series import Series

T = TypeVar("T")


class Chart(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """One chart."""

    name: str
    """In addresses."""
    title: str
    """Message id."""
    says: str
    """Message id: what it shows, in a sentence."""
    assumes: str
    """Message id: the assumption that stands beside its figures."""
    unit: str
    """Message id of what the numbers count."""
    fits: Callable[[RecordView], bool]
    """Whether a record has it."""
    with_record: bool
    """Whether the open table draws what the record itself holds."""
    measure: Measure[T]
    """What is measured for it, and nothing else."""
    lines: Callable[[Sequence[Series[T]]], tuple[ChartLine, ...]]
    drawn: tuple[str, ...] = ()
    """What is drawn of the lines, by ``of``; () is all, a panel each."""


CHARTS: Mapping[str, Chart[Any]] = {
    chart.name: chart
    for chart in (
        Chart(
            name="strength",
            title=N_("Strength"),
            says=N_("How strong each pile is, as it was and as it could be estimated."),
            assumes=N_(
                "The mean counts every card that left a hand by choice as picked blind. "
                "The bounds hold after each step that is measured; until the next one its number is drawn."
            ),
            unit=N_("sum of the defence values"),
            fits=has_worth,
            with_record=True,
            measure=STRENGTH,
            lines=strength_lines,
        ),
        Chart(
            name="uncertainty",
            title=N_("Uncertainty"),
            says=N_("How much each viewer does not know of the cards in piles and hands, in bits: one bit is the toss of a coin."),
            assumes=N_("Every card that left a hand by choice counts as picked blind. The draw pile is left out: nobody knows its order."),
            unit=N_("bits"),
            fits=lambda view: bool(view.game.board.faces),
            with_record=False,
            measure=UNCERTAINTY,
            lines=uncertainty_lines,
            drawn=(TOTAL,),
        ),
    )
}
"""By name, the one that is shown first at the top."""


def has_charts(view: RecordView) -> bool:
    """Whether a record has any chart."""
    return any(chart.fits(view) for chart in CHARTS.values())
