"""The print of a card in the reader's language. There is one value for each card and language, so that it is drawn once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from web.pages.board.cards import Print, PrintedFigure
from web.words.phrases import titled
from web.words.texts import _, card, listing

if TYPE_CHECKING:
    from records.core.board import CardFace, Figure

_KEPT = 4096
PLAIN_CHARGE = "s-play"
"""Drawn on a card of which no catalogue is known."""


@lru_cache(maxsize=_KEPT)
def print_of(face: CardFace | None, name: str, language: str) -> Print:
    """Return the print of a card; of one that no catalogue has, its name alone. ``language`` is that of this request."""
    if face is None:
        return Print(name=card(name), charge=PLAIN_CHARGE)
    return Print(
        name=titled(face, language),
        charge=face.device,
        picture=face.picture,
        kind=face.kind,
        tint=face.tint,
        figures=tuple(_printed(figure) for figure in face.figures if figure.icon),
        symbols=face.symbols,
        index=face.index.get(language) or face.index.get("en", ""),
        told=_told(face),
    )


def _printed(figure: Figure) -> PrintedFigure:
    source = "house" if figure.house else "printed"
    return PrintedFigure(number=figure.number, icon=figure.icon, at=figure.at, source=source, star=figure.star)


def _told(face: CardFace) -> str:
    """Return the card's figures in words: ``attack 5, health 20; house values: health``."""
    figures = [figure for figure in face.figures if figure.icon]
    values = ", ".join(f"{_(figure.label)} {figure.number}" for figure in figures)
    house = [_(figure.label) for figure in figures if figure.house]
    return _("%(values)s; house values: %(house)s", values=values, house=listing(house)) if house else values
