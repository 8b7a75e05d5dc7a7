"""The events of a retelling (design/events: Retellings). No event holds a word of the log: who may see the source reads it there."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Literal, NewType, TypeAlias

from records.core.book import EventBook
from records.core.events import Event, Sort
from records.core.header import FORMAT
from records.core.ids import RecordId
from records.studies.layers.copies import derived_id
from records.studies.layers.events import LayerPart, PersonKey

RetellingId = NewType("RetellingId", str)
"""Of the form of a record's id; it follows from that of the record that is written."""
RETELLING = "retelling"


class RetellingHeader(LayerPart, frozen=True, kw_only=True):
    """What is told again, and as what."""

    format: int = FORMAT
    kind: Literal["retelling"] = "retelling"
    stream: RetellingId
    opened: datetime
    """UTC."""
    source: RecordId
    """The observed table."""
    told: RecordId
    """The record that is written beside its log."""
    teller: PersonKey

    def __post_init__(self) -> None:
        if self.opened.utcoffset() is None or self.opened.utcoffset():
            raise ValueError("a retelling is opened at a time in UTC")


class RetellingBegan(Event, frozen=True, kw_only=True, tag="retelling.began/1"):
    """The first event: through whose eyes the log is read."""

    sort: ClassVar[Sort] = Sort.FACT
    viewer: str


class LineTied(Event, frozen=True, kw_only=True, tag="retelling.tied/1"):
    """A line of the log is told. What was told of it before, and of lines after it, is told no more."""

    sort: ClassVar[Sort] = Sort.FACT
    line: str
    """Its place in the source (``LogPlace`` as text)."""
    version: int | None = None
    """The first event of its move in the record; None for the next move."""


class LineSkipped(Event, frozen=True, kw_only=True, tag="retelling.skipped/1"):
    """A line of the log belongs to no move."""

    sort: ClassVar[Sort] = Sort.FACT
    line: str


class LineUntied(Event, frozen=True, kw_only=True, tag="retelling.untied/1"):
    """A line, and all that were told after it, are told no more."""

    sort: ClassVar[Sort] = Sort.FACT
    line: str


RetellingEvent: TypeAlias = RetellingBegan | LineTied | LineSkipped | LineUntied
RETELLING_EVENTS: tuple[Any, ...] = (RetellingBegan, LineTied, LineSkipped, LineUntied)
RETELLING_BOOK = EventBook.of(RETELLING_EVENTS)


def retelling_id(told: str) -> RetellingId:
    """Return the id of the retelling that wrote a record: each has one at most."""
    return RetellingId(derived_id(told, RETELLING))
