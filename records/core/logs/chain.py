"""Writing and checking the chain of one stream (design/events: Seals)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.events import Event, Recorded
from records.core.logs.seals import Sealer, first_hash

if TYPE_CHECKING:
    from datetime import datetime

    from msgspec import Struct

    from records.core.book import Book


class Chain:
    """The growing end of a record, or of another stream: ``count`` events, ``hash`` (32 bytes) after the last."""

    def __init__(self, book: Book, header: Struct, key: bytes | None, count: int = 0, after: bytes | None = None) -> None:
        self._sealer = Sealer(book.parts, key)
        self._encode, self._as_read, self._respelled = book.codec.encode, book.codec.as_read, book.codec.respelled
        self.count = count
        self.hash = first_hash(header) if after is None else after

    def add(self, at: datetime, event: Event, cause: int | None = None) -> tuple[Recorded[Event], bytes]:
        """Return the next event in its envelope and its line. ``cause`` is None for an event that names itself."""
        self.count = count = self.count + 1
        before = self.hash
        recorded = Recorded(count, count if cause is None else cause, at, before.hex(), event)
        if type(event) in self._respelled:
            recorded = self._as_read(recorded)
        line = self._encode(recorded)
        self.hash = self._sealer.link(before, recorded, line)
        return recorded, line

    def after(self, recorded: Recorded[Any]) -> bytes:
        """Return the hash that the record has after ``recorded``, if it is what follows here; nothing changes."""
        return self._sealer.hash(self.hash, recorded)

    def accept(self, recorded: Recorded[Any]) -> None:
        """Go on over an event that stands already."""
        self.hash = self.after(recorded)
        self.count += 1
