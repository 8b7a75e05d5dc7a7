"""Archives of Board Game Arena among the importers: as observed tables, or by a mapping as games that are known here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from importers.bga import BGA
from importers.maps import map_archive, observe_archive
from importers.maps.mapping import OBSERVED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from importers.base import ImportedRecord, ImportOptions
    from records.core.game import Game


class ArchiveImporter:
    """``games`` are those that a mapping may name."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games

    def sniff(self, data: bytes, name: str) -> bool:
        """Whether the file looks like an archive."""
        return BGA.sniff(data, name)

    def read(self, data: bytes, name: str, options: ImportOptions) -> list[ImportedRecord]:
        """Return the one game of an archive; raises ``ImportRefused``."""
        if options.map_file is None:
            return BGA.read(data, name, options)
        if options.map_file.mapping.game == OBSERVED:
            return [observe_archive(data, name, options, options.map_file)]
        return [map_archive(self._games, data, name, options, options.map_file)]
