"""What the pages of the notation show."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import url_for

from importers import ImportOptions
from importers.notation.exporting import notation_of
from importers.notation.reading import Options, read_text
from importers.storing import store_file
from records.core.viewers import viewer_key
from records.errors import MalformedCommand, RecordsError
from web.looking import check_step, look
from web.problems import Refused
from web.queries import read_number
from web.suspense import hides
from web.texts import _, number
from web.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.service import GameBook

LARGEST_TEXT = 1024 * 1024
"""Bytes of a text that is typed or pasted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordText:
    """A record in notation."""

    text: str
    table: str
    """Address of the replay at the same step."""
    title: str
    rows: int


def record_text(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> RecordText:
    """Return a record as viewer ``as`` saw it up to step ``at``; without it all of it, for readers in suspense nothing of what comes later.

    Raises Refused for a step or viewer that is none, and for a game that has no notation.
    """
    view = look(book, caller, record, asked.get("as"))
    at = read_number("at", asked["at"]) if "at" in asked else None
    if at is not None:
        check_step(view, at)
    shown = (at or 0) if hides(record) else view.steps if at is None else at
    try:
        text = notation_of(view, until=shown).text
    except MalformedCommand:
        raise Refused(HTTPStatus.NOT_FOUND, _("Without rules that are known here a game has no notation."), ("path", "record")) from None
    path = url_for("pages.replay", record=record)
    names = [seat_name(seat, view.names) for seat in view.header.seats]
    return RecordText(
        text=text,
        table=f"{path}?at={shown if at is None else at}&as={viewer_key(view.viewer)}",
        title=" · ".join(names),
        rows=min(40, text.count("\n") + 1),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedGame:
    """A text that somebody types: what is wrong with it first, or how far it leads."""

    text: str = ""
    fault: str = ""
    """As the reader of the text says it, in English."""
    place: str = ""
    """Line and column of it."""
    line: int = 0
    read: str = ""
    """How much was read without a fault."""
    stored: str = ""
    """Address of the record that it became."""


def drafted(book: GameBook, caller: Caller, text: str, *, store: bool) -> TypedGame:
    """Read a text, and store its games if that is wanted and nothing is wrong with it."""
    plain = text.replace("\r\n", "\n")
    found = read_text(book.games, plain, Options())
    steps = sum(len(game.table.log) for game in found.games)
    read = _("%(count)s steps are read without a fault.", count=number(steps))
    if found.problems:
        problem = found.problems[0]
        place = _("Line %(line)s, column %(column)s", line=number(problem.line or 1), column=number(problem.column or 1))
        return TypedGame(text=plain, fault=problem.reason, place=place, line=problem.line or 1, read=read)
    if not store:
        return TypedGame(text=plain, read=read)
    try:
        stored = store_file(book, caller, plain.encode(), "notation.kbz", ImportOptions())
    except RecordsError as error:
        return TypedGame(text=plain, fault=str(error), read=read)
    return TypedGame(text=plain, read=read, stored=url_for("pages.replay", record=stored[0].id) if stored else "")
