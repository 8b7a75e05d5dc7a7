"""Archives of Board Game Arena, as its players save them: any game, read as an observed table."""

from __future__ import annotations

from typing import Final

from importers.base import Importer
from importers.bga.reading import read, sniff
from importers.bga.restoring import restore

__all__ = ["BGA", "restore"]


class _Bga:
    sniff = staticmethod(sniff)
    read = staticmethod(read)


BGA: Final[Importer] = _Bga()
"""``read`` gives one ``NewGame`` of the game *observed* for each file."""
