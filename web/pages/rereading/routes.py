"""The addresses of two readings: of one record, and of a shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, render_template, request

from web.callers import current_book, current_caller
from web.pages.rereading import findings as findings_page
from web.pages.rereading import page as rereading_page
from web.pages.rereading.impact import KeptImpacts, impact_page
from web.queries import read_query

if TYPE_CHECKING:
    pass

rereading = Blueprint("rereading", __name__)


@rereading.get("/records/<record>/compare")
def compare(record: str) -> str:
    """Show what another reading makes of a record: ``ruleset`` names it, ``switch`` (``name=value``) sets a switch apart from it.

    ``step`` is the moment of both lines that their tables are shown at; 0 is before they part, without it the first that differs.
    """
    asked = read_query(request.args, "at", "as", "ruleset", "switch", "step")
    return render_template("pages/compare.html", page=rereading_page.page(current_book(), current_caller(), record, asked))


@rereading.get("/records/<record>/findings")
def findings(record: str) -> str:
    """Show what in a record is against its rules, or cannot be judged, as ``as`` saw it."""
    asked = read_query(request.args, "as")
    return render_template("pages/findings.html", page=findings_page.page(current_book(), current_caller(), record, asked))


@rereading.get("/rules/<game>/impact")
def impact(game: str) -> str:
    """Show what each reading would have changed in the records of a game; ``switch`` (``name=value``) names those that it would have."""
    asked = read_query(request.args, "as", "switch")
    kept: KeptImpacts | None = current_app.extensions.get("kiebitz-impacts")
    if kept is None:
        kept = current_app.extensions.setdefault("kiebitz-impacts", KeptImpacts(current_book().pieces))
    return render_template("pages/impact.html", page=impact_page(current_book(), kept, current_caller(), game, asked))
