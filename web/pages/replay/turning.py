"""The turning points of a game: those behind the reader on the page, and the way to the next one."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from records.core.viewers import viewer_key
from web.looking import check_hindsight, check_memory, look_at
from web.queries import FORGETFUL, HINDSIGHT
from web.suspense import in_suspense

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.service import GameBook


def next_turning_point(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str], path: str) -> str:
    """Return the address of the first turning point after step ``at``, of this step where there is none, or where that may not be told.

    Raises Refused for the parameters as the replay page does, and NotYours.
    """
    view, at = look_at(book, caller, record, asked)
    forgets = check_memory(view, asked.get("memory"))
    hindsight = check_hindsight(asked.get("knows"), forgets=forgets)
    later: list[int] = [] if in_suspense() else [*view.turning_points(view.steps)]
    nth = bisect_right(later, at)
    to = later[nth] if nth < len(later) else at
    return f"{path}?at={to}&as={viewer_key(view.viewer)}{FORGETFUL if forgets else HINDSIGHT if hindsight else ''}"
