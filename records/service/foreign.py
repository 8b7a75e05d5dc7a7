"""Streams from elsewhere: stored under a separate key, and exported again unchanged (design/access: What comes from elsewhere)."""

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
    """Return the key of a stream from elsewhere, in the form of a person's key: it is derived from the importer, and belongs to nobody."""
    return derived_id("brought", bringer, source, writer, beside)


def said_writer(store: Store, own: str, source: str, writer: str, name: str) -> SaidWriter | None:
    """Return the stated author of a stream that ``own`` imports; None if it is their own."""
    if writer == own:
        return None
    return SaidWriter(key=foreign_key(own, source, writer), name=said_name(store, writer, name), bringer=own, source=source, writer=writer)


def said_name(store: Store, writer: str, name: str) -> str:
    """Return the author's name in a file; the key of a person who was erased here gets no name again."""
    return checked_name(name) if name and not store.people.is_forgotten(writer) else ""


def as_it_came(file: StreamFile, signature: Signature) -> StreamFile:
    """Return a stream with its original header and chain from where it came; a stream begun here unchanged."""
    said, kind = signature.said, WRITTEN[file.header.kind]
    if said is None or not said.source:
        return file
    header = msgspec.structs.replace(file.header, stream=said.source, **{kind.whose: said.writer})
    log, head = chained(kind.events, header, ((one.at, one.event) for one in file.log))
    return replace(file, header=header, log=log, head=head)
