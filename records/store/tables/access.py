"""Who may see what: releases, owners, seats and the trail of opened hands, each in a transaction of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.store.refusals import storable
from records.store.tables import releases, trail

if TYPE_CHECKING:
    from datetime import datetime

    from records.store.recorders.ledger import RowRecorder
    from records.store.tables.releases import RecordAccess, Release
    from records.store.tables.trail import TrailStep
    from records.store.transactions import Transactions


class AccessRows:
    """Who may see what of one store; errors are those of its other methods."""

    def __init__(self, work: Transactions, rows: RowRecorder) -> None:
        self._work = work
        self._rows = rows

    def of(self, record: str) -> RecordAccess | None:
        """Return all that decides who may see a record; None where there is none."""
        if not storable(record):
            return None
        return self._work.kept.once(("access", record), lambda: self._read_access(record))

    def _read_access(self, record: str) -> RecordAccess | None:
        with self._work.doing("reading"):
            return releases.access_of(record, self._rows.read_access(record))

    def release(self, record: str, release: Release) -> None:
        """Say what others are let see of a record. Raises RecordNotFound."""
        with self._work.writing("releasing", record) as connection:
            releases.put(connection, record, release)

    def own(self, record: str, owner: str | None) -> None:
        """Give a record to an account, or to nobody. Raises RecordNotFound."""
        with self._work.writing("giving", record) as connection:
            releases.own(connection, record, owner)

    def close(self, record: str) -> None:
        """Note that a game is over, or not recorded further. Raises RecordNotFound."""
        with self._work.writing("closing", record) as connection:
            releases.close(connection, record)

    def reopen(self, record: str) -> None:
        """Note that a game goes on. Raises RecordNotFound."""
        with self._work.writing("opening", record) as connection:
            releases.reopen(connection, record)

    def close_ended(self) -> None:
        """Note that games are over whose result was written by who could not note it any more."""
        with self._work.reading() as connection:
            ended = releases.ended(connection)
        for record in ended:
            self.close(record)

    def running_before(self, when: datetime) -> list[str]:
        """Return the ids of the games that run and were begun before ``when``, the oldest first; none that is in the trash."""
        with self._work.reading() as connection:
            return releases.running_before(connection, when)

    def running_since(self, when: datetime, most: int) -> list[str]:
        """Return the ids of up to ``most`` games that run and were begun since then, the latest first; none that is in the trash."""
        with self._work.reading() as connection:
            return releases.running_since(connection, when, most)

    def change(self, record: str, decide: releases.Decide) -> releases.AccessChange:
        """Change who may see a record, as ``decide`` says of what is so at that moment; returns what was changed. Raises RecordNotFound."""
        with self._work.writing("changing who may see it", record) as connection:
            return releases.change(connection, record, decide)

    def claim(self, record: str, seat: str, account: str | None) -> None:
        """Give a seat to an account, or take it away. Raises RecordNotFound."""
        with self._work.writing("seating", record) as connection:
            releases.claim(connection, record, seat, account)

    def agree(self, record: str, account: str, *, agreed: bool) -> None:
        """Note whether an account agrees that the hands at its seats are opened. Raises SeatNotFound where it has none."""
        with self._work.writing("agreeing", record) as connection:
            releases.agree(connection, record, account, agreed=agreed)

    def close_review(self, record: str, seat: str, account: str, *, closed: bool) -> bool:
        """Close the review of a seat to all but who holds it, or open it again; returns False for an account that does not hold it."""
        with self._work.writing("closing a review", record) as connection:
            return releases.close_review(connection, record, seat, account, closed=closed)

    def closed_reviews(self, record: str) -> dict[str, str]:
        """Return the seats of a record whose review is closed, with who holds them."""
        with self._work.reading() as connection:
            return releases.closed_reviews(connection, record)

    def trail_of(self, account: str) -> list[TrailStep]:
        """Return which hands an account opened, the latest first."""
        with self._work.reading() as connection:
            return trail.read_of(connection, account)

    def leave_trail(self, step: TrailStep) -> bool:
        """Note that somebody opened a hand, once for each way in; returns whether it was noted now."""
        if self._work.kept.once(("trail", step), lambda: self._has_step(step)):
            return False

        def leave() -> bool:
            with self._work.writing("leaving a trail", step.record) as connection:
                return trail.leave(connection, step)

        return self._work.lasting(leave)

    def _has_step(self, step: TrailStep) -> bool:
        with self._work.reading() as connection:
            return trail.has(connection, step)

    def trail(self, record: str) -> list[TrailStep]:
        """Return who opened which hand of a record, the latest first."""
        with self._work.reading() as connection:
            return trail.read(connection, record)

    def loose_rows(self) -> list[tuple[str, str]]:
        """Return which tables about access hold rows of a record that is not there: table and id."""
        with self._work.reading() as connection:
            return releases.loose_rows(connection)
