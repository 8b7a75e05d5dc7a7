"""Appending event by event checks the same as folding the whole log each time, though it does not fold the whole log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench.play import SEATS, entries, new_game
from bench.shelf import open_book, sqlite_url
from bench.skirmish import SKIRMISH, CardLaid, DefenderDestroyed
from records.core.events import Event
from records.core.ids import PileId, SlotId, slot_id
from records.core.logs.fold import Folder
from records.core.secret import secret
from records.core.shared import TakenBack
from records.core.viewers import LOCAL
from records.errors import ImpossibleEvent, StaleVersion
from records.service import Entry, GameBook
from records.service.memory import Memory
from records.service.weights import FILLED, FILLER
from records.service.writing.filler_cache import FillerCache
from records.service.writing.record_filler import RecordFiller
from records.store import Head

AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
LOG = entries(1, 60)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A book with the small game."""
    with open_book(sqlite_url(tmp_path / "ends.db")) as opened:
        yield opened


def added(book: GameBook, count: int) -> str:
    """Record the first ``count`` events of the game."""
    return book.writing.add(LOCAL, new_game(LOG[:count]))[0].id


def append(book: GameBook, record: str, *events: Event, expected: int) -> int:
    """Append a batch."""
    return book.writing.append(LOCAL, record, [Entry(at=AT, event=event) for event in events], expected=expected)


def laid(book: GameBook, record: str, version: int) -> CardLaid:
    """Return a card of seat A's hand, laid as the event ``version``."""
    hand = book.record(LOCAL, record, "open").position(version - 1).table.hands[SEATS[0]]
    card = secret(hand.faces[0], to=(SEATS[0],))
    return CardLaid(seat=SEATS[0], pile=PileId("left:A"), slot=slot_id(version), card=card)


def destroyed(version: int) -> DefenderDestroyed:
    """Return the end of the card that event ``version`` laid."""
    return DefenderDestroyed(slot=slot_id(version), left=0)


def test_event_by_event_is_the_same_record(book: GameBook) -> None:
    """A log appended one by one ends in the position of the whole log folded, and verifies."""
    record = added(book, 1)
    for version, entry in enumerate(LOG[1:], 1):
        assert book.writing.append(LOCAL, record, [entry], expected=version) == version + 1
    view = book.record(LOCAL, record, "open")
    assert [recorded.event for recorded in view.events] == [entry.event for entry in LOG]
    assert view.position(len(LOG)).table == Folder(SKIRMISH).position(view.header, view.events).table
    assert list(book.records.verify(LOCAL)) == []


def test_an_impossible_event_is_refused_and_the_next_good_one_taken(book: GameBook) -> None:
    """Refusals on a kept end name the version, store nothing, and leave the end as it was."""
    record = added(book, 40)
    card = laid(book, record, 41)
    assert append(book, record, card, expected=40) == 41
    for _ in range(2):
        with pytest.raises(ImpossibleEvent, match=r"version 42.*there is no slot s999"):
            append(book, record, DefenderDestroyed(slot=SlotId("s999"), left=0), expected=41)
    assert append(book, record, destroyed(41), expected=41) == 42
    assert list(book.records.verify(LOCAL)) == []


def test_a_batch_that_breaks_in_its_middle_leaves_no_trace(book: GameBook) -> None:
    """The good beginning of a refused batch is not remembered."""
    record = added(book, 40)
    assert append(book, record, laid(book, record, 41), expected=40) == 41
    with pytest.raises(ImpossibleEvent, match="version 43"):
        append(book, record, destroyed(41), destroyed(41), expected=41)
    assert append(book, record, destroyed(41), expected=41) == 42


def test_after_a_take_back_the_cut_part_is_gone(book: GameBook) -> None:
    """What was laid in the part that was taken back cannot be destroyed afterwards; what was laid before can."""
    record = added(book, 40)
    append(book, record, laid(book, record, 41), expected=40)
    append(book, record, laid(book, record, 42), expected=41)
    append(book, record, TakenBack(to=41), expected=42)
    with pytest.raises(ImpossibleEvent, match=r"version 44.*there is no slot s42"):
        append(book, record, destroyed(42), expected=43)
    assert append(book, record, destroyed(41), expected=43) == 44


def test_what_another_process_appended_counts(book: GameBook, tmp_path: Path) -> None:
    """A writer who was overtaken is refused, and then goes on from what the other one wrote."""
    record = added(book, 40)
    append(book, record, laid(book, record, 41), expected=40)
    with open_book(sqlite_url(tmp_path / "ends.db")) as other:
        append(other, record, laid(other, record, 42), expected=41)
    with pytest.raises(StaleVersion):
        append(book, record, destroyed(41), expected=41)
    assert append(book, record, destroyed(42), expected=42) == 43


def test_a_filler_goes_on_from_its_own_log_alone_and_is_given_once(book: GameBook) -> None:
    """It catches up with what others wrote, is given to one asker, and not for another log; of too many the oldest is dropped."""
    view = book.record(LOCAL, added(book, 3), "open")
    header, log = view.header, view.events
    heads = [Head(count, bytes.fromhex(log[count].prev)) for count in range(3)]
    cache, filler = FillerCache(Memory(2 * (FILLER + 2 * FILLED))), RecordFiller(SKIRMISH, header, log[:1])
    cache.keep("a", heads[1], filler)
    assert cache.take("a", log[:2], heads[2]) is filler
    assert filler.position.version == 2
    assert cache.take("a", log[:2], heads[2]) is None
    cache.keep("a", Head(1, bytes(32)), filler)
    assert cache.take("a", log[:2], heads[2]) is None
    cache.keep("a", heads[2], filler)
    assert cache.take("a", log[:1], heads[1]) is None
    for record in ("a", "b", "c"):
        cache.keep(record, heads[2], filler)
    assert [cache.take(record, log[:2], heads[2]) for record in ("a", "b", "c")] == [None, filler, filler]
