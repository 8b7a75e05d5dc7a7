"""The delay of a link behind a running game (design/access: Links): its holder is shown the record as it was then."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from records.core.events import Recorded
    from records.core.viewers import Delay
    from records.store import RecordAccess

MOST_STEPS, MOST_MINUTES = 1000, 7 * 24 * 60


def access_then(access: RecordAccess, delay: Delay, now: datetime) -> RecordAccess:
    """Return the access to a record at a delayed link's time: a game closed less than the delay's minutes ago still counts as running."""
    if access.live or not delay.minutes or access.closed_at is None or access.closed_at <= now - timedelta(minutes=delay.minutes):
        return access
    return replace(access, live=True, closed_at=None)


def shown_by(log: Sequence[Recorded[Any]], told: Sequence[int], delay: Delay, now: datetime) -> int:
    """Return how many events of a running game a delayed link shows; ``told`` are the versions of events that are narrated to the public.

    An event is shown once ``delay.steps`` narrated steps followed it and ``delay.minutes`` passed since it was written, and never
    before an earlier one in the log: so a clock that is set back reveals nothing too early.
    """
    upto = _aged(log, now - timedelta(minutes=delay.minutes)) if delay.minutes else len(log)
    if delay.steps:
        upto = min(upto, told[-delay.steps] - 1 if delay.steps <= len(told) else 0)
    return upto


def seconds_to_next(log: Sequence[Recorded[Any]], delay: Delay, now: datetime) -> float | None:
    """Return the seconds until the next event of a log is old enough; None if no event is waiting for time alone."""
    young = _aged(log, now - timedelta(minutes=delay.minutes))
    return None if young == len(log) else (log[young].at + timedelta(minutes=delay.minutes) - now).total_seconds()


def _aged(log: Sequence[Recorded[Any]], before: datetime) -> int:
    """Return the length of the longest beginning of a log of which all events were written by then."""
    return next((index for index, recorded in enumerate(log) if recorded.at > before), len(log))
