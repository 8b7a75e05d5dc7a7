"""Lines of cards, written from their values: what a card's page and the narration show, and what refusals tell.

What is written is read again as the same values; a test says so for all values there can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from records.games.creature_crush.effects.lines import CardLine
from records.games.creature_crush.effects.writing.english import english
from records.games.creature_crush.effects.writing.german import german

WRITERS: Mapping[str, Callable[[CardLine], str]] = {"en": english, "de": german}
"""By language."""


def written(line: CardLine, language: str) -> str:
    """Return a line in a language; in one for which there is no writer, in English."""
    return WRITERS.get(language, english)(line)
