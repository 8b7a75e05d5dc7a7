"""The addresses of the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, render_template, request

from web.callers import current_caller
from web.pages import replay as replay_page
from web.pages import shelf as shelf_page
from web.pages.queries import read_query

if TYPE_CHECKING:
    from records.service import GameBook
    from web.settings import Settings

pages = Blueprint("pages", __name__)


def _book() -> GameBook:
    book: GameBook = current_app.extensions["kiebitz-book"]
    return book


def _settings() -> Settings:
    settings: Settings = current_app.extensions["kiebitz-settings"]
    return settings


@pages.get("/")
def shelf() -> str:
    """List the records; ``q``, ``game``, ``sort`` and ``page`` narrow, order and turn the list."""
    asked = shelf_page.read(_book(), read_query(request.args, "q", "game", "sort", "page"))
    page = shelf_page.page(_book(), current_caller(), asked, _settings().page_size)
    return render_template("pages/shelf.html", asked=asked, page=page)


@pages.get("/records/<record>")
def replay(record: str) -> str:
    """Show step ``at`` (without it: the start) as viewer ``as`` (without it: the open table, which the policy may refuse)."""
    asked = read_query(request.args, "at", "as")
    return render_template("pages/replay.html", page=replay_page.page(_book(), current_caller(), record, asked))
