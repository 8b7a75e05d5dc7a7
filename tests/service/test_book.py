"""Writing into the book: what is stored, what is refused, what stays as it was."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import msgspec
import pytest

from records.core.ids import RecordId
from records.core.secret import Secret, secret
from records.core.shared import TakenBack
from records.core.viewers import LOCAL, OPEN
from records.errors import (
    AmbiguousEntry,
    CorruptRecord,
    ImpossibleEvent,
    MalformedCommand,
    RecordNotFound,
    SeatNotFound,
    StaleVersion,
    StoreRefused,
)
from records.service import Entry, GameBook, ShelfQuery, Trash
from records.store import open_store
from records.values import replace
from support.tiny import GAMES, NOON, A, B, drawn, entries, laid, new_game


def rows(path: Path) -> list[tuple[object, ...]]:
    """What stands in the tables that hold events, headers, keys and heads."""
    with sqlite3.connect(path) as connection:
        return [
            row
            for table, columns in (
                ("stored_events", "originator_id, originator_version, topic, state"),
                ("records", "id, header"),
                ("record_keys", "id, key"),
                ("record_heads", "id, count, hash"),
            )
            for row in connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2")  # noqa: S608 -- names from above
        ]


def test_a_game_is_stored_as_it_came(book: GameBook) -> None:
    """A game that is added is there for the open table, event for event, with names, times and a chain that holds."""
    new = new_game()
    (stored,) = book.writing.add(LOCAL, new)
    view = book.record(LOCAL, stored.id, OPEN)
    assert [recorded.event for recorded in view.events] == [entry.event for entry in new.entries]
    assert [recorded.at for recorded in view.events] == [entry.at for entry in new.entries]
    assert view.names == {"A": "Anna", "B": "Ben"}
    assert view.header.started == NOON
    assert list(book.records.verify(LOCAL)) == []


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (Secret(("ace",), ("A",), salt=("5a" * 16,)), "card brings a salt or a seal; those of a new event are made here"),
        (Secret(("?",), ("A",), seal=("5a" * 16,)), "card brings a salt or a seal"),
        (secret("ace", to=("Z",)), "card is known to 'Z'; the seats are A, B"),
    ],
)
def test_a_new_event_brings_no_seal_and_no_stranger(book: GameBook, card: Secret, reason: str) -> None:
    """What is added or appended has no salt from elsewhere and is known to nobody but those who sit here; else nothing is stored."""
    bad = Entry(at=NOON, event=msgspec.structs.replace(drawn(A, "ace"), card=card))
    (stored,) = book.writing.add(LOCAL, new_game())
    with pytest.raises(ImpossibleEvent, match=f"version 8: {reason}"):
        book.writing.append(LOCAL, stored.id, [bad], expected=7)
    with pytest.raises(ImpossibleEvent, match=f"version 2: {reason}"):
        book.writing.add(LOCAL, replace(new_game(), entries=[new_game().entries[0], bad]))
    assert book.records.count(LOCAL) == (1, 0)
    assert book.record(LOCAL, stored.id, OPEN).steps == 7


def test_a_game_is_not_added_with_what_is_no_name(book: GameBook) -> None:
    """A name with a control character or of more than 100 characters is refused when a game is added as it is when one is renamed."""
    for name in ("Ben\x1b[2J", "B" * 101, " "):
        with pytest.raises(MalformedCommand, match="is not a name"):
            book.writing.add(LOCAL, replace(new_game(), names={"A": "Anna", "B": name}))
    assert book.records.count(LOCAL) == (0, 0)


def test_ids_are_random_and_long(book: GameBook) -> None:
    """Two records of the same game have ids of 16 letters and digits that tell nothing of it."""
    first, second = book.writing.add(LOCAL, new_game(), new_game())
    assert first.id != second.id
    assert {len(first.id), len(second.id)} == {16}


def test_the_same_file_is_recorded_once(book: GameBook) -> None:
    """A game of a known origin is not stored again, neither later nor twice in one batch, also when it lies in the trash."""
    first, again = book.writing.add(LOCAL, new_game(origin="digest"), new_game(origin="digest"))
    assert (first.already, again.already, again.id) == (False, True, first.id)
    book.records.trash(LOCAL, first.id)
    (later,) = book.writing.add(LOCAL, new_game(origin="digest"))
    assert (later.already, later.id) == (True, first.id)
    assert book.records.count(LOCAL) == (1, 0)


@pytest.mark.parametrize("event", [laid(A, "s1", "ace"), TakenBack(to=9)], ids=["card not there", "back to the future"])
def test_what_cannot_have_happened_is_not_stored(book: GameBook, path: Path, event: Entry) -> None:
    """A batch of games of which one cannot have happened is refused with the version, and nothing of the batch is stored."""
    with pytest.raises(ImpossibleEvent, match="version 1"):
        book.writing.add(LOCAL, new_game(), new_game(event))
    assert rows(path) == []
    assert book.records.shelf(LOCAL).total == 0


def test_an_append_continues_the_record(book: GameBook) -> None:
    """What is appended at the right version is there, and the chain goes on over it."""
    (stored,) = book.writing.add(LOCAL, new_game())
    assert book.writing.append(LOCAL, stored.id, entries(drawn(A, "ten"), drawn(B, "queen")), expected=7) == 9
    assert book.record(LOCAL, stored.id, OPEN).steps == 9
    assert book.records.shelf(LOCAL).entries[0].steps == 9
    assert list(book.records.verify(LOCAL)) == []


def test_a_stale_append_is_refused(book: GameBook, path: Path) -> None:
    """Who appends for another number of events than there are is told both, and nothing changes."""
    (stored,) = book.writing.add(LOCAL, new_game())
    before = rows(path)
    for expected in (0, 6, 8):
        with pytest.raises(StaleVersion) as caught:
            book.writing.append(LOCAL, stored.id, entries(drawn(A, "ten")), expected=expected)
        assert (caught.value.expected, caught.value.actual) == (expected, 7)
    assert rows(path) == before


def test_an_impossible_append_is_refused_whole(book: GameBook, path: Path) -> None:
    """If one event of a batch cannot have happened, none of the batch is stored."""
    (stored,) = book.writing.add(LOCAL, new_game())
    before = rows(path)
    with pytest.raises(ImpossibleEvent, match="version 9, Laid"):
        book.writing.append(LOCAL, stored.id, entries(drawn(A, "ten"), laid(B, "s9", "queen")), expected=7)
    assert rows(path) == before


def test_only_one_of_many_writers_wins_a_version(book: GameBook) -> None:
    """Of several that append for the same version at once exactly one is taken, the others are told that they were late."""
    (stored,) = book.writing.add(LOCAL, new_game())
    outcomes: list[str] = []

    def write() -> None:
        try:
            book.writing.append(LOCAL, stored.id, entries(drawn(A, "ten")), expected=7)
            outcomes.append("taken")
        except StaleVersion:
            outcomes.append("late")

    writers = [threading.Thread(target=write) for _ in range(6)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(outcomes) == ["late"] * 5 + ["taken"]
    assert list(book.records.verify(LOCAL)) == []


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Entry(at=NOON, event=drawn(A, "ace"), cause=2), "version 1 names 2 as its cause"),
        (Entry(at=NOON, event=drawn(A, "ace"), cause=0), "version 1 names 0 as its cause"),
        (Entry(at=NOON.replace(tzinfo=None), event=drawn(A, "ace")), "not a time in UTC"),
    ],
)
def test_an_envelope_that_cannot_be_is_refused(book: GameBook, entry: Entry, reason: str) -> None:
    """A cause in the future and a time without a zone are refused."""
    with pytest.raises(ImpossibleEvent, match=reason):
        book.writing.add(LOCAL, replace(new_game(), entries=[entry]))


def test_names_stand_outside_the_chain(book: GameBook, path: Path) -> None:
    """To rename and to forget people changes no event, header, key or head, and the record still verifies."""
    (stored,) = book.writing.add(LOCAL, new_game())
    before = rows(path)
    book.records.rename(LOCAL, stored.id, "A", "  Änne ")
    assert book.record(LOCAL, stored.id, "änne").names == {"A": "Änne", "B": "Ben"}
    assert book.people.forget(LOCAL, "BEN") == [(stored.id, "B")]
    assert book.record(LOCAL, stored.id, OPEN).names == {"A": "Änne"}
    assert rows(path) == before
    assert list(book.records.verify(LOCAL)) == []


def test_who_is_forgotten_is_gone_from_the_file(book: GameBook, path: Path) -> None:
    """Name and ids of a forgotten person stand nowhere in the database's files any more."""
    (stored,) = book.writing.add(LOCAL, new_game(names=("Anna", "Benedikta")))
    book.records.shelf(LOCAL)
    book.records.trash(LOCAL, stored.id)
    book.people.forget(LOCAL, "benedikta")
    held = b"".join(file.read_bytes() for file in path.parent.glob("book.sqlite*"))
    assert b"Anna" in held
    assert b"enedikta" not in held


