"""A move that was chosen on a page which another player's move has overtaken: where it still holds it is not refused as outdated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.events import Sort
from records.core.viewers import OPEN, Spectator
from web.pages.recording.action_sheet import ActionSheet

if TYPE_CHECKING:
    from records.core.game import Scorekeeping
    from records.service import RecordView


def overtaken_sheet(view: RecordView, keeping: Scorekeeping, expected: int) -> ActionSheet | None:
    """Return the moves that a player's page of step ``expected`` offered, if since then nobody but other seats has done anything.

    None for a writer who sees the open table, where the own seat has moved (as when a move is sent twice), and where somebody wrote a fact,
    such as a take-back: the choice was then made in another game. Whether the move still holds is checked when it is written.
    """
    own = [eyes for eyes in view.eyes if not isinstance(eyes, Spectator)]
    if view.viewer is OPEN or len(own) != 1 or not 0 < expected < view.steps:
        return None
    for recorded in view.events[expected:]:
        if recorded.event.sort is Sort.FACT or (recorded.event.sort is Sort.DECISION and getattr(recorded.event, "seat", None) in own):
            return None
    return ActionSheet(view, view.position(expected), keeping, seats=own)
