"""Streams from elsewhere: under a key of their own here, and given away again as they came (design/access: What comes from elsewhere)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.service.incoming import checked_name
from records.service.kinds import WRITTEN
from records.service.streams.files import StreamFile, chained
from records.store import SaidWriter
from records.studies.layers.copies import derived_id
from records.values import replace

if TYPE_CHECKING:
    from records.store import Signature, Store


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
    return checked_name(name) if name and not store.people.is_forgotten(writer) else ""


def as_it_came(file: StreamFile, signature: Signature) -> StreamFile:
    """Return a stream under the header that it had where it came from, and with the chain of that; one that was begun here as it is."""
    said, kind = signature.said, WRITTEN[file.header.kind]
    if said is None or not said.source:
        return file
    header = msgspec.structs.replace(file.header, stream=said.source, **{kind.whose: said.writer})
    log, head = chained(kind.events, header, ((one.at, one.event) for one in file.log))
    return replace(file, header=header, log=log, head=head)
