"""The process beside the server that works at jobs: there when it is wanted, back when it was killed, gone when there is nothing to do."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.errors import RecordsError
from records.service import GameBook
from records.store import DONE, JobLimits
from support.soaking import shares
from support.tiny import TINY, new_game
from support.toy_jobs import EXPECTED, KINDS
from web.problems import status_of
from web.serving import tell_of_jobs
from web.workers.jobs import JobKeeper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 60.0


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A book with the toy kind of work and one record."""
    with GameBook.open(f"sqlite:///{tmp_path}/jobs.sqlite", games={TINY.name: TINY}) as opened:
        opened.jobs.kinds = KINDS
        opened.writing.add(LOCAL, new_game())
        yield opened


@pytest.fixture
def keeper(book: GameBook) -> Iterator[JobKeeper]:
    """What keeps the process, with one that works."""
    made = JobKeeper(book.address, 1, "text", threading.Lock(), KINDS)
    yield made
    made.end()


def asked(book: GameBook, key: str, source: bytes = b"1 2 3") -> str:
    """A job, by its id."""
    return book.jobs.ask(LOCAL, "toy", key, book._office.store.ids()[0], source).id


def waited_for(book: GameBook, keeper: JobKeeper, job: str, done: int) -> None:
    """Look until so many parts of a job are done."""
    until = time.monotonic() + PATIENCE
    while book.jobs.state(LOCAL, job).done < done:
        assert time.monotonic() < until
        keeper.look()
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform == "win32", reason="it is told to end by a signal")
def test_it_works_at_what_is_asked_for_and_gives_back_what_it_is_at(book: GameBook, keeper: JobKeeper) -> None:
    """Nothing runs before the first job, and once it was told to end nothing is with it."""
    tell_of_jobs(book, keeper.wanted)
    keeper.look()
    assert keeper.pid is None
    first = asked(book, "first")
    waited_for(book, keeper, first, 6)
    assert book.jobs.rows("toy", "first") == EXPECTED
    slow = asked(book, "slow", b"1 -2")
    waited_for(book, keeper, slow, 1)
    keeper.end()
    now = book.jobs.state(LOCAL, slow).made_at
    assert book._office.store.jobs.lease("another", ["toy"], now, now, tries=1) is not None


@pytest.mark.soak
@pytest.mark.parametrize("kills", shares(3, 10))
def test_killed_at_any_moment_it_loses_nothing(book: GameBook, keeper: JobKeeper, kills: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process itself, or the one that works; it comes back by itself, and the rows are the same."""
    monkeypatch.setattr("web.workers.jobs.FIRST_PAUSE", 0.1)
    book._office.store.jobs.limits = JobLimits(own=99)
    tell_of_jobs(book, keeper.wanted)
    jobs = [asked(book, f"k{number}", b" ".join(b"%d" % n for n in range(1, 40))) for number in range(kills)]
    for number, job in enumerate(jobs):
        waited_for(book, keeper, job, 3 + number)
        assert keeper.pid is not None
        os.kill(keeper.pid, signal.SIGKILL)
    squares = [n**2 for n in range(1, 40)]
    for number, job in enumerate(jobs):
        waited_for(book, keeper, job, 78)
        rows = book.jobs.rows("toy", f"k{number}")
        assert [int(rows[f"1/{n}"]) for n in range(1, 39)] == [sum(squares[: n + 1]) for n in range(1, 39)]
    assert {book.jobs.state(LOCAL, job).state for job in jobs} <= {DONE, "open"}


def test_it_is_wanted_where_a_job_is_left_and_not_where_nobody_works(book: GameBook) -> None:
    """A server that begins finds what another left; one without such processes takes no jobs, and says so."""
    wanted = SimpleNamespace(value=0)
    tell_of_jobs(book, wanted)
    assert not wanted.value
    asked(book, "a")
    assert wanted.value == 1
    left = SimpleNamespace(value=0)
    tell_of_jobs(book, left)
    assert left.value
    tell_of_jobs(book, None)
    with pytest.raises(RecordsError) as refused:
        asked(book, "b")
    assert status_of(refused.value) == 503
