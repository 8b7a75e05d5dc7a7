"""Long work as rows, on both databases: what is asked for, who has which part, and what goes when."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from records.errors import JobRefused, RecordNotFound, TooManyJobs
from records.store import CANCELLED, DONE, FAILED, MOST_BYTES, PLAN, Account, JobLimits, NewJob, open_store
from records.store.tables.job_rows import JobRows
from records.store.tables.jobs import BATCH
from support.soaking import rest_soaked, shares, soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.store import Lease, NewRecord, Store

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
MINUTE, TRIES = timedelta(minutes=1), 3
FROM_SQLITE_DAILY = pytest.mark.parametrize("url", rest_soaked(["sqlite", "postgresql"]), indirect=True)


@pytest.fixture
def jobs(store: Store, new: Callable[..., NewRecord]) -> JobRows:
    """The jobs of a store with two records."""
    store.create_many([new("r1"), new("r2")])
    return store.jobs


def asked(job: str = "j", record: str = "r1", key: str = "", asker: str = "ada") -> NewJob:
    """A job of a key of its own, where none is named."""
    return NewJob(id=job, kind="toy", key=key or f"key of {job}", record=record, asker=asker, source=b"made from this")


def lease(jobs: JobRows, worker: str = "w", at: datetime = NOON, **more: Any) -> Lease | None:
    """The next part for a worker, for a minute."""
    return jobs.lease(worker, ["toy"], at, at + MINUTE, tries=TRIES, **more)


def planned(jobs: JobRows, *names: str, job: str = "j", at: datetime = NOON) -> None:
    """Plan the next stage of a job."""
    held = lease(jobs, at=at, job=job)
    assert held is not None
    assert held.name == PLAN
    assert jobs.plan(held, [(name, b"told") for name in names], at)


def done(jobs: JobRows, count: int = 1, at: datetime = NOON, **more: Any) -> list[str]:
    """Do the next parts, and return their names: each comes to its name."""
    names = []
    for _ in range(count):
        held = lease(jobs, at=at, **more)
        assert held is not None
        assert held.name != PLAN
        assert jobs.finish(held, held.name.encode(), at)
        names.append(held.name)
    return names


def test_a_job_goes_from_stage_to_stage_and_leaves_its_rows(jobs: JobRows) -> None:
    """Its first part is the plan; the plan of a stage comes after all parts of the one before, with what they came to."""
    assert jobs.ask(asked(), NOON) == ("j", False)
    assert jobs.any_open()
    planned(jobs, "a", "b")
    first, second = lease(jobs), lease(jobs, "v")
    assert first is not None
    assert second is not None
    assert (first.name, first.source, first.data, first.rows) == ("a", b"made from this", b"told", None)
    assert lease(jobs) is None
    assert jobs.finish(second, b"2", NOON)
    assert jobs.rows("toy", "key of j") == {"b": b"2"}
    assert lease(jobs) is None
    assert jobs.finish(first, b"1", NOON)
    plan = lease(jobs)
    assert plan is not None
    assert (plan.name, plan.stage, plan.rows) == (PLAN, 1, {"a": b"1", "b": b"2"})
    assert jobs.plan(plan, [], NOON)
    found = jobs.job("j")
    assert found is not None
    assert (found.state, found.done, found.parts, found.ended_at) == (DONE, 2, 2, NOON)
    assert (jobs.any_open(), lease(jobs), len(jobs.rows("toy", "key of j"))) == (False, None, 2)


@FROM_SQLITE_DAILY
def test_early_stages_come_first_whatever_their_job(jobs: JobRows) -> None:
    """A first look at each job comes before a second at any."""
    for number, job in enumerate(("old", "young")):
        jobs.ask(asked(job), NOON + number * MINUTE)
        planned(jobs, f"{job} 0", job=job)
    assert done(jobs, 2) == ["old 0", "young 0"]
    planned(jobs, "old 1", job="old")
    jobs.ask(asked("new"), NOON + 5 * MINUTE)
    planned(jobs, "new 0", job="new")
    assert done(jobs) == ["new 0"]


@FROM_SQLITE_DAILY
def test_what_is_asked_twice_is_done_once(jobs: JobRows) -> None:
    """The second is shown the first; what was done before is not done again, in a later job of the key neither."""
    assert jobs.ask(asked("j", key="k"), NOON) == ("j", False)
    assert jobs.ask(asked("i", key="k", asker="ben"), NOON) == ("j", True)
    planned(jobs, "a", "b")
    done(jobs)
    assert jobs.cancel("j", NOON)
    assert not jobs.cancel("j", NOON)
    assert jobs.ask(asked("i", key="k"), NOON) == ("i", False)
    planned(jobs, "a", "b", "c", job="i")
    assert done(jobs, 2) == ["b", "c"]
    found = jobs.of_key("toy", "k")
    assert found is not None
    assert (found.id, found.done, found.parts) == ("i", 3, 3)


@FROM_SQLITE_DAILY
def test_a_lease_runs_out_and_another_goes_on(jobs: JobRows) -> None:
    """Who was too late stores nothing; who renews in time keeps the part."""
    jobs.ask(asked(), NOON)
    planned(jobs, "a")
    late = lease(jobs)
    assert late is not None
    assert jobs.renew(late, NOON + 2 * MINUTE)
    assert lease(jobs, "v", NOON + MINUTE + MINUTE / 2) is None
    other = lease(jobs, "v", NOON + 3 * MINUTE)
    assert other is not None
    assert not jobs.renew(late, NOON + 9 * MINUTE)
    assert not jobs.finish(late, b"late", NOON + 3 * MINUTE)
    jobs.let_go(late)
    jobs.fail(late, "late", NOON, tries=TRIES)
    assert jobs.finish(other, b"in time", NOON + 3 * MINUTE)
    assert jobs.rows("toy", "key of j") == {"a": b"in time"}


@FROM_SQLITE_DAILY
def test_a_part_that_fails_lets_its_job_fail_and_says_which(jobs: JobRows) -> None:
    """After three tries; what was let go of is not one."""
    jobs.ask(asked(), NOON)
    planned(jobs, "a")
    for _ in range(5):
        held = lease(jobs)
        assert held is not None
        jobs.let_go(held)
    for number in range(TRIES):
        held = lease(jobs)
        assert held is not None, number
        jobs.fail(held, "ValueError", NOON, tries=TRIES)
    found = jobs.job("j")
    assert found is not None
    assert (found.state, found.why) == (FAILED, "part 'a' failed 3 times, at last: ValueError")


@FROM_SQLITE_DAILY
def test_a_part_that_kills_its_worker_each_time_is_given_up(jobs: JobRows) -> None:
    """Nobody says that it failed: its lease ran out three times."""
    jobs.ask(asked(), NOON)
    for number in range(TRIES):
        assert lease(jobs, at=NOON + number * 2 * MINUTE) is not None
    assert lease(jobs, at=NOON + 2 * TRIES * MINUTE) is None
    found = jobs.job("j")
    assert found is not None
    assert (found.state, found.why) == (FAILED, "the plan of stage 0 was begun 3 times and never ended")


@FROM_SQLITE_DAILY
def test_of_a_cancelled_job_nothing_more_is_stored(jobs: JobRows) -> None:
    """Neither what a part came to, nor a plan."""
    jobs.ask(asked(), NOON)
    plan = lease(jobs)
    assert plan is not None
    jobs.cancel("j", NOON)
    assert not jobs.plan(plan, [("a", b"")], NOON)
    jobs.ask(asked("i"), NOON)
    planned(jobs, "a", job="i")
    held = lease(jobs)
    assert held is not None
    jobs.cancel("i", NOON)
    assert not jobs.finish(held, b"1", NOON)
    assert not jobs.renew(held, NOON + MINUTE)
    assert (jobs.rows("toy", "key of i"), lease(jobs)) == ({}, None)


def test_jobs_and_rows_go_with_their_record(store: Store, jobs: JobRows, outside: Any) -> None:
    """In the trash nobody works at them; deleted for good, nothing is left, and who works at a part stores nothing."""
    for job, record in (("j", "r1"), ("i", "r2")):
        jobs.ask(asked(job, record), NOON)
        planned(jobs, f"{job} a", f"{job} b", job=job)
    assert done(jobs, job="i") == ["i a"]
    held = lease(jobs, job="j")
    assert held is not None
    store.trash("r1")
    found = jobs.job("j")
    assert found is not None
    assert found.state == CANCELLED
    with pytest.raises(RecordNotFound):
        jobs.ask(asked("k"), NOON)
    store.restore("r1")
    jobs.ask(asked("k"), NOON)
    planned(jobs, "k a", job="k")
    held = lease(jobs, job="k")
    assert held is not None
    assert jobs.finish(held, b"1", NOON)
    plan = lease(jobs, job="k")
    assert plan is not None
    store.trash("r1")
    store.purge("r1")
    assert not jobs.plan(plan, [("k b", b"")], NOON)
    for table in ("jobs", "job_parts", "job_rows"):
        column = "job" if table == "job_parts" else "record"
        assert {row[0] for row in outside.run(f"SELECT {column} FROM {table}")} == {"i" if column == "job" else "r2"}  # noqa: S608


@FROM_SQLITE_DAILY
def test_jobs_go_with_who_asked_for_them(store: Store, jobs: JobRows, outside: Any) -> None:
    """Of an account that is deleted nothing says what it asked for; rows are the record's, and stay."""
    store.accounts.put(Account(key="ada", name="Ada", created_at=NOON))
    jobs.ask(asked(), NOON)
    jobs.ask(asked("i", "r2", asker="ben"), NOON)
    planned(jobs, "a", job="j")
    assert done(jobs, job="j") == ["a"]
    store.accounts.delete("ada")
    assert outside.run("SELECT asker FROM jobs") == [("ben",)]
    assert {row[0] for row in outside.run("SELECT job FROM job_parts")} == {"i"}
    assert jobs.rows("toy", "key of j") == {"a": b"a"}


