"""A review comes to the same rows whoever works at it: one process, several, and some that are killed."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.desks import reviews
from records.service.jobs.pool import WorkerPool
from records.service.reviews.work import KIND
from records.service.writing.simulation import simulate

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from records.service.reviews.views import ReviewView

pytestmark = pytest.mark.soak
SHORT = 140
"""Seed of a game of three that is lost after a few decisions."""
SEAT = "A"
LONG = 1800.0
LARGEST = 500 << 20
"""Bytes that a process may take at most."""


def rows(folder: Path, workers: int, *, killed: bool = False) -> Mapping[str, bytes]:
    """Return the rows of a seat's review as so many processes make them; with ``killed`` one dies amid each third part."""
    with GameBook.open(f"sqlite:///{folder}/{workers}-{killed}.sqlite") as book, closing(WorkerPool(workers)) as pool:
        (game,) = simulate(book.games["regicide"], seed=SHORT, games=1, players=3)
        (added,) = book.writing.add(LOCAL, game)
        done = 0

        def kill(view: ReviewView) -> None:
            nonlocal done
            if killed and view.seats[0].work.done >= done + 3 and pool.pids:
                done = view.seats[0].work.done
                os.kill(pool.pids[0], signal.SIGKILL)

        view = book.reviews.work(LOCAL, added.id, SEAT, pool, seconds=LONG, told=kill)
        assert view.seats[0].work.state == "done"
        assert 0 < pool.memory < LARGEST
        assert not killed or done
        key = book.reviews._look(LOCAL, added.id, SEAT, graded=False).key(view.viewer)
        return book.jobs.rows(KIND, key)


def test_the_same_rows_from_one_two_and_four_workers_and_after_kills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row follows from the seat's log, its decision and its pass alone."""
    monkeypatch.setattr(reviews, "EACH", 0.0)
    alone = rows(tmp_path, 1)
    assert alone
    assert rows(tmp_path, 2) == alone
    assert rows(tmp_path, 4) == alone
    assert rows(tmp_path, 2, killed=True) == alone
