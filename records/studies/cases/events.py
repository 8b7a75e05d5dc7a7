"""The events of a case, and the values inside them (design/rulings: Cases)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Literal, NewType, TypeAlias

import msgspec

from records.core.book import EventBook
from records.core.events import Event, Sort
from records.core.header import FORMAT
from records.core.ids import SeatKey
from records.core.secret import Sealed
from records.studies.layers.events import LayerPart, NoteSight, RecordAnchor, RuleReading

CaseId = NewType("CaseId", str)
"""Of the form of a record's id."""
ClaimId = NewType("ClaimId", str)
"""``c1``, ``c2`` ..., in the order in which they were made."""
RulingId = NewType("RulingId", str)
"""``r1``, ``r2`` ..., as ``ClaimId``."""
CASE = "case"
Says: TypeAlias = Literal["recorded", "refused", "otherwise", "events"]
"""What a claim says of the disputed play under its reading: right as recorded, forbidden, something else follows, or just this."""


class CaseHeader(LayerPart, frozen=True, kw_only=True):
    """What a case says of itself before its first event."""

    format: int = FORMAT
    kind: Literal["case"] = "case"
    stream: CaseId
    opened: datetime
    """UTC."""
    of: RecordAnchor
    """The record, as it was after the disputed play."""
    event: str = ""
    """The tournament or evening, "" for none; cases are grouped by it."""
    round: str = ""
    table: str = ""

    def __post_init__(self) -> None:
        if self.opened.utcoffset() is None or self.opened.utcoffset():
            raise ValueError("a case is opened at a time in UTC")


class QuestionBody(LayerPart, frozen=True, kw_only=True, omit_defaults=True):
    """What is asked."""

    by: str = ""
    """The person who asks, in words."""
    text: str


class ClaimBody(LayerPart, frozen=True, kw_only=True, omit_defaults=True):
    """What one side says."""

    party: str
    """A seat's key, or somebody in words."""
    reading: RuleReading
    says: Says = "otherwise"
    patterns: tuple[msgspec.Raw, ...] = ()
    """Events with fields left out, which follow in this order."""
    text: str = ""


class AdjustedResult(LayerPart, frozen=True, kw_only=True, omit_defaults=True):
    """The result that counts from now on, beside the one that was played."""

    winners: tuple[SeatKey, ...] = ()
    drawn: bool = False
    """Nobody won where this is false and there are no winners."""


class RulingBody(LayerPart, frozen=True, kw_only=True, omit_defaults=True):
    """What was decided."""

    by: str
    reading: RuleReading | None = None
    """The reading that holds; None where the ruling is about something else."""
    cites: tuple[str, ...] = ()
    """Paragraphs."""
    text: str = ""
    adjusted: AdjustedResult | None = None
    correction: int | None = None
    """Version of the event of the record that carries it out; None where none does."""


class AnswerBody(LayerPart, frozen=True, kw_only=True, omit_defaults=True):
    """Words of a party or an arbiter about a ruling, or at the end."""

    by: str
    text: str = ""


class CaseOpened(Event, frozen=True, kw_only=True, tag="case.opened/1"):
    """Somebody asks whether a play was right."""

    sort: ClassVar[Sort] = Sort.FACT
    v: int
    """The step of the record that is disputed."""
    sight: NoteSight
    body: Sealed
    """A ``QuestionBody``."""


class SideReleased(Event, frozen=True, kw_only=True, tag="case.side-released/1"):
    """A seat lets the arbiter see what it was shown up to the disputed play."""

    sort: ClassVar[Sort] = Sort.FACT
    seat: SeatKey


class ClaimMade(Event, frozen=True, kw_only=True, tag="case.claim-made/1"):
    """One side says what follows by which reading."""

    sort: ClassVar[Sort] = Sort.FACT
    claim: ClaimId
    sight: NoteSight
    body: Sealed
    """A ``ClaimBody``."""


class Ruled(Event, frozen=True, kw_only=True, tag="case.ruled/1"):
    """It is decided."""

    sort: ClassVar[Sort] = Sort.FACT
    ruling: RulingId
    sight: NoteSight
    body: Sealed
    """A ``RulingBody``."""


class Appealed(Event, frozen=True, kw_only=True, tag="case.appealed/1"):
    """A side does not accept a ruling; it is not in force until the appeal is decided."""

    sort: ClassVar[Sort] = Sort.FACT
    of: RulingId
    sight: NoteSight
    body: Sealed
    """An ``AnswerBody``."""


class Upheld(Event, frozen=True, kw_only=True, tag="case.upheld/1"):
    """The appeal is turned down: the ruling stands."""

    sort: ClassVar[Sort] = Sort.FACT
    of: RulingId
    sight: NoteSight
    body: Sealed


class Overruled(Event, frozen=True, kw_only=True, tag="case.overruled/1"):
    """A ruling counts no more."""

    sort: ClassVar[Sort] = Sort.FACT
    of: RulingId
    sight: NoteSight
    body: Sealed


class CaseClosed(Event, frozen=True, kw_only=True, tag="case.closed/1"):
    """Nothing more is written in this case."""

    sort: ClassVar[Sort] = Sort.FACT
    sight: NoteSight
    body: Sealed


CaseEvent: TypeAlias = CaseOpened | SideReleased | ClaimMade | Ruled | Appealed | Upheld | Overruled | CaseClosed
CASE_EVENTS: tuple[Any, ...] = (CaseOpened, SideReleased, ClaimMade, Ruled, Appealed, Upheld, Overruled, CaseClosed)
CASE_BOOK = EventBook.of(CASE_EVENTS)
