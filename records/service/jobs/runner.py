"""The runner: takes free parts of jobs, has hands execute them, and stores each result as soon as it arrives."""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from records.service.jobs.tasks import Task, split_checked, worked_checked
from records.store import MOST_BYTES, PLAN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from records.service.jobs.hands import Ended, Hands, Place
    from records.service.jobs.kinds import JobKind
    from records.store import JobRows, Lease

LEASE = timedelta(seconds=60)
"""How long a part stays with a runner that does not renew its lease; servers' clocks may differ by a fraction of this."""
RENEWED = timedelta(seconds=5)
"""How often a runner checks whether it still has its parts; a cancelled job is noticed after at most this time."""
TRIES = 3
"""How often a part is tried before its job fails."""


def utc_now() -> datetime:
    """Return the time."""
    return datetime.now(UTC)


class Runner:
    """Works at the jobs of a store; several runners, in this process and elsewhere, may do so at once. One thread uses it.

    Its methods raise ``StoreRefused`` if the database fails; results so far are stored at the next turn.
    """

    def __init__(
        self,
        rows: JobRows,
        kinds: Mapping[str, JobKind],
        hands: Hands,
        *,
        worker: str,
        job: str | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        """``worker`` is a name that no other runner has; with ``job`` it works only at that job."""
        self._rows, self._kinds, self._hands = rows, kinds, hands
        self._worker, self._job, self._clock = worker, job, clock
        self._held: dict[Place, Lease] = {}
        self._ended: deque[Ended] = deque()
        self._renewed = clock()

    @property
    def is_busy(self) -> bool:
        """Whether it has a part."""
        return bool(self._held)

    def turn(self, seconds: float = 0.0) -> bool:
        """Take parts for all free hands, wait up to ``seconds`` for one to end, and store the results; False if there was no part."""
        if self._clock() - self._renewed >= RENEWED:
            self._renew()
        while self._hands.free and (lease := self._lease()) is not None:
            self._held[lease.place] = lease
            self._hands.begin(lease.place, self._task(lease))
        if not self._held:
            return False
        self._ended.extend(self._hands.ended(seconds))
        while self._ended:
            self._store(self._ended[0])
            self._held.pop(self._ended.popleft().place, None)
        return True

    def let_go(self) -> None:
        """Give back all parts that are under way, and let hands drop them; the hands stay open."""
        while self._held:
            place, lease = self._held.popitem()
            self._hands.drop(place)
            self._rows.let_go(lease)

    def _lease(self) -> Lease | None:
        now = self._clock()
        return self._rows.lease(self._worker, self._kinds, now, now + LEASE, tries=TRIES, job=self._job)

    def _task(self, lease: Lease) -> Task:
        kind = self._kinds[lease.kind]
        if lease.name == PLAN:
            return Task(split_checked, (kind.split, lease.source, lease.stage, lease.rows, MOST_BYTES))
        return Task(worked_checked, (kind.work, lease.source, lease.data, MOST_BYTES))

    def _renew(self) -> None:
        now = self._renewed = self._clock()
        for place, lease in list(self._held.items()):
            if not self._rows.renew(lease, now + LEASE):
                self._hands.drop(place)
                del self._held[place]

    def _store(self, ended: Ended) -> None:
        lease = self._held.get(ended.place)
        if lease is None:
            return
        now = self._clock()
        if ended.why:
            self._rows.fail(lease, ended.why, now, tries=TRIES)
        elif lease.name == PLAN:
            self._rows.plan(lease, ended.value, now)
        else:
            self._rows.finish(lease, ended.value, now)
