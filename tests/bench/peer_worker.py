"""Runs in the environment of the peers: does what a line of standard input names, and answers with a line of JSON.

It knows nothing of Kiebitz. Each answer has the seconds of a processor that it took, and what came out, to be compared.
"""

from __future__ import annotations

import gc
import hashlib
import json
import random
import sqlite3
import sys
import tempfile
import uuid
from importlib.metadata import version
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import chess
import pokerkit
import regicide
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

if TYPE_CHECKING:
    from collections.abc import Callable

    Task = tuple[Callable[[], Any], Callable[[Any], Any]]

PEERS = ("chess", "eventsourcing", "pokerkit", "regicide")
LONGEST = 600
"""Plies after which a random game of chess is left as it is."""
RAISES = 3
"""One in so many actions of the players of poker is a raise or a fold, the others call."""


class Table(Aggregate):
    """A game as the library's tutorial writes one: an event a move, with what it says."""

    @event("Started")
    def __init__(self) -> None:
        self.moves: list[list[Any]] = []

    @event("Moved")
    def move(self, name: str, says: dict[str, Any]) -> None:
        """Something happened."""
        self.moves.append([name, says])


class Tasks:
    """What can be asked for. A method returns what is to be timed and what makes an answer of its result."""

    def __init__(self, folder: Path, events: list[list[Any]]) -> None:
        """``events``: name and fields of each event of a game."""
        self._events = events
        self._rows = [(n, name, json.dumps(says).encode()) for n, (name, says) in enumerate(events, 1)]
        self._app: Application[Any] = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "library.db")}
        )
        self._raw = sqlite3.connect(folder / "raw.db", isolation_level=None)
        self._raw.execute("PRAGMA journal_mode=WAL")
        self._raw.execute("PRAGMA synchronous=FULL")
        self._raw.execute("CREATE TABLE rows (stream TEXT, version INTEGER, name TEXT, line BLOB, PRIMARY KEY (stream, version))")
        self._last: Any = None

    def library_append(self) -> Task:
        """Trigger all events on a new aggregate and save it once."""

        def do() -> Any:
            table = Table()
            for name, says in self._events:
                table.move(name, says)
            self._app.save(table)
            return table.id

        def told(made: Any) -> Any:
            self._last = made
            return len(list(self._app.events.get(made))) - 1

        return do, told

    def library_read(self) -> Task:
        """Get that aggregate back."""
        return lambda: self._app.repository.get(self._last).moves, _digest

    def raw_append(self) -> Task:
        """Insert the same as rows, in one transaction."""
        self._last = uuid.uuid4().hex

        def do() -> None:
            self._raw.execute("BEGIN IMMEDIATE")
            self._raw.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", [(self._last, *row) for row in self._rows])
            self._raw.execute("COMMIT")

        def told(_: object) -> Any:
            return self._raw.execute("SELECT COUNT(*) FROM rows WHERE stream = ?", (self._last,)).fetchone()[0]

        return do, told

    def raw_read(self) -> Task:
        """Select them and decode their JSON."""

        def do() -> Any:
            found = self._raw.execute("SELECT name, line FROM rows WHERE stream = ? ORDER BY version", (self._last,)).fetchall()
            return [[name, json.loads(line)] for name, line in found]

        return do, _digest

    def chess_play(self) -> Task:
        """Play a game at random: list the legal moves, choose one, push it."""

        def do() -> Any:
            picker, board = random.Random(7), chess.Board()  # noqa: S311 -- a game, not a secret
            while not board.is_game_over() and board.ply() < LONGEST:
                board.push(picker.choice(list(board.legal_moves)))
            return board

        def told(board: Any) -> Any:
            self._last = board
            return [board.ply(), board.fen()]

        return do, told

    def chess_replay(self) -> Task:
        """Push the moves of that game on a new board."""
        moves = list(self._last.move_stack)

        def do() -> Any:
            board = chess.Board()
            for move in moves:
                board.push(move)
            return board

        return do, lambda board: [board.ply(), board.fen()]

    def chess_legal(self) -> Task:
        """List the legal moves in each position of that game."""
        boards = []
        board = chess.Board()
        for move in self._last.move_stack:
            boards.append(board.copy(stack=False))
            board.push(move)
        return lambda: sum(len(list(one.legal_moves)) for one in boards), lambda moves: [len(boards), moves]

    def poker_play(self) -> Task:
        """Play hands of six players at random: what may be done is asked each time."""

        def do() -> Any:
            return [_hand(seed) for seed in range(10)]

        return do, lambda hands: [sum(count for count, _ in hands), sorted({chips for _, chips in hands})]

    def regicide_play(self) -> Task:
        """Play games of two players at random."""
        player = regicide.players.RandomPlayer

        def do() -> Any:
            return [regicide.RegicideGame([player(), player()]).playout() for _ in range(200)]

        return do, lambda ends: [len(ends), sum(not str(end).endswith(("Won", "Lost")) for end in ends)]


def _hand(seed: int) -> tuple[int, int]:
    picker = random.Random(seed)  # noqa: S311 -- the same
    random.seed(seed)  # the library shuffles with the module's own
    state = pokerkit.NoLimitTexasHoldem.create_state(tuple(pokerkit.Automation), True, 0, (1, 2), 2, 200, 6)
    count = 0
    while state.status:
        count += 1
        rare = not picker.randrange(RAISES)
        if rare and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
        elif rare and state.can_fold():
            state.fold()
        else:
            state.check_or_call()
    return count, int(sum(state.stacks))


def _digest(events: Any) -> str:
    return hashlib.sha256(json.dumps(events, sort_keys=True).encode()).hexdigest()


def main() -> None:
    """Answer until there is no more input; the first line is the file with the events."""
    with tempfile.TemporaryDirectory(prefix="kiebitz-peers-", dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        tasks = Tasks(Path(folder), json.loads(Path(sys.stdin.readline().strip()).read_text("utf-8")))
        print(json.dumps({name: version(name) for name in PEERS}), flush=True)
        for line in sys.stdin:
            do, told = getattr(tasks, line.strip())()
            gc.collect()
            gc.disable()
            start = process_time()
            result = do()
            seconds = process_time() - start
            gc.enable()
            print(json.dumps({"seconds": seconds, "told": told(result)}), flush=True)


if __name__ == "__main__":
    main()
