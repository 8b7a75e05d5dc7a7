"""Records that do not tell all: seen by one seat, sealed for one seat, with a stretch that nobody wrote down."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from records.core.events import Recorded
from records.core.shared import GapNoted
from records.core.viewers import LOCAL
from records.knowledge.door import veil
from records.service import Entry, GameBook, NewGame
from records.service.writing.simulation import simulate

if TYPE_CHECKING:
    from records.core.ids import SeatKey

KINDS = ("own", "sealed", "gap")
PLAYED = {"castle-rampage": 2, "regicide": 3, "creature-crush": 2}
"""Players of each game's record."""


def own_log(book: GameBook, new: NewGame, seat: SeatKey) -> NewGame:
    """Return what a player wrote down who saw what ``seat`` was shown."""
    recorded = [Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    log = veil(book.games[new.game].parts, recorded, seat)
    return replace(new, entries=[Entry(at=one.at, event=one.event, cause=one.cause) for one in log])


def partial_record(book: GameBook, game: str, kind: str) -> str:
    """Store a record of a game that does not tell all, of one of ``KINDS``, and return its id."""
    new: Any = next(iter(simulate(book.games[game], seed=5, games=1, players=PLAYED[game])))
    if kind == "own":
        return book.writing.add(LOCAL, own_log(book, new, new.seats[0]))[0].id
    if kind == "sealed":
        whole = book.writing.add(LOCAL, new)[0].id
        redacted = book.records.export(LOCAL, whole, new.seats[0])
        book.records.trash(LOCAL, whole)
        book.records.purge(LOCAL, whole)
        return book.writing.take_in(LOCAL, redacted).id
    middle = next(v for v, entry in enumerate(new.entries, 1) if v > len(new.entries) // 2 and entry.cause in {None, v})
    missing = Entry(at=new.entries[middle - 1].at, event=GapNoted(why="The notebook was wet."))
    return book.writing.add(LOCAL, replace(new, entries=[*new.entries[: middle - 1], missing]))[0].id
