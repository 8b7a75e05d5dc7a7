"""A move as the next lines of a log say it."""

from __future__ import annotations

import msgspec


class NextMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move that the next line of a log stands for, by the table of words."""

    lines: tuple[str, ...]
    """Its notation: the move, and the answers that are known."""
    places: tuple[str, ...]
    """Of the lines of the log that are told by it."""
