"""``import kiebitz``: the short way in for shells and notebooks."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kiebitz
from support.documents import ROOT

GATE = ROOT / "examples" / "games" / "castle-rampage-example-gate.jsonl"


def test_the_module_is_re_exports_without_logic() -> None:
    """A docstring, imports and their names."""
    docstring, *imports, names = ast.parse((ROOT / "kiebitz.py").read_text()).body
    assert isinstance(docstring, ast.Expr)
    assert all(isinstance(one, ast.Import | ast.ImportFrom) for one in imports)
    assert isinstance(names, ast.Assign)
    assert {name for name in vars(kiebitz) if not name.startswith("_")} == set(kiebitz.__all__)


def test_three_lines_walk_a_record_as_a_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Open a store, take a record, print its steps; a file is taken in once, an id may be cut, a language chosen."""
    with kiebitz.open(tmp_path / "book.sqlite") as book:
        (record,) = kiebitz.add_file(book, GATE)
        assert kiebitz.add_file(book, str(GATE)) == [record]
    with kiebitz.open(f"sqlite:///{tmp_path}/book.sqlite") as book:
        for step in kiebitz.replay(book, record[:6], "Anton"):
            print(step)  # noqa: T201 -- what is shown is what is tested
        german = kiebitz.replay(book, record, "B", "de")
    assert "\n3 You attack the Gate of Beatrix with 9. (§ 5.1)\n" in capsys.readouterr().out
    assert (str(german[2]), german[2].at) == ("3 Anton greift dein Tor mit 9 an. (§ 5.1)", 3)
    assert [str(step) for step in german[-2:]] == [str(german[len(german) - 2]), str(german[-1])]


def test_a_notebook_shows_the_board_after_a_step(tmp_path: Path) -> None:
    """A step is its text and its board, a replay its last board; the texts of pages are English again after a German one."""
    with kiebitz.open(tmp_path / "book.sqlite") as book:
        (record,) = kiebitz.add_file(book, GATE)
        walked, german = kiebitz.replay(book, record), kiebitz.replay(book, record, language="de")
        pictures = [walked[3].board(), walked[4].board(), german[3].board(), walked[3].board()]
        html, last = walked[3]._repr_html_(), walked._repr_html_()
    assert pictures[0] == pictures[3]
    assert len(set(pictures)) == 3
    assert html == f"<p>{walked[3]}</p>{pictures[0]}"
    assert "Step 9, with open cards" in last
    assert last.startswith("<svg ")


@pytest.mark.parametrize("name", ["records", "importers"])
@pytest.mark.parametrize("start", ["import kiebitz", "import web.cli"])
def test_a_foreign_package_of_the_same_name_is_noticed_at_start(tmp_path: Path, name: str, start: str) -> None:
    """It is said which one was found, and what to do."""
    (tmp_path / f"{name}.py").touch()
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    found = subprocess.run([sys.executable, "-c", start], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stderr.splitlines()[-1] == (
        f"ImportError: Kiebitz needs its own package {name!r}, but Python finds {tmp_path / name}.py. "
        "Another distribution has the same name: install Kiebitz in a virtual environment of its own."
    )
