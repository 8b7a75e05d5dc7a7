"""The way from a replay to the review of its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

from records.core.viewers import PUBLIC, viewer_key
from web.callers import CLASS, chapter_place
from web.roots import path_to

if TYPE_CHECKING:
    from records.service import RecordView


def may_be_reviewed(view: RecordView) -> bool:
    """Whether a way to a review is offered: the game is over, plays itself, and its viewer is no onlooker, class or chapter."""
    if CLASS in request.environ or chapter_place() is not None:
        return False
    return view.game.simulation is not None and view.outcome is not None and not view.running and view.viewer is not PUBLIC


def review_address(view: RecordView) -> str:
    """Return the address of a record's review through the same eyes."""
    return f"{path_to('review.page', record=view.header.record)}?as={viewer_key(view.viewer)}"
