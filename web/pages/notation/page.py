"""What the pages of the notation show."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from flask import url_for
from markupsafe import Markup

from importers import ImportOptions
from importers.notation.exporting import notation_of
from importers.notation.reading import Options, ReadText, read_text
from importers.storing import store_file
from records.core.ids import SeatKey
from records.core.viewers import viewer_key
from records.errors import MalformedCommand, RecordsError
from records.values import replace
from web.faults.told import fault_told
from web.looking import check_step, look
from web.problems import Refused
from web.queries import read_number
from web.suspense import hides
from web.words.texts import _, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView

LARGEST_TEXT = 1024 * 1024
"""Bytes of a text that is typed or pasted."""
FOLLOWED = 30_000
"""Characters of a text that is read while it is typed: some ten games, half a second."""
LONGEST_SHOWN = 200
"""Characters of a line that are shown with its fault."""


Draw: TypeAlias = "Callable[[RecordView, int], str]"
"""Draws the table of a record after a step, as SVG."""


class RecordText(msgspec.Struct, frozen=True, kw_only=True):
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
        raise Refused(HTTPStatus.NOT_FOUND, _("A game has a notation only if its rules are known here."), ("path", "record")) from None
    path = url_for("pages.replay", record=record)
    names = [seat_name(seat, view.names) for seat in view.header.seats]
    return RecordText(
        text=text,
        table=f"{path}?at={shown if at is None else at}&as={viewer_key(view.viewer)}",
        title=" · ".join(names),
        rows=min(40, text.count("\n") + 1),
    )


class TypedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A text that somebody types: what is wrong with it first, or how far it leads, and the table at the cursor."""

    text: str = ""
    pseudonyms: bool = False
    """Whether people's names are to be replaced."""
    fault: str = ""
    """In the reader's language."""
    place: str = ""
    """Line and column of it."""
    line: int = 0
    column: int = 0
    faulty: str = ""
    """The line with the fault."""
    read: str = ""
    """How much was read without a fault."""
    stored: str = ""
    """Address of the record that it became."""
    picture: str = ""
    """The table after the line of the cursor, as SVG."""


def drafted(book: GameBook, caller: Caller, text: str, draw: Draw, options: ImportOptions, *, store: bool) -> TypedGame:
    """Read a text, and store its games if that is wanted and nothing is wrong with it; ``draw`` draws the table at its end.

    ``options`` say how it is stored.
    """
    plain = text.replace("\r\n", "\n")
    draft = replace(_read(read_text(book.games, plain, Options()), plain, None, draw), pseudonyms=options.pseudonyms)
    if draft.fault or not store:
        return draft
    try:
        stored = store_file(book, caller, plain.encode(), "notation.kbz", options)
    except RecordsError as error:
        return replace(draft, fault=str(error))
    return replace(draft, stored=url_for("pages.replay", record=stored[0].id) if stored else "")


def followed(book: GameBook, text: str, line: str, draw: Draw) -> TypedGame:
    """Read a text while it is typed, and draw the table after a line; nothing is stored.

    Longer ones are read when that is asked for. Raises ``Refused`` for a line that is no number.
    """
    plain = text.replace("\r\n", "\n")
    if len(plain) > FOLLOWED:
        long = _("This text is too long to check while you type; use the button.")
        return TypedGame(text=plain, read=long)
    nth = read_number("line", line)
    if not plain.strip():
        return TypedGame()
    return _read(read_text(book.games, plain, Options()), plain, nth, draw)


def _read(found: ReadText, text: str, line: int | None, draw: Draw) -> TypedGame:
    steps = sum(len(game.table.log) for game in found.games)
    read = _("%(count)s events were read without an error.", count=number(steps))
    drawn = _drawn(found, text, line, draw)
    if not found.problems:
        return TypedGame(text=text, read=read, picture=drawn)
    problem = found.problems[0]
    nth, column = problem.line or 1, problem.column or 1
    lines = text.split("\n")
    return TypedGame(
        text=text,
        fault=_told(found),
        place=_("Line %(line)s, column %(column)s", line=number(nth), column=number(column)),
        line=nth,
        column=column,
        faulty=lines[nth - 1][:LONGEST_SHOWN] if nth <= len(lines) else "",
        read=read,
        picture=drawn,
    )


def _told(found: ReadText) -> str:
    """The first fault of a text, in the reader's language, with the names of its game."""
    first = found.refused[0]
    game = next((game for game in found.games if first in game.refused), None)
    if game is None:
        return fault_told(first, {})
    return fault_told(first, {SeatKey(seat): name for seat, name in game.headers.names.items() if name}, game.seen().seen.faces)


def _drawn(found: ReadText, text: str, line: int | None, draw: Draw) -> str:
    """Draw the table after a line, the last one that was read if None; nothing where no game has begun there."""
    at = len(text) if line is None else sum(len(one) + 1 for one in text.split("\n")[:line]) - 1
    game = next((game for game in reversed(found.games) if game.headers.at <= at), None)
    step = game.step_at(at) if game is not None else 0
    if game is None or not step:
        return ""
    return Markup(draw(game.seen(), step))  # noqa: S704 -- drawn by us, every text in it escaped
