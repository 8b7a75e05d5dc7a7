"""Opening the book that a program works on: its store, and the cards of one's own that it is played with."""

from __future__ import annotations

from pathlib import Path

from records.errors import ImportRefused, Problem
from records.service import GameBook
from records.service.library import library_of
from records.service.memory import USUAL


def open_book(url: str, cards: str | None, *, create: bool, account: str | None = None, reason: str = "", memory: int = USUAL) -> GameBook:
    """Open the book at ``url`` with the cards in a file, if one is named; ``create`` makes it where there is none.

    ``account``, ``reason`` and ``memory`` are those of ``GameBook.open``.

    Raises what that raises, and ``ImportRefused`` for cards that cannot be played with.
    """
    games = library_of(content_of(cards), cards) if cards else None
    return GameBook.open(url, games=games, create=create, account=account, reason=reason, memory=memory)


def content_of(file: str) -> bytes:
    """Return what is in a file; raises ``ImportRefused``."""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise ImportRefused(file, Problem(reason=f"cannot be read: {error.strerror or error}")) from None
