"""Long work: the same rows whoever works at it and in whatever order, nothing lost, and what was cancelled or erased is not done."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from datetime import timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import ANONYMOUS, LOCAL, Caller, CallerKind, Role
from records.errors import JobRefused, NotYours, RecordNotFound, StoreAway
from records.service import GameBook
from records.service.jobs.hands import Ended, OwnHands
from records.service.jobs.keeping import keep
from records.service.jobs.pool import LONGEST, WorkerPool
from records.service.jobs.runner import LEASE, RENEWED, TRIES, Runner, utc_now
from records.service.jobs.tasks import JobPart, Task, split_checked, worked_checked
from records.store import CANCELLED, DONE, FAILED, OPEN
from support import toy_jobs
from support.tiny import TINY, new_game
from support.toy_jobs import EXPECTED, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from records.service.jobs.hands import Hands, Place
    from records.store import JobRows

ADA = Caller("Ada", CallerKind.ACCOUNT, account="ada", roles=frozenset({Role.PLAYER}))
PATIENCE = 60.0


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A book with the toy kind of work."""
    with GameBook.open(f"sqlite:///{tmp_path}/jobs.sqlite", games={TINY.name: TINY}) as opened:
        opened.jobs.kinds = KINDS
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A record that work is about."""
    return book.writing.add(LOCAL, new_game())[0].id


@pytest.fixture
def rows(book: GameBook) -> JobRows:
    """The rows of its store."""
    return book._office.store.jobs


def asked(book: GameBook, record: str, source: bytes = b"1 2 3", key: str = "k", caller: Caller = LOCAL) -> str:
    """A job, by its id."""
    return book.jobs.ask(caller, "toy", key, record, source).id


class Scrambled(OwnHands):
    """Hands that hold several parts, and end them in another order."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size
        self._begun: deque[tuple[Place, Task]] = deque()

    @property
    def free(self) -> int:
        """See ``Hands``."""
        return self._size - len(self._begun)

    def begin(self, place: Place, task: Task) -> None:
        """See ``Hands``."""
        self._begun.append((place, task))

    def ended(self, seconds: float) -> Sequence[Ended]:
        """See ``Hands``."""
        super().begin(*self._begun.pop())
        return super().ended(seconds)

    def drop(self, place: Place) -> None:
        """See ``Hands``."""
        self._begun = deque(one for one in self._begun if one[0] != place)


def runner(rows: JobRows, hands: Hands | None = None, worker: str = "w", **more: Any) -> Runner:
    """A runner for the toy kind."""
    return Runner(rows, KINDS, hands or OwnHands(), worker=worker, **more)


@pytest.mark.parametrize("size", [1, 2, 4])
def test_the_same_rows_from_any_number_of_workers_in_any_order(book: GameBook, record: str, rows: JobRows, size: int) -> None:
    """Several runners take turns, each with parts that end in reverse."""
    job = asked(book, record)
    runners = [runner(rows, Scrambled(number + 1), f"w{number}") for number in range(size)]
    while sum(one.turn() for one in runners):
        """Each has a turn."""
    state = book.jobs.state(LOCAL, job)
    assert (state.state, state.stage, state.done, state.parts) == (DONE, 1, 6, 6)
    assert book.jobs.rows("toy", "k") == EXPECTED


def test_progress_is_there_as_soon_as_a_part_is(book: GameBook, record: str, rows: JobRows) -> None:
    """Stage, parts that are done of how many, and what the kind says of the rows so far."""
    job, one = asked(book, record), runner(rows)
    seen = []
    while one.turn():
        state = book.jobs.state(LOCAL, job)
        seen.append((state.stage, state.done, state.parts, state.figures["largest"]))
    stage_0 = [(0, 0, 3, 0.0), (0, 1, 3, 1.0), (0, 2, 3, 4.0), (0, 3, 3, 9.0)]
    assert seen == [*stage_0, (1, 3, 6, 9.0), (1, 4, 6, 9.0), (1, 5, 6, 9.0), (1, 6, 6, 14.0), (1, 6, 6, 14.0)]


def test_a_runner_that_is_no_more_is_followed_by_another(book: GameBook, record: str, rows: JobRows) -> None:
    """What it had done stays, what it had begun is begun anew once its leases have run out: not earlier."""
    job, now = asked(book, record), [utc_now()]
    dead, alive = (runner(rows, Scrambled(2), worker, clock=lambda: now[0]) for worker in ("dead", "alive"))
    for _ in range(2):
        dead.turn()
    assert dead.is_busy
    assert book.jobs.rows("toy", "k").keys() == {"0/1"}
    while alive.turn():
        """It does what is free: the last part of the stage."""
    assert book.jobs.rows("toy", "k").keys() == {"0/1", "0/2"}
    now[0] += LEASE + timedelta(seconds=1)
    while alive.turn():
        """The rest."""
    assert book.jobs.state(LOCAL, job).state == DONE
    assert book.jobs.rows("toy", "k") == EXPECTED


