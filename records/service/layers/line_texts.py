"""Variations that come with a game, as its file tells them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from records.core.events import Event
    from records.core.position import Command
    from records.core.viewers import Viewer
    from records.service.layers.notes import NoteText


class LineStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a variation that came with a game."""

    command: Command | str | bytes
    parent: int
    """The step before it, counted from 1; 0 is where the variation begins."""
    events: tuple[Event, ...] | None = None
    """What followed from it; None where the rules say that, with ``answers`` of the table."""
    answers: tuple[tuple[str, ...], ...] = ()


class LineText(msgspec.Struct, frozen=True, kw_only=True):
    """A variation that came with a game, from a file that holds both."""

    base: int
    """The step of the record that it begins after."""
    name: str = ""
    viewer: Viewer | str | None = None
    """Whose view it goes on from; None for the importer's."""
    steps: tuple[LineStep, ...]
    notes: tuple[NoteText, ...] = ()
    """About its steps, by ``NoteText.node``."""
