"""Rulesets as named on pages: by their titles, by id only if no title is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from web.words.texts import on_page

if TYPE_CHECKING:
    from records.core.game import Game

NO_RULES = "none"
"""Ruleset of a record whose rules are not known."""


def ruleset_title(game: Game | None, name: str) -> Markup:
    """Return the title of a ruleset in the reader's language; the name, marked as code, of one that is not known here."""
    ruleset = game.rules.rulesets.get(name) if game is not None else None
    return Markup("<code>{}</code>").format(name) if ruleset is None else on_page(ruleset.title)


def rules_line(game: Game | None, name: str) -> Markup:
    """Return the sentence that says by which rules a record is played, "" where they are not known."""
    return Markup("") if name == NO_RULES else on_page("Rules: %(ruleset)s.", ruleset=ruleset_title(game, name))


def joined(*sentences: Markup) -> Markup:
    """Return sentences as one line, without the empty ones."""
    return Markup(" ").join(filter(None, sentences))
