"""The kinds of streams that a store holds, as one table (design/events: Kinds of streams).

A kind of stream is one entry: chain, door, files and ``verify`` ask the table, and no kind is known to them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from records.core.events import Recorded
from records.core.header import Header
from records.core.secret import ALL, Sealed
from records.errors import ImpossibleEvent
from records.service.writing.checks import check_recorded
from records.store import RECORD, Bound
from records.studies.cases.events import CASE, CASE_BOOK, CaseHeader
from records.studies.chapters.events import STUDY, STUDY_BOOK, StudyHeader
from records.studies.classes.attendance import ATTENDANCE, ATTENDANCE_BOOK, AttendanceHeader
from records.studies.classes.events import CLASS, CLASS_BOOK, ClassHeader
from records.studies.layers.events import LAYER, LAYER_BOOK, LayerHeader
from records.studies.learners.events import LEARNER, LEARNER_BOOK, LearnerHeader

if TYPE_CHECKING:
    from records.core.book import Book
    from records.core.game import Game

__all__ = ["ATTENDANCES", "CASES", "CLASSES", "LAYERS", "LEARNERS", "RECORDS", "STREAMS", "STUDIES", "Bound", "Games", "StreamKind"]

Games: TypeAlias = "Mapping[str, Game]"


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamKind:
    """What tells one kind of stream from another."""

    name: str
    """As it stands in ``records.kind``, and in line 1 of a file."""
    header: type[msgspec.Struct]
    id_of: Callable[[Any], str]
    """The stream's id, of its header."""
    bound: Callable[[Any], str | None]
    """The stream that it belongs to as its header says; None for what belongs to none."""
    named: Callable[[Any], tuple[str, ...]]
    """Under which keys ``names`` holds the names of people in it."""
    book: Callable[[Games, Any], Book | None]
    """How its events are written; None where they are not known here."""
    check: Callable[[Games, Any, Recorded[Any], bool], None]
    """Raises ``ImpossibleEvent`` for what its events cannot be, beside their types; last whether the event is new."""
    models: tuple[str, ...] = ()
    """The read models that are made of it."""
    whose: str = ""
    """Where its header names whose it is; "" for a kind that is nobody's."""
    tombstone: bool = True
    """Whether something is left of one that was deleted for good: of a person nothing is."""

    def read_header(self, line: bytes) -> Any:
        """Return the header of a stream of this kind; raises ``msgspec.DecodeError``."""
        return msgspec.json.decode(line, type=self.header)


def _check_record(games: Games, header: Header, recorded: Recorded[Any], new: bool) -> None:
    check_recorded(games[header.game], header, recorded, new=new)


RECORDS = StreamKind(
    name=RECORD,
    header=Header,
    id_of=lambda header: str(header.record),
    bound=lambda _header: None,
    named=lambda header: tuple(header.seats),
    book=lambda games, header: games.get(header.game),
    check=_check_record,
    models=("shelf",),
)


def _check_written(book: Book, name: str, recorded: Recorded[Any]) -> None:
    """Raise ``ImpossibleEvent`` for an event that no program writes: a body without a salt, or a cause that is another event."""

    def visit(path: str, part: Any) -> Any:
        whole = isinstance(part, Sealed) and (bool(part.seal) != (bool(part.salt) and not isinstance(part.body, msgspec.UnsetType)))
        if not whole or (ALL[0] in part.known_to and part.known_to != ALL):
            raise ImpossibleEvent(f"version {recorded.v}: {path} is neither a body with its salt nor a commitment")
        return part

    if recorded.cause != recorded.v:
        raise ImpossibleEvent(f"version {recorded.v} of {name} names {recorded.cause} as its cause; what is written names itself")
    book.parts.map(recorded.event, visit)


def _check_layer(_games: Games, header: LayerHeader, recorded: Recorded[Any], _new: bool) -> None:
    _check_written(LAYER_BOOK, f"layer {header.stream}", recorded)


def _check_case(_games: Games, header: CaseHeader, recorded: Recorded[Any], _new: bool) -> None:
    _check_written(CASE_BOOK, f"case {header.stream}", recorded)


def _check_study(_games: Games, header: StudyHeader, recorded: Recorded[Any], _new: bool) -> None:
    _check_written(STUDY_BOOK, f"study {header.stream}", recorded)


def _check_class(_games: Games, header: ClassHeader, recorded: Recorded[Any], _new: bool) -> None:
    _check_written(CLASS_BOOK, f"class {header.stream}", recorded)


def _check_attendance(_games: Games, header: AttendanceHeader, recorded: Recorded[Any], _new: bool) -> None:
    _check_written(ATTENDANCE_BOOK, f"attendance {header.stream}", recorded)


LAYERS = StreamKind(
    name=LAYER,
    header=LayerHeader,
    id_of=lambda header: str(header.stream),
    bound=lambda header: str(header.of.record),
    named=lambda _header: (),
    book=lambda _games, _header: LAYER_BOOK,
    check=_check_layer,
    whose="author",
)


def _check_learner(_games: Games, header: LearnerHeader, recorded: Recorded[Any], _new: bool) -> None:
    _check_written(LEARNER_BOOK, f"learner {header.stream}", recorded)


CASES = StreamKind(
    name=CASE,
    header=CaseHeader,
    id_of=lambda header: str(header.stream),
    bound=lambda header: str(header.of.record),
    named=lambda _header: (),
    book=lambda _games, _header: CASE_BOOK,
    check=_check_case,
)
STUDIES = StreamKind(
    name=STUDY,
    header=StudyHeader,
    id_of=lambda header: str(header.stream),
    bound=lambda _header: None,
    named=lambda _header: (),
    book=lambda _games, _header: STUDY_BOOK,
    check=_check_study,
    whose="author",
)
CLASSES = StreamKind(
    name=CLASS,
    header=ClassHeader,
    id_of=lambda header: str(header.stream),
    bound=lambda _header: None,
    named=lambda _header: (),
    book=lambda _games, _header: CLASS_BOOK,
    check=_check_class,
    whose="teacher",
)
LEARNERS = StreamKind(
    name=LEARNER,
    header=LearnerHeader,
    id_of=lambda header: str(header.stream),
    bound=lambda header: str(header.study),
    named=lambda _header: (),
    book=lambda _games, _header: LEARNER_BOOK,
    check=_check_learner,
    whose="learner",
    tombstone=False,
)
ATTENDANCES = StreamKind(
    name=ATTENDANCE,
    header=AttendanceHeader,
    id_of=lambda header: str(header.stream),
    bound=lambda header: str(header.in_class),
    named=lambda _header: (),
    book=lambda _games, _header: ATTENDANCE_BOOK,
    check=_check_attendance,
    whose="learner",
    tombstone=False,
)
STREAMS: Mapping[str, StreamKind] = {kind.name: kind for kind in (RECORDS, LAYERS, CASES, STUDIES, LEARNERS, CLASSES, ATTENDANCES)}
"""Every kind by its name."""
