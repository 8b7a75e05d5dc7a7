"""What is added or appended shows each seat what it was shown, wherever the log holds the face; what is imported stays as it came."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from records.core.events import Event
from records.core.ids import DeckId, PileId, SeatKey, SlotId
from records.core.logs.chain import Chain
from records.core.secret import NOBODY, Audience, secret
from records.core.shared import Corrected, DeckSet, HandSet, PileSet, PositionSet, Replacement, SlotSet
from records.core.viewers import LOCAL, OPEN
from records.service import Entry, Exchanged, GameBook, NewGame
from records.store import open_store
from support.mini_game import HOLLOW, header
from support.mini_game import events as ev

A, B = SeatKey("A"), SeatKey("B")
S1 = SlotId("s1")
NOON = header().started


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """An empty book of the hollow game."""
    with GameBook(open_store(f"sqlite:///{tmp_path / 'book.sqlite'}"), games={"hollow": HOLLOW}) as opened:
        yield opened


def table(face: str, to: Audience = (A,)) -> PositionSet:
    """One slot before A, with a face that some were shown."""
    return PositionSet(
        hands=(HandSet(seat=A, cards=(secret("owl", to=(A,)),)), HandSet(seat=B)),
        piles=(PileSet(pile=PileId("row:A"), slots=(SlotSet(slot=S1, card=secret(face, to=to)),)),),
        decks=(DeckSet(deck=DeckId("draw"), blocks=()),),
        counters=(("active", "A"), ("turn", 1)),
    )


def peeked(face: str, to: Audience) -> Event:
    """A look at the slot."""
    return ev.SlotPeeked(slot=S1, card=secret(face, to=to))


def entries(*events: Event) -> list[Entry]:
    """Events a second apart."""
    return [Entry(at=NOON + timedelta(seconds=second), event=event) for second, event in enumerate(events)]


def added(book: GameBook, *events: Event) -> str:
    """A record of these events."""
    seats = header().seats
    return book.writing.add(LOCAL, NewGame(game="hollow", seats=seats, names={}, started=NOON, entries=entries(*events)))[0].id


def faces(book: GameBook, record: str, viewer: Any) -> str:
    """What a viewer's table shows of the slot at the end."""
    view = book.record(LOCAL, record, viewer)
    return str(view.position(view.steps).table.slots[S1].seen)


@pytest.mark.parametrize("at_once", [True, False])
def test_a_face_that_the_log_holds_is_written_for_who_is_shown_it(book: GameBook, at_once: bool) -> None:
    """B looks at a card of which the log has the face and the look none: B's table shows it, whether added or appended."""
    events = (table("moth"), peeked("?", (B,)))
    record = added(book, *(events if at_once else events[:1]))
    if not at_once:
        book.writing.append(LOCAL, record, entries(events[1]), expected=1)
    assert book.record(LOCAL, record, OPEN).events[1].event.card == secret("moth", to=(B,))
    assert (faces(book, record, B), faces(book, record, OPEN)) == ("moth", "moth")
    assert list(book.records.verify(LOCAL)) == []


@pytest.mark.parametrize("at_once", [True, False])
def test_the_first_to_note_a_face_notes_it_for_all_who_saw_it(book: GameBook, at_once: bool) -> None:
    """A saw the card before anybody wrote down what it is: from then on A's table shows it too."""
    events = (table("?"), peeked("moth", NOBODY))
    record = added(book, *(events if at_once else events[:1]))
    if not at_once:
        book.writing.append(LOCAL, record, entries(events[1]), expected=1)
    assert (faces(book, record, A), faces(book, record, B)) == ("moth", "?")


def test_it_goes_on_over_many_batches_and_corrections(book: GameBook) -> None:
    """What a correction notes is held for what is appended after it, batch by batch."""
    record = added(book, table("?"))
    noted = Corrected(of=(Replacement(version=1, event=table("moth")),))
    for expected, event in enumerate((peeked("?", NOBODY), noted, peeked("?", (B,))), 1):
        book.writing.append(LOCAL, record, entries(event), expected=expected)
    assert book.record(LOCAL, record, OPEN).events[3].event.card == secret("moth", to=(B,))
    assert faces(book, record, B) == "moth"
    assert list(book.records.verify(LOCAL)) == []


def test_what_is_imported_stays_byte_for_byte(book: GameBook) -> None:
    """A record from another shelf keeps its events and its chain, though they show less than the log holds; what follows is filled in."""
    chain = Chain(HOLLOW, header(), bytes(32))
    log = [chain.add(entry.at, entry.event)[0] for entry in entries(table("moth"), peeked("?", (B,)))]
    exchanged = Exchanged(header=header(), names={}, key=bytes(32), log=log, head=chain.hash)
    stored = book.writing.take_in(LOCAL, exchanged)
    assert [recorded.event for recorded in book.record(LOCAL, stored.id, OPEN).events] == [recorded.event for recorded in log]
    assert book.records.export(LOCAL, stored.id, OPEN).head == chain.hash
    book.writing.append(LOCAL, stored.id, entries(peeked("?", (B,))), expected=2)
    assert faces(book, stored.id, B) == "moth"
