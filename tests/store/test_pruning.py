"""Pruning: what goes, and what stays."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SeatKey
from records.core.shared import GapNoted
from records.core.viewers import LOCAL, Caller, CallerKind, Role
from records.errors import NotYours
from records.service import Bound, GameBook, NewTable
from records.service.chapters.drafts import NewChapter
from records.service.desks.pruning import Aged, PruningDesk, Stays
from records.service.desks.records import RecordDesk
from records.service.incoming import IncomingLayer
from records.service.kinds import Streams
from records.service.layers.notes import NoteText
from support.soaking import sqlite_daily

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.store import Head

DAY = timedelta(days=1)
LONG_AGO = "2020-01-01T00:00:00.000000Z"
GAMES = ("castle-rampage", "regicide", "creature-crush")


@pytest.fixture
def book(url: str) -> Iterator[GameBook]:
    """A book on either database."""
    with GameBook.open(url) as opened:
        yield opened


def begun(book: GameBook, game: str = "castle-rampage") -> str:
    """A game that is begun."""
    return book.writing.begin(LOCAL, NewTable(game=game, names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True))


def noted(book: GameBook, record: str) -> None:
    """Write something that is no setting up."""
    book.writing.note(LOCAL, record, GapNoted(), expected=book.record(LOCAL, record, "open").steps)


def trashed_long_ago(book: GameBook, outside: Any) -> str:
    """A record that is in the trash since 2020."""
    record = begun(book)
    book.records.trash(LOCAL, record)
    outside.run("UPDATE records SET trashed_at = ? WHERE id = ?", LONG_AGO, record)
    return record


def age(outside: Any, *records: str) -> None:
    """Let records have been begun in 2020."""
    for record in records:
        outside.run("UPDATE records SET created_at = ? WHERE id = ?", LONG_AGO, record)


def kept(book: GameBook) -> dict[str, tuple[Stays, ...]]:
    """Prune, and return what stays and why."""
    old = book.pruning.find(LOCAL, trash=DAY, unplayed=DAY)
    return {one.record: one.stays for one in book.pruning.prune(LOCAL, old) if one.stays}


@sqlite_daily
def test_what_lies_in_the_trash_for_long_goes(book: GameBook, outside: Any) -> None:
    """Nothing younger, and nothing that is restored; without --unplayed no game without a move, and looking alone deletes nothing."""
    old, new, unplayed = trashed_long_ago(book, outside), begun(book), begun(book)
    book.access.seat_code(LOCAL, old, "A")
    book.records.trash(LOCAL, new)
    age(outside, unplayed)
    found = book.pruning.find(LOCAL, trash=DAY)
    assert [(one.record, one.aged, one.stays) for one in found] == [(old, Aged.TRASH, ())]
    assert sorted(book.records._store.ids()) == sorted((old, new, unplayed))
    assert book.pruning.prune(LOCAL, found) == found
    assert sorted(book.records._store.ids()) == sorted((new, unplayed))
    assert [stone.id for stone in book.records._store.tombstones()] == [old]
    assert list(book.records.verify(LOCAL)) == []


@pytest.mark.soak
@sqlite_daily
def test_games_without_a_move_go(book: GameBook, outside: Any) -> None:
    """Of every game; what was begun lately stays, and where anything was written, what was closed, and what came from elsewhere."""
    unplayed = [begun(book, game) for game in GAMES]
    young, played, closed = begun(book), begun(book), begun(book)
    noted(book, played)
    book.access.close_record(LOCAL, closed)
    moved = begun(book)
    file = book.records.export(LOCAL, moved, "open")
    book.records.trash(LOCAL, moved)
    book.records.purge(LOCAL, moved)
    brought = book.writing.take_in(LOCAL, file).id
    age(outside, *unplayed, played, closed, brought)
    assert [one.record for one in book.pruning.find(LOCAL, unplayed=DAY)] == sorted(unplayed)
    assert kept(book) == {}
    assert sorted(book.records._store.ids()) == sorted({young, played, closed, brought})
    assert list(book.records.verify(LOCAL)) == []


@sqlite_daily
def test_what_others_hold_on_to_stays(book: GameBook, outside: Any) -> None:
    """A seat that is somebody's, notes, cases and studies; a game without a move that stays is running as before."""
    seated, noted_on, disputed, taught, binned = (*(begun(book) for _ in range(4)), trashed_long_ago(book, outside))
    book.cases.open_case(LOCAL, disputed, book.record(LOCAL, disputed).steps, "?")
    book.records._store.access.claim(seated, "A", "somebody")
    book.notes.write_layer(LOCAL, noted_on, IncomingLayer(notes=(NoteText(at=0, text="x"),)))
    study = book.studies.open_study(LOCAL, "Lesson").id
    view = book.studies.add_chapter(LOCAL, study, NewChapter(title="x", record=taught, last=1))
    book.studies.remove_chapter(LOCAL, study, view.chapters[0].id, was=view.chapters[0].version)
    book.records.restore(LOCAL, binned)
    book.notes.write_layer(LOCAL, binned, IncomingLayer(notes=(NoteText(at=0, text="x"),)))
    book.records.trash(LOCAL, binned)
    outside.run("UPDATE records SET trashed_at = ? WHERE id = ?", LONG_AGO, binned)
    age(outside, seated, noted_on, disputed, taught)
    assert kept(book) == {
        seated: (Stays.SEAT,),
        noted_on: (Stays.NOTES,),
        disputed: (Stays.CASES,),
        taught: (Stays.STUDIES,),
        binned: (Stays.NOTES,),
    }
    assert [book.records.entries(LOCAL, [one])[0].trashed for one in (seated, noted_on, disputed, taught)] == [None] * 4