@FROM_SQLITE_DAILY
def test_so_many_jobs_wait_and_no_more(store: Store, jobs: JobRows) -> None:
    """Of one asker, and of all; those that ended do not count, and the oldest of them are forgotten."""
    few = JobRows(store.transactions, JobLimits(own=2, all=3, ended=1))
    few.ask(asked("a"), NOON)
    few.ask(asked("b"), NOON)
    with pytest.raises(TooManyJobs) as own:
        few.ask(asked("c"), NOON)
    few.ask(asked("d", asker="ben"), NOON)
    with pytest.raises(TooManyJobs) as every:
        few.ask(asked("e", asker="cleo"), NOON)
    assert (own.value.own, own.value.most, every.value.own, every.value.most) == (True, 2, False, 3)
    for number, job in enumerate(("a", "b")):
        few.cancel(job, NOON + number * MINUTE)
        few.ask(asked(f"after {job}"), NOON)
    assert [job.id for job in few.of_asker("ada")] == ["after a", "after b", "b"]
    with pytest.raises(JobRefused, match=f"at most {MOST_BYTES}"):
        jobs.ask(NewJob(id="x", kind="toy", key="x", record="r1", asker="zoe", source=bytes(MOST_BYTES + 1)), NOON)


@FROM_SQLITE_DAILY
def test_that_a_job_is_done_is_known_longer_than_who_asked_for_it(store: Store, jobs: JobRows) -> None:
    """One of so many that its asker is forgotten, or whose asker is deleted, is nobody's then; one that was cancelled is gone."""
    few = JobRows(store.transactions, JobLimits(ended=1))
    for number, (job, state) in enumerate((("a", DONE), ("b", CANCELLED), ("c", DONE))):
        at = NOON + number * MINUTE
        few.ask(asked(job), at)
        if state == DONE:
            planned(few, "x", job=job, at=at)
            done(few, at=at)
            planned(few, job=job, at=at)
        else:
            few.cancel(job, at)
    few.ask(asked("d"), NOON + 3 * MINUTE)
    assert [job.id for job in few.of_asker("ada")] == ["d", "c"]
    kept, gone = (few.of_key("toy", f"key of {job}") for job in "ab")
    assert kept is not None
    assert (kept.state, kept.asker, gone) == (DONE, BATCH, None)


