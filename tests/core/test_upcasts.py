"""A log that holds events of an older shape is stored, chained and exported as it was written, and read in the present shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec
import pytest

from importers import native
from records.core.events import Event, Recorded, Sort
from records.core.faces import UNKNOWN
from records.core.header import Header
from records.core.ids import PileId, RecordId, SeatKey, SlotId
from records.core.logs.chain import Chain
from records.core.secret import Secret, secret
from records.core.shared import Corrected, GameStarted, Replacement, TakenBack
from records.core.upcasts import Origin
from records.core.viewers import LOCAL, OPEN, PUBLIC, Viewer
from records.errors import GameRefused, ImpossibleEvent
from records.knowledge.door import veil
from records.service import Entry, Exchanged, GameBook
from records.store import open_store
from records.values import replace
from support.tiny import NOON, SEATS, TINY, A, B, drawn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = b"k" * 32
HEADER = Header(
    record=RecordId("0123456789abcdef"),
    game="tiny",
    ruleset="none",
    ruleset_hash="",
    catalogue="none",
    catalogue_hash="",
    seats=SEATS,
    started=NOON,
)


class Hidden1(Event, frozen=True, kw_only=True, tag="tiny.hidden/1"):
    """A card goes face down; in the long variant at the top."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    card: Secret


class Hidden2(Event, frozen=True, kw_only=True, tag="tiny.hidden/2"):
    """The same, with where it goes."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    card: Secret
    end: str


class Hidden(Event, frozen=True, kw_only=True, tag="tiny.hidden/3"):
    """The same, with its pile."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    card: Secret
    end: str
    pile: PileId


def _second(old: Hidden1, origin: Origin) -> Hidden2:
    assert origin.header == HEADER
    end = "top" if origin.started is not None and origin.started.variant == "long" else "bottom"
    return Hidden2(rule=old.rule, seat=old.seat, slot=old.slot, card=old.card, end=end)


def _third(old: Hidden2, _origin: Origin) -> Hidden:
    return Hidden(rule=old.rule, seat=old.seat, slot=old.slot, card=old.card, end=old.end, pile=PileId(f"row:{old.seat}"))


def _hidden(draft: object, recorded: Recorded[Hidden]) -> None:
    event = recorded.event
    draft.table.lay(event.seat, event.pile, event.slot, event.card, event.end)  # type: ignore[attr-defined]


GAME = replace(TINY, own=(*TINY.own, Hidden), evolve={**TINY.evolve, Hidden: _hidden}, upcasts={Hidden1: _second, Hidden2: _third})
GAMES = {"tiny": GAME}


def old(slot: str, card: str) -> Hidden1:
    """A hides a card, as it was written once."""
    return Hidden1(seat=A, slot=SlotId(slot), card=secret(card, to=(A,)))


def chained(*events: Event) -> tuple[Exchanged, list[bytes]]:
    """The record of these events as it was stored once, and its lines."""
    chain = Chain(GAME, HEADER, KEY)
    made = [chain.add(NOON, event) for event in events]
    log = [recorded for recorded, _line in made]
    return Exchanged(header=HEADER, names={"A": "Anna", "B": "Ben"}, key=KEY, log=log, head=chain.hash), [line for _recorded, line in made]


OLD, LINES = chained(
    GameStarted(seats=SEATS, begins=A, variant="long"),
    drawn(A, "ace"),
    drawn(A, "king"),
    drawn(B, "ten"),
    old("s5", "ace"),
    Hidden2(seat=A, slot=SlotId("s6"), card=secret("king", to=(A,)), end="top"),
)
ROW = PileId("row:A")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A book with the old record in it."""
    with GameBook(open_store(f"sqlite:///{tmp_path}/book.sqlite"), games=GAMES) as book:
        book.writing.take_in(LOCAL, OLD)
        yield book


def test_what_is_read_has_the_present_shape(book: GameBook) -> None:
    """Each step of the way from the first shape to the last is taken, by what the record says of its start."""
    view = book.record(LOCAL, HEADER.record, OPEN)
    assert [type(recorded.event) for recorded in view.events[4:]] == [Hidden, Hidden]
    assert view.events[4].event == Hidden(seat=A, slot=SlotId("s5"), card=secret("ace", to=(A,)), end="top", pile=ROW)
    assert view.position(6).table.piles[ROW] == (SlotId("s6"), SlotId("s5"))


@pytest.mark.parametrize("viewer", [OPEN, PUBLIC, A, B], ids=str)
def test_what_is_exported_is_what_was_written(book: GameBook, viewer: Viewer, tmp_path: Path) -> None:
    """Stored lines leave byte for byte; every viewer's file verifies, is taken in elsewhere, and leaves from there the same."""
    name = str(getattr(viewer, "value", viewer))
    data = native.write(GAMES, book.records.export(LOCAL, HEADER.record, viewer), name)
    if viewer is OPEN:
        assert data.splitlines()[3:-1] == LINES
    assert b'"tiny.hidden/1"' in data
    assert b'"tiny.hidden/3"' not in data
    exchanged = native.read(GAMES, data, "old.jsonl")
    assert exchanged.head == OLD.head
    with GameBook(open_store(f"sqlite:///{tmp_path}/other.sqlite"), games=GAMES) as other:
        other.writing.take_in(LOCAL, exchanged)
        assert list(other.records.verify(LOCAL)) == []
        again = native.write(GAMES, other.records.export(LOCAL, HEADER.record, OPEN), "open")
        assert again.count(b"tiny.hidden/1") == 1
        assert again.splitlines()[-1] == data.splitlines()[-1]
        seen = other.record(LOCAL, HEADER.record, PUBLIC).events[4].event
        assert (type(seen), seen.card.faces) == (Hidden, (UNKNOWN,))


