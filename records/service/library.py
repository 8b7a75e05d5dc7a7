"""The games as the program knows them, with the catalogues that come with it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from records.games import games
from records.service.catalogues import house_catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game


@cache
def library() -> Mapping[str, Game]:
    """Return every game by its name; made at the first call, for the catalogue files are read then."""
    return games(house_catalogue())
