"""Score sheets of finished games as CSV, each game an observed table of which the end alone is known (docs/text-logs.md)."""

from __future__ import annotations

from typing import Final

from importers.base import Importer
from importers.scores.reading import read, sniff

__all__ = ["SCORES"]


class _Scores:
    sniff = staticmethod(sniff)
    read = staticmethod(read)


SCORES: Final[Importer] = _Scores()
"""``read`` gives a ``NewGame`` of the game *observed* for each game of a sheet."""
