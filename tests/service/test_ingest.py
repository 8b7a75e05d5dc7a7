"""A record comes in once, whoever else brings it at the same time, and a redacted copy is told from the whole."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import msgspec
import pytest

from records.core.viewers import LOCAL, OPEN
from records.errors import StaleVersion
from records.service import GameBook, Stored
from records.store import open_store
from records.values import replace
from support.processes import ended
from support.tiny import GAMES, NOON, A, drawn, entries, new_game

WHERE = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds until threads that wait for one that failed fail as well."""


def other_book(tmp_path: Path) -> GameBook:
    """Another shelf."""
    return GameBook(open_store(f"sqlite:///{tmp_path / 'other.sqlite'}"), games=GAMES)


def test_books_that_add_the_same_file_at_once_store_it_once(path: Path) -> None:
    """Of four books that add a file, and another one each, in the same moment, one stores it and three are told that it is there."""
    together = threading.Barrier(4, timeout=PATIENCE)

    def add(number: int) -> tuple[str, bool]:
        with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as book:
            together.wait()
            own, same = book.writing.add(LOCAL, replace(new_game(), origin=f"{number}"), replace(new_game(), origin="same"))
            assert not own.already
            return same.id, same.already

    with ThreadPoolExecutor(4) as threads:
        told = list(threads.map(add, range(4)))
    assert len({record for record, _ in told}) == 1
    assert sorted(already for _, already in told) == [False, True, True, True]
    with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as book:
        assert book.records.count(LOCAL) == (5, 0)
        assert list(book.records.verify(LOCAL)) == []


def test_books_that_take_the_same_record_in_at_once_store_it_once(book: GameBook, path: Path, tmp_path: Path) -> None:
    """The same for a record that comes from another shelf, under its own id or, where that is taken by another, under a new one."""
    with other_book(tmp_path) as other:
        (stored,) = other.writing.add(LOCAL, new_game())
        exchanged = other.records.export(LOCAL, stored.id, OPEN)
    last = msgspec.structs.replace(exchanged.log[-1], at=NOON)
    for fresh in (exchanged, replace(exchanged, log=[*exchanged.log[:-1], last], head=bytes(32))):
        together = threading.Barrier(4, timeout=PATIENCE)

        def take(_: int) -> tuple[str, bool]:
            with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as mine:
                together.wait()  # noqa: B023 -- used within this round
                one = mine.writing.take_in(LOCAL, fresh)  # noqa: B023
                return one.id, one.already

        with ThreadPoolExecutor(4) as threads:
            told = list(threads.map(take, range(4)))
        assert len({record for record, _ in told}) == 1
        assert sorted(already for _, already in told) == [False, True, True, True]
    assert book.records.count(LOCAL) == (2, 0)
    assert list(book.records.verify(LOCAL)) == []


@pytest.mark.soak
def test_processes_that_import_the_same_files_store_them_once(path: Path) -> None:
    """Two programs that import the same files at the same time end well, and each file is on the shelf once."""
    files = sorted(map(str, (WHERE / "examples" / "games").glob("*.js*")))[:8]
    command = [sys.executable, "-m", "web.cli", "--store", f"sqlite:///{path}", "import", *files]
    with ExitStack() as stack:
        start = partial(subprocess.Popen, command, cwd=WHERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running = [stack.enter_context(ended(start())) for _ in range(2)]
        answers = [(process.communicate(timeout=120), process.returncode) for process in running]
    assert [code for _, code in answers] == [0, 0], answers
    with GameBook.open(f"sqlite:///{path}") as book:
        assert book.records.count(LOCAL) == (len(files), 0)


def test_an_id_without_a_header_does_not_go_round_in_circles(book: GameBook, path: Path, tmp_path: Path) -> None:
    """Where rows of the id stand without their header, taking the record in ends with an error."""
    with other_book(tmp_path) as other:
        (stored,) = other.writing.add(LOCAL, new_game())
        exchanged = other.records.export(LOCAL, stored.id, OPEN)
    book.writing.take_in(LOCAL, exchanged)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM records")
    with pytest.raises(StaleVersion):
        book.writing.take_in(LOCAL, exchanged)


@pytest.mark.parametrize(("here", "copy_of"), [("A", "A"), ("B", "B"), ("public", "public")])
def test_what_is_here_as_a_copy_is_told(book: GameBook, tmp_path: Path, here: str, copy_of: str) -> None:
    """A file that shows more than the redacted copy on the shelf is told whose copy that is; the copy of the same viewer is not."""
    with other_book(tmp_path) as other:
        (stored,) = other.writing.add(LOCAL, new_game())
        copies = {viewer: other.records.export(LOCAL, stored.id, viewer) for viewer in ("open", "public", "A", "B")}
    book.writing.take_in(LOCAL, copies[here])
    for viewer, copy in copies.items():
        again = book.writing.take_in(LOCAL, copy)
        more = viewer not in ("public", here)
        assert (again.id, again.already, again.copy_of) == (stored.id, True, copy_of if more else "")


def test_a_whole_record_lacks_nothing(book: GameBook, tmp_path: Path) -> None:
    """Copies of a record that is here whole are there already, also after it was continued here."""
    with other_book(tmp_path) as other:
        (stored,) = other.writing.add(LOCAL, new_game())
        copies = [other.records.export(LOCAL, stored.id, viewer) for viewer in ("open", "public", "A", "B")]
    assert [book.writing.take_in(LOCAL, copy).copy_of for copy in copies] == [""] * 4
    book.writing.append(LOCAL, stored.id, entries(drawn(A, "ten")), expected=7)
    assert [book.writing.take_in(LOCAL, copy) for copy in copies] == [Stored(stored.id, already=True)] * 4
    assert book.records.count(LOCAL) == (1, 0)
