"""What people write beside records as files for another store: JSON Lines, whole; described in docs/format.md.

A first line with kind and header (of a layer its author's name in a second one), one line an event, a last line with count and head hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from importers.native_lines import NativeLines, encode
from records.core.header import FORMAT
from records.core.ids import is_record_id
from records.core.logs.chain import Chain
from records.core.viewers import OPEN
from records.errors import ImpossibleEvent
from records.service.incoming import LONGEST_NAME, is_line
from records.service.kinds import CASES, CLASSES, LAYERS, LEARNERS, RETELLINGS, STUDIES, WORD_TABLES, WRITTEN
from records.service.streams.files import StreamFile

if TYPE_CHECKING:
    from records.service.streams.kind import StreamKind

CARRIED = (LAYERS, CASES, STUDIES, LEARNERS, CLASSES, RETELLINGS, WORD_TABLES)
"""The kinds of which there are files; who attends a class stays where they joined."""


class _LayerFirst(msgspec.Struct, forbid_unknown_fields=True):
    kiebitz: int
    kind: str
    header: msgspec.Raw


class _LayerNames(msgspec.Struct, forbid_unknown_fields=True):
    names: dict[str, str]


class _StreamFirst(msgspec.Struct, forbid_unknown_fields=True):
    kiebitz: int
    kind: str
    stream: msgspec.Raw
    name: str | msgspec.UnsetType = msgspec.UNSET
    """Name of its owner, for a kind that has one."""


class _StreamLast(msgspec.Struct, forbid_unknown_fields=True):
    count: int
    head: str


def write_stream(file: StreamFile) -> bytes:
    """Return a stream as a file."""
    kind, header = WRITTEN[file.header.kind], msgspec.Raw(encode(file.header))
    if kind is LAYERS:
        opening = [encode(_LayerFirst(FORMAT, kind.name, header)), encode(_LayerNames({file.header.author: file.name}))]
    else:
        opening = [encode(_StreamFirst(FORMAT, kind.name, header, file.name if kind.whose else msgspec.UNSET))]
    lines = [*opening, *map(kind.events.codec.encode, file.log), encode(_StreamLast(len(file.log), file.head.hex()))]
    return b"\n".join(lines) + b"\n"


def read_stream(data: bytes, name: str, kind: StreamKind[Any, Any]) -> StreamFile:
    """Return the stream of a kind in a file; raises ``ImportRefused`` with line and reason."""
    of_layer = kind is LAYERS
    lines = NativeLines(data, name, least=4 if of_layer else 3)
    first: _LayerFirst | _StreamFirst = lines.value(1, _LayerFirst) if of_layer else lines.value(1, _StreamFirst)
    if (first.kiebitz, first.kind) != (FORMAT, kind.name):
        raise lines.refused(1, f"this is no {kind.name} of format {FORMAT}")
    header = _header(kind, first.header if isinstance(first, _LayerFirst) else first.stream, lines)
    for what, ident in _idents(kind, header):
        if not is_record_id(ident):
            raise lines.refused(1, f"{ident[:40]!r} is not the id of a {what}: 16 small letters and digits")
    called = _called(first, header, lines)
    end, chain = len(lines.lines), Chain(kind.events, header, None)
    log = lines.events(range(3 if of_layer else 2, end), chain, kind.events, OPEN, lambda recorded: kind.check(header, recorded))
    last = lines.value(end, _StreamLast)
    if (last.count, last.head) != (len(log), chain.hash.hex()):
        raise lines.refused(end, "the chain is broken: count or head is not that of the events; a line was changed")
    try:
        kind.fold(header, log)
    except ImpossibleEvent as error:
        raise lines.refused(None, str(error)) from None
    return StreamFile(header=header, log=log, head=chain.hash, name=called)


def _header(kind: StreamKind[Any, Any], line: msgspec.Raw, lines: NativeLines) -> Any:
    try:
        header = kind.read_header(bytes(line))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise lines.refused(1, f"the line cannot be read: {error}") from None
    if encode(header) != bytes(line):
        raise lines.refused(1, "the line is not in its written form (spaces, order of fields, line end)")
    if header.format != FORMAT:
        raise lines.refused(1, f"this is no {kind.name} of format {FORMAT}")
    return header


def _idents(kind: StreamKind[Any, Any], header: Any) -> list[tuple[str, str]]:
    """Return the ids in a header, with what each is of."""
    found = [(kind.name, str(header.stream))]
    if kind.whose:
        found.append(("person", str(getattr(header, kind.whose))))
    if hasattr(header, "of"):
        found.append(("record", str(header.of.record)))
    return found + [("record", str(getattr(header, name))) for name in ("source", "told") if hasattr(header, name)]


def _called(first: _LayerFirst | _StreamFirst, header: Any, lines: NativeLines) -> str:
    """Return the name of a stream's owner, "" if unknown."""
    if isinstance(first, _StreamFirst):
        if (first.name is msgspec.UNSET) == bool(WRITTEN[header.kind].whose):
            raise lines.refused(1, "the line is not in its written form (spaces, order of fields, line end)")
        return "" if isinstance(first.name, msgspec.UnsetType) else first.name
    names = lines.value(2, _LayerNames).names
    called = names.get(header.author)
    if called is None or len(names) != 1 or not is_line(called, LONGEST_NAME):
        raise lines.refused(2, "the line holds the author's name, or an empty one, by the key that the header gives")
    return called
