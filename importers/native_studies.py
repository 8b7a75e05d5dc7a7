"""Studies as files for another store: JSON Lines, whole, with the head of their chain."""

from __future__ import annotations

from typing import Any

import msgspec

from records.core.header import FORMAT
from records.core.ids import is_record_id
from records.core.logs.chain import Chain
from records.errors import ImportRefused, ImpossibleEvent, Problem, RecordsError
from records.service.chapters.store import StudyStream
from records.service.streams import STUDIES
from records.studies.chapters.events import STUDY, STUDY_BOOK, StudyHeader
from records.studies.chapters.fold import fold_study

_encode = msgspec.json.encode


class _StudyFirst(msgspec.Struct, forbid_unknown_fields=True):
    kiebitz: int
    kind: str
    stream: StudyHeader
    name: str


class _StudyLast(msgspec.Struct, forbid_unknown_fields=True):
    count: int
    head: str


def write_study(stream: StudyStream) -> bytes:
    """Return a study as a file: header and name of the author, events, and the head of the chain."""
    lines = [_encode(_StudyFirst(FORMAT, STUDY, stream.header, stream.name)), *map(STUDY_BOOK.codec.encode, stream.log)]
    return b"\n".join([*lines, _encode(_StudyLast(len(stream.log), stream.head.hex()))]) + b"\n"


def read_study(data: bytes, name: str) -> StudyStream:
    """Return the study in such a file; raises ``ImportRefused`` with line and reason."""
    lines = data.split(b"\n")
    if lines.pop() != b"" or len(lines) < 3:  # noqa: PLR2004 -- header, an event, the head
        raise _refused(name, len(lines) + 1, "the file is cut: its last line has no end, or lines are missing")
    first: _StudyFirst = _line(name, lines, 1, _StudyFirst)
    last: _StudyLast = _line(name, lines, len(lines), _StudyLast)
    if first.kiebitz != FORMAT or first.kind != STUDY or first.stream.format != FORMAT or not is_record_id(first.stream.stream):
        raise _refused(name, 1, f"this is no study of format {FORMAT}")
    chain = Chain(STUDY_BOOK, first.stream, None)
    log = []
    for number, line in enumerate(lines[1:-1], 2):
        try:
            recorded = STUDY_BOOK.codec.decode(line)
            if recorded.v != chain.count + 1 or recorded.prev != chain.hash.hex():
                raise _refused(name, number, "the chain is broken before it")
            if STUDY_BOOK.codec.encode(recorded) != line:
                raise _refused(name, number, "the line is not in its written form")
            STUDIES.check({}, first.stream, recorded, False)
            chain.accept(recorded)
        except ImportRefused:
            raise
        except RecordsError as error:
            raise _refused(name, number, str(error)) from None
        log.append(recorded)
    if (last.count, last.head) != (len(log), chain.hash.hex()):
        raise _refused(name, len(lines), "count or head is not that of the events")
    try:
        fold_study(log)
    except ImpossibleEvent as error:
        raise _refused(name, 1, str(error)) from None
    return StudyStream(header=first.stream, log=log, head=chain.hash, name=first.name)


def _line(name: str, lines: list[bytes], number: int, of: type[Any]) -> Any:
    try:
        found = msgspec.json.decode(lines[number - 1], type=of)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise _refused(name, number, f"the line cannot be read: {error}") from None
    if _encode(found) != lines[number - 1]:
        raise _refused(name, number, "the line is not in its written form")
    return found


def _refused(name: str, line: int, reason: str) -> ImportRefused:
    return ImportRefused(name, Problem(reason=reason, line=line))
