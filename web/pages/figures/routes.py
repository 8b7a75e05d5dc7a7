"""The address of the shelf in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, render_template, request, url_for

from web.callers import current_caller
from web.charts.script import SCRIPT
from web.guards.headers import drawing
from web.pages.figures.page import figures_page
from web.queries import read_query

if TYPE_CHECKING:
    from records.service import GameBook

figures = Blueprint("figures", __name__)


@figures.get("/figures")
@drawing
def shelf() -> str:
    """Show the records that ``q`` and ``game`` find in figures: by month, how long, who won from which seat, and who won how often."""
    book: GameBook = current_app.extensions["kiebitz-book"]
    asked = read_query(request.args, "q", "game")
    page = figures_page(book, current_caller(), asked)
    return render_template("pages/figures.html", page=page, script=url_for("charts.script", version=SCRIPT))
