"""Viewers as a page offers and names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.ids import SeatKey
from records.core.viewers import OPEN, PUBLIC, viewer_key
from web.pages.board.seat_colors import seat_color
from web.queries import FORGETFUL, HINDSIGHT
from web.words.texts import _
from web.words.wording import seat_name

if TYPE_CHECKING:
    from records.core.viewers import Viewer
    from records.service import RecordView


class Eyes(msgspec.Struct, frozen=True):
    """A viewer as the page offers it."""

    key: str
    """As it stands in the address."""
    label: str
    saw: str
    """The rest of the sentence that begins with the label: what these eyes see."""
    color: int | None
    """None for a viewer without a seat."""


def eyes_of(view: RecordView, viewer: Viewer, lens: str) -> Eyes:
    """Return a viewer who looks through ``lens``: ``FORGETFUL``, ``HINDSIGHT``, or "" for what was known at the step."""
    key = viewer_key(viewer)
    if viewer is OPEN:
        return Eyes(key, _("Open table"), _shows(lens), None)
    if viewer is PUBLIC:
        return Eyes(key, _("Spectator"), _saw(lens), None)
    seat = SeatKey(key)
    return Eyes(key, seat_name(seat, view.names), _saw(lens), seat_color(view.header.seats, seat))


def _shows(lens: str) -> str:
    if lens == FORGETFUL:
        return _("shows all, by the online table's memory")
    return _("shows all, in hindsight") if lens == HINDSIGHT else _("shows all, as then")


def _saw(lens: str) -> str:
    if lens == FORGETFUL:
        return _("saw it, by the online table's memory")
    return _("saw it, in hindsight") if lens == HINDSIGHT else _("saw it, as then")
