"""Classes and what their learners do there, in the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from records.service.stream_store import StoredStream, StreamStore
from records.service.streams import ATTENDANCES, CLASSES
from records.studies.classes.attendance import ATTENDANCE_BOOK, AttendanceHeader, AttendanceState, fold_attendance
from records.studies.classes.events import CLASS_BOOK, ClassHeader
from records.studies.classes.fold import ClassState, fold_class

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.service.memory import Memory
    from records.store import Store

StoredClass: TypeAlias = StoredStream[ClassHeader, ClassState]
"""A class as the store holds it."""
StoredAttendance: TypeAlias = StoredStream[AttendanceHeader, AttendanceState]
"""What somebody does in a class, as the store holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassStream:
    """A class as it travels from store to store, whole; its learners stay where they joined."""

    header: ClassHeader
    log: Sequence[Recorded[Any]]
    head: bytes
    """Chain hash after the last event, 32 bytes."""
    name: str = ""
    """Of the teacher; "" where it is not known."""


class ClassStore(StreamStore[ClassHeader, ClassState]):
    """Reads and writes classes."""

    def __init__(self, store: Store, memory: Memory) -> None:
        super().__init__(store, CLASSES, CLASS_BOOK, fold_class, memory)


class AttendanceStore(StreamStore[AttendanceHeader, AttendanceState]):
    """Reads and writes what learners do in classes."""

    def __init__(self, store: Store, memory: Memory) -> None:
        super().__init__(store, ATTENDANCES, ATTENDANCE_BOOK, fold_attendance, memory)
