"""Streams from elsewhere: under a key of their own here, and given away again as they came (design/access: What comes from elsewhere)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from records.core.logs.chain import Chain
from records.service.incoming import checked_name
from records.store import SaidWriter
from records.studies.layers.copies import derived_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.book import Book
    from records.core.events import Recorded
    from records.service.streams import StreamKind
    from records.store import Signature, Store


class Came(NamedTuple):
    """A stream as it came from elsewhere."""

    header: Any
    log: tuple[Recorded[Any], ...]
    head: bytes


def foreign_key(bringer: str, source: str, writer: str, beside: str = "") -> str:
    """Return the key of a stream from elsewhere, of the form of a person's: it follows from who brings it, and is nobody's."""
    return derived_id("brought", bringer, source, writer, beside)


def said_writer(store: Store, own: str, source: str, writer: str, name: str) -> SaidWriter | None:
    """Return of whom it is said that they wrote a stream that ``own`` brings; None where it is their own."""
    if writer == own:
        return None
    return SaidWriter(key=foreign_key(own, source, writer), name=said_name(store, writer, name), bringer=own, source=source, writer=writer)


def said_name(store: Store, writer: str, name: str) -> str:
    """Return what a file says that its writer is called; the key of a person who was forgotten here gets no name again."""
    return checked_name(name) if name and not store.is_forgotten(writer) else ""


def as_it_came(kind: StreamKind, header: Any, log: Sequence[Recorded[Any]], head: bytes, signature: Signature) -> Came:
    """Return a stream under the header that it had where it came from, and with the chain of that; one that was begun here as it is."""
    said, book = signature.said, kind.book({}, header)
    if said is None or not said.source or book is None:
        return Came(header, tuple(log), head)
    came = msgspec.structs.replace(header, stream=said.source, **{kind.whose: said.writer})
    return Came(came, *rechained(book, came, log))


def rechained(book: Book, header: Any, log: Iterable[Recorded[Any]]) -> tuple[tuple[Recorded[Any], ...], bytes]:
    """Return the same events under another header, and the hash after the last."""
    chain = Chain(book, header, None)
    again = tuple(chain.add(one.at, one.event)[0] for one in log)
    return again, chain.hash
