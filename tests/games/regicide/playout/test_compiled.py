"""The kernel as machine code: it says what the plain one says, and where it cannot be had the plain one stands in."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from records.games.regicide.game import PLAYERS
from records.games.regicide.playout import compiling, places
from records.games.regicide.playout.compiling import PLAIN, can_compile, kernel, source, written
from records.games.regicide.playout.tables import tables
from support.playouts import Beside

if TYPE_CHECKING:
    from pathlib import Path

GAMES = 12
AGAIN = """
import sys
from pathlib import Path
sys.path.insert(0, "tests")
from games.regicide.playout.test_compiled import ended
from records.games.regicide.playout.compiling import kernel
by = kernel(Path(sys.argv[1]))
print(by.compiled, ended(by, 3))
"""


def ended(by: compiling.Kernel, players: int) -> list[int]:
    """How some games end."""
    games = [cell for seed in range(GAMES) for cell in Beside.dealt("regicide/2021", players, seed).s[: places.STATE]]
    ends = by.cells([0] * GAMES)
    by.play_all(by.cells(games), by.cells([places.POLICY]), ends, by.cells([0] * places.SPACE), by.cells(list(tables(alone=players == 1))))
    return list(map(int, ends))


@pytest.mark.soak
def test_compiled_it_says_the_same(tmp_path: Path) -> None:
    """Machine code ends every game as the plain kernel does, in two threads at once, and in a later process that compiles nothing."""
    by = kernel(tmp_path)
    assert by.compiled
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda players: ended(by, players), PLAYERS))
    assert found == [ended(PLAIN, players) for players in PLAYERS]
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}
    assert kept
    later = subprocess.run([sys.executable, "-c", AGAIN, tmp_path], check=True, capture_output=True, text=True)
    assert later.stdout == f"True {found[PLAYERS.index(3)]}\n"
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")} == kept


def test_without_a_folder_it_is_plain() -> None:
    """Nobody who names no folder waits for a compiler."""
    assert not can_compile(None)
    assert kernel(None) is PLAIN


def test_where_nothing_can_be_written_it_is_plain(tmp_path: Path) -> None:
    """A folder that cannot be is no error."""
    (tmp_path / "file").touch()
    assert not can_compile(tmp_path / "file" / "cache")
    assert kernel(tmp_path / "file" / "cache") is PLAIN


def test_without_numba_it_is_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra need not be installed."""
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not can_compile(tmp_path)
    assert kernel(tmp_path) is PLAIN


def test_with_a_broken_numba_it_is_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler that fails in whatever way is no error."""

    class Broken:
        def njit(self, **_how: Any) -> Any:
            raise RuntimeError("no machine code for this machine")

    assert can_compile(tmp_path)
    monkeypatch.setitem(sys.modules, "numba", Broken())
    assert kernel(tmp_path) is PLAIN
    assert not can_compile(tmp_path)


def test_another_kernel_lies_in_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled of another source or by another numba is never taken for this one's."""
    here = written(tmp_path)
    assert here == written(tmp_path)
    monkeypatch.setattr(compiling, "source", lambda: source().replace("MOST_WASTED = 10", "MOST_WASTED = 11"))
    assert written(tmp_path).read_text() != here.read_text()
    monkeypatch.undo()
    monkeypatch.setattr(compiling, "version", lambda _package: "0.0")
    assert written(tmp_path).parent != here.parent


def test_a_file_that_was_changed_is_written_anew(tmp_path: Path) -> None:
    """Only the kernel itself is ever compiled and run."""
    path = written(tmp_path)
    path.write_text("raise SystemExit")
    assert written(tmp_path).read_text() == source()
