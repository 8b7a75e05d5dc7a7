"""Cards with a suit and a rank, so that they can be chosen in a grid of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from web.pages.board.rendering import icon
from web.words.texts import tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from records.core.board import CardFace

LEAST = 9
"""From so many on they are laid out so."""


class Suits(TypedDict):
    """What the script lays out: columns and rows in their order."""

    ranks: list[str]
    icons: dict[str, str]
    """The drawing of each suit, by its symbol."""
    cards: dict[str, tuple[str, str]]
    """Symbol and rank of each card."""


def suits_of(names: Iterable[str], faces: Mapping[str, CardFace]) -> Suits | None:
    """Return suit and rank of those cards that have both; None where they are too few, or the game's cards have none."""
    wanted, language = set(names), tag()
    cards = {
        name: (face.symbols[0], face.index.get(language) or face.index["en"])
        for name, face in faces.items()
        if name in wanted and face.index and len(face.symbols) == 1
    }
    if len(cards) < LEAST:
        return None
    return {
        "ranks": list(dict.fromkeys(rank for _suit, rank in cards.values())),
        "icons": {suit: str(icon(suit)) for suit, _rank in cards.values()},
        "cards": cards,
    }
