"""Studies in the store: read with their chain checked, and written on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from records.errors import ImpossibleEvent
from records.service.stream_store import StoredStream, StreamStore
from records.service.streams import STUDIES
from records.studies.chapters.events import STUDY_BOOK, StudyHeader
from records.studies.chapters.fold import StudyState, fold_study

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.store import Store
    from records.studies.learners.events import LearnerHeader

MOST_CHAPTERS = 200
"""Of a study; each read of it reads them all."""


StoredStudy: TypeAlias = StoredStream[StudyHeader, StudyState]
"""A study as it stands in the store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyStream:
    """A study, or what a learner did in one, as it travels from store to store, whole."""

    header: StudyHeader | LearnerHeader
    log: Sequence[Recorded[Any]]
    head: bytes
    """Chain hash after the last event, 32 bytes."""
    name: str = ""
    """Of the author, or of the learner; "" where it is not known."""

    @property
    def person(self) -> str:
        """Key of the person whose name that is."""
        return self.header.author if isinstance(self.header, StudyHeader) else self.header.learner


class StudyStore(StreamStore[StudyHeader, StudyState]):
    """Reads and writes whole studies."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, STUDIES, STUDY_BOOK, _folded)


def _folded(log: Sequence[Recorded[Any]]) -> StudyState:
    state = fold_study(log)
    if len(state.chapters) > MOST_CHAPTERS:
        raise ImpossibleEvent(f"a study has up to {MOST_CHAPTERS} chapters")
    return state