@FROM_SQLITE_DAILY
def test_a_record_keeps_so_many_rows_and_no_more(store: Store, jobs: JobRows) -> None:
    """Those of the oldest key make room, never those of a job that is not done; where that is not enough the job fails."""
    few = JobRows(store.transactions, JobLimits(rows=4, parts=4))
    for number, names in enumerate((["a", "b"], ["c"], ["d", "e"])):
        job, at = f"j{number}", NOON + number * MINUTE
        few.ask(asked(job), at)
        planned(few, *names, job=job, at=at)
        done(few, len(names), at)
        if number < 2:
            planned(few, job=job, at=at)
    assert [few.rows("toy", f"key of j{number}") for number in range(3)] == [{}, {"c": b"c"}, {"d": b"d", "e": b"e"}]
    assert few.of_key("toy", "key of j0") is None, "a job that is done has all its rows"
    few.ask(asked("large"), NOON)
    planned(few, *"vwxyz", job="large")
    found = few.job("large")
    assert found is not None
    assert (found.state, found.why) == (FAILED, "stage 0 has 5 parts; there is no room for so many")
    tight = JobRows(store.transactions, JobLimits(bytes=1))
    tight.ask(asked("heavy"), NOON)
    planned(tight, "a", job="heavy")
    assert tight.job("heavy").state == FAILED  # type: ignore[union-attr]
    assert few.rows("toy", "key of j2") == {"d": b"d", "e": b"e"}


