"""A store's file is for its owner alone, whatever the mask of the process says."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from records.core.viewers import LOCAL
from records.errors import StoreRefused
from records.service import GameBook
from records.store import open_store, restore
from records.store.care.file_modes import make_file
from support import tiny

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")


@pytest.fixture(params=[0o022, 0o000], ids=["umask 022", "umask 000"], autouse=True)
def mask(request: pytest.FixtureRequest) -> Iterator[None]:
    """The usual mask, and none."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """Who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


def filled(path: Path) -> GameBook:
    """A store with a record."""
    book = GameBook(open_store(f"sqlite:///{path}"), games={"tiny": tiny.TINY})
    book.writing.add(LOCAL, tiny.new_game())
    return book


def test_number_9_a_new_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Its folder, where Kiebitz makes it, its file and what lies beside it while it is open, its backup, and the store made of that."""
    path, again = tmp_path / "data" / "club.sqlite", tmp_path / "again" / "club.sqlite"
    with filled(path) as book:
        assert {one.name: mode(one) for one in path.parent.iterdir()} == dict.fromkeys(
            ("club.sqlite", "club.sqlite-wal", "club.sqlite-shm"), 384
        )
        book.records.back_up(LOCAL, tmp_path / "backup")
    restore(tmp_path / "backup", f"sqlite:///{again}")
    assert [mode(one) for one in (path.parent, again.parent)] == [0o700, 0o700]
    assert [mode(one) for one in (tmp_path / "backup", again)] == [0o600, 0o600]


def test_number_9_an_older_store_is_closed_to_others_and_that_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Its file, and a log that was left beside it; once, and its folder stays as somebody made it."""
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    before, path = mode(folder), folder / "club.sqlite"
    with filled(path):
        for one in folder.iterdir():
            one.chmod(0o664)
        with caplog.at_level(logging.WARNING), GameBook.open(f"sqlite:///{path}"):
            assert {mode(one) for one in folder.iterdir()} == {0o600}
    assert f"{path} was open to others on this machine, mode 664" in caplog.text
    caplog.clear()
    GameBook.open(f"sqlite:///{path}").close()
    assert caplog.text == ""
    assert mode(folder) == before


def test_number_9_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    """Who mistypes an address changes nothing there."""
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\xff\xd8 a photo" * 100)
    path.chmod(0o644)
    with pytest.raises(StoreRefused):
        GameBook.open(f"sqlite:///{path}", create=False)
    assert mode(path) == 0o644


def test_a_file_that_is_there_keeps_its_locks(tmp_path: Path) -> None:
    """A second thread that wants a new store finds it there: closing a file of its own on it would unlock what SQLite has locked."""
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "club.sqlite"
    make_file(path)
    with path.open("r+b") as held:
        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        make_file(path)
        other = f"import fcntl; fcntl.lockf(open({str(path)!r}, 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
        assert b"BlockingIOError" in subprocess.run([sys.executable, "-c", other], capture_output=True, check=False).stderr
