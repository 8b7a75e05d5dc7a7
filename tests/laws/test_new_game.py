"""The game of docs/new-game.md, from its text; it is under all laws (``test_laws``), and its files are as the gates want them."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

from support.documents import ROOT
from support.war import FOLDER, WAR

OURS = "lint.isort.known-first-party = ['records', 'support']"


def test_the_game_is_made_of_the_document() -> None:
    """Its modules are the files of the document."""
    for module in ("records.games.war.game", "support.laws.games.war"):
        assert Path(str(import_module(module).__file__)).is_relative_to(FOLDER)
    assert WAR.name == "war"


def test_files_of_the_document_pass_the_gates() -> None:
    """Formatted and linted where they would stand."""
    for check in (["format", "--check"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *check, "--config", str(ROOT / "pyproject.toml"), "--config", OURS, "."],
            cwd=FOLDER,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
