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
from records.service.checks import check_recorded
from records.store import RECORD, Bound

if TYPE_CHECKING:
    from records.core.book import Book
    from records.core.game import Game

__all__ = ["RECORDS", "STREAMS", "Bound", "Games", "StreamKind"]

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
    """The record that it belongs to as its header says; None for what belongs to none."""
    named: Callable[[Any], tuple[str, ...]]
    """Under which keys ``names`` holds the names of people in it."""
    book: Callable[[Games, Any], Book | None]
    """How its events are written; None where they are not known here."""
    check: Callable[[Games, Any, Recorded[Any], bool], None]
    """Raises ``ImpossibleEvent`` for what its events cannot be, beside their types; last whether the event is new."""
    models: tuple[str, ...] = ()
    """The read models that are made of it."""
    tombstone: bool = True
    """Whether something is left of one that was deleted for good."""

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
STREAMS: Mapping[str, StreamKind] = {kind.name: kind for kind in (RECORDS,)}
"""Every kind by its name."""
