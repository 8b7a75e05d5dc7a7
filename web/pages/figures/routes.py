"""The address of the shelf in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, make_response, render_template, request, url_for

from web.callers import current_caller
from web.charts.script import SCRIPT
from web.guards.headers import drawing
from web.pages.figures.luck import luck_file, luck_page
from web.pages.figures.page import figures_page
from web.queries import read_query

if TYPE_CHECKING:
    from werkzeug import Response

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


@figures.get("/figures/luck")
@drawing
def luck() -> str:
    """Show luck and skill of the players of the shelf's latest records, or of an ``event``; of one ``game`` or all."""
    asked = read_query(request.args, "event", "game")
    page = luck_page(current_app.extensions["kiebitz-book"], current_caller(), asked)
    return render_template("pages/luck.html", page=page, script=url_for("charts.script", version=SCRIPT))


@figures.get("/figures/luck.csv")
def luck_csv() -> Response:
    """Give the same as a CSV file."""
    asked = read_query(request.args, "event", "game")
    page = luck_page(current_app.extensions["kiebitz-book"], current_caller(), asked)
    response = make_response(luck_file(page.found))
    response.mimetype = "text/csv"
    response.headers["Content-Disposition"] = 'attachment; filename="luck-and-skill.csv"'
    return response