@pytest.mark.parametrize("name", ["", "  ", "x" * 101, "two\nlines", "bell\a", "\ud800"])
def test_what_is_no_name_is_refused(book: GameBook, name: str) -> None:
    """A person is not renamed to nothing, to a novel, or to what is no line of text."""
    (stored,) = book.writing.add(LOCAL, new_game())
    with pytest.raises(MalformedCommand, match="is not a name"):
        book.records.rename(LOCAL, stored.id, "A", name)
    assert book.record(LOCAL, stored.id, OPEN).names["A"] == "Anna"


def test_nobody_and_nowhere_are_told_apart(book: GameBook) -> None:
    """To rename at a strange seat or record says which of both is not there; to forget nobody is refused."""
    (stored,) = book.writing.add(LOCAL, new_game())
    with pytest.raises(SeatNotFound, match="it has A, B"):
        book.records.rename(LOCAL, stored.id, "C", "Carl")
    with pytest.raises(RecordNotFound):
        book.records.rename(LOCAL, "nothing", "A", "Carl")
    with pytest.raises(MalformedCommand, match="must be named"):
        book.people.forget(LOCAL, " ")
    assert book.people.forget(LOCAL, "Carl") == []


def test_the_trash_gives_back(book: GameBook) -> None:
    """A record in the trash is on another list, can still be read, and comes back as it was."""
    (stored,) = book.writing.add(LOCAL, new_game())
    book.records.trash(LOCAL, stored.id)
    assert book.records.shelf(LOCAL).total == 0
    assert [entry.id for entry in book.records.shelf(LOCAL, ShelfQuery(trash=Trash.ONLY)).entries] == [stored.id]
    assert book.record(LOCAL, stored.id, OPEN).steps == 7
    book.records.restore(LOCAL, stored.id)
    assert [entry.id for entry in book.records.shelf(LOCAL).entries] == [stored.id]


