"""Long work as rows: what was asked for, and the results of its parts. Who works at which part stands in ``job_parts``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import and_, delete, func, select, text, update

from records.errors import CorruptRecord, JobRefused, RecordNotFound, TooManyJobs
from records.store.schema import RECORD, job_parts, job_rows, jobs, records
from records.store.times import text_time, time_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Row

OPEN, DONE, FAILED, CANCELLED = "open", "done", "failed", "cancelled"
PLAN = ""
"""The name of the part that says which parts its stage has."""
MOST_BYTES = 1 << 20
"""Of what a job is made from, of what a part is told, and of a row."""
BATCH = "(batch)"
"""Asks for what is made whole and elsewhere, and for what is done once its asker is forgotten: nobody's name, and nobody's limits."""
_ALONE = "SELECT pg_advisory_xact_lock(0x6a6f6273)"
_PUT_ROW = text(
    "INSERT INTO job_rows (kind, key, part, record, value, made_at) VALUES (:kind, :key, :part, :record, :value, :made_at) "
    "ON CONFLICT (kind, key, part) DO UPDATE SET value = excluded.value, made_at = excluded.made_at"
)


class NewJob(msgspec.Struct, frozen=True, kw_only=True):
    """Work that somebody asks for."""

    id: str
    kind: str
    key: str
    """What it is about and how, within its kind: jobs of one key come to the same rows."""
    record: str
    """The record with which job and rows go."""
    asker: str
    source: bytes
    """All that it is made from."""


class JobLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The most that is taken in and kept."""

    own: int = 12
    """Jobs of one asker that have not ended."""
    all: int = 120
    """Jobs of all askers that have not ended."""
    ended: int = 50
    """Jobs of one asker that have; of the oldest the asker is forgotten, and all but those that are done. Their rows stay."""
    parts: int = 2000
    """Parts of a job."""
    rows: int = 10_000
    """Rows of a record; those of its oldest key go first."""
    bytes: int = 32 << 20
    """Bytes of the rows of a record, before a stage begins."""


USUAL_LIMITS = JobLimits()


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A job as it stands."""

    id: str
    kind: str
    key: str
    record: str
    asker: str
    state: str
    """OPEN, DONE, FAILED or CANCELLED."""
    why: str
    """Why it failed; "" where it did not."""
    stage: int
    """The stage at which it works, or ended; from 0."""
    done: int
    """Parts that are done, of all stages so far."""
    parts: int
    """Parts of all stages so far."""
    made_at: datetime
    ended_at: datetime | None = None


class JobAsked(NamedTuple):
    """The job that was asked for."""

    id: str
    already: bool
    """Whether it is another's, of the same key, that had not ended."""


def ask(connection: Connection, new: NewJob, limits: JobLimits, at: datetime) -> JobAsked:
    """Store a job, or return the open one of its key. Raises RecordNotFound, TooManyJobs, and JobRefused for too large a source."""
    if len(new.source) > MOST_BYTES:
        raise JobRefused(f"a job of record {new.record} is made from {len(new.source)} bytes; at most {MOST_BYTES} are taken")
    if connection.dialect.name == "postgresql":
        connection.execute(text(_ALONE))
    _check_record(connection, new.record)
    same = select(jobs.c.id).where(jobs.c.kind == new.kind, jobs.c.key == new.key, jobs.c.state == OPEN)
    if (found := connection.execute(same).scalar()) is not None:
        return JobAsked(found, already=True)
    _check_room(connection, new.asker, limits)
    began = {"state": OPEN, "stage": 0, "done": 0, "parts": 0}
    connection.execute(jobs.insert(), msgspec.structs.asdict(new) | began | {"why": "", "made_at": time_text(at)})
    connection.execute(job_parts.insert(), part_row(new.id, 0, 0, PLAN, b""))
    return JobAsked(new.id, already=False)


def keep_whole(connection: Connection, made: NewJob, rows: Mapping[str, bytes], limits: JobLimits, at: datetime) -> None:
    """Keep all rows of a key, as of a job that is done; one of the key that is open stays, and finds its parts done.

    Raises RecordNotFound, and JobRefused where there is no room or a row is too large.
    """
    if any(len(value) > MOST_BYTES for value in rows.values()):
        raise JobRefused(f"a row of record {made.record} has more than {MOST_BYTES} bytes")
    if connection.dialect.name == "postgresql":
        connection.execute(text(_ALONE))
    _check_record(connection, made.record)
    if not make_room(connection, made.record, len(rows), limits):
        raise JobRefused(f"record {made.record} has no room for {len(rows)} rows more")
    same = jobs.c.kind == made.kind, jobs.c.key == made.key, jobs.c.asker == BATCH
    connection.execute(delete(jobs).where(*same))
    row = msgspec.structs.asdict(made) | {"asker": BATCH, "source": b"", "state": DONE, "why": "", "stage": 0}
    counted = {"done": len(rows), "parts": len(rows), "made_at": time_text(at), "ended_at": time_text(at)}
    connection.execute(jobs.insert(), row | counted)
    for part, value in rows.items():
        put_row(connection, made, part, value, at)


def _check_record(connection: Connection, record: str) -> None:
    here = select(records.c.id).where(records.c.id == record, records.c.kind == RECORD, records.c.trashed_at.is_(None))
    if connection.execute(here.with_for_update(read=True)).first() is None:  # a deletion waits for us, or has been
        raise RecordNotFound(f"no record {record!r}")


