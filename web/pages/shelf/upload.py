"""Uploads of records: for each file the records that were stored, or why it was refused."""

from __future__ import annotations

import tempfile
from itertools import islice
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from importers import ImportOptions
from importers.sources import ZIP_MARKS, sources
from importers.storing import store_file
from records.core.sentences import N_
from records.core.viewers import PUBLIC
from records.errors import ImportRefused, Problem, RecordsError, StoreRefused
from records.service import ShelfQuery
from records.service.kinds import CASE_FILES, CASES, CLASSES, LAYERS, LEARNERS, STUDIES
from records.store import RECORD
from web.pages.shelf.reasons import reason_of
from web.words.texts import _, listing, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from werkzeug.datastructures import FileStorage

    from records.core.viewers import Caller
    from records.service import GameBook, Stored

MEGABYTE = 1024 * 1024
LARGEST_FILE, LARGEST_UPLOAD = 20 * MEGABYTE, 100 * MEGABYTE
"""Bytes. What is larger comes in through ``kiebitz import``."""
MOST_PACKED = 500
"""Files in a zip file. All of them together may be as large unpacked as an upload."""
PROBLEMS_TOLD = 5
BESIDE = {
    LAYERS.name: N_("Notes and variations"),
    CASES.name: N_("Dispute"),
    CASE_FILES.name: N_("Dispute"),
    STUDIES.name: N_("Study"),
    LEARNERS.name: N_("Progress in a study"),
    CLASSES.name: N_("Class"),
}
"""What a file can bring besides records."""
LONGEST_NAME = 120


class TakenRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record that a file brought, or what stands beside one."""

    path: str
    """"" for what has no page of its own."""
    title: str
    already: bool
    """It was on the shelf before."""
    trashed: bool
    """It lies in the trash."""
    beside: bool = False
    """Whether it is no record."""
    copy_of: str = ""
    """Whose redacted copy is here, although the file shows more; "" where it does not."""


class RefusedLine(msgspec.Struct, frozen=True, kw_only=True):
    """Why a file was refused."""

    place: str
    """Line and column, or the path inside the file; "" for none."""
    reason: str
    """In the reader's language; as the importer says it, in English, where no words are known for it."""
    ours: bool = False
    """Whether the reason is in the reader's language."""
    detail: str = ""
    """What the importer says, for readers who want to know exactly."""


