"""A page of the database is destroyed: what is left is read, named and taken out."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from records.core.viewers import LOCAL, OPEN, PUBLIC
from records.errors import BrokenChain, StoreRefused
from records.service import Exchanged, Finding, GameBook
from records.store import open_store
from records.values import replace
from support.soaking import rest_soaked
from support.tiny import GAMES, new_game, whispered

PAGE = 4096
TABLE_LEAF = 13
LONG = 40
"""Words that fill pages."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Exchanged]]:
    """A closed store of some records, each on pages of its own or shared with others, and what each exports."""
    path = tmp_path_factory.mktemp("rescue") / "book.sqlite"
    with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as book:
        games = [new_game() for _ in range(24)]
        games += [replace(game, entries=[*game.entries, *(whispered("A", "word " * 200) for _ in range(LONG))]) for game in games[:4]]
        whole = {stored.id: book.records.export(LOCAL, stored.id, OPEN) for stored in book.writing.add(LOCAL, *games)}
        book.records.trash(LOCAL, min(whole))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return path, whole


def destroyed(path: Path, to: Path, pages: list[int], fill: Callable[[int], bytes]) -> Path:
    """A copy of the file in which some pages (from 1) are overwritten."""
    data = bytearray(path.read_bytes())
    for page in pages:
        data[(page - 1) * PAGE : page * PAGE] = fill(PAGE)
    to.write_bytes(data)
    return to


def noise(size: int) -> bytes:
    """Bytes that mean nothing."""
    return bytes(place * 37 % 251 for place in range(size))


def listing(path: Path) -> set[int]:
    """The pages that say where all others are: without one of them only a backup helps."""
    data = path.read_bytes()
    return {page for page in range(1, len(data) // PAGE + 1) if b"CREATE TABLE" in _of(data, page) or b"CREATE TRIGGER" in _of(data, page)}


def all_named(book: GameBook, whole: dict[str, Exchanged], *, most: int) -> None:
    """Every record is named whole or broken, and rescue gives exactly the whole ones, as they were."""
    found = book.records.inspect(LOCAL)
    assert {*found.whole} | {*found.broken} == {*whole}
    assert not {*found.whole} & {*found.broken}
    assert len(found.broken) <= most
    rescued = list(book.records.rescue(LOCAL))
    saved = {one.header.record: one for one in rescued if isinstance(one, Exchanged)}
    assert {*found.whole} <= {*saved}
    for record in found.whole:
        assert (saved[record].log, saved[record].head, saved[record].key) == (
            list(whole[record].log),
            whole[record].head,
            whole[record].key,
        )
        assert saved[record].names == whole[record].names
    assert {one.record for one in rescued if isinstance(one, Finding)} == {*whole} - {*saved}


@pytest.mark.parametrize(("fill", "every"), rest_soaked([(bytes, 30), (bytes, 12), (noise, 17)]))
def test_every_record_is_named_whole_or_broken_whichever_page_is_destroyed(
    made: tuple[Path, dict[str, Exchanged]], tmp_path: Path, fill: Callable[[int], bytes], every: int
) -> None:
    """Verify goes on, whichever page it is: an index costs no record, a page of events or headers the records that stand on it."""
    path, whole = made
    pages = path.stat().st_size // PAGE
    contents = listing(path)
    told = unbroken = 0
    for page in {*range(2, pages + 1, every)} - contents:
        copy = destroyed(path, tmp_path / f"{page}.sqlite", [page], fill)
        with GameBook.open(f"sqlite:///{copy}", games=GAMES, create=False) as book:
            all_named(book, whole, most=len(whole))
            found = book.records.inspect(LOCAL)
            told += any(finding.column == "file" for finding in found.findings)
            unbroken += not found.broken
    assert told >= 3
    assert unbroken >= 1


@pytest.mark.soak
def test_of_several_destroyed_pages_the_records_beside_them_are_saved(made: tuple[Path, dict[str, Exchanged]], tmp_path: Path) -> None:
    """Two leaves of the events' table and one of its index cost the records on the leaves, and no other."""
    path, whole = made
    with closing(sqlite3.connect(path)) as connection:
        roots = {*next(zip(*connection.execute("SELECT rootpage FROM sqlite_master"), strict=True))}
        (index,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_stored_events_1'").fetchone()
    data = path.read_bytes()
    others = [page for page in range(2, len(data) // PAGE + 1) if page not in roots]
    leaves = [page for page in others if _of(data, page)[0] == TABLE_LEAF and b"tiny." in _of(data, page)]
    copy = destroyed(path, tmp_path / "several.sqlite", [leaves[3], leaves[-1], index], bytes)
    with GameBook.open(f"sqlite:///{copy}", games=GAMES, create=False) as book:
        all_named(book, whole, most=8)
        assert len(book.records.inspect(LOCAL).broken) >= 1


def _of(data: bytes, page: int) -> bytes:
    return data[(page - 1) * PAGE : page * PAGE]


def test_a_file_without_its_table_of_contents_is_refused(made: tuple[Path, dict[str, Exchanged]], tmp_path: Path) -> None:
    """Without a page that says where the others are nothing can be read, and that is said."""
    first = destroyed(made[0], tmp_path / "first.sqlite", [1], bytes)
    with pytest.raises(StoreRefused, match="not a database"):
        GameBook.open(f"sqlite:///{first}", games=GAMES, create=False)
    longer = destroyed(made[0], tmp_path / "longer.sqlite", [], bytes)
    with closing(sqlite3.connect(longer)) as connection, connection:
        for number in range(80):
            connection.execute(f"CREATE TABLE strange_{number} (column_{'x' * 100} TEXT)")
    listed = max(listing(longer))
    assert listed > 1
    second = destroyed(longer, tmp_path / "second.sqlite", [listed], bytes)
    with pytest.raises(StoreRefused, match="only a backup helps"):
        GameBook.open(f"sqlite:///{second}", games=GAMES, create=False)


def test_a_broken_chain_is_noticed_by_the_first_read(book: GameBook, path: Path) -> None:
    """A record changed past the program is refused by every read of a process that did not know it, and every other one is read."""
    changed, known = (stored.id for stored in book.writing.add(LOCAL, new_game(), new_game()))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER stored_events_no_update")
        statement = (
            """UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), '"ace"', '"ten"') AS BLOB) WHERE originator_id = ?"""
        )
        assert connection.execute(statement, (changed,)).rowcount == 7
    with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as other:
        for read in (lambda: other.record(LOCAL, changed, PUBLIC), lambda: other.records.export(LOCAL, changed, OPEN)):
            with pytest.raises(BrokenChain, match=f"record {changed}, version [0-9], stored_events.state"):
                read()
        assert other.record(LOCAL, known, PUBLIC).steps == 7
