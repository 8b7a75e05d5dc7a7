"""``kiebitz review --all``: the reviews of all records that are not made yet, by as many processes as there are, here or on a cluster."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec

from records.errors import RecordsError, StoreRefused
from records.review.reasons import WHY
from records.service import ShelfQuery
from records.service.jobs.batch import batched
from web.cli.output import counted, plain, print_json, stop, tell
from web.cli.progress import counting
from web.lanes import processors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from records.service import GameBook
    from records.service.desks.jobs import WholeWork
    from records.service.jobs.hands import Ended, Hands, Place
    from records.service.jobs.tasks import Task
    from web.cli.workers import Workers


class ReviewedRecord(msgspec.Struct, kw_only=True):
    """What became of a record."""

    id: str
    apart: str = ""
    """Why it is not reviewed; "" where it is."""
    refused: str = ""
    """Why nothing could be asked of it."""
    made: list[str] = msgspec.field(default_factory=list)
    """Whose reviews were made now: seats, and ``open``."""
    failed: dict[str, str] = msgspec.field(default_factory=dict)
    """Whose could not be made, and why."""
    left: int = 0
    """How many are still to be made."""

    @property
    def wrong(self) -> str:
        """What went wrong, in words; "" for nothing."""
        return self.refused or "; ".join(f"{viewer}: {why}" for viewer, why in self.failed.items())


class AllReviews:
    """The reviews of all records of a book, as tasks; each is kept when it has ended, and a record told when all of it has."""

    def __init__(self, book: GameBook, viewer: str, ended: Callable[[], None], *, graded: bool) -> None:
        self._book, self._viewer, self._ended, self._graded = book, viewer, ended, graded
        self._under_way: dict[Place, tuple[str, WholeWork]] = {}
        self.records: dict[str, ReviewedRecord] = {}

    def work(self, ids: Sequence[str], hands: Hands, seconds: float) -> None:
        """Have hands make what is missing; what has ended is kept, whatever comes then. Raises ``StoreRefused``."""
        with closing(batched(hands, self._tasks(ids), seconds)) as ended:
            for one in ended:
                self._keep(one)

    def _tasks(self, ids: Sequence[str]) -> Iterator[tuple[Place, Task]]:
        for record in ids:
            found = self.records[record] = ReviewedRecord(id=record)
            try:
                found.apart, works = self._book.reviews.missing(self._book.keeper, record, self._viewer, graded=self._graded)
            except StoreRefused:
                raise
            except RecordsError as error:  # the others are reviewed all the same
                found.refused, works = str(error), {}
            found.left = len(works)
            for nth, (viewer, work) in enumerate(works.items()):
                self._under_way[record, nth] = viewer, work
                yield (record, nth), work.task
            if not works:
                self._ended()

    def _keep(self, one: Ended) -> None:
        viewer, work = self._under_way.pop(one.place)
        found = self.records[work.record]
        try:
            if one.why:
                found.failed[viewer] = one.why
            else:
                self._book.jobs.keep_whole(work, one.value)
                found.made.append(viewer)
        except StoreRefused:
            raise
        except RecordsError as error:
            found.failed[viewer] = str(error)
        found.left -= 1
        if not found.left:
            self._ended()


def review_all(book: GameBook, workers: Workers, viewer: str, seconds: float, *, graded: bool, as_json: bool) -> None:
    """Make all reviews that are missing, and print what became of each record; exit code 1 where one could not be made."""
    ids = [entry.id for entry in book.records.shelf(book.keeper, ShelfQuery()).entries]
    with counting(len(ids), "Reviewing", "records") as ended:
        every, stopped = AllReviews(book, viewer, ended, graded=graded), False
        try:
            with workers.hands(processors()) as hands:
                every.work(ids, hands, seconds)
        except KeyboardInterrupt:
            stopped = True
    records = [*every.records.values()]
    done = [one for one in records if not one.left]
    if as_json:
        print_json([msgspec.structs.asdict(one) for one in records])
    for one in records:
        if one.wrong and not as_json:
            tell(plain(f"{one.id}  {one.wrong}"))
    for why, count in Counter(one.apart for one in records if one.apart).items():
        tell(f"{counted(count, 'record')} without a review: {WHY[why]}")  # type: ignore[index]  # by what the desk says
    made, wrong = sum(bool(one.made) for one in done), sum(bool(one.wrong) for one in records)
    there = sum(not (one.made or one.wrong or one.apart) for one in done)
    failed = f", {counted(wrong, 'record')} that failed" if wrong else ""
    tell(f"{counted(made, 'record')} reviewed now, {counted(there, 'record')} before{failed}.")
    if len(done) < len(ids):
        left = f"{len(done)} of {counted(len(ids), 'record')} are done and kept; the same command goes on with the others."
        if stopped:
            stop(f"Stopped: {left}")
        tell(f"Time is up: {left}")
    if wrong:
        raise SystemExit(1)
