"""Streams beside the records as files for another store: JSON Lines, whole, with the head of their chain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from records.core.header import FORMAT
from records.core.ids import is_record_id
from records.core.logs.chain import Chain
from records.errors import ImportRefused, ImpossibleEvent, Problem, RecordsError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.core.book import EventBook
    from records.core.events import Recorded
    from records.service.streams import StreamKind

_encode = msgspec.json.encode
_T = TypeVar("_T")


class _StreamFirst(msgspec.Struct, forbid_unknown_fields=True):
    kiebitz: int
    kind: str
    stream: msgspec.Raw
    name: str


class _StreamLast(msgspec.Struct, forbid_unknown_fields=True):
    count: int
    head: str


@dataclass(frozen=True, slots=True)
class StreamFile:
    """What stands in such a file."""

    header: Any
    log: Sequence[Recorded[Any]]
    head: bytes
    """Chain hash after the last event, 32 bytes."""
    name: str
    """Of who writes the stream."""


def write_stream(kind: StreamKind, book: EventBook, file: StreamFile) -> bytes:
    """Return a stream as a file: header and name of who writes it, events, and the head of the chain."""
    first = _StreamFirst(FORMAT, kind.name, msgspec.Raw(_encode(file.header)), file.name)
    lines = [_encode(first), *map(book.codec.encode, file.log), _encode(_StreamLast(len(file.log), file.head.hex()))]
    return b"\n".join(lines) + b"\n"


def read_stream(kind: StreamKind, book: EventBook, fold: Callable[[Sequence[Recorded[Any]]], object], data: bytes, name: str) -> StreamFile:
    """Return the stream in such a file; raises ``ImportRefused`` with line and reason."""
    lines = data.split(b"\n")
    if lines.pop() != b"" or len(lines) < 3:  # noqa: PLR2004 -- header, an event, the head
        raise _refused(name, len(lines) + 1, "the file is cut: its last line has no end, or lines are missing")
    first, last = _line(name, lines, 1, _StreamFirst), _line(name, lines, len(lines), _StreamLast)
    header = _header(kind, first, name)
    chain = Chain(book, header, None)
    log = []
    for number, line in enumerate(lines[1:-1], 2):
        try:
            recorded = book.codec.decode(line)
            if recorded.v != chain.count + 1 or recorded.prev != chain.hash.hex():
                raise _refused(name, number, "the chain is broken before it")
            if book.codec.encode(recorded) != line:
                raise _refused(name, number, "the line is not in its written form")
            kind.check({}, header, recorded, False)
            chain.accept(recorded)
        except ImportRefused:
            raise
        except RecordsError as error:
            raise _refused(name, number, str(error)) from None
        log.append(recorded)
    if (last.count, last.head) != (len(log), chain.hash.hex()):
        raise _refused(name, len(lines), "count or head is not that of the events")
    try:
        fold(log)
    except ImpossibleEvent as error:
        raise _refused(name, 1, str(error)) from None
    return StreamFile(header=header, log=log, head=chain.hash, name=first.name)


def _header(kind: StreamKind, first: _StreamFirst, name: str) -> Any:
    if first.kiebitz != FORMAT or first.kind != kind.name:
        raise _refused(name, 1, f"this is no {kind.name} of format {FORMAT}")
    try:
        header = kind.read_header(bytes(first.stream))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise _refused(name, 1, f"the line cannot be read: {error}") from None
    if _encode(header) != bytes(first.stream):
        raise _refused(name, 1, "the line is not in its written form")
    if header.format != FORMAT or not is_record_id(kind.id_of(header)):
        raise _refused(name, 1, f"this is no {kind.name} of format {FORMAT}")
    return header


def _line(name: str, lines: list[bytes], number: int, of: type[_T]) -> _T:
    try:
        found = msgspec.json.decode(lines[number - 1], type=of)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise _refused(name, number, f"the line cannot be read: {error}") from None
    if _encode(found) != lines[number - 1]:
        raise _refused(name, number, "the line is not in its written form")
    return found


def _refused(name: str, line: int, reason: str) -> ImportRefused:
    return ImportRefused(name, Problem(reason=reason, line=line))
