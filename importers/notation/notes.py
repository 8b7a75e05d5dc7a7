"""Notes in a game's text: plain values beside the record, and the layers that they become."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from records.core.events import Event
from records.core.position import Command
from records.core.secret import Audience
from records.core.viewers import OPEN
from records.service.incoming import IncomingLayer
from records.service.layers.line_texts import LineStep, LineText
from records.service.layers.notes import NoteText
from records.studies.layers.events import Arrow, Glyph, Spot
from records.studies.layers.viewpoints import viewer_from

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class TextComment(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody noted on a step."""

    version: int
    """The step that it is about: the last event of the line that it stands behind; in a variation the number of its step there."""
    text: str
    glyph: Glyph | None = None
    marks: tuple[Spot | Arrow, ...] = ()
    audience: Audience | None = None
    """Who may read it; None for everybody who sees what its author could see."""
    since: int | None = None
    """The step from which it is shown."""
    layer: str = ""
    """Whose note it is: the name of a ``Layer`` header; "" for the writer's own."""


class TextStep(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a variation and what followed from it."""

    parent: int
    """The step before it, counted from 1; 0 is where the variation begins."""
    command: Command
    events: tuple[Event, ...]


class TextVariation(msgspec.Struct, frozen=True, kw_only=True):
    """What could have stood instead of a line."""

    base: int
    """The step that it begins after."""
    name: str = ""
    eyes: str = OPEN.value
    """The viewer from whose log it continues."""
    layer: str = ""
    steps: tuple[TextStep, ...]
    comments: tuple[TextComment, ...] = ()


TextNote: TypeAlias = TextComment | TextVariation


class LayerNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A layer as a header names it."""

    key: str
    author: str = ""
    audience: Audience | None = None
    """Who may read its notes, where they do not say so themselves."""


def layers_of(notes: Sequence[TextNote], named: Mapping[str, LayerNamed], *, pseudonyms: bool = False) -> tuple[IncomingLayer, ...]:
    """Return the notes of a text by layer: the writer's own first, the others as their headers stand."""
    found = []
    used = {note.layer for note in notes}
    for number, key in enumerate(key for key in ("", *named) if key in used):
        author = named[key].author if key in named else ""
        found.append(
            IncomingLayer(
                author=f"Author {number or 1}" if author and pseudonyms else author,
                notes=tuple(_note(one) for one in notes if isinstance(one, TextComment) and one.layer == key),
                lines=tuple(_line(one) for one in notes if isinstance(one, TextVariation) and one.layer == key),
            )
        )
    return tuple(found)


def _note(comment: TextComment, *, node: bool = False) -> NoteText:
    return NoteText(
        at=0 if node else comment.version,
        node=comment.version if node else 0,
        text=comment.text,
        glyph=comment.glyph,
        marks=comment.marks,
        audience=comment.audience,
        since=comment.since,
    )


def _line(variation: TextVariation) -> LineText:
    return LineText(
        base=variation.base,
        name=variation.name,
        viewer=viewer_from(variation.eyes),
        steps=tuple(LineStep(command=step.command, parent=step.parent, events=step.events) for step in variation.steps),
        notes=tuple(_note(comment, node=True) for comment in variation.comments),
    )
