"""The parts of jobs: a worker at a part has a lease, which expires unless it is renewed. Only leases say who works at what.

Every write for a job locks the job's row first, so that it and a deletion wait for each other; a lease locks only its part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import or_, select, update
from sqlalchemy.orm import aliased

from records.store.schema import job_parts, job_rows, jobs
from records.store.tables.jobs import DONE, FAILED, OPEN, PLAN, end, make_room, part_row, put_row, rows_of
from records.store.times import time_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Row

    from records.store.tables.jobs import JobLimits


class Lease(msgspec.Struct, frozen=True, kw_only=True):
    """A part that a worker has for a while."""

    job: str
    number: int
    worker: str
    kind: str
    stage: int
    name: str
    """PLAN where the parts of the stage are to be named."""
    source: bytes
    data: bytes
    rows: Mapping[str, bytes] | None
    """For PLAN what the parts of all earlier stages came to; else None."""

    @property
    def place(self) -> tuple[str, int]:
        """Which part it is."""
        return self.job, self.number


def lease(
    connection: Connection, worker: str, kinds: Collection[str], at: datetime, until: datetime, *, tries: int, job: str | None
) -> Lease | None:
    """Give ``worker`` the next part of these kinds, or of one ``job``, that nobody has; None where there is none.

    Early stages come first, then the oldest jobs, then untried parts. After ``tries`` tries of a part its job fails.
    """
    now = time_text(at)
    free = job_parts.c.done == 0, or_(job_parts.c.until.is_(None), job_parts.c.until < now)
    _give_up(connection, at, *free, job_parts.c.tries >= tries)
    earlier = aliased(job_parts)
    waits = select(earlier.c.number).where(earlier.c.job == job_parts.c.job, earlier.c.number < job_parts.c.number, earlier.c.done == 0)
    found = select(job_parts, jobs.c.kind, jobs.c.key, jobs.c.source).join(jobs, jobs.c.id == job_parts.c.job)
    found = found.where(jobs.c.state == OPEN, jobs.c.kind.in_(sorted(kinds)), *free, or_(job_parts.c.name != PLAN, ~waits.exists()))
    found = found.where(jobs.c.id == job) if job is not None else found
    found = found.order_by(job_parts.c.stage, jobs.c.made_at, jobs.c.id, job_parts.c.tries, job_parts.c.number).limit(1)
    part = connection.execute(found.with_for_update(of=job_parts, skip_locked=True)).first()
    if part is None:
        return None
    taken = {"worker": worker, "until": time_text(until), "tries": part.tries + 1}
    connection.execute(update(job_parts).where(job_parts.c.job == part.job, job_parts.c.number == part.number).values(taken))
    return Lease(
        job=part.job,
        number=part.number,
        worker=worker,
        kind=part.kind,
        stage=part.stage,
        name=part.name,
        source=part.source,
        data=part.data,
        rows=_rows_so_far(connection, part) if part.name == PLAN else None,
    )


def _give_up(connection: Connection, at: datetime, *which: ColumnElement[bool]) -> None:
    for part in connection.execute(select(job_parts).where(*which)).all():
        end(connection, part.job, FAILED, at, f"{_named(part)} was begun {part.tries} times and never ended")


def _rows_so_far(connection: Connection, part: Row[Any]) -> dict[str, bytes]:
    own = set(connection.execute(select(job_parts.c.name).where(job_parts.c.job == part.job, job_parts.c.done == 1)).scalars())
    return {name: value for name, value in rows_of(connection, part.kind, part.key).items() if name in own}


def renew(connection: Connection, held: Lease, until: datetime) -> bool:
    """Extend a worker's lease; returns False if the worker no longer has the part."""
    return bool(connection.execute(update(job_parts).where(*_held(held)).values(until=time_text(until))).rowcount)


def let_go(connection: Connection, held: Lease) -> None:
    """Give a part back as if it had not been begun."""
    free = {"worker": None, "until": None, "tries": job_parts.c.tries - 1}
    connection.execute(update(job_parts).where(*_held(held)).values(free))


def fail(connection: Connection, held: Lease, why: str, at: datetime, *, tries: int) -> None:
    """Give a part back that could not be done, ``why`` in words without anything that is hidden; the job fails after ``tries``."""
    part = _own(connection, held)
    if part is None:
        return
    if part.tries >= tries:
        end(connection, held.job, FAILED, at, f"{_named(part)} failed {part.tries} times, at last: {why}")
        return
    connection.execute(update(job_parts).where(*_held(held)).values(worker=None, until=None))


def finish(connection: Connection, held: Lease, value: bytes, at: datetime) -> bool:
    """Store the result of a part; returns False, and stores nothing, if the worker no longer has it."""
    part = _own(connection, held)
    if part is None:
        return False
    _done(connection, held)
    put_row(connection, part, held.name, value, at)
    connection.execute(update(jobs).where(jobs.c.id == held.job).values(done=jobs.c.done + 1))
    return True


def plan(connection: Connection, held: Lease, parts: Sequence[tuple[str, bytes]], at: datetime, limits: JobLimits) -> bool:
    """Keep which parts a stage has, each a name and what it is told; those are done of which there are rows. Without any the job is done.

    Returns False, and keeps nothing, where the worker has the plan no more. The job fails where there are too many parts or rows.
    """
    job = _own(connection, held)
    if job is None:
        return False
    if not parts:
        return end(connection, held.job, DONE, at)
    if job.parts + len(parts) > limits.parts or not make_room(connection, job.record, len(parts), limits):
        return end(connection, held.job, FAILED, at, f"stage {held.stage} has {len(parts)} parts; there is no room for so many")
    _done(connection, held)
    there = set(connection.execute(select(job_rows.c.part).where(job_rows.c.kind == job.kind, job_rows.c.key == job.key)).scalars())
    rows = [
        part_row(held.job, held.number + place, held.stage, name, data, done=name in there)
        for place, (name, data) in enumerate(parts, start=1)
    ]
    next_plan = part_row(held.job, held.number + len(parts) + 1, held.stage + 1, PLAN, b"")
    connection.execute(job_parts.insert(), [*rows, next_plan])
    done = sum(name in there for name, _ in parts)
    counted = {"stage": held.stage, "done": jobs.c.done + done, "parts": jobs.c.parts + len(parts)}
    connection.execute(update(jobs).where(jobs.c.id == held.job).values(counted))
    return True


def _own(connection: Connection, held: Lease) -> Any:
    """Take the job's row, and return it with the tries of the part if the worker still has that."""
    if connection.execute(select(jobs.c.id).where(jobs.c.id == held.job).with_for_update()).first() is None:
        return None
    columns = jobs.c.kind, jobs.c.key, jobs.c.record, jobs.c.parts, job_parts.c.stage, job_parts.c.name, job_parts.c.tries
    return connection.execute(select(*columns).join(jobs, jobs.c.id == job_parts.c.job).where(*_held(held))).first()


def _held(held: Lease) -> tuple[ColumnElement[bool], ...]:
    mine = job_parts.c.job == held.job, job_parts.c.number == held.number, job_parts.c.worker == held.worker
    return *mine, job_parts.c.done == 0


def _done(connection: Connection, held: Lease) -> None:
    connection.execute(update(job_parts).where(*_held(held)).values(done=1, worker=None, until=None, data=b""))


def _named(part: Row[Any]) -> str:
    return f"part {part.name!r}" if part.name != PLAN else f"the plan of stage {part.stage}"
