"""Files read by several processes at once; each stores what it read, and no process holds more than one file."""

from __future__ import annotations

import signal
import sys
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

import msgspec

from importers.sources import FileSource
from importers.storing import store_file
from records.errors import ImportRefused, RecordsError, UnknownFormat
from web.cli.interrupts import uninterrupted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from importers import ImportOptions
    from records.service import GameBook, Stored
    from web.cli.places import StoreChoice

STANDARD_INPUT = FileSource("<stdin>", "-")
AHEAD = 4
"""Files a process that wait for it."""
_book: GameBook


class FileOutcome(msgspec.Struct, frozen=True):
    """What became of a file."""

    source: FileSource
    stored: tuple[Stored, ...] = ()
    problems: tuple[str, ...] = ()
    """Why it was refused."""
    passed_over: bool = False
    """Whether it is none of ours, and was not named by anybody."""
    elsewhere: bool = False
    """Whether another process has read it."""


def take(book: GameBook, source: FileSource, options: ImportOptions) -> FileOutcome:
    """Store the records of one file, or nothing of it, and say what became of it."""
    try:
        data = sys.stdin.buffer.read() if source == STANDARD_INPUT else source.read()
        return FileOutcome(source, stored=tuple(store_file(book, book.keeper, data, source.name, options)))
    except UnknownFormat as error:
        return FileOutcome(source, passed_over=source.inside, problems=tuple(map(str, error.problems)))
    except ImportRefused as error:
        return FileOutcome(source, problems=tuple(map(str, error.problems)))
    except RecordsError as error:
        return FileOutcome(source, problems=(str(error),))


def in_processes(
    place: StoreChoice, files: Sequence[FileSource], options: ImportOptions, jobs: int, add: Callable[[FileOutcome], None]
) -> None:
    """Store the records of files with ``jobs`` processes, and hand over what became of each, in their order.

    Raises ``KeyboardInterrupt`` after what was under way is done and handed over.
    """
    waiting: deque[Future[FileOutcome]] = deque()
    with ProcessPoolExecutor(min(jobs, len(files)), mp_context=get_context("spawn"), initializer=_begin, initargs=(place,)) as workers:
        try:
            for source in files:
                with uninterrupted():  # a file that was handed out is always waited for, and counted
                    waiting.append(workers.submit(_take, source, options))
                if len(waiting) >= jobs * AHEAD:
                    _hand_over(waiting, add)
            while waiting:
                _hand_over(waiting, add)
        except KeyboardInterrupt:
            for future in [future for future in waiting if not future.cancel()]:
                add(future.result())
            raise


def _hand_over(waiting: deque[Future[FileOutcome]], add: Callable[[FileOutcome], None]) -> None:
    """Wait for the first file, and hand it over; it waits on where somebody interrupts."""
    waiting[0].result()
    with uninterrupted():
        add(waiting.popleft().result())


def _begin(place: StoreChoice) -> None:
    global _book  # noqa: PLW0603 -- each process has its own store open, from its first file to its last
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process hears it, and lets this one finish
    _book = place.open(create=True)


def _take(source: FileSource, options: ImportOptions) -> FileOutcome:
    done = take(_book, source, options)
    return FileOutcome(done.source, done.stored, done.problems, done.passed_over, elsewhere=True)
