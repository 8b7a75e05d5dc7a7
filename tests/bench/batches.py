"""Batches: the audits of many records by this process, by one and two processes beside it, and by a Dask cluster with as many workers."""

from __future__ import annotations

import pickle
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from bench.measure import Samples, Way, in_turns
from bench.report import Row, section
from bench.shelf import sqlite_url
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.jobs.batch import batched
from records.service.jobs.cluster import ClusterHands
from records.service.jobs.hands import OwnHands
from records.service.jobs.pool import WorkerPool
from records.service.jobs.tasks import Task
from records.service.library import library
from records.service.sent_logs import audited, sent
from records.service.writing.simulation import simulate
from records.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from records.service.jobs.hands import Hands, Place

GAME = "castle-rampage"
WORKERS = (1, 2)
PATIENCE = 60.0
"""Seconds until a scheduler has answered."""


def measure(folder: Path, *, turns: int, records: int) -> None:
    """Print the section: the audits of ``records`` records as the seat that went first saw them; processes are started before the clock."""
    tasks = _tasks(folder, records)
    expected = pickle.dumps(_done(OwnHands(), tasks))
    with ExitStack() as stack:
        hands: dict[str, Hands] = {"this process": OwnHands()}
        for workers in WORKERS:
            hands[f"processes: {workers}"] = stack.enter_context(closing(WorkerPool(workers)))
            hands[f"Dask, workers: {workers}"] = stack.enter_context(closing(_cluster(stack, workers)))
        times = in_turns({name: _way(one, tasks, lambda got: pickle.dumps(got) == expected) for name, one in hands.items()}, turns)
    alone = times["this process"]
    section(
        f"BATCHES, the audits of {records} records of Castle Rampage; ms of the clock a record, and as a multiple of this process's",
        [Row(f"{name}: {1e6 / took.median:,.1f} records a second", _in(took), raw=_in(alone), unit="ms") for name, took in times.items()],
    )


def _in(took: Samples) -> Samples:
    return Samples(tuple(one / 1_000 for one in took.values))


def _tasks(folder: Path, records: int) -> list[tuple[Place, Task]]:
    with GameBook(open_store(sqlite_url(folder / "batches.db")), games=library()) as book:
        added = book.writing.add(LOCAL, *simulate(book.games[GAME], seed=7, games=records))
        return [((one.id, 0), Task(audited, (sent(book.record(LOCAL, one.id, "A")), None))) for one in added]


def _way(hands: Hands, tasks: list[tuple[Place, Task]], check: Callable[[object], bool]) -> Way:
    return Way(lambda _: _done(hands, tasks), len(tasks), check=check)


def _done(hands: Hands, tasks: list[tuple[Place, Task]]) -> list[tuple[Place, object]]:
    """Return what each task came to, in the order of their places; in one shape, whichever process it came from."""
    found = sorted((one.place, one.why or one.value) for one in batched(hands, tasks))
    return [(place, pickle.dumps(pickle.loads(pickle.dumps(value)))) for place, value in found]  # noqa: S301 -- our own


def _cluster(stack: ExitStack, workers: int) -> ClusterHands:
    """Return the hands of a cluster on this machine, which ends with the stack."""
    from distributed import LocalCluster  # noqa: PLC0415 -- a second that no other section needs

    opened = stack.enter_context(
        LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", silence_logs=50)
    )
    return ClusterHands(opened.scheduler_address, patience=PATIENCE)
