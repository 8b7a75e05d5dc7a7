"""What the budget of an answer is in seconds: every sort of question, at steps of the example records and of simulated ones.

``python tests/bench/budget.py --games 200`` is the soak: so many simulated records, every viewer, and ``--every N`` of the steps.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from bench.measure import Samples
from bench.report import Row, section
from bench.shelf import sqlite_url
from importers.base import ImportOptions
from importers.storing import store_file
from records.core.table import hand_place
from records.core.viewers import LOCAL, OPEN, PUBLIC
from records.knowledge.engine import Known
from records.knowledge.why.explain import why
from records.service import GameBook
from records.service.library import library
from records.service.series import measure as chart
from records.service.simulation import simulate
from records.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.ids import RecordId
    from records.service import RecordView

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
P99, WORST = 500, 2_000
"""Milliseconds of one core."""
KNOWN, BACK, WHY, CHART = "what is known", "in hindsight", "why: one place", "a chart by step, each part of it"
SORTS = {"castle-rampage": (("castle-rampage/pegasus", 2), ("castle-rampage/yucata", 2)), "regicide": tuple(("", n) for n in (1, 2, 3, 4))}


def measure(folder: Path, *, games: int, steps: int, every: int = 0) -> None:
    """Print the section: the examples and ``games`` simulated records, ``steps`` of each viewer, or one in ``every``."""
    taken: dict[str, list[tuple[float, str]]] = {KNOWN: [], BACK: [], WHY: [], CHART: []}
    pick = random.Random(1)  # noqa: S311 -- which steps, not a secret
    with ExitStack() as stack:
        book = stack.enter_context(GameBook(open_store(sqlite_url(folder / "budget.db")), games=library()))
        for record in _records(book, games):
            views = [book.record(LOCAL, record, viewer) for viewer in (*book.record(LOCAL, record, OPEN).header.seats, PUBLIC, OPEN)]
            for view in views:
                asked = range(0, view.steps + 1, every) if every else pick.sample(range(view.steps + 1), min(steps, view.steps))
                for at in asked:
                    _ask(view, at, taken)
                _chart(view, taken)
    rows = []
    for what, found in taken.items():
        ordered = sorted(found)
        p99, worst = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))], ordered[-1]
        rows += [
            Row(f"{what}: p99", Samples((p99[0],)), aim=P99, unit="ms"),
            Row(f"{what}: the longest", Samples((worst[0],)), aim=WORST, unit="ms"),
        ]
    longest = [f"{what}: {len(found)} asked, the longest {max(found)[1]}" for what, found in taken.items()]
    section("THE BUDGET OF AN ANSWER, every place of each asked step, from scratch; ms of one core", rows, *longest)


def _records(book: GameBook, games: int) -> Iterator[RecordId]:
    for path in sorted(EXAMPLES.glob("*.jsonl"), key=lambda path: path.stat().st_size)[: None if games else 1]:
        yield from (stored.id for stored in store_file(book, LOCAL, path.read_bytes(), path.name, ImportOptions()))
    sorts = [(game, ruleset, players) for game, several in SORTS.items() for ruleset, players in several]
    for seed in range(games):
        game, ruleset, players = sorts[seed % len(sorts)]
        for added in book.add(LOCAL, *simulate(book.games[game], seed=seed, games=1, ruleset=ruleset, players=players)):
            yield added.id


def _ask(view: RecordView, at: int, taken: dict[str, list[tuple[float, str]]]) -> None:
    where = f"{view.header.game}, {view.steps} events, step {at}, {view.viewer}"
    known = Known(view.game, view.header, view.events, view.viewer)
    start = process_time()
    found = known.at(at)
    taken[KNOWN].append(((process_time() - start) * 1000, where))
    start = process_time()
    known.hindsight(at)
    taken[BACK].append(((process_time() - start) * 1000, where))
    for place in (*found.slots, *map(hand_place, found.hands), *found.decks):
        asking = known.asking(at)
        start = process_time()
        why(asking, place)
        taken[WHY].append(((process_time() - start) * 1000, f"{where}, {place}"))


def _chart(view: RecordView, taken: dict[str, list[tuple[float, str]]]) -> None:
    pending = 1
    while pending:
        start = process_time()
        pending = len(chart(view, (0, *view.timeline.versions)).pending)
        taken[CHART].append(((process_time() - start) * 1000, f"{view.header.game}, {view.steps} events, {view.viewer}"))


def main() -> None:
    """Print the section alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kiebitz-budget-") as name:
        measure(Path(name), games=options.games, steps=0, every=options.every)


if __name__ == "__main__":
    main()