def test_only_the_trash_is_emptied(book: GameBook, path: Path) -> None:
    """A record on the shelf is not deleted for good; one in the trash leaves a tombstone and nothing else, and stays unknown."""
    (stored,) = book.writing.add(LOCAL, new_game())
    with pytest.raises(StoreRefused, match="not in the trash"):
        book.records.purge(LOCAL, stored.id)
    book.record(LOCAL, stored.id, OPEN)
    book.records.trash(LOCAL, stored.id)
    assert book.records.purge(LOCAL, stored.id) == 7
    assert rows(path) == []
    assert book.records.count(LOCAL) == (0, 1)
    for missing in (
        lambda: book.record(LOCAL, stored.id, OPEN),
        lambda: book.records.purge(LOCAL, stored.id),
        lambda: book.records.restore(LOCAL, stored.id),
    ):
        with pytest.raises(RecordNotFound):
            missing()
    assert list(book.records.verify(LOCAL)) == []


def test_an_id_is_named_by_its_beginning(book: GameBook) -> None:
    """Four characters or more name the one record that begins so; fewer, none, and what fits several are refused with words."""
    first, second = book.writing.add(LOCAL, new_game(), new_game())
    assert book.records.resolve(LOCAL, first.id) == first.id
    assert book.records.resolve(LOCAL, second.id[:6]) == second.id
    for text in ("", first.id[:3], "zzzzzzzz", first.id + "x", "%" * 5, "\0\0\0\0"):
        with pytest.raises(RecordNotFound, match="no record"):
            book.records.resolve(LOCAL, text)


def test_a_beginning_that_fits_two_ids_is_refused(book: GameBook) -> None:
    """What begins two ids is refused with both; a whole id wins over a longer one that begins with it."""
    with GameBook(open_store("sqlite:///:memory:"), games=GAMES) as other:
        for name in ("abcdef", "abcdefgh"):
            (made,) = other.writing.add(LOCAL, new_game())
            full = other.records.export(LOCAL, made.id, OPEN)
            book.writing.take_in(LOCAL, replace(full, header=msgspec.structs.replace(full.header, record=RecordId(name))))
    assert book.records.resolve(LOCAL, "abcdef") == "abcdef"
    with pytest.raises(AmbiguousEntry, match="'abcde' begins 2 ids: abcdef, abcdefgh"):
        book.records.resolve(LOCAL, "abcde")


def test_rebuilding_the_shelf_changes_nothing(book: GameBook) -> None:
    """The shelf made anew from the first event is the shelf as it was, the trash included."""
    first, _second = book.writing.add(LOCAL, new_game(), new_game(names=("Carl", "Dora")))
    book.writing.append(LOCAL, first.id, entries(drawn(A, "ten")), expected=7)
    book.records.trash(LOCAL, first.id)
    every = ShelfQuery(trash=Trash.INCLUDED)
    before = book.records.shelf(LOCAL, every)
    assert book.records.rebuild(LOCAL) == 2
    assert book.records.shelf(LOCAL, every) == before
    assert before.total == 2


def test_a_damaged_record_leaves_the_others_readable(book: GameBook, path: Path) -> None:
    """A record that does not decode is refused by version when it is read, and does not keep the shelf from showing the others."""
    damaged, sound = book.writing.add(LOCAL, new_game(), new_game())
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER stored_events_no_update")
        connection.execute("UPDATE stored_events SET state = 'x' WHERE originator_id = ? AND originator_version = 3", (damaged.id,))
    connection.close()
    assert {entry.id for entry in book.records.shelf(LOCAL).entries} == {sound.id, damaged.id}
    with pytest.raises(CorruptRecord, match=f"record {damaged.id}, version 3: "):
        (later := GameBook(book._office.store, GAMES)).record(LOCAL, damaged.id, OPEN)
    assert later.records.rebuild(LOCAL) == 1
    assert [entry.id for entry in book.records.shelf(LOCAL).entries] == [sound.id]
