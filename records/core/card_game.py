"""A game whose cards are defined in files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic

import msgspec

from records.core.editions.catalogues import Catalogues, K, PublishedCatalogue, name_in
from records.core.editions.placed import Placed
from records.core.game import Game
from records.core.wording.phrase import PhraseReader


class CardGame(msgspec.Struct, Generic[K], frozen=True, kw_only=True, eq=False):
    """A game whose cards are defined in files: the reader of such a file, and the game played with the cards of a given file."""

    name: str
    package: str
    """In which its files lie: ``records.games.castle_rampage``."""
    files: tuple[str, ...]
    """Catalogues that come with it, the usual one first."""
    published: Mapping[str, PublishedCatalogue] = msgspec.field(default_factory=dict)
    """Every version of them that records were made with, by the hash in their headers."""
    read: Callable[[Placed, str, PhraseReader], K]
    """The catalogue in a file of this name; the lines of cards are read by ``grammars``. Raises ``ImportRefused`` with every problem."""
    grammars: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Of the lines of its cards, by language: files of the package that are the grammar together (``records.catalogues.phrases``)."""
    game: Callable[[Catalogues[K]], Game]

    def takes(self, placed: Placed) -> bool:
        """Whether a file holds cards of this game, by the name of the catalogue."""
        return name_in(placed).startswith(f"{self.name}/")
