"""The desk for long work beside the server: requests, states, cancelling, result rows (design/architecture: The way of long work).

The desk of each kind of work decides who may request it about a record and read its rows; it then calls this desk.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from records.core.viewers import CallerKind
from records.errors import JobRefused, NotYours, RecordNotFound
from records.service.access import Permission
from records.service.jobs.keeping import run
from records.service.jobs.runner import Runner, utc_now
from records.service.jobs.tasks import Task, whole_checked
from records.service.long_work import KINDS
from records.service.writing.record_builder import new_id
from records.store import MOST_BYTES, NewJob

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from records.core.viewers import Caller
    from records.service.jobs.hands import Hands
    from records.service.jobs.kinds import JobKind
    from records.service.office import Office
    from records.store import Job, JobAsked

KNOWN = {CallerKind.LOCAL, CallerKind.OPERATOR, CallerKind.ACCOUNT, CallerKind.TOKEN, CallerKind.LEARNER}
"""Kinds of callers who have an identity, so that a job can belong to them."""


class JobState(msgspec.Struct, frozen=True, kw_only=True):
    """A job as its requester sees it."""

    id: str
    kind: str
    record: str
    state: str
    """``open``, ``done``, ``failed`` or ``cancelled``."""
    why: str
    """Why it failed, in English; "" if it did not."""
    stage: int
    """The stage that is being worked at, or at which it ended; from 0."""
    done: int
    """Parts that are done, of all stages so far."""
    parts: int
    """Parts of all stages so far; further stages may have more."""
    figures: Mapping[str, float]
    """Progress figures of its kind; empty in a list, and while it is worked at in the foreground."""
    made_at: datetime
    ended_at: datetime | None


class WholeWork(msgspec.Struct, frozen=True, kw_only=True):
    """All remaining work for a key of a record, as one task."""

    kind: str
    key: str
    record: str
    there: Mapping[str, bytes]
    """Rows that exist already, from interrupted work."""
    task: Task
    """Computes the other rows. It holds only the source and the existing rows, nothing else of the record."""


class JobDesk:
    """Long work. A job belongs to its requester, and to everybody who may delete its record."""

    def __init__(self, office: Office, kinds: Mapping[str, JobKind] = KINDS) -> None:
        self._rows, self._gate, self._transactions = office.store.jobs, office.gate, office.store.transactions
        self.kinds = kinds
        self.wake: Callable[[], object] | None = None
        """Called once a job is stored, if a server has processes for jobs; so they need not poll for it."""
        self.is_off = False
        """Whether the operator has switched off jobs here."""

    @property
    def any_open(self) -> bool:
        """Whether any job has not ended."""
        return self._rows.any_open()

    def ask(self, caller: Caller, kind: str, key: str, record: str, source: bytes) -> JobAsked:
        """Store a job, or find the open one of this key. The caller's rights to the work and to the record must have been checked.

        ``key`` names its subject and parameters within its kind: two sources of one key give the same rows. ``source`` is the whole
        input, and is deleted when the job ends. Raises ``RecordNotFound``, ``NotYours`` for a guest, ``TooManyJobs``, and
        ``JobRefused`` if jobs are switched off, or for too large a source.
        """
        if caller.kind not in KNOWN:
            raise NotYours(f"{caller.name!r} may not ask for long work; sign in")
        if self.is_off:
            raise JobRefused("nobody works at jobs on this server; its operator has switched that off")
        if kind not in self.kinds:
            raise JobRefused(f"there is no work of kind {kind!r}; known are {', '.join(sorted(self.kinds)) or 'none'}")
        new = NewJob(id=new_id(), kind=kind, key=key, record=record, asker=caller.person, source=source)
        asked = self._rows.ask(new, utc_now())
        if self.wake is not None:
            self._transactions.once_kept(self.wake)
        return asked

    def whole(self, kind: str, key: str, record: str, source: bytes) -> WholeWork:
        """Return the remaining work for a key, after the kind's desk has checked rights; nothing is stored or announced."""
        there, by = self._rows.rows(kind, key), self.kinds[kind]
        task = Task(whole_checked, (by.split, by.work, source, there, MOST_BYTES))
        return WholeWork(kind=kind, key=key, record=record, there=there, task=task)

    def keep_whole(self, work: WholeWork, rows: Mapping[str, bytes]) -> None:
        """Store the results of its task in one transaction.

        Raises ``RecordNotFound`` if the record is gone, ``JobRefused`` if there is no room, and ``StoreRefused``.
        """
        made = NewJob(id=new_id(), kind=work.kind, key=work.key, record=work.record, asker="", source=b"")
        self._rows.keep_whole(made, {**work.there, **rows}, utc_now())

    def state(self, caller: Caller, job: str) -> JobState:
        """Return a job of the caller's. Raises the same ``RecordNotFound`` for somebody else's job and for a missing one."""
        return self._state(self._own(caller, job))

    def of_caller(self, caller: Caller) -> list[JobState]:
        """Return the caller's jobs, the latest first; ended jobs are not all kept."""
        return [_state(job, {}) for job in self._rows.of_asker(caller.person)] if caller.kind in KNOWN else []

    def latest(self, kind: str, key: str) -> JobState | None:
        """Return the latest job of a key, by any requester; the kind's desk must have checked that the caller may read its rows."""
        found = self._rows.of_key(kind, key)
        return None if found is None else self._state(found)

    def cancel(self, caller: Caller, job: str) -> bool:
        """Cancel a job; its rows so far stay. Returns whether it was still open. Raises ``RecordNotFound`` as ``state`` does."""
        return self._rows.cancel(self._own(caller, job).id, utc_now())

    def rows(self, kind: str, key: str) -> Mapping[str, bytes]:
        """Return the results so far of a key's parts, by name, even after its jobs are gone. The kind's desk has checked rights."""
        return self._rows.rows(kind, key)

    def keys(self, kind: str, record: str) -> Sequence[str]:
        """Return the keys of a kind for which a record has rows, the latest last. The kind's desk has checked rights."""
        return self._rows.keys(kind, record)

    def work(
        self, caller: Caller, job: str, hands: Hands, seconds: float, told: Callable[[JobState], object] = lambda _state: None
    ) -> JobState:
        """Work at a job of the caller's in the foreground for up to ``seconds``, alongside other workers.

        ``told`` is called with the job after each turn, without figures.

        ``hands`` can be used for other jobs afterwards; their maker closes them.

        Raises ``RecordNotFound`` as ``state`` does, also if its record is deleted meanwhile, and ``StoreRefused``.
        """
        self._own(caller, job)
        runner = Runner(self._rows, self.kinds, hands, worker=secrets.token_hex(8), job=job)
        found = run(runner, lambda: self._rows.job(job), seconds, lambda at: told(_state(at, {})))
        if found is None:
            raise _not_found(job)
        return self._state(found)

    def _own(self, caller: Caller, job: str) -> Job:
        found = self._rows.job(job)
        if found is None:
            raise _not_found(job)
        if caller.kind in KNOWN and caller.person == found.asker:
            return found
        if not self._gate.may(caller, Permission.TRASH, found.record):
            raise _not_found(job)
        return found

    def _state(self, job: Job) -> JobState:
        kind = self.kinds.get(job.kind)
        return _state(job, {} if kind is None else kind.figures(self._rows.rows(job.kind, job.key)))


def _state(job: Job, figures: Mapping[str, float]) -> JobState:
    return JobState(figures=figures, **{field: getattr(job, field) for field in JobState.__struct_fields__ if field != "figures"})


def _not_found(job: str) -> RecordNotFound:
    return RecordNotFound(f"no job {job!r}")
