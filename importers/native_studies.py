"""Studies, and what learners did in them, as files for another store, whole."""

from __future__ import annotations

from importers.native_streams import StreamFile, read_stream, write_stream
from records.service.chapters.store import StudyStream
from records.service.streams import LEARNERS, STUDIES
from records.studies.chapters.events import STUDY_BOOK
from records.studies.chapters.fold import fold_study
from records.studies.learners.events import LEARNER_BOOK
from records.studies.learners.fold import fold_learner


def write_study(stream: StudyStream) -> bytes:
    """Return a study, or a learner, as a file."""
    kind, book = (STUDIES, STUDY_BOOK) if stream.header.kind == STUDIES.name else (LEARNERS, LEARNER_BOOK)
    return write_stream(kind, book, StreamFile(stream.header, stream.log, stream.head, stream.name))


def read_study(data: bytes, name: str) -> StudyStream:
    """Return the study, or the learner, in such a file; raises ``ImportRefused`` with line and reason."""
    if b'"kind":"learner"' in data.split(b"\n", 1)[0]:
        file = read_stream(LEARNERS, LEARNER_BOOK, fold_learner, data, name)
    else:
        file = read_stream(STUDIES, STUDY_BOOK, fold_study, data, name)
    return StudyStream(header=file.header, log=file.log, head=file.head, name=file.name)
