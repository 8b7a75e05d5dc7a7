"""Rulings about other games that speak to the play of a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.errors import RecordsError

if TYPE_CHECKING:
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.cases.precedents import Precedent


def speaks(book: GameBook, caller: Caller, view: RecordView) -> bool:
    """Whether any ruling about another game speaks to a play of this one."""
    try:
        return bool(book.cases.precedent_moments(caller, view.header.record, view.viewer))
    except RecordsError:
        return False


def speaking(book: GameBook, caller: Caller, view: RecordView, at: int, *, suspense: bool) -> tuple[Precedent, ...]:
    """Return the precedents for the play in which step ``at`` stands, as far as its viewer can tell; in suspense only at its end."""
    try:
        found = book.cases.precedent_moments(caller, view.header.record, view.viewer)
    except RecordsError:
        return ()  # a log that cannot be redone is shown all the same
    here = (one for one in found if (one.last if suspense else one.first) <= at <= one.last)
    return tuple({one.precedent.case: one.precedent for one in here}.values())
