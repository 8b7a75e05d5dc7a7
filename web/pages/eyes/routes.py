"""The address of two tables side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, render_template, request

from web.callers import current_caller
from web.pages.eyes.page import two_eyes
from web.queries import read_query

if TYPE_CHECKING:
    from records.service import GameBook

eyes = Blueprint("eyes", __name__)


@eyes.get("/records/<record>/eyes")
def two(record: str) -> str:
    """Show step ``at`` as viewer ``as`` and as viewer ``other`` saw it, side by side, and what only one of them knew."""
    book: GameBook = current_app.extensions["kiebitz-book"]
    asked = read_query(request.args, "at", "as", "other")
    return render_template("pages/eyes.html", page=two_eyes(book, current_caller(), record, asked))
