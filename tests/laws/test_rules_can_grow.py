"""A record is for ever: rules and cards grow, and every record among the examples audits as before.

The program is copied, changed in the copy as somebody would change it, and asked to audit a shelf that the unchanged program wrote.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook, ShelfQuery

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples/games").glob("*.jsonl"))
CASTLE = "records/games/castle_rampage"
TABLE, TURN, RULESETS = f"{CASTLE}/readings/table.py", f"{CASTLE}/deciding/turn.py", f"{CASTLE}/rulesets.py"
CARDS, POWERS, PUBLISHED = f"{CASTLE}/catalogue.yaml", f"{CASTLE}/cards.py", f"{CASTLE}/editions/catalogues.py"
TEXTS = (f"{CASTLE}/rules/en.md", f"{CASTLE}/rules/de.md")
DOCSTRING = '"""End the turn; a bonus that no attack used lapses, and the other seat\'s turn begins."""\n'


def switch(name: str, first: str, second: str, before: str) -> str:
    """The source of a switch that comes later."""
    choices = ", ".join(f'SwitchValue("{value}", "{value}", "{value}")' for value in (first, second))
    told = f'name="{name}", title="{name}", says="{name}?", choices=({choices}), paragraph="2.10", reason="it came up"'
    return f'    Switch({told}, before="{before}"),\n'


def bite(name: str) -> str:
    """The source of a rule that forbids to end a turn where a switch says so."""
    return (
        f'    if script.state.rules["{name}"] == "forbidden":\n'
        f"        from records.errors import MalformedCommand\n"
        f'        raise MalformedCommand("nobody ends a turn")\n'
    )


def row(name: str) -> str:
    """A card of the catalogue as it stands in the file."""
    rows = (ROOT / CARDS).read_text("utf-8").split("  - name: ")
    return next(f"  - name: {part.rstrip()}\n" for part in rows if part.startswith(f"{name}\n"))


UNUSED = row("house-scout").replace("house-scout", "house-watch").replace("copies: {value: 3,", "copies: {value: 0,")
ADDED: dict[str, list[tuple[str, str]]] = {
    TABLE: [("TABLE = (\n", "TABLE = (\n" + switch("resting", "allowed", "forbidden", "allowed"))],
    TURN: [(DOCSTRING, DOCSTRING + bite("resting"))],
    POWERS: [("PowerForm] = {\n", 'PowerForm] = {\n    "keeps-watch": PowerForm("nothing happens"),\n')],
    CARDS: [("cards:\n", "cards:\n" + UNUSED.replace("value: looks-at-hand", "value: keeps-watch"))],
    **{text: [("**2.6**", "**2.10** Nobody has to hurry.\n\n**2.6**")] for text in TEXTS},
}
"""A switch that reads as the rules went, a card of no deck, its power, a paragraph: no edition is new."""
CHANGED: dict[str, list[tuple[str, str]]] = {
    TABLE: [("TABLE = (\n", "TABLE = (\n" + switch("resting", "forbidden", "allowed", "allowed"))],
    TURN: [(DOCSTRING, DOCSTRING + bite("resting"))],
    RULESETS: [('settings={"powers": "on"},', 'settings={"powers": "on", "both_sides_order": "own side first"},')],
    CARDS: [
        ("version: 1\n", "version: 2\n"),
        ("attack: {value: 2, house: true}", "attack: {value: 3, house: true}"),
        (row("house-scout"), UNUSED.replace("copies: {value: 0,", "copies: {value: 1,")),
        ("copies: {value: 2,", "copies: {value: 4,"),
    ],
    PUBLISHED: [("version=1,", 'version=1, differs="house-1.yaml",')],
}
"""A switch whose default is not how the rules went, another setting, other values and numbers of cards: a new edition of all."""
OLD_ROWS = "catalogue: castle-rampage/house\nversion: 1\nwithout: [house-watch]\ncards:\n"


