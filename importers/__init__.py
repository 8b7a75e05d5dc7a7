"""Reading and writing of foreign formats, one module each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from importers.archives import ArchiveImporter
from importers.base import ImportedRecord, Importer, ImportOptions
from importers.cards import CARDS
from importers.native import NativeImporter
from importers.notation.importer import NotationImporter
from importers.scores import SCORES
from importers.texts import TEXT
from records.errors import Problem, UnknownFormat

if TYPE_CHECKING:
    from records.core.game import Game

__all__ = ["IMPORTERS", "ImportOptions", "ImportedRecord", "Importer", "read_file"]

IMPORTERS: Final[tuple[Callable[[Mapping[str, Game]], Importer], ...]] = (
    NativeImporter,
    NotationImporter,
    ArchiveImporter,
    lambda _games: CARDS,
    lambda _games: SCORES,
    lambda _games: TEXT,
)
"""All formats, each made for the games that are known; the first one that says yes to a file reads it."""


def read_file(games: Mapping[str, Game], data: bytes, name: str, options: ImportOptions) -> list[ImportedRecord]:
    """Return the records in a file; raises ``ImportRefused`` with places and reasons, and then nothing of it may be kept."""
    for made_for in IMPORTERS:
        importer = made_for(games)
        if importer.sniff(data, name):
            return importer.read(data, name, options)
    if data.strip() and (options.columns or options.players):
        return (SCORES if options.columns else TEXT).read(data, name, options)
    known = (
        "native files, games in notation, archives of Board Game Arena, text logs with a line “Players:”, "
        "score sheets (--column names other headings)"
    )
    reason = "the file is empty" if not data.strip() else f"no importer knows it; there are {known}"
    raise UnknownFormat(name, Problem(reason=reason, line=1))
