"""Rule puzzles as games to be recorded: the played lines, and the readings between which the table cannot decide."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import msgspec

from importers.notation.headers import read_headers
from importers.notation.items import Bracket, GameLine, HeaderLine, items
from importers.notation.problems import LineRefused
from importers.notation.puzzles import readings_of
from importers.notation.reading import GameReading, Options, origin_of
from records.core.shared import GameStarted
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from importers.notation.reading import ReadGame
    from records.core.events import Event
    from records.core.game import Game
    from records.service.incoming import NewGame


class PuzzleReading(msgspec.Struct, frozen=True, kw_only=True):
    """A reading of a puzzle: its ruleset, and the switches that differ from it."""

    name: str
    ruleset: str
    switches: tuple[tuple[str, str], ...]
    says: str
    """As of a claim: ``recorded`` where it leads to what was played, ``refused`` where it refuses a line, else ``otherwise``."""


class PuzzleGame(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle that was played under the first of its readings that refuses no line."""

    game: NewGame
    question: str
    """"" where the text asks none."""
    disputed: int
    """Version of the first event that not every reading has."""
    readings: tuple[PuzzleReading, ...]
    """All of them, in the order of the text."""


NEVER_PLAYED: Final = datetime(2020, 1, 1, tzinfo=UTC)
"""The day of a game that only shows a question."""
PEOPLE: Final = ("Ana", "Ben", "Chiara", "Dov")
"""Who sits there, as the texts of the puzzles call them."""


def puzzle_game(games: Mapping[str, Game], text: str) -> PuzzleGame:
    """Return the game of a puzzle; raises ``LineRefused`` for a text that is none, and where each reading refuses a line."""
    parts = [*items(text)]
    for part in parts:
        if isinstance(part, LineRefused):
            raise part
    headers = read_headers(games, [part for part in parts if isinstance(part, HeaderLine)], NEVER_PLAYED)
    body = [part for part in parts if isinstance(part, GameLine | Bracket)]
    readings = readings_of(headers)
    tried = {name: GameReading(one, Options(puzzle=True)).read(body) for name, one in readings.items()}
    whole = next((game for game in tried.values() if not game.refused), None)
    if whole is None:
        raise next(iter(tried.values())).refused[0]
    game = whole.new_game(origin_of(text.encode(), 1))
    return PuzzleGame(
        game=replace(game, names=dict(zip(game.seats, PEOPLE, strict=False)) | dict(game.names)),
        question=headers.extra.get("X-Question", ""),
        disputed=min(_parting(game, whole) for game in tried.values()),
        readings=tuple(
            PuzzleReading(name=name, ruleset=one.header.ruleset, switches=one.switches, says=_says(tried[name], whole))
            for name, one in readings.items()
        ),
    )


def _says(game: ReadGame, played: ReadGame) -> str:
    if game.refused:
        return "refused"
    return "recorded" if _events(game) == _events(played) else "otherwise"


def _parting(game: ReadGame, played: ReadGame) -> int:
    """Return the version of the first event of what was played that another reading does not have, or of the line that it refuses."""
    events = _events(played)
    if game.refused:
        return min(len(game.table.log) + 1, len(events))
    pairs = zip_longest(events, _events(game))
    first = next((version for version, (one, other) in enumerate(pairs, 1) if one != other), len(events))
    return min(first, len(events))


def _events(game: ReadGame) -> list[Event]:
    """Return what happened, whatever switches the game was begun with."""
    return [msgspec.structs.replace(one.event, switches=()) if isinstance(one.event, GameStarted) else one.event for one in game.table.log]
