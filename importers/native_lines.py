"""The lines of native files: JSON in its one written form, events chained; what is cut, changed or foreign is refused with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from importers.native_checks import is_compact
from records.core.logs.seals import Sealer
from records.core.viewers import OPEN, viewer_key
from records.errors import CorruptRecord, ImportRefused, ImpossibleEvent, Problem, RecordsError
from records.knowledge.door import redact

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.core.book import Book
    from records.core.events import Recorded
    from records.core.logs.chain import Chain
    from records.core.viewers import Viewer

encode = msgspec.json.encode
T = TypeVar("T")


class NativeLines:
    """The lines of a file called ``name``, numbered from 1."""

    def __init__(self, data: bytes, name: str, least: int) -> None:
        """Split a file that has ``least`` lines; raises ``ImportRefused`` where its end is missing."""
        self.lines, self.name = data.split(b"\n"), name
        if self.lines.pop() != b"" or len(self.lines) < least:
            raise self.refused(len(self.lines) + 1, "the file is cut: its last line has no end, or lines are missing")

    def value(self, number: int, of: type[T]) -> T:
        """Return the value in a line; raises ``ImportRefused`` for an invalid one, or one in another form."""
        line = self.lines[number - 1]
        try:
            found = msgspec.json.decode(line, type=of)
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
            raise self.refused(number, f"the line cannot be read: {error}") from None
        if encode(found) != line:
            raise self.refused(number, "the line is not in its written form (spaces, order of fields, line end)")
        return found

    def events(
        self, numbers: range, chain: Chain, book: Book, viewer: Viewer, check: Callable[[Recorded[Any]], object]
    ) -> list[Recorded[Any]]:
        """Return the events in some lines, along ``chain``; ``viewer`` was shown all that is in them, and each passes ``check``."""
        log = []
        for number in numbers:
            try:
                log.append(chained_event(self.lines[number - 1], chain, book, viewer, check))
            except RecordsError as error:
                raise ImportRefused(self.name, Problem(reason=str(error), line=number, version=len(log) + 1)) from None
        return log

    def refused(self, number: int | None, reason: str) -> ImportRefused:
        """Return the refusal of a line."""
        return ImportRefused(self.name, Problem(reason=reason, line=number))


def chained_event(line: bytes, chain: Chain, book: Book, viewer: Viewer, check: Callable[[Recorded[Any]], object]) -> Recorded[Any]:
    """Return the event in a line and add it to ``chain``; raises ``RecordsError`` for one that was changed or fails ``check``."""
    recorded = book.codec.decode(line)
    check(recorded)
    if recorded.v != chain.count + 1:
        raise CorruptRecord(f"version {recorded.v} stands where {chain.count + 1} belongs")
    if book.codec.encode(recorded) != line or not is_compact(line):
        raise CorruptRecord("the line is not in its written form (spaces, order of fields, keys twice, line end)")
    if recorded.prev != chain.hash.hex():
        before = "the header" if not chain.count else "the line before"
        raise CorruptRecord(f"the chain is broken: prev is not the hash of {before}; one of the two lines was changed")
    chain.accept(recorded)
    if viewer is not OPEN and redact(Sealer(book.parts, None), [recorded], viewer) != [recorded]:
        raise ImpossibleEvent(f"the event shows what {viewer_key(viewer)} was not shown")
    return recorded
