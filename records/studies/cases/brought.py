"""Files of disputes that were brought from elsewhere: kept as they came, read, and never written in (design/rulings: Cases)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NewType

from records.core.book import EventBook
from records.core.events import Event, Recorded, Sort
from records.core.header import FORMAT, Header
from records.errors import ImpossibleEvent
from records.studies.cases.events import CaseHeader, CaseId
from records.studies.layers.events import LayerPart

if TYPE_CHECKING:
    from collections.abc import Sequence

CaseFileId = NewType("CaseFileId", str)
"""Of the form of a record's id; it follows from who brings it, the dispute, and whose eyes the file was made for."""
CASE_FILE = "case-file"


class CaseFileHeader(LayerPart, frozen=True, kw_only=True):
    """Which dispute it is; who brought it stands outside."""

    format: int = FORMAT
    kind: Literal["case-file"] = "case-file"
    stream: CaseFileId
    opened: datetime
    """UTC; when it was brought first."""
    case: CaseId
    """Its id where it came from."""

    def __post_init__(self) -> None:
        if self.opened.utcoffset() is None or self.opened.utcoffset():
            raise ValueError("a case file is brought at a time in UTC")


class CaseFileBrought(Event, frozen=True, kw_only=True, tag="case-file.brought/1"):
    """The content of the file; a longer version imported later is another event after it."""

    sort: ClassVar[Sort] = Sort.FACT
    seen_by: str
    """For which viewer it was made: ``public``, ``open`` or a seat."""
    case: CaseHeader
    record: Header
    log: tuple[str, ...]
    """Lines of the record, up to the end of the disputed play."""
    case_log: tuple[str, ...]
    """Lines of the case."""
    results: tuple[str, ...]
    """Lines with the result of the play under each reading."""
    cards: str = ""
    """The file of the catalogue that the record was made with; "" for one that comes with the program."""


CASE_FILE_BOOK = EventBook.of((CaseFileBrought,))


def fold_case_file(log: Sequence[Recorded[Any]]) -> CaseFileBrought:
    """Return the file as it was brought last; raises ``ImpossibleEvent`` for a stream without one, or of two disputes."""
    found: list[CaseFileBrought] = [recorded.event for recorded in log]
    if not found or any(one.case != found[0].case or one.seen_by != found[0].seen_by for one in found):
        raise ImpossibleEvent("a file that was brought is of one dispute, as one viewer has it")
    return found[-1]
