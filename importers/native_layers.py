"""A layer as a file: JSON Lines with the kind in line 1; described in docs/format.md.

A first line with the header, a line with the author's name, one line an event, a last line with count and head hash. Like a record's
file it has one written form, and what is cut, changed or foreign is refused with line and reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from importers.native_checks import is_compact
from records.core.header import FORMAT
from records.core.ids import is_record_id
from records.core.logs.chain import Chain
from records.errors import ImportRefused, Problem, RecordsError
from records.service.incoming import LONGEST_NAME, is_line
from records.service.layers.files import LayerFile
from records.service.streams import LAYERS
from records.studies.layers.events import LAYER, LAYER_BOOK, LayerHeader
from records.studies.layers.fold import fold_layer

if TYPE_CHECKING:
    from records.core.events import Recorded

_encode = msgspec.json.encode
_MARK = b'{"kiebitz":1,"kind":"layer",'


class _First(msgspec.Struct, forbid_unknown_fields=True):
    kiebitz: int
    kind: str
    header: LayerHeader


class _Names(msgspec.Struct, forbid_unknown_fields=True):
    names: dict[str, str]


class _Last(msgspec.Struct, forbid_unknown_fields=True):
    count: int
    head: str


def is_layer(data: bytes) -> bool:
    """Whether a native file holds a layer."""
    return data.startswith(_MARK)


def write_layer(file: LayerFile) -> bytes:
    """Return the file of a layer."""
    lines = [
        _encode(_First(FORMAT, LAYER, file.header)),
        _encode(_Names({file.header.author: file.name})),
        *map(LAYER_BOOK.codec.encode, file.log),
        _encode(_Last(len(file.log), file.head.hex())),
    ]
    return b"\n".join(lines) + b"\n"


def read_layer(data: bytes, name: str) -> LayerFile:
    """Return the layer in a file; raises ``ImportRefused`` with line and reason, and then nothing of it may be kept."""
    lines = data.split(b"\n")
    if lines[-1] != b"" or len(lines) < 5:  # noqa: PLR2004 -- header, name, event, footer, and nothing
        raise _refused(name, len(lines), "the file is cut: its last line has no end, or lines are missing")
    first: _First = _line(lines, 1, _First, name)
    header = first.header
    if first.kiebitz != FORMAT or first.kind != LAYER or header.format != FORMAT:
        raise _refused(name, 1, f"this is no layer of format {FORMAT}")
    for what, ident in (("layer", header.stream), ("person", header.author), ("record", header.of.record)):
        if not is_record_id(ident):
            raise _refused(name, 1, f"{ident[:40]!r} is not the id of a {what}: 16 small letters and digits")
    names: _Names = _line(lines, 2, _Names, name)
    called = names.names.get(header.author)
    if called is None or len(names.names) != 1 or not is_line(called, LONGEST_NAME):
        raise _refused(name, 2, "the line holds the author's name, or an empty one, by the key that the header gives")
    chain = Chain(LAYER_BOOK, header, None)
    log = [_event(line, number, chain, header, name) for number, line in enumerate(lines[2:-2], 3)]
    last: _Last = _line(lines, len(lines) - 1, _Last, name)
    if (last.count, last.head) != (len(log), chain.hash.hex()):
        raise _refused(name, len(lines) - 1, "the chain is broken: count or head is not that of the events; a line was changed")
    try:
        fold_layer(header.of, log)
    except RecordsError as error:
        raise _refused(name, None, str(error)) from None
    return LayerFile(header=header, name=called, log=log, head=chain.hash)


def _event(line: bytes, number: int, chain: Chain, header: LayerHeader, name: str) -> Recorded[Any]:
    try:
        recorded = LAYER_BOOK.codec.decode(line)
        LAYERS.check({}, header, recorded, False)
        if recorded.v != chain.count + 1:
            raise _refused(name, number, f"version {recorded.v} stands where {chain.count + 1} belongs")
        if LAYER_BOOK.codec.encode(recorded) != line or not is_compact(line):
            raise _refused(name, number, "the line is not in its written form (spaces, order of fields, keys twice, line end)")
        if recorded.prev != chain.hash.hex():
            raise _refused(name, number, "the chain is broken: prev is not the hash of the line before; one of the two lines was changed")
        chain.accept(recorded)
    except ImportRefused:
        raise
    except RecordsError as error:
        raise _refused(name, number, str(error)) from None
    return recorded


def _line(lines: list[bytes], number: int, of: type[Any], name: str) -> Any:
    line = lines[number - 1]
    try:
        found = msgspec.json.decode(line, type=of)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise _refused(name, number, f"the line cannot be read: {error}") from None
    if _encode(found) != line:
        raise _refused(name, number, "the line is not in its written form (spaces, order of fields, line end)")
    return found


def _refused(name: str, line: int | None, reason: str) -> ImportRefused:
    return ImportRefused(name, Problem(reason=reason, line=line))