def _check_room(connection: Connection, asker: str, limits: JobLimits) -> None:
    of_asker = jobs.c.asker == asker
    waiting = connection.execute(select(func.count(), func.count().filter(of_asker)).where(jobs.c.state == OPEN)).one()
    for count, most, own in ((waiting[1], limits.own, True), (waiting[0], limits.all, False)):
        if count >= most:
            raise TooManyJobs(most, own=own)
    ended = select(jobs.c.id).where(of_asker, jobs.c.state != OPEN).order_by(jobs.c.ended_at.desc(), jobs.c.id)
    old = connection.execute(ended.offset(limits.ended)).scalars().all()
    _forget(connection, asker, jobs.c.id.in_(old))


def _forget(connection: Connection, asker: str, *which: ColumnElement[bool]) -> None:
    """Drop jobs of somebody; those that are done become nobody's, since by them alone it is known that all rows of a key are there."""
    of_asker = and_(jobs.c.asker == asker, *which)
    connection.execute(update(jobs).where(of_asker, jobs.c.state == DONE).values(asker=BATCH))
    _drop(connection, of_asker)


def part_row(job: str, number: int, stage: int, name: str, data: bytes, *, done: bool = False) -> Mapping[str, object]:
    """Return a row of ``job_parts`` at which nobody works."""
    said = {"job": job, "number": number, "stage": stage, "name": name, "data": data}
    return said | {"worker": None, "until": None, "tries": 0, "done": int(done)}


def read(connection: Connection, *which: ColumnElement[bool]) -> list[Job]:
    """Return the jobs of which all of ``which`` is true, the latest first."""
    columns = [column for column in jobs.c if column is not jobs.c.source]
    return [_job(row) for row in connection.execute(select(*columns).where(*which).order_by(jobs.c.made_at.desc(), jobs.c.id))]


def _job(row: Row[Any]) -> Job:
    try:
        ended = None if row.ended_at is None else text_time(row.ended_at)
        return Job(**{**row._asdict(), "made_at": text_time(row.made_at), "ended_at": ended})
    except (TypeError, ValueError) as error:
        raise CorruptRecord(f"job {row.id}: {error}") from None


def end(connection: Connection, job: str, state: str, at: datetime, why: str = "") -> bool:
    """Let an open job end; what its parts came to stays. Returns whether it was open."""
    ended = {"state": state, "why": why, "ended_at": time_text(at), "source": b""}
    if not connection.execute(update(jobs).where(jobs.c.id == job, jobs.c.state == OPEN).values(ended)).rowcount:
        return False
    connection.execute(delete(job_parts).where(job_parts.c.job == job))
    return True


def end_all(connection: Connection, record: str, at: datetime) -> None:
    """Cancel the open jobs of a record."""
    for job in connection.execute(select(jobs.c.id).where(jobs.c.record == record, jobs.c.state == OPEN)).scalars().all():
        end(connection, job, CANCELLED, at)


def drop_of_record(connection: Connection, record: str) -> None:
    """Leave nothing of the jobs of a record, and none of their rows."""
    _drop(connection, jobs.c.record == record)
    connection.execute(delete(job_rows).where(job_rows.c.record == record))


def drop_of_asker(connection: Connection, asker: str) -> None:
    """Leave nothing that says who asked for jobs, and of those that are not done nothing at all; rows are their record's."""
    _forget(connection, asker)


def _drop(connection: Connection, which: ColumnElement[bool]) -> None:
    # The job first: who is storing something of it holds its row, and is waited for.
    gone = connection.execute(delete(jobs).where(which).returning(jobs.c.id)).scalars().all()
    connection.execute(delete(job_parts).where(job_parts.c.job.in_(gone)))


def put_row(connection: Connection, job: Row[Any] | NewJob, part: str, value: bytes, at: datetime) -> None:
    """Keep what a part of a job came to."""
    row = {"kind": job.kind, "key": job.key, "part": part, "record": job.record, "value": value, "made_at": time_text(at)}
    connection.execute(_PUT_ROW, row)


def rows_of(connection: Connection, kind: str, key: str) -> dict[str, bytes]:
    """Return what the parts of a key came to, by their names."""
    which = job_rows.c.kind == kind, job_rows.c.key == key
    return {row.part: row.value for row in connection.execute(select(job_rows).where(*which).order_by(job_rows.c.part))}


def keys_of(connection: Connection, kind: str, record: str) -> list[str]:
    """Return by which keys of a kind a record has rows, the one that was written last at the end."""
    which = select(job_rows.c.key).where(job_rows.c.kind == kind, job_rows.c.record == record).group_by(job_rows.c.key)
    return list(connection.execute(which.order_by(func.max(job_rows.c.made_at), job_rows.c.key)).scalars())


def make_room(connection: Connection, record: str, coming: int, limits: JobLimits) -> bool:
    """Drop the rows of a record's oldest keys where ``coming`` more would be too many; returns whether there is room then.

    Those of jobs that have not ended stay.
    """
    size, last = func.sum(func.length(job_rows.c.value)), func.max(job_rows.c.made_at)
    by_key = select(job_rows.c.kind, job_rows.c.key, func.count(), size, last).where(job_rows.c.record == record)
    there = connection.execute(by_key.group_by(job_rows.c.kind, job_rows.c.key).order_by(last, job_rows.c.key)).all()
    rows, size_now = coming + sum(row[2] for row in there), sum(row[3] for row in there)
    at_work = {
        tuple(row) for row in connection.execute(select(jobs.c.kind, jobs.c.key).where(jobs.c.record == record, jobs.c.state == OPEN))
    }
    for kind, key, count, size_of_key, _ in there:
        if rows <= limits.rows and size_now <= limits.bytes:
            break
        if (kind, key) not in at_work:
            connection.execute(delete(job_rows).where(job_rows.c.kind == kind, job_rows.c.key == key))
            _drop(connection, and_(jobs.c.kind == kind, jobs.c.key == key))
            rows, size_now = rows - count, size_now - size_of_key
    return bool(rows <= limits.rows and size_now <= limits.bytes)
