"""Logs of any table as text, pasted by somebody who has nothing else, read as observed tables (docs/text-logs.md)."""

from __future__ import annotations

from typing import Final

from importers.base import Importer
from importers.texts.reading import read, sniff

__all__ = ["TEXT"]


class _Text:
    sniff = staticmethod(sniff)
    read = staticmethod(read)


TEXT: Final[Importer] = _Text()
"""``read`` gives one ``NewGame`` of the game *observed* for each file."""
