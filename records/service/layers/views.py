"""Layers and branches of lines as one viewer of their record may read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.service.persons import Person

if TYPE_CHECKING:
    from records.core.position import Position
    from records.service.layers.lines import LineView
    from records.service.layers.notes import NoteView
    from records.service.seen_log import SeenLog

MOST_TRIES = 20
"""Layers of one author beside one record that were deleted for good, before another one is refused."""


class LayerView(msgspec.Struct, frozen=True, kw_only=True):
    """A layer as one viewer of its record may read it."""

    id: str
    record: str
    author: Person
    copy: bool
    """Whether it is a copy with what somebody was allowed to read."""
    notes: tuple[NoteView, ...]
    """By the step that they are about."""
    lines: tuple[LineView, ...]


class LineBranch(msgspec.Struct, frozen=True, kw_only=True):
    """A branch of a line, for looking at it and continuing it."""

    line: LineView
    record: str
    seen: SeenLog
    """The line's viewer's log up to its base, and the imagined events after it."""
    position: Position[Any]
    """At its end, by the line's own rules."""
    own: bool
    """Whether the caller wrote it, and so may continue it."""
