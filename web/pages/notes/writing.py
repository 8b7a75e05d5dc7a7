"""From the form of a note to what is written, and why it cannot be in the reader's language."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from flask import request

from records.core.secret import ALL
from records.core.sentences import N_
from records.errors import MalformedCommand
from records.service.layers.notes import NoteText, marks_from
from records.studies.layers.events import Arrow, Spot
from web.guards import repeats
from web.pages.forms import one
from web.problems import Refused, refusing
from web.queries import complain, read_number
from web.words.texts import _, reason_told

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from web.pages.forms import Fields

HERE, END = "here", "end"
"""From when on a note is shown: the step that it is about, or the last one that its author could have seen."""
LARGEST_FORM = 64 * 1024
"""Bytes."""
LONGEST_BEGUN = 180
"""Characters of a text that an address begins a note with."""
REPEATED = ("to", "spot")
FIELDS = (repeats.FIELD, "as", "at", "act", "text", "glyph", "marks", "start", "end", "since", "layer", "note", "was", "sure", *REPEATED)
_REASONS = {
    r"a note is about a step from 0": N_("There is no such step."),
    r"a note has up to (?P<x>\d+) characters": N_("A note has up to %(x)s characters."),
    r"'(?P<x>.*)' is no glyph": N_("“%(x)s” is not a sign of a note."),
    r"a note has a text, a glyph or a mark": N_("A note needs a text, a sign or a mark."),
    r"nobody sits at (?P<x>[^;]*);": N_("Nobody sits at %(x)s."),
    r"a note has up to (?P<x>\d+) marks": N_("A note has up to %(x)s marks."),
    r"(a mark has a tone|these are no marks)": N_("The marks cannot be read."),
    r"'(?P<x>.*)' is not there after": N_("“%(x)s” is not on the table at this step."),
    r"a note in line": N_("Write a note about a line on the page of that line."),
}
"""Beginnings of the book's messages, and the texts for the reader."""


def read_fields() -> Fields:
    """Return the form that was sent; raises Refused (422)."""
    fields = {name: request.form.getlist(name) for name in request.form}
    for name, values in fields.items():
        # a text has lines, and marks are many: the book looks at both; all else is one short line
        said = ["" for _value in values] if name in {"text", "marks"} else values
        if complaint := complain(name, said, FIELDS, REPEATED):
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, complaint, ("form", name[:40]))
    return fields


def told_why() -> AbstractContextManager[None]:
    """Refuse a note that cannot be (422), with its reason, and one that is not there (404)."""
    return refusing(("form", "text"), reason_of, gone=(_("There is no such note here that you can read."), ("form", "note")))


def reason_of(said: str) -> str:
    """Return why a note cannot be, in the reader's language."""
    return reason_told(_REASONS, said) or _("This note cannot be written.")


def note_text(fields: Fields) -> NoteText:
    """Return what the form says; raises Refused (422) and ``MalformedCommand``."""
    at, since = read_number("at", one(fields, "at"), "form"), one(fields, "since")
    to = tuple(fields.get("to", ()))
    marks = marks_from(_plain(one(fields, "marks") or "[]"))
    marks += tuple(Spot(place=place) for place in fields.get("spot", ()))
    if one(fields, "start") and one(fields, "end"):
        marks += (Arrow(start=one(fields, "start"), end=one(fields, "end")),)
    return NoteText(
        at=at,
        text=one(fields, "text").replace("\r\n", "\n"),
        glyph=one(fields, "glyph") or None,
        marks=tuple(dict.fromkeys(marks)),
        audience=ALL if "*" in to else to,
        since=None if since == END else at,
    )


def _plain(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise MalformedCommand("these are no marks") from None
