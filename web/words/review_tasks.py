"""Marked decisions as tasks: which ones are offered, and a chapter's text about each move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.errors import RecordsError
from records.review.quiz import is_task, move_worths
from web.words import texts
from web.words.reviews import cost, hardly_tried, option_chance
from web.words.texts import _

if TYPE_CHECKING:
    from records.core.viewers import Caller
    from records.review.quiz import MoveWorth
    from records.review.rows import Decision
    from records.service import GameBook, RecordView


def review_tasks(book: GameBook, caller: Caller, view: RecordView) -> list[Decision]:
    """Return the decisions whose better move can be asked for, as far as the viewer's review is made; those that cost most first.

    Where play-outs are slow, smaller mistakes are not asked about.
    """
    try:
        found = book.reviews.review(caller, view.header.record, view.viewer)
    except RecordsError:
        return []  # the public has no review, and moments all the same
    rows = [row for seat in found.seats for row in seat.decisions if is_task(row) and (found.compiled or row.mark == "blunder")]
    return sorted(rows, key=lambda row: (-row.loss.mean, row.version))


def task_fields(decision: Decision, most: int) -> dict[str, list[str]]:
    """Return the fields of a chapter's form that asks for the better move: at most ``most`` moves, each with its worth and what is said."""
    fields: dict[str, list[str]] = {}
    for nth, move in enumerate(move_worths(decision, most)):
        fields |= {f"move-{nth}": [move.command], f"worth-{nth}": [str(move.worth)], f"said-{nth}": [_said(decision, move)]}
    return fields


def _said(decision: Decision, move: MoveWorth) -> str:
    if move.command == decision.played:
        return _("This was played: it %(costs)s, by the simulated player.", costs=cost(decision, texts))
    option = next(one for one in decision.options if one.command == move.command)
    told = option_chance(decision, option, texts)
    if hardly_tried(option):
        return _("The simulated player hardly tried it.")
    if move.best:
        return _("Among the best by the simulated player: %(chance)s.", chance=told)
    return _("Not the best by the simulated player: about %(chance)s.", chance=told)