def test_a_runner_that_is_told_to_end_gives_back_what_it_is_at(book: GameBook, record: str, rows: JobRows) -> None:
    """Another goes on at once, however often that happens."""
    job = asked(book, record)
    for number in range(TRIES + 2):
        hands = Scrambled(2)
        one = runner(rows, hands, f"w{number}")
        hands.ended = lambda _seconds: ()  # type: ignore[method-assign]  # it is slow
        assert one.turn()
        one.let_go()
        assert not one.is_busy
    while runner(rows).turn():
        """All of it."""
    assert book.jobs.state(LOCAL, job).state == DONE


def test_a_slow_part_stays_with_its_runner_and_a_cancelled_one_does_not(book: GameBook, record: str, rows: JobRows) -> None:
    """As long as the runner renews its lease; that is how it hears that the job was cancelled, and lets its hands drop it."""
    job, now = asked(book, record), [utc_now()]
    hands = Scrambled(2)
    slow = runner(rows, hands, clock=lambda: now[0])
    slow.turn()
    hands.ended = lambda _seconds: ()  # type: ignore[method-assign]
    slow.turn()
    for _ in range(20):
        now[0] += LEASE / 2
        slow.turn()
    other = runner(rows, worker="v", clock=lambda: now[0])
    while other.turn():
        """The part that is free."""
    assert len(book.jobs.rows("toy", "k")) == 1
    assert book.jobs.cancel(LOCAL, job)
    now[0] += RENEWED
    slow.turn()
    assert (slow.is_busy, len(hands._begun)) == (False, 0)
    assert book.jobs.state(LOCAL, job).state == CANCELLED


def test_a_part_that_cannot_be_done_says_no_more_than_its_kind_of_error(
    book: GameBook, record: str, rows: JobRows, caplog: pytest.LogCaptureFixture
) -> None:
    """What the error quotes stands in the log alone; rows that are there stay."""
    job = asked(book, record, b"1 -1 3")
    while runner(rows).turn():
        """Three times."""
    state = book.jobs.state(LOCAL, job)
    assert (state.state, state.why) == (FAILED, "part '0/1' failed 3 times, at last: ValueError")
    assert "secret" in caplog.text
    assert book.jobs.rows("toy", "k") == {"0/0": b"1", "0/2": b"9"}