class FileReport(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one file."""

    name: str
    taken: tuple[TakenRecord, ...] = ()
    refused: tuple[RefusedLine, ...] = ()
    more: int = 0
    """Further reasons that are not told."""


class Report(msgspec.Struct, frozen=True):
    """What became of an upload; nothing of a refused file is stored."""

    files: tuple[FileReport, ...]

    @property
    def added(self) -> int:
        """What is new."""
        return sum(not taken.already for file in self.files for taken in file.taken)

    @property
    def records(self) -> int:
        """Records that are new."""
        return sum(not (taken.already or taken.beside) for file in self.files for taken in file.taken)

    @property
    def here(self) -> int:
        """What was here already."""
        return sum(taken.already for file in self.files for taken in file.taken)

    @property
    def refused(self) -> int:
        """Files of which nothing was taken."""
        return sum(bool(file.refused) for file in self.files)


def content(file: FileStorage) -> bytes:
    """Return what is in a file, and leave it to be read again."""
    data: bytes = file.stream.read()
    file.stream.seek(0)
    return data


def take(book: GameBook, caller: Caller, files: Iterable[FileStorage], options: ImportOptions) -> Report:
    """Store the records in some files, each for itself, and say what became of each."""
    book.records.shelf(caller, ShelfQuery(limit=0))  # raises NotYours for a caller who may not even look
    return Report(tuple(report for file in files for report in _take(book, caller, file, options)))


def _take(book: GameBook, caller: Caller, file: FileStorage, options: ImportOptions) -> Iterator[FileReport]:
    """Yield what became of a file, of a zip file what became of each file in it."""
    name = _printable(file.filename or "")
    data = file.stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        yield _too_large(
            name,
            _(
                "It is larger than %(n)s MB. For larger files use the command line: kiebitz import.",
                n=number(LARGEST_FILE // MEGABYTE),
            ),
        )
    elif data[:4] in ZIP_MARKS:
        yield from _unpack(book, caller, name, data, options)
    else:
        yield _store(book, caller, name, data, options)


def _unpack(book: GameBook, caller: Caller, name: str, data: bytes, options: ImportOptions) -> Iterator[FileReport]:
    """Store the records in the files of a zip file, one after the other; nothing is unpacked to a disk."""
    with tempfile.NamedTemporaryFile(suffix=".zip") as packed:
        packed.write(data)
        packed.flush()
        found = list(islice(sources(packed.name), MOST_PACKED + 1))
        if len(found) > MOST_PACKED:
            reason = _("It holds more than %(n)s files. For more files use the command line: kiebitz import.", n=number(MOST_PACKED))
            yield _too_large(name, reason)
            return
        if not found:
            yield _too_large(name, _("It contains no file."))
        left = LARGEST_UPLOAD
        for source in found:
            inner = _printable(f"{name}/{source.member}" if source.member else name)
            try:
                content = source.read(min(left, LARGEST_FILE))
            except ImportRefused as error:
                yield _refusal(inner, error)
                continue
            left -= len(content)
            yield _store(book, caller, inner, content, options)


def _printable(name: str) -> str:
    """Return the name of a file as it is shown."""
    return "".join(sign for sign in name if sign.isprintable())[:LONGEST_NAME]


def _too_large(name: str, reason: str) -> FileReport:
    return FileReport(name=name, refused=(RefusedLine(place="", reason=reason, ours=True),))


def _refusal(name: str, error: ImportRefused) -> FileReport:
    told = tuple(_refused(problem) for problem in error.problems[:PROBLEMS_TOLD])
    return FileReport(name=name, refused=told, more=max(0, len(error.problems) - PROBLEMS_TOLD))


def _store(book: GameBook, caller: Caller, name: str, data: bytes, options: ImportOptions) -> FileReport:
    try:
        stored = store_file(book, caller, data, name, options)
    except ImportRefused as error:
        return _refusal(name, error)
    except StoreRefused:
        raise  # it is not the file's fault
    except RecordsError as error:
        return FileReport(name=name, refused=(RefusedLine(place="", reason=str(error)),))
    finally:
        book.writing.keep_so_far(caller)  # the next file is read while others write; one that was stored is known again
    return FileReport(name=name, taken=_taken(book, caller, stored))


def _refused(problem: Problem) -> RefusedLine:
    known = reason_of(problem.reason)
    return RefusedLine(place=_place(problem), reason=known or problem.reason, ours=bool(known), detail=problem.reason)


def _place(problem: Problem) -> str:
    if problem.line is None:
        return problem.place
    if problem.column is None:
        return _("line %(n)s", n=number(problem.line))
    return _("line %(n)s, column %(column)s", n=number(problem.line), column=number(problem.column))


def _taken(book: GameBook, caller: Caller, stored: Sequence[Stored]) -> tuple[TakenRecord, ...]:
    records = [one.id for one in stored if one.kind == RECORD]
    trashed = {entry.id for entry in book.records.entries(caller, records) if entry.trashed is not None}
    found = []
    for one in stored:
        if one.kind != RECORD:
            path = url_for("cases.case", case=one.id) if one.kind in {CASES.name, CASE_FILES.name} else ""
            found.append(TakenRecord(path=path, title=_(BESIDE[one.kind]), already=one.already, trashed=False, beside=True))
            continue
        view = book.record(caller, one.id, PUBLIC)
        title = listing([seat_name(seat, view.names) for seat in view.header.seats])
        path = url_for("pages.replay", record=one.id)
        found.append(TakenRecord(path=path, title=title, already=one.already, trashed=one.id in trashed, copy_of=one.copy_of))
    return tuple(found)
