"""What people wrote beside a record is kept as read: many notes cost a step no more than few, and what is erased is gone at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.work import counted
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.cases.drafts import NewRuling
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.writing.simulation import simulate
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> str:
    """Where a store lies."""
    return f"sqlite:///{tmp_path}/notes.sqlite"


@pytest.fixture
def book(store: str) -> Iterator[GameBook]:
    """The store as one process has it."""
    with GameBook.open(store) as opened:
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A game."""
    return book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=9, games=1))))[0].id


@pytest.mark.soak
def test_number_16_a_step_beside_many_notes_takes_little_more_work(book: GameBook, record: str) -> None:
    """Ten times as many notes, all about another step, add less than a tenth to the calls of a step."""
    step = create_app(book).test_client()
    taken = []
    for notes in (5, 45):
        for nth in range(notes):
            book.notes.write_note(LOCAL, record, NoteText(at=7, text=f"A thought {nth}."), viewer="A")
        step.get(f"/records/{record}?at=50&as=A")
        taken.append(counted(lambda: step.get(f"/records/{record}?at=50&as=A").data).calls)
    assert taken[1] < 1.1 * taken[0]


def test_number_16_what_another_process_erased_is_kept_nowhere(book: GameBook, store: str, record: str) -> None:
    """The words of a note that was read here are gone when the other process has erased them, though nothing was written behind it."""
    written = book.notes.write_note(LOCAL, record, NoteText(at=7, text="Not for ever."), viewer="A")
    (layer,) = book.notes.layers(LOCAL, record)
    assert [note.text for note in layer.notes] == ["Not for ever."]
    with GameBook.open(store, create=False) as other:
        assert other.notes.erase_note(LOCAL, written.layer, written.id)
    assert "Not for ever." not in repr(book.notes.layers(LOCAL, record))


@pytest.mark.soak
def test_number_16_adjusted_results_cost_the_shelf_one_statement(book: GameBook, record: str) -> None:
    """Rulings are asked for at once: six more disputes take no statement each, and the shelf tells the last."""
    shelf = create_app(book).test_client()
    taken = []
    for disputes, winner in ((1, "A"), (6, "B")):
        for _one in range(disputes):
            case = book.cases.open_case(LOCAL, record, 9, "Whose is it?", by="Ana", to=["*"]).id
            book.cases.rule(LOCAL, case, NewRuling(by="Judge", winners=(winner,)), to=["*"])
        shelf.get("/")
        # The least of some: now and then a look also does what is due by the clock.
        taken.append(min(counted(lambda: shelf.get("/").data).statements for _look in range(3)))
        assert book.cases.adjusted(LOCAL, [record])[record].winners == (winner,)
    assert taken[1] - taken[0] < 6  # what is due by the clock takes three