def test_a_database_that_fails_loses_nothing_that_was_done(
    book: GameBook, record: str, rows: JobRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a part came to is stored at a later turn."""
    job = asked(book, record)
    one = runner(rows, Scrambled(3))
    one.turn()
    finish, away = rows.finish, [True, True]

    def failing(*told: Any) -> bool:
        if away:
            away.pop()
            raise StoreAway("the database does not answer")
        return finish(*told)

    monkeypatch.setattr(rows, "finish", failing)
    for _ in range(2):
        with pytest.raises(StoreAway):
            one.turn()
    while one.turn():
        """All of it."""
    assert book.jobs.state(LOCAL, job).done == 6
    assert book.jobs.rows("toy", "k") == EXPECTED


def test_a_job_is_for_who_asked_for_it(book: GameBook, record: str, rows: JobRows) -> None:
    """And for who may delete its record; for others it is not there. Guests ask for none."""
    mine, theirs = asked(book, record), asked(book, record, key="of Ada", caller=ADA)
    assert book.jobs.state(LOCAL, theirs).id == theirs
    for wrong in (mine, "none"):
        with pytest.raises(RecordNotFound, match=f"no job '{wrong}'"):
            book.jobs.state(ADA, wrong)
        with pytest.raises(RecordNotFound):
            book.jobs.cancel(ADA, wrong)
    assert [job.id for job in book.jobs.of_caller(ADA)] == [theirs]
    assert book.jobs.of_caller(ANONYMOUS) == []
    with pytest.raises(RecordNotFound):
        book.jobs.state(ANONYMOUS, mine)
    with pytest.raises(NotYours):
        asked(book, record, caller=ANONYMOUS)
    assert book.jobs.cancel(ADA, theirs)
    assert book.jobs.latest("toy", "of Ada").state == CANCELLED  # type: ignore[union-attr]
    assert book.jobs.latest("toy", "nothing") is None
    while runner(rows).turn():
        """The other one."""
    assert book.jobs.state(LOCAL, mine).state == DONE


def test_where_nobody_works_nothing_is_asked_for(book: GameBook, record: str) -> None:
    """Nor is work of a kind that is not known."""
    with pytest.raises(JobRefused, match="no work of kind 'other'; known are toy"):
        book.jobs.ask(LOCAL, "other", "k", record, b"")
    book.jobs.is_off = True
    with pytest.raises(JobRefused, match="switched that off"):
        asked(book, record)
    assert not book.jobs.any_open


def test_who_works_is_woken_once_a_job_is_stored(book: GameBook, record: str) -> None:
    """Not while it may still be taken back with the request that asked for it."""
    woken: list[bool] = []
    book.jobs.wake = lambda: woken.append(book.jobs.any_open)
    with book._office.store.answering("a request"):
        asked(book, record)
        assert woken == []
    assert woken == [True]


def test_a_kind_names_each_part_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as the plan, nor as one of an earlier stage; and what it makes is not too long."""
    for parts in (["a", "a"], [""], ["old"]):
        with pytest.raises(ValueError, match="stage 1 names a part twice, or not at all"):
            split_checked(lambda *_told, parts=parts: [JobPart(name) for name in parts], b"", 1, {"old": b""}, 9)
    with pytest.raises(ValueError, match="has more than"):
        split_checked(lambda *_told: [JobPart("a", bytes(10))], b"", 0, {}, 9)
    for wrong in (bytes(10), "text"):
        with pytest.raises(ValueError, match="a row is bytes"):
            worked_checked(lambda *_told, wrong=wrong: wrong, b"", b"", 9)  # type: ignore[arg-type,misc]


def test_a_job_is_worked_at_in_the_foreground_for_so_long(book: GameBook, record: str) -> None:
    """With time it is done; without, it is left as it is, for whoever goes on."""
    job, told = asked(book, record), list[int]()
    assert book.jobs.work(LOCAL, job, OwnHands(), 0).state == OPEN
    assert book.jobs.work(LOCAL, job, OwnHands(), PATIENCE, lambda state: told.append(state.done)).state == DONE
    assert told == sorted(told)
    assert len(told) == 9
    other = asked(book, record, b"1 -2", key="slow")
    hands = Scrambled(2)
    hands.ended = lambda _seconds: ()  # type: ignore[method-assign]
    state = book.jobs.work(LOCAL, other, hands, 0.1)
    assert (state.state, state.done) == (OPEN, 0)
    assert book._office.store.jobs.lease("v", ["toy"], utc_now(), utc_now(), tries=TRIES) is not None


def test_what_keeps_working_ends_when_it_is_told_to_or_idle(book: GameBook, record: str, rows: JobRows) -> None:
    """All jobs are done by then, also those that come while it looks."""
    first, wanted, ended = asked(book, record), SimpleNamespace(value=1), threading.Event()
    keep(runner(rows), wanted, ended, idle=0.05, looks=0.01)
    assert book.jobs.state(LOCAL, first).state == DONE
    assert wanted.value == 0
    keeper = threading.Thread(target=keep, args=(runner(rows), wanted, ended))
    keeper.start()
    book.jobs.wake = lambda: setattr(wanted, "value", 1)
    second = asked(book, record, key="another")
    for _ in range(1000):
        if book.jobs.state(LOCAL, second).state == DONE:
            break
        threading.Event().wait(0.01)
    ended.set()
    keeper.join(PATIENCE)
    assert (keeper.is_alive(), book.jobs.state(LOCAL, second).state) == (False, DONE)


def test_a_process_that_is_killed_is_followed_by_another(book: GameBook, record: str, rows: JobRows) -> None:
    """A pool does what this process does, and loses nothing; it tells how much memory its processes take."""
    pool, job = WorkerPool(1), asked(book, record)
    try:
        one = runner(rows, pool)
        assert one.turn(PATIENCE)
        os.kill(pool.pids[0], signal.SIGKILL)
        while one.turn(PATIENCE):
            """The rest, in another process."""
        assert book.jobs.state(LOCAL, job).state == DONE
        assert book.jobs.rows("toy", "k") == EXPECTED
        assert 5 << 20 < pool.memory < 500 << 20
    finally:
        pool.close()
    assert pool.pids == []


def test_a_part_that_kills_its_process_or_takes_too_long_ends(rows: JobRows) -> None:
    """Each is told why. Others go on, import nothing that they have no use for, and are replaced where they have grown too large."""
    now = [0.0]
    pool = WorkerPool(2, largest=1, clock=lambda: now[0])
    try:
        pool.begin(("job", 2), Task(toy_jobs.imported, ()))
        assert pool.ended(PATIENCE) == [Ended(("job", 2), [])]
        assert pool.pids == []
        for number, data in enumerate((toy_jobs.DEADLY, toy_jobs.SLOW)):
            pool.begin(("job", number), Task(toy_jobs.work, (b"", data)))
        assert pool.free == 0
        assert pool.ended(PATIENCE) == [Ended(("job", 0), why="its process was ended by signal 9", lost=True)]
        now[0] += LONGEST + 1
        assert pool.ended(0) == [Ended(("job", 1), why="it took more than 900 seconds")]
        assert pool.free == 2
    finally:
        pool.close()
