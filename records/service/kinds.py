"""The kinds of streams that a store holds, as one table (design/events: Kinds of streams).

A kind of stream is one entry: chain, door, files and ``verify`` ask the table, and no kind is known to them by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias

import msgspec

from records.core.header import Header
from records.errors import ImpossibleEvent
from records.service.streams.kind import AnyKind, Games, StreamKind
from records.service.streams.store import StoredStream, StreamStore
from records.store import RECORD
from records.studies.cases.brought import CASE_FILE, CASE_FILE_BOOK, CaseFileBrought, CaseFileHeader, fold_case_file
from records.studies.cases.events import CASE, CASE_BOOK, CaseHeader
from records.studies.cases.fold import CaseState, fold_case
from records.studies.chapters.events import STUDY, STUDY_BOOK, StudyHeader
from records.studies.chapters.fold import StudyState, fold_study
from records.studies.classes.attendance import ATTENDANCE, ATTENDANCE_BOOK, AttendanceHeader, AttendanceState, fold_attendance
from records.studies.classes.events import CLASS, CLASS_BOOK, ClassHeader
from records.studies.classes.fold import ClassState, fold_class
from records.studies.layers.events import LAYER, LAYER_BOOK, LayerHeader
from records.studies.layers.fold import LayerState, fold_layer
from records.studies.learners.events import LEARNER, LEARNER_BOOK, LearnerHeader
from records.studies.learners.fold import LearnerState, fold_learner
from records.studies.retellings.events import RETELLING, RETELLING_BOOK, RetellingHeader
from records.studies.retellings.fold import RetellingState, fold_retelling
from records.studies.word_tables.events import WORD_TABLE, WORD_TABLE_BOOK, WordTableHeader
from records.studies.word_tables.fold import WordTableState, fold_word_table

if TYPE_CHECKING:
    from records.core.book import Book
    from records.service.memory import Memory
    from records.store import Store

MOST_NOTES: Final = 5000
"""Notes that a layer holds."""
MOST_CHAPTERS: Final = 200
"""Of a study."""
MOST_WORDS: Final = 2000
"""Lines of a table of words."""


class RecordKind:
    """Records: their game says how their events are written."""

    name = RECORD

    def read_header(self, line: bytes) -> Header:
        """See ``AnyKind``."""
        return msgspec.json.decode(line, type=Header)

    def id_of(self, header: Header) -> str:
        """See ``AnyKind``."""
        return str(header.record)

    def named(self, header: Header) -> tuple[str, ...]:
        """See ``AnyKind``."""
        return tuple(header.seats)

    def book(self, games: Games, header: Header) -> Book | None:
        """See ``AnyKind``."""
        return games.get(header.game)


def _fits_notes(state: LayerState) -> None:
    if len(state.notes) > MOST_NOTES:
        raise ImpossibleEvent(f"a layer holds up to {MOST_NOTES} notes")


def _fits_chapters(state: StudyState) -> None:
    if len(state.chapters) > MOST_CHAPTERS:
        raise ImpossibleEvent(f"a study has up to {MOST_CHAPTERS} chapters")


def _fits_words(state: WordTableState) -> None:
    if len(state.lines) > MOST_WORDS:
        raise ImpossibleEvent(f"a table of words has up to {MOST_WORDS} lines")


LAYERS = StreamKind[LayerHeader, LayerState](
    name=LAYER,
    header=LayerHeader,
    events=LAYER_BOOK,
    fold=lambda header, log: fold_layer(header.of, log),
    bound=lambda header: header.of.record,
    fits=_fits_notes,
    whose="author",
)
CASES = StreamKind[CaseHeader, CaseState](
    name=CASE, header=CaseHeader, events=CASE_BOOK, fold=lambda _header, log: fold_case(log), bound=lambda header: header.of.record
)
CASE_FILES = StreamKind[CaseFileHeader, CaseFileBrought](
    name=CASE_FILE, header=CaseFileHeader, events=CASE_FILE_BOOK, fold=lambda _header, log: fold_case_file(log), traceless=(CASE_FILE,)
)
STUDIES = StreamKind[StudyHeader, StudyState](
    name=STUDY,
    header=StudyHeader,
    events=STUDY_BOOK,
    fold=lambda _header, log: fold_study(log),
    fits=_fits_chapters,
    whose="author",
    traceless=(LEARNER,),
)
CLASSES = StreamKind[ClassHeader, ClassState](
    name=CLASS,
    header=ClassHeader,
    events=CLASS_BOOK,
    fold=lambda _header, log: fold_class(log),
    whose="teacher",
    traceless=(ATTENDANCE,),
)
LEARNERS = StreamKind[LearnerHeader, LearnerState](
    name=LEARNER,
    header=LearnerHeader,
    events=LEARNER_BOOK,
    fold=lambda _header, log: fold_learner(log),
    bound=lambda header: header.study,
    whose="learner",
    traceless=(LEARNER,),
)
ATTENDANCES = StreamKind[AttendanceHeader, AttendanceState](
    name=ATTENDANCE,
    header=AttendanceHeader,
    events=ATTENDANCE_BOOK,
    fold=lambda _header, log: fold_attendance(log),
    bound=lambda header: header.in_class,
    whose="learner",
    traceless=(ATTENDANCE,),
)
RETELLINGS = StreamKind[RetellingHeader, RetellingState](
    name=RETELLING,
    header=RetellingHeader,
    events=RETELLING_BOOK,
    fold=lambda _header, log: fold_retelling(log),
    bound=lambda header: header.source,
    whose="teller",
    traceless=(RETELLING,),
)
WORD_TABLES = StreamKind[WordTableHeader, WordTableState](
    name=WORD_TABLE,
    header=WordTableHeader,
    events=WORD_TABLE_BOOK,
    fold=lambda _header, log: fold_word_table(log),
    fits=_fits_words,
    whose="teller",
    traceless=(WORD_TABLE,),
)
WRITTEN: Mapping[str, StreamKind[Any, Any]] = {
    kind.name: kind for kind in (LAYERS, CASES, CASE_FILES, STUDIES, LEARNERS, CLASSES, ATTENDANCES, RETELLINGS, WORD_TABLES)
}
"""Every kind that people write beside records, by its name."""
STREAMS: Mapping[str, AnyKind] = {RECORD: RecordKind(), **WRITTEN}
"""Every kind by its name."""

LayerStore: TypeAlias = StreamStore[LayerHeader, LayerState]
StoredLayer: TypeAlias = StoredStream[LayerHeader, LayerState]
CaseStore: TypeAlias = StreamStore[CaseHeader, CaseState]
StoredCase: TypeAlias = StoredStream[CaseHeader, CaseState]
StudyStore: TypeAlias = StreamStore[StudyHeader, StudyState]
StoredStudy: TypeAlias = StoredStream[StudyHeader, StudyState]
LearnerStore: TypeAlias = StreamStore[LearnerHeader, LearnerState]
StoredLearner: TypeAlias = StoredStream[LearnerHeader, LearnerState]
ClassStore: TypeAlias = StreamStore[ClassHeader, ClassState]
StoredClass: TypeAlias = StoredStream[ClassHeader, ClassState]
AttendanceStore: TypeAlias = StreamStore[AttendanceHeader, AttendanceState]
StoredAttendance: TypeAlias = StoredStream[AttendanceHeader, AttendanceState]
RetellingStore: TypeAlias = StreamStore[RetellingHeader, RetellingState]
StoredRetelling: TypeAlias = StoredStream[RetellingHeader, RetellingState]
WordTableStore: TypeAlias = StreamStore[WordTableHeader, WordTableState]
StoredWordTable: TypeAlias = StoredStream[WordTableHeader, WordTableState]


class Streams(msgspec.Struct, frozen=True):
    """The stores of all streams that stand beside records, by kind."""

    layers: LayerStore
    cases: CaseStore
    studies: StudyStore
    learners: LearnerStore
    classes: ClassStore
    attendances: AttendanceStore
    retellings: RetellingStore
    word_tables: WordTableStore

    @classmethod
    def of(cls, store: Store, memory: Memory) -> Self:
        """Return the stores of ``store``; what is read at every look is kept in ``memory``: of classes, notes and disputes."""
        return cls(
            LayerStore(store, LAYERS, memory, sized=True),
            CaseStore(store, CASES, memory, sized=True),
            StudyStore(store, STUDIES),
            LearnerStore(store, LEARNERS),
            ClassStore(store, CLASSES, memory),
            AttendanceStore(store, ATTENDANCES, memory),
            RetellingStore(store, RETELLINGS),
            WordTableStore(store, WORD_TABLES),
        )
