"""Files of streams beside records: distinguished by their first line, and stored by their owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from importers.native_cases import read_case_file
from importers.native_streams import CARRIED, read_stream
from records.core.ids import RecordId
from records.service.cases.files import CaseFile
from records.service.kinds import CASES, CLASSES, LAYERS, LEARNERS, RETELLINGS, STUDIES, WORD_TABLES
from records.service.writing.ingest import Stored

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.game import Game
    from records.core.viewers import Caller
    from records.service import GameBook
    from records.service.streams.files import StreamFile
    from records.service.streams.kind import StreamKind

_MARK = b'{"kiebitz":'


class _First(msgspec.Struct):
    kind: str = ""
    seen_by: str = msgspec.field(name="as", default="")


def holds_no_record(data: bytes) -> str:
    """Return of which kind a native file is that holds no record, by its first line; "" for every other file."""
    return _first(data).kind


def _first(data: bytes) -> _First:
    try:
        return msgspec.json.decode(data.partition(b"\n")[0], type=_First) if data.startswith(_MARK) else _First()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _First()


def read_beside(
    games: Mapping[str, Game], data: bytes, name: str, kinds: Sequence[StreamKind[Any, Any]] = CARRIED
) -> StreamFile | CaseFile:
    """Return the content of a native file of one of ``kinds``; raises ``ImportRefused`` with line and reason."""
    first = _first(data)
    kind = next((one for one in kinds if one.name == first.kind), kinds[0])
    return read_case_file(games, data, name) if kind is CASES and first.seen_by else read_stream(data, name, kind)


def take_beside(book: GameBook, caller: Caller, found: StreamFile | CaseFile, tell: Callable[[str], None]) -> Stored:
    """Store a stream beside records; raises a ``RecordsError`` if the caller may not import it, or if it does not fit the record here."""
    if isinstance(found, CaseFile):
        return book.cases.take_in_case_file(caller, found)
    kind, ident = found.header.kind, found.header.stream
    if kind == LAYERS.name:
        taken = book.notes.files.take_in_layer(caller, found)
        for conflict in taken.conflicts:
            tell(f"Note {conflict.note} was changed on both sides; both texts are there.")
        return Stored(RecordId(taken.id), already=not taken.new and not taken.changed, kind=kind)
    take_in = {
        CASES.name: book.cases.take_in_case,
        STUDIES.name: book.studies.take_in_study,
        LEARNERS.name: book.studies.take_in_study,
        CLASSES.name: book.classes.take_in_class,
        RETELLINGS.name: book.retelling.take_in_told,
        WORD_TABLES.name: book.retelling.take_in_told,
    }[kind]
    return Stored(RecordId(ident), already=not take_in(caller, found), kind=kind)
