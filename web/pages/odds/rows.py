"""Rows of odds: words, a chance, a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from web.pages.board.labels import place_title
from web.pages.board.seat_colors import percent as length
from web.words.texts import _, percent

if TYPE_CHECKING:
    from fractions import Fraction

    from records.service import RecordView


class OddsRow(msgspec.Struct, frozen=True):
    """One chance."""

    words: str
    chance: str
    """In the reader's language: ``77.8 %``, ``certain``, ``never``, ``≈ 12.5 %``."""
    bar: str
    """The same as an SVG length."""


def chance_row(words: str, chance: Fraction, *, about: bool = False) -> OddsRow:
    """Return a chance in words; one that is estimated bears its mark."""
    said = _("certain") if chance == 1 and not about else _("never") if not chance and not about else percent(float(chance))
    return OddsRow(words, f"≈ {said}" if about else said, length(float(chance), 1))


def place_named(view: RecordView, place: str, *, short: bool = False) -> str:
    """Return how a place is called for the viewer: ``Hand of Ben``, or ``Hand``."""
    name = view.game.board.places.get(place.partition(":")[0])
    if name is None:
        return place
    return _(name.title) if short else place_title(place, name, view.viewer, view.names)
