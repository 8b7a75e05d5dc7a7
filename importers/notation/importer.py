"""Games in notation among the importers (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from importers.base import ImportedRecord, ImportOptions
from importers.notation.headers import OUTSIDE
from importers.notation.problems import LineRefused
from importers.notation.reading import Options, ReadGame, ReadText, origin_of, read_text, text_of
from records.errors import ImportRefused, Problem

if TYPE_CHECKING:
    from records.core.game import Game

SUFFIX = ".kbz"
_MARK = re.compile(r'\A\s*(?:;[^\n]*\n\s*)*\[Game\s+"')
_PEEK = 20_000
"""Bytes that may be remarks before the first header."""


class NotationImporter:
    """Reads games that people wrote; ``games`` are those whose lines it knows."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games

    def sniff(self, data: bytes, name: str) -> bool:
        """Whether this is notation: by its first header or by its name."""
        return name.lower().endswith(SUFFIX) or _MARK.match(data[:_PEEK].decode("utf-8-sig", errors="replace")) is not None

    def read(self, data: bytes, name: str, options: ImportOptions) -> list[ImportedRecord]:
        """Return the games of a file; raises ``ImportRefused``, with the first problem unless all are asked for.

        Notes and variations come as layers beside it.
        """
        try:
            text = text_of(data)
        except LineRefused as error:
            raise ImportRefused(name, Problem(reason=str(error), line=1)) from None
        found = read_text(self._games, text, Options(as_played=options.as_played, keep_going=options.keep_going))
        problems = found.problems
        if problems and not options.keep_going:
            raise ImportRefused(name, problems[0])
        whole = [game for game in found.games if game.table.log]
        if problems and not whole:
            raise ImportRefused(name, *problems)
        for problem in problems:
            options.tell(f"{name}: {problem}")
        self._tell_of_headers(found, name, options)
        return [self._new(game, data, nth, options) for nth, game in enumerate(found.games, 1) if game.table.log]

    def _new(self, game: ReadGame, data: bytes, nth: int, options: ImportOptions) -> ImportedRecord:
        mode = b"\0".join(mark for mark, on in ((b"as played", options.as_played), (b"cut", bool(game.refused))) if on)
        return game.new_game(origin_of(data + mode, nth), pseudonyms=options.pseudonyms)

    def _tell_of_headers(self, found: ReadText, name: str, options: ImportOptions) -> None:
        for game in found.games:
            outside = [key for key in OUTSIDE if game.headers.text(key)] + [key for key in game.headers.extra if key.startswith("X-")]
            if outside:
                options.tell(f"{name}: kept out of the record: {', '.join(outside)}")
