"""What the budget of an answer is in seconds: every sort of read, at steps of the example records and of simulated ones.

``python tests/bench/budget.py --games 200 --every 60 --share 4 --keep FILE --minutes 40`` asks 200 simulated records and all examples, as
every viewer, one step in 60 and of its questions one in four (each record from another first step and question on). What was measured is
kept in FILE record by record: the same call goes on where it ended, and the section is printed of what is there.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from bench.measure import Samples
from bench.reads import KINDS, Read, reads_of_record, reads_of_step
from bench.report import Row, section
from bench.shelf import sqlite_url
from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL, OPEN, PUBLIC
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from records.core.ids import RecordId
    from records.core.viewers import Viewer

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
P99, WORST = 300, 1_000
"""Milliseconds of one core."""
SORTS = (
    ("castle-rampage", "castle-rampage/pegasus", 2),
    ("creature-crush", "creature-crush/skirmish", 2),
    ("regicide", "", 2),
    ("castle-rampage", "castle-rampage/yucata", 2),
    ("creature-crush", "creature-crush/arena", 2),
    ("regicide", "", 4),
    ("castle-rampage", "castle-rampage/house", 2),
    ("creature-crush", "creature-crush/league", 2),
    ("regicide", "", 1),
    ("regicide", "regicide/bga", 3),
)
"""What is simulated in turn."""
Taken = dict[str, list[tuple[float, str]]]
"""Milliseconds of each sort of read, and where it was asked."""


def measure(folder: Path, *, examples: int, games: int, steps: int) -> None:
    """Print the section: so many of the examples, the smallest first, and simulated records; ``steps`` random ones of each viewer."""
    taken: list[Taken] = []
    for name, fill in _records(examples, games):
        taken.append(_asked(folder / "budget.db", name, fill, partial(_some, random.Random(name), steps)))  # noqa: S311 -- which steps
    _print(taken, f"{len(taken)} records, {steps} random steps of each viewer")


def soak(folder: Path, keep: Path, *, games: int, every: int, share: int, minutes: float) -> None:
    """Print the section of all examples and ``games`` simulated records, as far as the ``minutes`` last.

    What ``keep`` has is not asked again.
    """
    known: dict[str, Taken] = {}
    if keep.exists():
        known = {one["record"]: one["taken"] for line in keep.read_text("utf-8").splitlines() for one in [json.loads(line)]}
    wanted = _records(None, games)
    end = monotonic() + minutes * 60
    for name, fill in wanted:
        if name in known or monotonic() > end:
            continue
        first = random.Random(name).randrange(every)  # noqa: S311 -- which steps, not a secret
        known[name] = _asked(folder / "budget.db", name, fill, partial(_each, first, every), share)
        with keep.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"record": name, "taken": known[name]}) + "\n")
    asked = [known[name] for name, _ in wanted if name in known]
    what = "every question" if share == 1 else f"one question in {share}"
    _print(asked, f"{len(asked)} of {len(wanted)} records, one step in {every}, every viewer, {what}")


def _some(pick: random.Random, steps: int, most: int) -> Sequence[int]:
    return pick.sample(range(most + 1), min(steps, most))


def _each(first: int, every: int, most: int) -> Sequence[int]:
    return range(min(first, most), most + 1, every)


def _records(examples: int | None, games: int) -> list[tuple[str, Callable[[GameBook], list[RecordId]]]]:
    """Return a name of each file and each game, and what brings it into a book."""

    def imported(path: Path) -> Callable[[GameBook], list[RecordId]]:
        return lambda book: [one.id for one in store_file(book, LOCAL, path.read_bytes(), path.name, ImportOptions())]

    def played(seed: int) -> Callable[[GameBook], list[RecordId]]:
        game, ruleset, players = SORTS[seed % len(SORTS)]
        new = partial(simulate, seed=seed, games=1, ruleset=ruleset, players=players)
        return lambda book: [one.id for one in book.writing.add(LOCAL, *new(book.games[game]))]

    files = sorted((path for path in EXAMPLES.iterdir() if path.is_file()), key=lambda path: path.stat().st_size)[:examples]
    return [
        *((path.name, imported(path)) for path in files),
        *((f"{seed}: {' '.join(map(str, SORTS[seed % len(SORTS)]))}", played(seed)) for seed in range(games)),
    ]


def _asked(
    file: Path, name: str, fill: Callable[[GameBook], list[RecordId]], steps: Callable[[int], Sequence[int]], share: int = 1
) -> Taken:
    """Return how long reads of some records took, one in ``share`` of all, in a book of their own."""
    taken: Taken = defaultdict(list)
    turn = random.Random(f"{name} {share}").randrange(share)  # noqa: S311 -- which questions, not a secret
    with ExitStack() as stack:
        stack.callback(_remove, file)
        book = stack.enter_context(GameBook(open_store(sqlite_url(file)), games=library()))
        app = create_app(book)
        records = fill(book)
        gc.collect()
        gc.freeze()  # else a read may pay for walking through what earlier records left behind in this process
        for record in records:
            viewers: list[Viewer] = [*book.record(LOCAL, record, OPEN).header.seats, PUBLIC, OPEN]
            for viewer in viewers:
                view = book.record(LOCAL, record, viewer)
                for at in steps(view.steps):
                    turn = _time(taken, f"{name}, {viewer}, step {at} of {view.steps}", reads_of_step(view, at, app), share, turn)
                turn = _time(taken, f"{name}, {viewer}, {view.steps} events", reads_of_record(view, app), share, turn)
    return taken


def _remove(file: Path) -> None:
    for path in file.parent.glob(f"{file.name}*"):
        path.unlink()


def _time(taken: Taken, where: str, reads: Iterator[Read], share: int, turn: int) -> int:
    """Time one read in ``share``, the first after ``turn`` others; returns how many are to be left out next."""
    for kind, what, ask in reads:
        if turn:
            turn -= 1
            continue
        turn = share - 1
        start = process_time()
        ask()
        taken[kind].append(((process_time() - start) * 1000, f"{where} {what}".strip()))
    return turn


def _print(records: Sequence[Mapping[str, Sequence[tuple[float, str]]]], what: str) -> None:
    rows, notes = [], []
    for kind in KINDS:
        found = sorted((took, where) for taken in records for took, where in taken.get(kind, ()))
        if not found:
            continue
        (p50, _), (p99, _), (worst, where) = (found[min(len(found) - 1, int(share * len(found)))] for share in (0.5, 0.99, 1))
        rows += [
            Row(f"{kind}: median", Samples((p50,)), unit="ms"),
            Row(f"{kind}: p99", Samples((p99,)), aim=P99, unit="ms"),
            Row(f"{kind}: the longest", Samples((worst,)), aim=WORST, unit="ms"),
        ]
        over = [sum(took > limit for took, _ in found) for limit in (P99, WORST)]
        notes.append(f"{kind}: {len(found)} asked, {over[0]} over {P99} ms, {over[1]} over {WORST}; the longest {where}")
    section(f"THE BUDGET OF AN ANSWER, from scratch: {what}; ms of one core", rows, *notes)


def main() -> None:
    """Print the section alone."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="how many are simulated")
    parser.add_argument("--every", type=int, default=60, help="one step in so many; 1 asks them all, which takes days")
    parser.add_argument("--share", type=int, default=1, help="of the questions at a step and about a record one in so many")
    parser.add_argument("--keep", type=Path, help="a file that keeps what was measured, to go on another time")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no further record is begun after them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kiebitz-budget-") as name:
        folder = Path(name)
        soak(
            folder,
            options.keep or folder / "kept.jsonl",
            games=options.games,
            every=options.every,
            share=options.share,
            minutes=options.minutes,
        )


if __name__ == "__main__":
    main()
