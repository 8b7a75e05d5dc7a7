"""The trash: what a reader put there, and the form that puts a game in or takes it out."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from flask import Blueprint, redirect, render_template, request, url_for

from records.service import ShelfQuery
from records.store import Trash
from web.callers import current_book, current_caller
from web.pages.forms import one, read_form
from web.pages.shelf.page import ListRow, list_row
from web.problems import Refused
from web.queries import read_query
from web.sure import FIELD, make_sure
from web.words.texts import _

if TYPE_CHECKING:
    from werkzeug import Response

    from records.core.viewers import Caller
    from records.service import GameBook


trash = Blueprint("trash", __name__)
MOST = 100
"""Records that are listed."""


class TrashPage(msgspec.Struct, frozen=True, kw_only=True):
    """The games in the trash that its reader may take out."""

    games: tuple[ListRow, ...]
    cut: bool
    """Whether there are more than are listed."""


def trash_page(book: GameBook, caller: Caller) -> TrashPage:
    """Return the page."""
    found = book.records.shelf(caller, ShelfQuery(trash=Trash.ONLY, limit=MOST))
    return TrashPage(games=tuple(list_row(book, entry, (), None) for entry in found.entries), cut=found.total > len(found.entries))


@trash.get("/trash", endpoint="list")
def show() -> str:
    """List the games in the trash that the caller may take out."""
    read_query(request.args)
    return render_template("pages/trash.html", page=trash_page(current_book(), current_caller()))


@trash.post("/records/<record>/trash")
def change(record: str) -> Response:
    """Put a game into the trash (``act`` is ``trash``) and go to the list of what lies there, or take it out and go to it."""
    return redirect(_changed(record, one(read_form(("act", FIELD)), "act")), HTTPStatus.SEE_OTHER)


def _changed(record: str, act: str) -> str:
    book, caller = current_book(), current_caller()
    match act:
        case "trash":
            make_sure(
                _("Put this game into the trash?"),
                _("Nobody else finds it, links and chapters show nothing of it, until you take it out. It may be deleted after a time."),
                _("Yes, into the trash"),
            )
            book.records.trash(caller, record)
            return url_for("trash.list")
        case "restore":
            book.records.restore(caller, record)
            return url_for("pages.replay", record=record)
        case _:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("This form asks for an unknown action."), ("form", "act"))
