"""Whatever happens in whatever order: a part is with one worker at a time, and what is stored is what its holders came to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from records.errors import RecordNotFound
from records.store import OPEN, PLAN, JobLimits, NewJob
from support.soaking import shares, soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.store import Lease, NewRecord, Store

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
TRIES = 3
STAGES = ((("a", "b", "c")), ("d", "e"), ())
"""Names of the parts of each stage."""
CHOICES, RARE = st.integers(0, 99), 30


class Leases(RuleBasedStateMachine):
    """A store, and what should be true of its jobs."""

    store: Store
    new: Callable[..., NewRecord]
    made = 0
    """Records and jobs so far, in all runs: each has another name."""

    def __init__(self) -> None:
        super().__init__()
        self.now = NOON
        self.records = [self._record(), self._record()]
        self.jobs: dict[str, NewJob] = {}
        self.held: dict[tuple[str, int], tuple[Lease, datetime]] = {}
        """By part who had it last and has not given it back, and until when."""
        self.late: list[Lease] = []
        self.rows: dict[str, dict[str, bytes]] = {}

    def teardown(self) -> None:
        """Rows are what holders came to; nothing is left to be taken in the next run."""
        for record in self.records:
            for number in range(4):
                assert self.store.jobs.rows("toy", f"{record} {number}") == self.rows.get(f"{record} {number}", {})
        for job in self.jobs:
            self.store.jobs.cancel(job, self.now)

    def _name(self) -> str:
        type(self).made += 1
        return f"n{self.made}"

    def _record(self) -> str:
        record = self._name()
        self.store.create(self.new(record))
        return record

    def _some(self, number: int) -> Lease:
        leases = [lease for lease, _ in self.held.values()] + self.late[-3:]
        return leases[number % len(leases)]

    def _is_with(self, lease: Lease) -> bool:
        last = self.held.get(lease.place)
        return lease.job in self.jobs and last is not None and last[0].worker == lease.worker

    def _ended(self, job: str) -> None:
        self.jobs.pop(job, None)
        for place in [place for place in self.held if place[0] == job]:
            self.late.append(self.held.pop(place)[0])

    @rule(number=CHOICES)
    def ask(self, number: int) -> None:
        """Ask for a job of one of two keys of a record."""
        record = self.records[number % 2]
        new = NewJob(id=self._name(), kind="toy", key=f"{record} {number % 4}", record=record, asker="", source=b"")
        asked = self.store.jobs.ask(new, self.now)
        assert asked.already == (new.key in {job.key for job in self.jobs.values()})
        if not asked.already:
            self.jobs[new.id] = new

    @rule(worker=st.sampled_from("uvw"), minutes=st.integers(1, 3), seconds=st.sampled_from((0, 0, 100, 200)))
    def take(self, worker: str, minutes: int, seconds: int) -> None:
        """Take a part after a while: one that nobody has then."""
        self.now += timedelta(seconds=seconds)
        until = self.now + timedelta(minutes=minutes)
        lease = self.store.jobs.lease(worker, ["toy"], self.now, until, tries=TRIES)
        for job in [job for job in self.jobs if self.store.jobs.job(job).state != OPEN]:  # type: ignore[union-attr]
            self._ended(job)  # it was tried too often
        if lease is None:
            return
        assert lease.job in self.jobs
        if (last := self.held.get(lease.place)) is not None:
            assert last[1] < self.now
            self.late.append(last[0])
        if lease.name == PLAN:
            assert set(lease.rows or {}) == {name for names in STAGES[: lease.stage] for name in names}
        self.held[lease.place] = lease, until

    @precondition(lambda self: self.held or self.late)
    @rule(number=CHOICES)
    def renew(self, number: int) -> None:
        """Whoever has a part has it for longer; nobody else."""
        lease, until = self._some(number), self.now + timedelta(minutes=1)
        assert self.store.jobs.renew(lease, until) == self._is_with(lease)
        if self._is_with(lease):
            self.held[lease.place] = lease, until

    @precondition(lambda self: self.held or self.late)
    @rule(number=CHOICES)
    def finish(self, number: int) -> None:
        """What a holder came to is stored, late or not; what anybody else came to is not."""
        lease = self._some(number)
        mine = self._is_with(lease)
        if lease.name == PLAN:
            assert self.store.jobs.plan(lease, [(name, b"") for name in STAGES[lease.stage]], self.now) == mine
            if mine and not STAGES[lease.stage]:
                self._ended(lease.job)
        else:
            value = f"{lease.name} by {lease.worker} at {self.now}".encode()
            assert self.store.jobs.finish(lease, value, self.now) == mine
            if mine:
                self.rows.setdefault(self.jobs[lease.job].key, {})[lease.name] = value
        if mine:
            self.held.pop(lease.place, None)

    @precondition(lambda self: self.held or self.late)
    @rule(number=CHOICES, fails=st.booleans())
    def give_back(self, number: int, fails: bool) -> None:
        """A part that failed or was let go of is free; of somebody else nothing changes."""
        lease = self._some(number)
        mine, job = self._is_with(lease), lease.job
        if fails:
            self.store.jobs.fail(lease, "it could not be done", self.now, tries=TRIES)
        else:
            self.store.jobs.let_go(lease)
        if mine:
            self.late.append(self.held.pop(lease.place)[0])
            if self.store.jobs.job(job).state != OPEN:  # type: ignore[union-attr]
                self._ended(job)

    @precondition(lambda self: self.jobs)
    @rule(number=CHOICES)
    def cancel(self, number: int) -> None:
        """Now and then a job ends, and its rows stay."""
        if number > RARE:
            return
        job = sorted(self.jobs)[number % len(self.jobs)]
        assert self.store.jobs.cancel(job, self.now)
        self._ended(job)

    @rule(number=CHOICES)
    def erase(self, number: int) -> None:
        """Now and then a record goes for good, and all of its jobs and rows."""
        if number > RARE:
            return
        record = self.records[number % 2]
        self.store.trash(record)
        self.store.purge(record)
        for job in [job for job, asked in self.jobs.items() if asked.record == record]:
            self._ended(job)
        self.rows = {key: rows for key, rows in self.rows.items() if key.split()[0] != record}
        with pytest.raises(RecordNotFound):
            self.store.jobs.ask(NewJob(id="x", kind="toy", key="x", record=record, asker="", source=b""), self.now)
        self.records[number % 2] = self._record()


@pytest.mark.parametrize("url", ["sqlite", soaked("postgresql")], indirect=True)
@pytest.mark.parametrize("examples", shares(5, 150))
def test_no_two_have_a_part_at_the_same_time(store: Store, new: Callable[..., NewRecord], examples: int) -> None:
    """Over leases, renewals, time that runs out, ends, cancelled jobs and erased records, in any order."""
    store.jobs.limits = JobLimits(own=99, all=99)
    machine = type("Machine", (Leases,), {"store": store, "new": staticmethod(new)})
    how: Any = settings(
        max_examples=examples,
        stateful_step_count=40,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=how)
