"""Studies as files for another store, whole, with the keys of their tasks."""

from __future__ import annotations

from importers.native_streams import StreamFile, read_stream, write_stream
from records.service.chapters.store import StudyStream
from records.service.streams import STUDIES
from records.studies.chapters.events import STUDY_BOOK
from records.studies.chapters.fold import fold_study


def write_study(stream: StudyStream) -> bytes:
    """Return a study as a file."""
    return write_stream(STUDIES, STUDY_BOOK, StreamFile(stream.header, stream.log, stream.head, stream.name))


def read_study(data: bytes, name: str) -> StudyStream:
    """Return the study in such a file; raises ``ImportRefused`` with line and reason."""
    file = read_stream(STUDIES, STUDY_BOOK, fold_study, data, name)
    return StudyStream(header=file.header, log=file.log, head=file.head, name=file.name)