def changed_rows(cards: str) -> str:
    """The rows of the catalogue that are otherwise in ``cards``, as they are now."""
    names = [part.partition("\n")[0] for part in (ROOT / CARDS).read_text("utf-8").split("  - name: ")[1:]]
    return "\n".join(row(name) for name in names if row(name) not in cards)


def copied(folder: Path, changes: Mapping[str, list[tuple[str, str]]]) -> Path:
    """A copy of the program with these texts changed, each at its first place."""
    for package in ("records", "web", "importers"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("static"))  # what is compiled stays so
    for name, places in changes.items():
        text = (folder / name).read_text("utf-8")
        for old, new in places:
            assert old in text, f"{name}: {old!r} is not there any more; say here how it reads now"
            text = text.replace(old, new, 1)
        (folder / name).write_text(text, "utf-8")
    return folder


def audited(program: Path, store: str) -> list[dict[str, Any]]:
    """What ``kiebitz audit --all`` of a copy of the program says of the shelf; it may find no difference."""
    command = [sys.executable, "-m", "web.cli", "--store", store, "audit", "--all", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=program, env={**os.environ, "PYTHONPATH": str(program)})
    assert done.returncode == 0, done.stderr + done.stdout
    return sorted(json.loads(done.stdout), key=lambda one: one["id"])


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with every record among the examples."""
    store = f"sqlite:///{tmp_path_factory.mktemp('grow')}/book.sqlite"
    with GameBook.open(store) as book:
        for example in EXAMPLES:
            store_file(book, LOCAL, example.read_bytes(), example.name, ImportOptions())
    return store


@pytest.fixture(scope="module")
def before(shelf: str) -> list[dict[str, Any]]:
    """How many decisions the unchanged program finds in each, and how many of them it cannot judge."""
    with GameBook.open(shelf) as book:
        views = [book.record(LOCAL, entry.id, "open") for entry in book.records.shelf(LOCAL, ShelfQuery(limit=None)).entries]
        judged = [(view, view.audit()) for view in views]
    assert len(judged) == len(EXAMPLES)
    told = [
        {
            "id": view.header.record,
            "viewer": "open",
            "ruleset": view.header.ruleset,
            "decisions": len(found),
            "unjudged": [],
            "clean": True,
            "findings": [],
        }
        for view, found in judged
        if all(one.why is None for one in found)
    ]
    assert len(told) == len(EXAMPLES)
    return sorted(told, key=lambda one: one["id"])


@pytest.mark.soak
def test_what_is_added_changes_no_audit(shelf: str, before: list[dict[str, Any]], tmp_path: Path) -> None:
    """A switch, a card, a power and a paragraph more: every record is judged, and judged as before."""
    assert audited(copied(tmp_path, ADDED), shelf) == before


@pytest.mark.soak
def test_a_new_edition_changes_no_audit(shelf: str, before: list[dict[str, Any]], tmp_path: Path) -> None:
    """Another default, setting, value and number of copies, with what was so far in the editions: every record is judged as before."""
    program = copied(tmp_path, CHANGED)
    differs = OLD_ROWS + changed_rows((program / CARDS).read_text("utf-8"))
    (program / CASTLE / "editions/house-1.yaml").write_text(differs, "utf-8")
    assert audited(program, shelf) == before


@pytest.mark.soak
def test_where_an_edition_is_gone_the_paragraphs_are_named(shelf: str, before: list[dict[str, Any]], tmp_path: Path) -> None:
    """The same new edition without what was so far: nothing is called broken, and what cannot be judged is named."""
    program = copied(tmp_path, {name: places for name, places in CHANGED.items() if name != CARDS})
    (program / CASTLE / "editions/rulesets.py").write_text("PUBLISHED = {}\n", "utf-8")
    for was, found in zip(before, audited(program, shelf), strict=True):
        assert (found["clean"], found["decisions"]) == (True, was["decisions"])
        assert bool(found["unjudged"]) is found["ruleset"].startswith("castle-rampage")
