"""What a card on a page is called for who hears it: a card that leads somewhere by words inside it, a picture by its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import Tag


def card_name(card: Tag) -> str:
    """Return the accessible name of a card."""
    words = card.select_one(".sr")
    return words.get_text() if words is not None else str(card["aria-label"])


def card_drawn(card: Tag) -> str:
    """Return the text that is drawn on a card, its name apart."""
    return "".join(text for text in card.find_all(string=True) if text.parent is not card.select_one(".sr")).strip()
