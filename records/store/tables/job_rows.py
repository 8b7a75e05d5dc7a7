"""All that is stored of long work, in transactions of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from records.store.schema import jobs
from records.store.tables import job_parts
from records.store.tables import jobs as job_table
from records.store.tables.jobs import CANCELLED, OPEN, USUAL_LIMITS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from records.store.tables.job_parts import Lease
    from records.store.tables.jobs import Job, JobAsked, JobLimits, NewJob
    from records.store.transactions import Transactions


class JobRows:
    """The jobs of one store; errors are those of its other methods."""

    def __init__(self, work: Transactions, limits: JobLimits = USUAL_LIMITS) -> None:
        self._work, self.limits = work, limits

    def ask(self, new: NewJob, at: datetime) -> JobAsked:
        """Store a job, or find the open one of its key. Raises RecordNotFound, TooManyJobs, and JobRefused for too large a source."""
        with self._work.writing("asking for long work", new.record) as connection:
            return job_table.ask(connection, new, self.limits, at)

    def keep_whole(self, made: NewJob, rows: Mapping[str, bytes], at: datetime) -> None:
        """Keep all rows of a key at once. Raises RecordNotFound, and JobRefused where there is no room."""
        with self._work.writing("keeping long work", made.record) as connection:
            job_table.keep_whole(connection, made, rows, self.limits, at)

    def job(self, job: str) -> Job | None:
        """Return a job; None where there is none."""
        with self._work.reading() as connection:
            return next(iter(job_table.read(connection, jobs.c.id == job)), None)

    def of_key(self, kind: str, key: str) -> Job | None:
        """Return the latest job of a key; None where there is none."""
        with self._work.reading() as connection:
            return next(iter(job_table.read(connection, jobs.c.kind == kind, jobs.c.key == key)), None)

    def of_asker(self, asker: str) -> list[Job]:
        """Return the jobs that somebody asked for, the latest first."""
        with self._work.reading() as connection:
            return job_table.read(connection, jobs.c.asker == asker)

    def any_open(self) -> bool:
        """Whether any job has not ended."""
        with self._work.reading() as connection:
            return connection.execute(select(jobs.c.id).where(jobs.c.state == OPEN).limit(1)).first() is not None

    def cancel(self, job: str, at: datetime) -> bool:
        """Let a job end, and keep the rows that are there; returns whether it had not ended."""
        with self._work.writing("cancelling long work") as connection:
            return job_table.end(connection, job, CANCELLED, at)

    def rows(self, kind: str, key: str) -> Mapping[str, bytes]:
        """Return what the parts of a key came to so far, by their names."""
        with self._work.reading() as connection:
            return job_table.rows_of(connection, kind, key)

    def keys(self, kind: str, record: str) -> list[str]:
        """Return by which keys of a kind a record has rows, the one that was written last at the end."""
        with self._work.reading() as connection:
            return job_table.keys_of(connection, kind, record)

    def lease(
        self, worker: str, kinds: Collection[str], at: datetime, until: datetime, *, tries: int, job: str | None = None
    ) -> Lease | None:
        """Give a worker the next part that nobody has, as ``job_parts.lease`` does."""
        with self._work.writing("taking long work") as connection:
            return job_parts.lease(connection, worker, kinds, at, until, tries=tries, job=job)

    def renew(self, held: Lease, until: datetime) -> bool:
        """Let a worker have its part for longer; returns False where it has it no more."""
        with self._work.writing("taking long work") as connection:
            return job_parts.renew(connection, held, until)

    def let_go(self, held: Lease) -> None:
        """Give a part back as if it had not been begun."""
        with self._work.writing("leaving long work") as connection:
            job_parts.let_go(connection, held)

    def fail(self, held: Lease, why: str, at: datetime, *, tries: int) -> None:
        """Give a part back that could not be done; its job fails after ``tries``."""
        with self._work.writing("leaving long work") as connection:
            job_parts.fail(connection, held, why, at, tries=tries)

    def finish(self, held: Lease, value: bytes, at: datetime) -> bool:
        """Keep what a part came to; returns False, and keeps nothing, where the worker has it no more."""
        with self._work.writing("keeping long work") as connection:
            return job_parts.finish(connection, held, value, at)

    def plan(self, held: Lease, parts: Sequence[tuple[str, bytes]], at: datetime) -> bool:
        """Keep which parts a stage has, as ``job_parts.plan`` does."""
        with self._work.writing("keeping long work") as connection:
            return job_parts.plan(connection, held, parts, at, self.limits)
