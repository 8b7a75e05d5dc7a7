"""The rules of a game as people read them: texts that come with its package, and the reading that a record is played by."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from records.core.editions.published import stated_readings

if TYPE_CHECKING:
    from records.core.editions.rulesets import Ruleset
    from records.service.viewing import RecordView

FOLDER = "rules"
"""Inside the game's package; a file a language, ``en.md``."""


class Reading(msgspec.Struct, frozen=True):
    """By which rules a record is played, as far as is known here."""

    ruleset: Ruleset | None
    """With the switches that the game itself set apart; None where no ruleset of this name is known."""
    same: bool
    """Whether it is the very ruleset that the record was made with: its hash is the header's."""


@cache
def rules_text(game: str, language: str) -> str:
    """Return the rules of ``game`` (its name, ``castle-rampage``) in a language (``de``) as Markdown, "" if it brings none.

    The top of each text describes its form: chapters, each with a summary and numbered paragraphs.
    """
    package = f"records.games.{game.replace('-', '_')}"
    try:
        file = files(package) / FOLDER / f"{language}.md"
    except ModuleNotFoundError:
        return ""
    return file.read_text("utf-8") if file.is_file() else ""


def reading_of(view: RecordView) -> Reading:
    """Return by which rules the record of ``view`` is played."""
    rules = view.game.rules
    exact = rules.reading(view.header, view.events)
    if exact is not None:
        return Reading(exact, same=True)
    named = rules.rulesets.get(view.header.ruleset)
    return Reading(named and named.with_known(stated_readings(view.events)), same=False)
