"""Reading from the book: who may, and what each viewer gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from records.core.viewers import LOCAL, OPEN, PUBLIC, Caller
from records.errors import AmbiguousSeat, NotYours, RecordNotFound, SeatNotFound, VersionNotFound
from records.service import GameBook
from records.service.shelving import MOST_BLOCKS, _spine
from records.store import open_store
from support.soaking import one_in
from support.tiny import GAMES, A, B, new_game

STRANGER = Caller("mallory")


@pytest.mark.parametrize(
    "read",
    [
        lambda book, record, viewer: book.record(STRANGER, record, viewer),
        lambda book, record, viewer: book.records.export(STRANGER, record, viewer),
        lambda book, record, viewer: book.records.viewer(STRANGER, record, viewer),
        lambda book, _record, _viewer: book.records.shelf(STRANGER),
    ],
    ids=["record", "export", "viewer", "shelf"],
)
@pytest.mark.parametrize("viewer", one_in(3, ["open", "public", "A", "Anna", "nobody at all", ""]))
def test_every_read_asks_the_policy(book: GameBook, read: Callable[..., Any], viewer: str) -> None:
    """A stranger is refused on every way to read, also where the viewer does not exist, and is told no name of anybody."""
    (stored,) = book.writing.add(LOCAL, new_game())
    with pytest.raises((RecordNotFound, NotYours)) as caught:
        read(book, stored.id, viewer)
    assert "Ben" not in str(caught.value)


def test_what_was_read_before_is_not_given_to_a_stranger(book: GameBook) -> None:
    """The policy is asked for each read, also when the book still has the record at hand."""
    (stored,) = book.writing.add(LOCAL, new_game())
    assert book.record(LOCAL, stored.id, OPEN).steps == 7
    with pytest.raises(RecordNotFound):
        book.record(STRANGER, stored.id, OPEN)


@pytest.mark.parametrize(
    ("text", "viewer"),
    [("open", OPEN), ("public", PUBLIC), ("A", A), ("B", B), ("Anna", A), ("ANNA", A), ("bEN", B), (OPEN, OPEN), (B, B)],
)
def test_a_viewer_is_named_by_word_key_or_name(book: GameBook, text: str, viewer: object) -> None:
    """Words and seat keys are taken as they are, names in any case."""
    (stored,) = book.writing.add(LOCAL, new_game())
    assert book.records.viewer(LOCAL, stored.id, text) == viewer
    assert book.record(LOCAL, stored.id, text).viewer == viewer


@pytest.mark.parametrize(
    ("names", "text", "viewer"), [(("public", "Ben"), "public", PUBLIC), (("Ben", "open"), "open", OPEN), (("B", "A"), "A", A)]
)
def test_words_and_keys_win_over_names(book: GameBook, names: tuple[str, str], text: str, viewer: object) -> None:
    """A player called public, open, or like a seat is no other viewer than the word or the seat."""
    (stored,) = book.writing.add(LOCAL, new_game(names=names))
    assert book.records.viewer(LOCAL, stored.id, text) == viewer


@pytest.mark.parametrize(("names", "text"), [(("Zoë", "Ben"), "ZOE\u0308"), (("Straße", "Ben"), "STRASSE")])
def test_a_name_is_the_same_however_it_is_written(book: GameBook, names: tuple[str, str], text: str) -> None:
    """Composed or not, in any case, a name names its seat."""
    (stored,) = book.writing.add(LOCAL, new_game(names=names))
    assert book.records.viewer(LOCAL, stored.id, text) == A


def test_a_name_that_fits_two_seats_is_refused(book: GameBook) -> None:
    """Two players of one name must be told apart by their seats."""
    (stored,) = book.writing.add(LOCAL, new_game(names=("Anna", "anna")))
    with pytest.raises(AmbiguousSeat, match="'ANNA' sits on A and B"):
        book.record(LOCAL, stored.id, "ANNA")


@pytest.mark.parametrize("text", ["", " ", "a", "Public", "OPEN", "C", "Carl", "public ", "*", "A,B"])
def test_a_typo_is_never_a_wider_view(book: GameBook, text: str) -> None:
    """What names no viewer is refused, with what would be taken, also where a name was erased."""
    (stored,) = book.writing.add(LOCAL, new_game())
    book.people.forget(LOCAL, "Ben")
    with pytest.raises(SeatNotFound, match=r"say one of public, open, A \(Anna\), B"):
        book.record(LOCAL, stored.id, text)


def test_an_unknown_record_is_told_before_its_viewer(book: GameBook) -> None:
    """A record that is not there is refused as such."""
    with pytest.raises(RecordNotFound, match="no record 'nothing'"):
        book.record(LOCAL, "nothing", "nobody")


def test_each_viewer_gets_only_what_it_was_shown(book: GameBook) -> None:
    """The events of a view have passed the door, and positions and narration are made of these."""
    (stored,) = book.writing.add(LOCAL, new_game())
    views = {viewer: book.record(LOCAL, stored.id, viewer) for viewer in ("A", "B", "public", "open")}
    faces = {viewer: [view.events[n].event.card.faces[0] for n in (1, 2)] for viewer, view in views.items()}
    assert faces == {"A": ["ace", "?"], "B": ["?", "king"], "public": ["?", "?"], "open": ["ace", "king"]}
    assert {viewer: view.position(3).table.hands[A].faces for viewer, view in views.items()} == {
        "A": ("ace",),
        "B": (),
        "public": (),
        "open": ("ace",),
    }
    told = {viewer: [sorted(line.args) for line in view.timeline.steps[1].lines] for viewer, view in views.items()}
    assert told == {"A": [["card", "seat"]], "B": [["seat"]], "public": [["seat"]], "open": [["card", "seat"]]}
    assert {view.steps for view in views.values()} == {7}


def test_steps_outside_the_record_are_refused(book: GameBook) -> None:
    """A position exists for 0 to the number of events."""
    (stored,) = book.writing.add(LOCAL, new_game())
    view = book.record(LOCAL, stored.id, PUBLIC)
    assert view.position(0).version == 0
    for step in (-1, 8):
        with pytest.raises(VersionNotFound, match=f"has events 0 to 7, not {step}"):
            view.position(step)


def test_the_shelf_shows_what_everybody_may_know(book: GameBook) -> None:
    """An entry has game, people, outcome and turns, and nothing that only one seat saw."""
    (stored,) = book.writing.add(LOCAL, new_game())
    (entry,) = book.records.shelf(LOCAL).entries
    assert (entry.id, entry.game, entry.seats, entry.names, entry.steps, entry.turns) == (
        stored.id,
        "tiny",
        ("A", "B"),
        {"A": "Anna", "B": "Ben"},
        7,
        2,
    )
    assert entry.outcome is not None
    assert entry.outcome.winners == ("A",)
    assert "king" not in repr(entry)


def test_a_name_changed_in_another_process_is_seen(book: GameBook) -> None:
    """Names are read each time, whatever else the book keeps at hand."""
    (stored,) = book.writing.add(LOCAL, new_game())
    book.record(LOCAL, stored.id, OPEN)
    with GameBook(open_store(book.address), games=GAMES) as other:
        other.records.rename(LOCAL, stored.id, "A", "Änne")
    assert book.record(LOCAL, stored.id, OPEN).names[A] == "Änne"


def test_a_long_game_has_a_short_spine() -> None:
    """Of a game of thousands of turns the shelf keeps a few hundred blocks whose steps are those of the game, in its order."""
    turns = [(seat, steps) for steps in range(1, 1001) for seat in (A, B, None)]
    short = _spine(turns)
    assert len(short) <= MOST_BLOCKS
    assert sum(steps for _, steps in short) == sum(steps for _, steps in turns)
    assert [steps for _, steps in short[:-1]] == sorted(steps for _, steps in short[:-1])
    assert _spine(turns[:MOST_BLOCKS]) == turns[:MOST_BLOCKS]
