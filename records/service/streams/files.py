"""A stream as it travels from store to store, whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.logs.chain import Chain

if TYPE_CHECKING:
    from datetime import datetime

    from records.core.book import Book
    from records.core.events import Recorded


class StreamFile(msgspec.Struct, frozen=True, kw_only=True):
    """A stream of any kind but a record; its header says which."""

    header: Any
    log: Sequence[Recorded[Any]]
    head: bytes
    """Chain hash after the last event, 32 bytes."""
    name: str = ""
    """Of whose it is; "" where it is nobody's, or not known."""


def chained(book: Book, header: Any, events: Iterable[tuple[datetime, Any]]) -> tuple[tuple[Recorded[Any], ...], bytes]:
    """Return the events of a stream under a header as they are recorded, and the hash after the last."""
    chain = Chain(book, header, None)
    log = tuple(chain.add(at, event)[0] for at, event in events)
    return log, chain.hash
