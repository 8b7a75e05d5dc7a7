"""The games as the program knows them, with the catalogues that come with it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from records.games import games
from records.service.catalogues import house_catalogue, load_catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game


def library_of(text: bytes, name: str) -> Mapping[str, Game]:
    """Return every game, Castle Rampage with the cards in the file ``name``, its content ``text``; raises ``ImportRefused``."""
    return games(load_catalogue(text, name))


@cache
def library() -> Mapping[str, Game]:
    """Return every game by its name; made at the first call, for the catalogue files are read then."""
    return games(house_catalogue())
