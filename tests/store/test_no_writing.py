"""Where nothing can be written, everything can be read: a file system that is read-only, and a disk that is full."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import sys
import tempfile
import traceback
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL, OPEN
from records.errors import StoreFull
from records.service import GameBook
from records.store import open_store
from support.soaking import rest_soaked
from support.tiny import GAMES, new_game
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks, and takes rights away")
NOBODY = 65534


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may look into."""
    made = Path(tempfile.mkdtemp(prefix="kiebitz-"))
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


def apart(doing: Callable[[], None]) -> None:
    """Do something in a process of its own, and fail as it failed."""
    here, there = os.pipe()
    child = os.fork()
    if not child:
        try:
            doing()
        except BaseException:  # noqa: BLE001 -- told to the parent
            os.write(there, traceback.format_exc().encode()[-4000:])
        finally:
            os._exit(0)
    os.close(there)
    os.waitpid(child, 0)
    with os.fdopen(here) as said:
        assert said.read() == ""


def read_all(book: GameBook, record: str) -> None:
    """Shelf, record, export, pages and verify answer; writing is refused."""
    app = create_app(book)
    app.jinja_env.bytecode_cache = None  # the tests' own, a file
    client = app.test_client()
    for path in ("/", f"/records/{record}", "/api/records"):
        assert client.get(path).status_code == 200, path
    assert book.records.export(LOCAL, record, OPEN).log
    assert book.records.inspect(LOCAL).findings == ()
    for write in (lambda: book.writing.add(LOCAL, new_game()), lambda: book.records.rename(LOCAL, record, "A", "Zoe")):
        with pytest.raises(StoreFull):
            write()
    assert client.get("/").status_code == 200


@pytest.mark.soak
def test_a_store_on_a_read_only_file_system_is_read(folder: Path) -> None:
    """Who may write neither file nor folder opens the store, sees all of it, and is refused what would write."""
    path = folder / "book.sqlite"
    with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as book:
        (stored,) = book.writing.add(LOCAL, new_game())
    path.chmod(0o444)
    folder.chmod(0o555)

    def read() -> None:
        if os.geteuid() == 0:  # whom no right is taken from
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        with GameBook(open_store(f"sqlite:///{path}", create=False), games=GAMES) as book:
            read_all(book, stored.id)

    apart(read)


@pytest.mark.parametrize("opened", rest_soaked(["before", "after"]))
def test_a_full_disk_does_not_keep_from_reading(folder: Path, opened: str) -> None:
    """A store is read on when the disk fills up under it, and opened where it is full already."""
    path = folder / "book.sqlite"
    with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as book:
        (stored,) = book.writing.add(LOCAL, new_game())

    def fill() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    def read() -> None:
        if opened == "after":
            fill()
        with GameBook(open_store(f"sqlite:///{path}", create=False), games=GAMES) as book:
            book.records.shelf(LOCAL)
            fill()
            read_all(book, stored.id)

    apart(read)


def test_a_full_database_is_refused_in_words(folder: Path) -> None:
    """Where SQLite says that there is no room, a page answers 507 and says that nothing was written."""
    path = folder / "book.sqlite"
    with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as book:
        book.writing.add(LOCAL, new_game())
        with closing(sqlite3.connect(path)) as connection:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
        for lent in book._office.store._opened.ledger.factory.datastore.pool._pool:  # type: ignore[attr-defined]
            lent._sqlite_conn.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(StoreFull, match="full"):
            book.writing.add(LOCAL, *(new_game() for _ in range(50)))
        assert book.records.count(LOCAL) == (1, 0)
        app = create_app(book)
        app.view_functions["pages.shelf"] = lambda: str(book.writing.add(LOCAL, *(new_game() for _ in range(50))))
        answer = app.test_client().get("/")
        assert answer.status_code == 507
        assert "Nothing was written" in answer.text
        assert "No space left to write" in answer.text


def test_number_16_a_store_that_may_only_be_read_is_not_called_full(folder: Path) -> None:
    """The page says that nothing can be written here, and nothing of room or a full disk."""
    path = folder / "book.sqlite"
    with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as book:
        book.writing.add(LOCAL, new_game())
        for lent in book._office.store._opened.ledger.factory.datastore.pool._pool:  # type: ignore[attr-defined]
            lent._sqlite_conn.execute("PRAGMA query_only=1")
        app = create_app(book)
        app.view_functions["pages.shelf"] = lambda: str(book.writing.add(LOCAL, new_game()))
        answer = app.test_client().get("/")
        assert answer.status_code == 507
        assert "Nothing can be written here" in answer.text
        assert "no room" not in answer.text
        assert "full" not in answer.text
