"""``make quick``: a change brings the tests that are near it, nearest first, and the core."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from support import quick

ROOT = Path(__file__).parent.parent
FILES = {
    "records/__init__.py": "",
    "records/cards.py": "",
    "records/hands.py": "from records.cards import Card",
    "web/templates/hand.html": "<p>",
    "web/pages.py": "import records.hands",
    "importers/dealing.py": "",
    "importers/later.py": "LATER = ['importers.dealing']",
    "tests/conftest.py": "",
    "tests/support/decks.py": "from records import cards",
    "tests/core/test_cards.py": "from records.cards import Card",
    "tests/core/test_hands.py": "from records.hands import Hand",
    "tests/core/test_decks.py": "from support.decks import deck",
    "tests/web/test_pages.py": "from web.pages import page",
    "tests/web/test_other.py": "",
    "tests/importers/test_later.py": "from importers import later",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project, committed on main."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "all")
    return tmp_path


def git(folder: Path, *words: str) -> None:
    """Run git as nobody in particular."""
    people = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    subprocess.run(["git", "-C", folder, *people, *words], check=True, capture_output=True)  # noqa: S607 -- the one on the PATH


def test_nothing_changed_leaves_the_core(project: Path) -> None:
    """On a clean main only the core is run."""
    assert quick.changed(project) == []
    assert quick.chosen(project, []) == ["tests/core", "tests/web/test_pages.py"]


@pytest.mark.parametrize("place", quick.CORE)
def test_the_core_is_there(place: str) -> None:
    """Each file and folder of the core exists."""
    assert (ROOT / place).exists()


@pytest.mark.soak
def test_a_module_brings_its_own_tests_first() -> None:
    """In this project a change of a module brings its own tests before the core, and not all that there are."""
    found = quick.chosen(ROOT, ["records/core/faces.py"])
    assert found.index("tests/core/test_faces.py") < found.index("tests/core")
    assert {path.name for path in (ROOT / "tests").rglob("test_*.py")} - {Path(place).name for place in found}


@pytest.mark.parametrize(
    ("file", "near", "farther"),
    [
        ("records/cards.py", {"tests/core/test_cards.py"}, {"tests/core/test_hands.py", "tests/core/test_decks.py"}),
        ("records/hands.py", {"tests/core/test_hands.py"}, {"tests/web/test_pages.py"}),
        ("tests/web/test_other.py", {"tests/web/test_other.py"}, set()),
        ("web/templates/hand.html", {"tests/web/test_pages.py"}, set()),
        ("tests/support/decks.py", {"tests/core/test_decks.py"}, set()),
        ("tests/conftest.py", {name for name in FILES if "/test_" in name}, set()),
        ("importers/dealing.py", set(), {"tests/importers/test_later.py"}),
        ("CHANGELOG.md", set(), set()),
    ],
)
def test_what_is_near_comes_before_the_core(project: Path, file: str, near: set[str], farther: set[str]) -> None:
    """Tests that import what was changed come first, then the core, then those with one module between."""
    found = quick.chosen(project, [file])
    core = found.index("tests/core")
    assert set(found[:core]) == near
    assert set(found[core:]) - set(quick.CORE) == farther - set(quick.CORE)


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "records/cards.py").write_text("x = 1"),
        lambda folder: (folder / "records/new.py").write_text(""),
        lambda folder: (
            (git(folder, "switch", "-q", "-c", "b"), (folder / "records/new.py").write_text(""), git(folder, "add", "."))
            and git(folder, "commit", "-q", "-m", "new")
        ),
    ],
    ids=["edited", "new", "committed on a branch"],
)
def test_what_was_changed_is_found(project: Path, change: Callable[[Path], object]) -> None:
    """An edited file, a new one, and on a clean branch what it has beyond main."""
    change(project)
    (found,) = quick.changed(project)
    assert found in {"records/cards.py", "records/new.py"}
