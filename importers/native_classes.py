"""Classes as files for another store, whole, without their learners."""

from __future__ import annotations

from importers.native_streams import StreamFile, read_stream, write_stream
from records.service.classes.store import ClassStream
from records.service.streams import CLASSES
from records.studies.classes.events import CLASS_BOOK
from records.studies.classes.fold import fold_class


def write_class(stream: ClassStream) -> bytes:
    """Return a class as a file."""
    return write_stream(CLASSES, CLASS_BOOK, StreamFile(stream.header, stream.log, stream.head, stream.name))


def read_class(data: bytes, name: str) -> ClassStream:
    """Return the class in such a file; raises ``ImportRefused`` with line and reason."""
    file = read_stream(CLASSES, CLASS_BOOK, fold_class, data, name)
    return ClassStream(header=file.header, log=file.log, head=file.head, name=file.name)
