"""The house: what a class, a folder and the book may grow to, and which desk may ask which."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from support.sources import parsed

ROOT = Path(__file__).parents[1]
PACKAGES = ("records", "web", "importers")
FIELDS = {"Event", "ApiAnswer"}
"""Bases whose classes are lists of fields: what several answers share stands once, and is inherited."""
MOST_BASES, MOST_NAMES, MOST_MODULES, LONGEST_BOOK = 2, 40, 25, 150
MOST_DATACLASSES = 70
"""Those that are changed in place, and those whose fields leave a comparison or a ``repr``; a seventh of all when this was counted."""


@cache
def _classes() -> dict[str, ast.ClassDef]:
    """Return the classes of our packages by name; a name that two rooms use says more than one may have."""
    return {
        node.name: node
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in parsed(path).body
        if isinstance(node, ast.ClassDef)
    }


def _bases(name: str) -> list[str]:
    """Return the classes of our own from which one is made, all of them."""
    direct = [base.id for base in _classes()[name].bases if isinstance(base, ast.Name) and base.id in _classes() and base.id != name]
    return [*direct, *(further for base in direct for further in _bases(base))]


def _names(name: str) -> set[str]:
    own = {node.name for node in _classes()[name].body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")}
    return own.union(*map(_names, _bases(name)))


def test_no_class_is_glued_from_many() -> None:
    """A class has at most two bases of our own: others it holds."""
    glued = {name: bases for name in _classes() if len(bases := set(_bases(name))) > MOST_BASES and not bases & FIELDS}
    assert glued == {}


def test_no_class_has_too_many_names() -> None:
    """What has more than forty public names is several things."""
    assert {name: len(names) for name in _classes() if len(names := _names(name)) > MOST_NAMES} == {}


def test_no_part_hopes_what_its_whole_will_have() -> None:
    """A class says in its constructor what it needs; nothing is promised of ``self`` for a checker alone."""
    assert [
        name
        for name, node in _classes().items()
        for inner in node.body
        if isinstance(inner, ast.If) and isinstance(inner.test, ast.Name) and inner.test.id == "TYPE_CHECKING"
    ] == []


def test_the_book_only_holds_its_desks() -> None:
    """What is done stands on a desk; the book opens the store."""
    assert len((ROOT / "records/service/book.py").read_text(encoding="utf-8").splitlines()) <= LONGEST_BOOK


def test_no_folder_is_too_full() -> None:
    """A folder of more than 25 modules has rooms in it."""
    full = Counter(path.parent.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    assert {folder: modules for folder, modules in full.items() if modules > MOST_MODULES} == {}


def test_frozen_values_are_structs() -> None:
    """A frozen value is a ``msgspec.Struct``: to make the class of a dataclass takes thirty times as long, at every start."""
    made = [name for name, node in _classes().items() if any("dataclass" in ast.unparse(one) for one in node.decorator_list)]
    assert 0 < len(made) <= MOST_DATACLASSES
    assert len(made) < len([name for name, node in _classes().items() if any("Struct" in ast.unparse(one) for one in node.bases)]) / 4


SCRIPTS = {path.name: path for path in (ROOT / "web/static/js").glob("*.js")}
MOST_SCRIPTS, MOST_SHEETS, LONGEST_SCRIPT = 41, 29, 300
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']\./([\w.]+)["']""")
"""What a script takes from another one, at once or only when it is wanted; types are named in comments."""


def _circle(imports: dict[str, list[str]]) -> list[str]:
    """Return the scripts of a circle, in which each takes something from the next; none where there is no circle."""
    order = TopologicalSorter(imports)
    try:
        order.prepare()
    except CycleError as circle:
        return list(circle.args[1])
    return []


def _imports() -> dict[str, list[str]]:
    return {name: IMPORT.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))) for name, path in SCRIPTS.items()}


def test_scripts_do_not_need_each_other_in_a_circle() -> None:
    """A script is understood with those it imports, and none of them with it: who must know of something listens to an event."""
    imports = _imports()
    assert {name for found in imports.values() for name in found} <= set(SCRIPTS)
    assert "follow.js" in imports["main.js"]
    assert "record_pad.js" in imports["record.js"]
    assert _circle(imports) == []


def test_a_circle_of_scripts_is_found() -> None:
    """The scripts of a circle are named, whatever stands beside it."""
    assert set(_circle({"main": ["line"], "line": ["record"], "record": ["mode", "pad"], "mode": ["line"]})) == {"line", "record", "mode"}


def test_no_script_is_long() -> None:
    """What has more than three hundred lines is several things."""
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in SCRIPTS.items()}
    assert {name: number for name, number in lines.items() if number > LONGEST_SCRIPT} == {}


def test_scripts_and_style_sheets_stay_few() -> None:
    """Each is a request, and a place to look."""
    assert len(SCRIPTS) <= MOST_SCRIPTS
    assert len(list((ROOT / "web/static/css").glob("*.css"))) <= MOST_SHEETS


MADE_UP = {
    "hollow": "uses every method of the card table, and every event that games share; the laws run on it",
    "bare": "is the card table itself, for logs that are written call by call and compared with all worlds",
    "skirmish": "is measured with, and the bytes of its events are pinned",
    "tiny": "has no rules, and private words: a record as a store holds it",
    "whisper": "has no cards: on its pages all that is hidden is words",
}
"""Games of the tests, and what no other has. Where any rules will do it is War, which docs/new-game.md builds (``support.war``)."""


def test_the_games_that_tests_make_up_are_those() -> None:
    """A new one is wanted only for what none of these, no real game and not War can show."""
    made = [name for path in (ROOT / "tests").rglob("*.py") for name in re.findall(r'\bGame\(\n    name="(\w+)"', path.read_text())]
    assert sorted(made) == sorted(MADE_UP)
