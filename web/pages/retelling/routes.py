"""The addresses of the tables of words."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, render_template, request, url_for

from importers.retelling.word_table import field_missing
from records.errors import MalformedCommand, NotYours
from records.service.access import Permission
from web.callers import current_book, current_caller
from web.guards import repeats
from web.pages.forms import one, read_form, write_once
from web.problems import Refused, refusing
from web.queries import read_choice, read_number, read_query
from web.sure import make_sure
from web.words.games import SITES, game_face
from web.words.texts import _

if TYPE_CHECKING:
    from werkzeug import Response

    from records.service.retelling.views import WordTableView
    from web.pages.forms import Fields

retelling = Blueprint("retelling", __name__)
_GONE = ("path", "table")


@retelling.get("/words")
def tables() -> str:
    """List the caller's own tables of words."""
    read_query(request.args)
    _signed_in()
    found = [(table, _title(table)) for table in current_book().retelling.word_tables(current_caller())]
    return render_template("pages/word_tables.html", tables=found)


@retelling.get("/words/<table>")
def table(table: str) -> str:
    """Show a table of the caller's own, each line to be changed."""
    read_query(request.args)
    return _page(_read(table))


@retelling.post("/words/<table>")
def change(table: str) -> Response:
    """Change a table of the caller's own: a line is set or forgotten, or the table is deleted (``act``)."""
    fields = read_form((repeats.FIELD, "act", "says", "means", "line", "sure"), texts=("says", "means"))
    act = read_choice("act", one(fields, "act"), ("set", "forget", "delete"))
    return write_once(fields, lambda: _changed(_read(table), act, fields))


def _changed(now: WordTableView, act: str, fields: Fields) -> str | Response:
    book, caller = current_book(), current_caller()
    if act == "delete":
        make_sure(_("Delete this table of words?"), _("Its lines cannot be brought back."), _("Yes, delete it"))
        book.retelling.remove_word_table(caller, now.id)
        return url_for("retelling.tables")
    if act == "forget":
        book.retelling.unlearn_words(caller, now.id, read_number("line", one(fields, "line"), "form"))
        return url_for("retelling.table", table=now.id)
    says, means = one(fields, "says").strip(), one(fields, "means").strip()
    if field_missing(says, means):
        why = _("What the line means has a field that the words do not have. Fields are {seat}, {cards} and {n}.")
        return make_response(_page(now, why), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        book.retelling.learn_words(caller, now.game, now.site, {says: means})
    except MalformedCommand:
        why = _("Words and meaning are one line each, of at most 500 characters.")
        return make_response(_page(now, why), HTTPStatus.UNPROCESSABLE_ENTITY)
    return url_for("retelling.table", table=now.id)


def _signed_in() -> None:
    if not current_book().access.allows(current_caller(), Permission.ANNOTATE):
        raise NotYours("words of logs are kept for people with an account", "words")


def _read(table: str) -> WordTableView:
    _signed_in()
    with refusing(("path", "table"), gone=(_("There is no table of words with this id."), _GONE)):
        return current_book().retelling.word_table(current_caller(), table)
    raise Refused(HTTPStatus.NOT_FOUND, _("There is no table of words with this id."), _GONE)


def _page(table: WordTableView, complaint: str = "") -> str:
    return render_template("pages/word_table.html", table=table, title=_title(table), complaint=complaint)


def _title(table: WordTableView) -> str:
    game = game_face(current_book().games, table.game).title
    return _("%(game)s at %(site)s", game=game, site=SITES.get(table.site, table.site)) if table.site else game
