"""How fast a move reaches the boards of onlookers: a server with two workers, onlookers that follow, and one who writes.

``python tests/bench/following.py [--onlookers 100] [--moves 40] [--pause 1.0]`` prints p50 and p95 of the seconds from the committed move,
and from the stream's message, to the board that was answered, with the load of the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.errors import RecordsError
from records.service import GameBook, NewTable
from support.lesson import _serving

PATIENCE = 30


class Onlooker(threading.Thread):
    """Follows the game from an address of its own, and fetches each step that it is told of."""

    def __init__(self, port: int, record: str, nth: int) -> None:
        super().__init__(daemon=True)
        self._port, self._path = port, f"/records/{record}"
        self._from = (f"127.0.1.{nth % 250 + 1}", 0)
        self.told: dict[int, float] = {}
        self.shown: dict[int, float] = {}
        self.failed: list[str] = []
        self.over = False

    def run(self) -> None:
        """Listen until the server lets go."""
        while not self.over:
            try:
                self._listen()
            except (OSError, HTTPException) as error:
                self.failed.append(repr(error))
                time.sleep(1)

    def _listen(self) -> None:
        page = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE, source_address=self._from)
        stream = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE, source_address=self._from)
        stream.request("GET", f"{self._path}/follow?as=public")
        answer = stream.getresponse()
        if answer.status != 200:
            raise HTTPException(str(answer.status))
        while line := answer.readline():
            if not line.startswith(b"data: "):
                continue
            steps = json.loads(line[6:]).get("steps")
            if steps is None:
                self.over = True
                return
            self.told[steps] = time.time()
            page.request("GET", f"{self._path}/steps/{steps}?as=public&short=on", headers={"Accept-Encoding": "gzip"})
            got = page.getresponse()
            got.read()
            if got.status == 200:
                self.shown[steps] = time.time()
            else:
                self.failed.append(f"step {steps}: {got.status}")


def played(book: GameBook, record: str, moves: int, pause: float) -> dict[int, float]:
    """Make moves; returns when the event at which each ends was committed."""
    chance, made = random.Random(5), dict[int, float]()  # noqa: S311 -- which move is of no matter
    while len(made) < moves:
        view = book.record(LOCAL, record)
        assert view.game.play is not None
        legal = list(view.game.play.legal(view.position(view.steps)))
        chance.shuffle(legal)
        for command in legal:
            try:
                made[book.command(LOCAL, record, command, expected=view.steps)] = time.time()
                break
            except RecordsError:
                continue
        else:
            break
        time.sleep(pause)
    return made


def main() -> None:
    """Measure once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--onlookers", type=int, default=100)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--pause", type=float, default=1.0)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kiebitz-following-") as folder:
        store = f"sqlite:///{folder}/club.sqlite"
        with GameBook.open(store) as book:
            table = NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True)
            record = book.writing.begin(LOCAL, table)
            with _serving(store) as (port, _other):
                crowd = [Onlooker(port, record, nth) for nth in range(said.onlookers)]
                for one in crowd:
                    one.start()
                time.sleep(3)
                made = played(book, record, said.moves, said.pause)
                time.sleep(3)
                for one in crowd:
                    one.over = True
    _tell("from the committed move", [one.shown[step] - at for step, at in made.items() for one in crowd if step in one.shown])
    _tell("from the stream's message", [one.shown[step] - one.told[step] for one in crowd for step in made if step in one.shown])
    lost = sum(step not in one.shown for one in crowd for step in made)
    failed = [why for one in crowd for why in one.failed]
    print(f"{len(made)} moves, {said.onlookers} onlookers, boards that were not shown: {lost}, failures: {len(failed)} {failed[:3]}")
    print(f"load {', '.join(f'{one:.1f}' for one in os.getloadavg())} on {os.cpu_count()} cores")


def _tell(what: str, seconds: list[float]) -> None:
    parts = quantiles(seconds, n=20)
    print(f"{what}: p50 {parts[9]:.3f} s, p95 {parts[18]:.3f} s, longest {max(seconds):.3f} s, of {len(seconds)} boards")


if __name__ == "__main__":
    main()
