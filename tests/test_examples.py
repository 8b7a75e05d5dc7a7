"""The scripts of ``examples`` run, and what they wrote is what lies there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from support.soaking import rest_soaked, shares
from web.cli import kiebitz

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "examples").glob("*.py"))
SOME = {"take_pictures.py": ("attack-dark-phone", "royal", "observed")}
"""One picture of each moment: the others differ in width and light only."""


LONG = {"write_games.py", "take_pictures.py"}
OFTEN = rest_soaked(sorted(SCRIPTS, key=lambda path: path.name in LONG), keep=len(SCRIPTS) - len(LONG))


@pytest.mark.parametrize("script", OFTEN, ids=lambda path: path.name)
@pytest.mark.parametrize("pictures", shares(1, 3))
def test_script_runs(script: Path, tmp_path: Path, pictures: int) -> None:
    """Each script runs on a folder of its own without a word on standard error."""
    some = SOME.get(script.name, ())[:pictures]
    if script.name == "ask_columns.py":
        _columns(tmp_path)
    done = subprocess.run([sys.executable, script, tmp_path, *some], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.stem for path in tmp_path.iterdir()} >= set(some)


def _columns(folder: Path) -> None:
    """Write the tables of a dozen games into a folder."""
    store = f"sqlite:///{folder}/games.sqlite"
    for words in (
        ["simulate", "castle-rampage", "--games", "12", "--store", store],
        ["export", "--all", "--format", "parquet", "--as", "public", "-o", str(folder), "--store", store],
    ):
        assert CliRunner().invoke(kiebitz, words).exit_code == 0


@pytest.mark.soak
def test_written_games_are_current(tmp_path: Path) -> None:
    """The records tell what ``write_games.py`` writes, some in older shapes of events; run it after a change of rules or cards."""
    kept = {path.name: path.read_bytes() for path in (ROOT / "examples" / "games").glob("*.jsonl")}
    for name, data in kept.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "regicide-gold.jsonl").unlink()
    (tmp_path / "regicide-team.jsonl").write_bytes(kept["regicide-last-king.jsonl"])
    done = subprocess.run([sys.executable, ROOT / "examples" / "write_games.py", tmp_path], check=True, capture_output=True, cwd=ROOT)
    assert done.stderr == b""
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(written) == set(kept)
    assert [name for name, data in written.items() if kept.get(name) != data] == []