def test_a_record_with_old_events_verifies_and_grows(book: GameBook) -> None:
    """What is added has the present shape, on a chain that runs over the old one."""
    now = Hidden(seat=B, slot=SlotId("s7"), card=secret("ten", to=(B,)), end="top", pile=PileId("row:B"))
    book.writing.append(LOCAL, HEADER.record, [Entry(at=NOON, event=now)], expected=6)
    assert list(book.records.verify(LOCAL)) == []
    assert book.record(LOCAL, HEADER.record, OPEN).position(7).table.piles[PileId("row:B")] == (SlotId("s7"),)


def test_nothing_new_is_written_in_an_old_shape(book: GameBook) -> None:
    """Neither as an event nor as what an event should have been."""
    wrong = Corrected(of=(Replacement(version=5, event=old("s5", "king")),))
    for event in (old("s7", "ace"), wrong):
        with pytest.raises(ImpossibleEvent, match=r"version 7 has the older shape tiny\.hidden/1"):
            book.writing.append(LOCAL, HEADER.record, [Entry(at=NOON, event=event)], expected=6)


def test_an_old_correction_of_an_old_event_is_brought_up_with_it() -> None:
    """A correction and what it corrects stay of one class; one of the start counts for what comes after it."""
    log = chained(
        GameStarted(seats=SEATS, begins=A),
        drawn(A, "ace"),
        old("s3", "king"),
        Corrected(of=(Replacement(version=3, event=old("s3", "ace")),)),
        Corrected(of=(Replacement(version=1, event=GameStarted(seats=SEATS, begins=A, variant="long")),)),
        drawn(A, "ten"),
        old("s7", "ten"),
    )[0].log
    present = GAME.brought_up(HEADER, log)
    corrected = present[3].event.of[0].event
    assert [present[2].event.end, corrected.end, present[6].event.end] == ["bottom", "bottom", "top"]
    assert corrected.card.faces == ("ace",)
    assert present[1] is log[1]


def test_a_game_that_begins_again_is_read_by_its_last_start() -> None:
    """What stood in a start that was taken back counts no more."""
    starts = [GameStarted(seats=SEATS, begins=A, variant=variant) for variant in ("long", "short")]
    log = chained(starts[0], TakenBack(to=0), starts[1], drawn(A, "ace"), old("s5", "ace"))[0].log
    assert GAME.brought_up(HEADER, log)[4].event.end == "bottom"


@pytest.mark.parametrize("viewer", [OPEN, PUBLIC, A, B], ids=str)
def test_the_door_and_the_upcast_may_come_in_any_order(viewer: Viewer) -> None:
    """An upcast reads no hidden face."""
    before = GAME.brought_up(HEADER, veil(GAME.parts, OLD.log, viewer))
    assert before == veil(GAME.parts, GAME.brought_up(HEADER, OLD.log), viewer)


def test_a_log_without_old_events_stays_the_same_object() -> None:
    """Reading costs nothing where nothing is old."""
    log = tuple(OLD.log[:4])
    assert GAME.brought_up(HEADER, log) is log


def test_a_game_does_not_evolve_an_old_shape() -> None:
    """An old class among the present ones is refused at construction."""
    with pytest.raises(GameRefused, match="Hidden1 is an older shape"):
        replace(GAME, own=(*GAME.own, Hidden1), evolve={**GAME.evolve, Hidden1: _hidden})


def test_a_changed_face_of_an_old_line_breaks_the_chain() -> None:
    """Seals run over the old shape too."""
    chain = Chain(GAME, HEADER, KEY)
    for recorded in OLD.log[:4]:
        chain.accept(recorded)
    other = msgspec.structs.replace(OLD.log[4], event=old("s5", "king"))
    assert chain.after(other) != chain.after(OLD.log[4]) == bytes.fromhex(OLD.log[5].prev)
