"""Opening the book that a program works on: its store, and the cards of one's own that it is played with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from records.errors import ImportRefused, Problem
from records.service import GameBook
from records.service.library import library_of
from records.service.memory import USUAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game


def open_book(url: str, cards: str | None, *, create: bool, account: str | None = None, reason: str = "", memory: int = USUAL) -> GameBook:
    """Open the book at ``url`` with the cards in a file, if one is named; ``create`` makes a missing one.

    ``account``, ``reason`` and ``memory`` are those of ``GameBook.open``.

    Raises as ``GameBook.open`` does, and ``ImportRefused`` for unusable cards.
    """
    return GameBook.open(url, games=games_of(cards), create=create, account=account, reason=reason, memory=memory)


def games_of(cards: str | None) -> Mapping[str, Game] | None:
    """Return the games with the cards in a file; None if none is named. Raises ``ImportRefused``."""
    return library_of(content_of(cards), cards) if cards else None


def content_of(file: str) -> bytes:
    """Return the content of a file; raises ``ImportRefused``."""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise ImportRefused(file, Problem(reason=f"cannot be read: {error.strerror or error}")) from None
