"""The file of a store can vanish while a program has it open: SQLite would write on, and what it said it wrote would be lost."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from records.errors import StoreMissing
from records.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from records.store import Head, NewRecord, Row


@pytest.fixture(params=["deleted", "moved", "replaced"])
def vanish(request: pytest.FixtureRequest, sqlite_path: Path) -> Callable[[], None]:
    """Takes the store's file away."""

    def replace() -> None:
        other = sqlite_path.with_suffix(".other")
        open_store(f"sqlite:///{other}").close()
        other.replace(sqlite_path)

    ways: dict[str, Callable[[], object]] = {
        "deleted": sqlite_path.unlink,
        "moved": lambda: sqlite_path.rename(sqlite_path.with_suffix(".moved")),
        "replaced": replace,
    }
    return lambda: (ways[request.param](), None)[1]


def test_no_write_goes_into_a_file_that_is_gone(
    sqlite_url: str,
    new: Callable[..., NewRecord],
    rows: Callable[..., list[Row]],
    head: Callable[[int], Head],
    vanish: Callable[[], None],
) -> None:
    """After the file was deleted, moved or replaced every way to write is refused, in words that say so."""
    with open_store(sqlite_url) as store:
        store.create(new("r1"))
        vanish()
        for write in (
            lambda: store.create(new("r2")),
            lambda: store.append("r1", rows(1, after=3), expected=3, head=head(4)),
            lambda: store.people.rename("r1", "A", "Änne"),
            lambda: store.trash("r1"),
        ):
            with pytest.raises(StoreMissing, match=r"took it away|another file"):
                write()


def test_a_reader_makes_no_file_anew(sqlite_url: str, sqlite_path: Path, new: Callable[..., NewRecord]) -> None:
    """More readers at once than there are connections open new ones; none of them makes an empty file where the store's was."""
    with open_store(sqlite_url) as store, ExitStack() as stack:
        store.create(new("r1"))
        for _ in range(3):
            stack.enter_context(store._opened.database.reading())
        sqlite_path.unlink()
        with pytest.raises(StoreMissing):
            store.ids()
        assert not sqlite_path.exists()


def test_a_store_that_is_not_there_is_only_made_where_that_is_wanted(url: str) -> None:
    """Without ``create`` an address without a store is refused, on either database; with it the store is made and found from then on."""
    with pytest.raises(StoreMissing, match="there is no store here"):
        open_store(url, create=False)
    open_store(url).close()
    open_store(url, create=False).close()
