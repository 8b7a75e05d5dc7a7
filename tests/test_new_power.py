"""docs/new-power.md, followed: its changes are made in a copy of the project, and its commands run there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from support.documents import ROOT, changes, commands, shell

DOCUMENT = ROOT / "docs" / "new-power.md"
TESTED = ("tests/conftest.py", "tests/support", "tests/games/castle_rampage", "docs/catalogues.md", "pyproject.toml")
COPIED = ("records", "web", "importers", *TESTED)
TESTS, *PLAYS = [command for command, _shown in commands(DOCUMENT)]
(OWN,) = re.findall(r"^\+def (test_\w+)", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
"""The test that the document adds."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the document needs, as it stands after its changes."""
    folder = tmp_path_factory.mktemp("new-power")
    for place in COPIED:
        source, copy = ROOT / place, folder / place
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, copy) if source.is_dir() else shutil.copy2(source, copy)
    for path, text in changes(DOCUMENT).items():
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def run(script: str, folder: Path) -> str:
    """Run a script of the shell in a copy of the project; return what it prints."""
    done = shell(script, folder, PYTHONPATH=str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.soak
@pytest.mark.parametrize("some", [f"-k '{OWN} or paragraph or document'", ""])
def test_tests_of_the_document_pass(project: Path, some: str) -> None:
    """Those that it names and adds, in one process and without an environment of their own; every day some of them."""
    files = TESTS.removeprefix('make test ARGS="').removesuffix('"')
    told = run(f"python -m pytest -p no:cacheprovider -v {files} {some}", project)
    assert f"::{OWN} PASSED" in told


@pytest.mark.soak
def test_games_with_such_a_card_are_played(project: Path) -> None:
    """The commands of the document simulate games by a catalogue with the card, and all of them keep to the rules."""
    run("\n".join(PLAYS), project)


def test_changed_files_pass_the_gates(project: Path) -> None:
    """Formatted and linted as they are written."""
    files = " ".join(path for path in changes(DOCUMENT) if path.endswith(".py"))
    run(f"ruff format --check {files}\nruff check {files}", project)
