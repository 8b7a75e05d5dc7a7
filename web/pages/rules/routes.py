"""The addresses of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request

from web.callers import current_book, current_caller
from web.pages.rules import page as rules_page
from web.queries import read_query

if TYPE_CHECKING:
    pass

rules = Blueprint("rules", __name__)


@rules.get("/rules")
def all_games() -> str:
    """List the games whose rules are written down, each with its rulesets."""
    read_query(request.args)
    return render_template("pages/rules_of_all.html", games=rules_page.games_with_rules(current_book()))


@rules.get("/rules/<game>")
def game(game: str) -> str:
    """Show the rules of a game as ``ruleset`` reads them; ``show`` is ``both``, ``summary`` or ``detailed``."""
    asked = read_query(request.args, "ruleset", "show")
    return render_template("pages/rules.html", page=rules_page.game_rules(current_book(), game, asked))


@rules.get("/records/<record>/rules")
def record(record: str) -> str:
    """Show the rules that a record is played by; ``at`` and ``as`` lead back to the moment."""
    asked = read_query(request.args, "at", "as", "show")
    return render_template("pages/rules.html", page=rules_page.record_rules(current_book(), current_caller(), record, asked))