def test_nothing_is_lost_that_is_written_meanwhile(book: GameBook, outside: Any) -> None:
    """What was written in, seated, restored or trashed anew since it was found stays, and a game without a move is back on the shelf."""
    played, seated = begun(book), begun(book)
    restored, again = trashed_long_ago(book, outside), trashed_long_ago(book, outside)
    age(outside, played, seated)
    old = book.pruning.find(LOCAL, trash=DAY, unplayed=DAY)
    noted(book, played)
    book.records._store.access.claim(seated, "A", "somebody")
    for record in (restored, again):
        book.records.restore(LOCAL, record)
    book.records.trash(LOCAL, again)
    stays = {one.record: one.stays for one in book.pruning.prune(LOCAL, old)}
    assert stays == {played: (Stays.CHANGED,), seated: (Stays.SEAT,), restored: (Stays.CHANGED,), again: (Stays.CHANGED,)}
    assert [book.records.entries(LOCAL, [one])[0].trashed for one in (played, seated, restored)] == [None] * 3


class Late(RecordDesk):
    """The desk of who deletes while somebody else writes a last thing."""

    book: GameBook

    def purge(self, caller: Caller, record: str, bound: Bound = Bound.REFUSE, head: Head | None = None) -> int:
        """Let the other one be faster."""
        noted(self.book, record)
        return super().purge(caller, record, bound, head)


def test_what_was_acknowledged_at_the_last_moment_stays(book: GameBook, outside: Any) -> None:
    """Written after all was looked at, before the rows go: the game is back on the shelf with it."""
    record = begun(book)
    age(outside, record)
    late = Late(book._office, book.learning.through_view)
    late.book = book
    desk = PruningDesk(book._office, Streams.of(book._office.store, book._office.memory).studies, late)
    steps = book.record(LOCAL, record).steps
    assert [one.stays for one in desk.prune(LOCAL, desk.find(LOCAL, unplayed=DAY))] == [(Stays.CHANGED,)]
    assert book.records.entries(LOCAL, [record])[0].trashed is None
    assert book.record(LOCAL, record).steps == steps + 1


def test_a_damaged_record_stays(book: GameBook, outside: Any) -> None:
    """It is named, and the others go."""
    broken, whole = trashed_long_ago(book, outside), trashed_long_ago(book, outside)
    outside.run("DELETE FROM record_heads WHERE id = ?", broken)
    assert kept(book) == {broken: (Stays.DAMAGED,)}
    assert whole not in book.records._store.ids()


def test_only_who_keeps_the_store_prunes(book: GameBook) -> None:
    """An account that is no admin is refused, even to look."""
    book.people.add_member(LOCAL, "Zoe", ["admin"])
    eve = Caller(kind=CallerKind.ACCOUNT, account="eve", name="eve", roles=frozenset((Role.RECORDER,)))
    with pytest.raises(NotYours):
        book.pruning.find(eve, trash=DAY)
    with pytest.raises(NotYours):
        book.pruning.prune(eve, [])
