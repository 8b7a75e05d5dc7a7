"""A command until it is stored, in short and in long records: what is kept makes it cost the same."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from bench.measure import Way, in_turns
from bench.report import Row, section
from bench.shelf import sqlite_url
from records.core.asking.typed import DEALT
from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.viewers import LOCAL, OPEN
from records.games.castle_rampage.model.commands import EndTurn
from records.service import Entry, GameBook, NewGame
from records.service.writing.simulation import FIRST_DAY, NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bench.measure import Samples
    from records.core.game import Game
    from records.core.ids import SeatKey

GAME, RULES = "castle-rampage", "castle-rampage/plain"
LONGEST = 20_000.0
"""Microseconds that a command on the longest record may take."""


def measure(folder: Path, *, turns: int, lengths: tuple[int, ...], commands: int) -> None:
    """Print the section. ``commands`` follow each other in one turn, on records of ``lengths`` events."""
    with GameBook.open(sqlite_url(folder / "commands.db")) as book:
        ways: dict[str, Way] = {}
        for length in lengths:
            ways |= _ways(book, book.writing.add(LOCAL, long_game(book.games[GAME], length))[0].id, length, commands)
        times = in_turns(ways, turns)
    section(
        "COMMANDS, Castle Rampage, SQLite file; us of one core a command: the next one of many, and the first of a process",
        [row for length in lengths for row in _rows(length, times, aim=LONGEST if length == max(lengths) else None)],
    )


def _rows(length: int, times: Mapping[str, Samples], aim: float | None) -> list[Row]:
    return [
        Row(f"book.writing.command, warm, a record of {length} events", times[f"warm {length}"], aim=aim),
        Row("its last position and timeline after that, warm", times[f"read {length}"]),
        Row(f"book.writing.command, cold, a record of {length} events", times[f"cold {length}"]),
    ]


def _ways(book: GameBook, record: str, length: int, commands: int) -> dict[str, Way]:
    def end() -> tuple[GameBook, int, SeatKey]:
        view = book.record(LOCAL, record, OPEN)
        return book, view.steps, view.position(view.steps).state.active

    def anew() -> tuple[GameBook, int, SeatKey]:
        return GameBook.open(book.address), *end()[1:]

    def play(where: tuple[GameBook, int, SeatKey], number: int) -> GameBook:
        writer, steps, seat = where
        for _ in range(number):
            steps = writer.command(LOCAL, record, EndTurn(seat=seat), expected=steps)
            seat = next(other for other in SEATS[:2] if other != seat)
        return writer

    def closed(writer: GameBook) -> bool:
        writer.close()
        return True

    def read(_: object) -> object:
        view = book.record(LOCAL, record, OPEN)
        return view.position(view.steps), view.timeline

    return {
        f"warm {length}": Way(lambda where: play(where, commands), commands, end, clock=process_time),
        f"read {length}": Way(read, 1, lambda: play(end(), 1), clock=process_time),
        f"cold {length}": Way(lambda where: play(where, 1), 1, anew, closed, clock=process_time),
    }


def long_game(game: Game, length: int) -> NewGame:
    """Return a game of ``length`` events or a few more in which nobody attacks: each seat ends its turn, over and over."""
    if game.play is None or game.recording is None or game.simulation is None:
        raise AssertionError(f"{GAME} can be played")
    seats, picker, clock = SEATS[:2], random.Random(1), FIRST_DAY  # noqa: S311 -- a game, not a secret
    edition = game.rules.edition(RULES)
    header = Header(record=RecordId("long"), game=GAME, seats=seats, started=clock, **edition)
    folder, chance = Folder(game), game.simulation.dealer(picker)
    draft, entries = folder.start(header), list[Entry]()
    command = game.recording.start(seats, seats[0], DEALT)
    while len(entries) < length:
        first, clock = len(entries) + 1, clock + timedelta(seconds=3)
        for event in game.play.decide(frozen(first - 1, draft), command, chance, first):
            entries.append(Entry(at=clock, event=event, cause=first))
            folder.apply(draft, Recorded(len(entries), first, clock, "", event))
        able = game.play.legal(frozen(len(entries), draft))
        command = next((one for one in able if isinstance(one, EndTurn)), able[0])
    return NewGame(game=GAME, seats=seats, names=dict(zip(seats, NAMES, strict=False)), started=FIRST_DAY, entries=entries, **edition)