@FROM_SQLITE_DAILY
def test_an_old_store_gets_room_for_jobs(url: str, jobs: JobRows, outside: Any) -> None:
    """One of schema 9, which has no such tables."""
    for table in ("jobs", "job_parts", "job_rows"):
        outside.run(f"DROP TABLE {table}")
    outside.run("UPDATE meta SET value = '9' WHERE name = 'schema'")
    with open_store(url) as store:
        assert store.jobs.ask(asked(), NOON) == ("j", False)


def test_workers_at_the_same_moment_never_have_the_same_part(url: str, jobs: JobRows) -> None:
    """Four, each with the store open for itself, take all parts of three jobs, each part once."""
    for job in ("a", "b", "c"):
        jobs.ask(asked(job), NOON)
        planned(jobs, *(f"{job}{number}" for number in range(8)), job=job)
    taken: list[Lease] = []

    def take(worker: str) -> None:
        with open_store(url) as store:
            while (held := lease(store.jobs, worker)) is not None:
                taken.append(held)

    threads = [threading.Thread(target=take, args=(f"w{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(held.place for held in taken).most_common(1)[0][1] == 1
    assert len(taken) == 24


@pytest.mark.parametrize("url", ["postgresql", soaked("sqlite")], indirect=True)
@pytest.mark.parametrize("rounds", shares(2, 20))
def test_a_record_that_is_erased_amid_the_work_leaves_nothing(
    url: str, store: Store, new: Callable[..., NewRecord], outside: Any, rounds: int
) -> None:
    """Three workers take, plan and finish while it is deleted, and nobody waits for another without end."""
    stages = ["ab", "cd", "ef", "gh", "ij"]
    ended = threading.Event()
    wrong: list[Exception] = []

    def work(worker: str) -> None:
        try:
            with open_store(url) as mine:
                while not ended.is_set():
                    held = lease(mine.jobs, worker)
                    if held is not None and held.name == PLAN:
                        mine.jobs.plan(held, [(name, b"") for name in stages[held.stage % len(stages)] + str(held.stage)], NOON)
                    elif held is not None:
                        mine.jobs.finish(held, b"1", NOON)
        except Exception as error:  # noqa: BLE001 -- told below
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(f"w{number}",)) for number in range(3)]
    for thread in threads:
        thread.start()
    try:
        for number in range(rounds):
            record = f"erased {number}"
            store.create(new(record))
            for job in "xyz":
                store.jobs.ask(asked(f"{record} {job}", record), NOON)
            while len(store.jobs.rows("toy", f"key of {record} z")) < 2 and not wrong:
                """They are at it."""
            store.trash(record)
            store.restore(record)
            store.jobs.ask(asked(f"{record} again", record, key=f"key of {record} x"), NOON)
            store.trash(record)
            store.purge(record)
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert wrong == []
    assert [outside.run(f"SELECT * FROM {table}") for table in ("jobs", "job_parts", "job_rows")] == [[], [], []]  # noqa: S608
