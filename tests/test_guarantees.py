"""Every guarantee of the document has a test, and every test that it names is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "guarantees.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def guarantees() -> list[str]:
    """The lines of the document that promise something."""
    return [line for line in DOCUMENT.read_text().splitlines() if line.startswith("- ")]


@cache
def _defined_in(path: str) -> frozenset[str]:
    """The tests of a file that are run."""
    file = ROOT / path
    tree = ast.parse(file.read_text()) if file.is_file() else ast.Module([], [])
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))


def test_every_guarantee_names_tests_that_are_there() -> None:
    """One line each, none promised twice, and behind each sentence nothing but its tests."""
    lines = guarantees()
    assert len(lines) > 40
    for line in lines:
        said, *_ = line.partition(" `")
        assert said.endswith("."), f"no sentence with a test behind it: {line}"
        assert NAMED.sub("", line).strip() == said, f"something else than a test: {line}"
        missing = [f"{path}::{name}" for path, name in NAMED.findall(line) if name not in _defined_in(path)]
        assert missing == [], f"{said} names what is not there"
    assert len({line.partition(" `")[0] for line in lines}) == len(lines)


def test_every_threat_has_a_guarantee() -> None:
    """Each row of the design's table of threats stands in brackets in a line of the document, before a test that is named after it."""
    table = (ROOT / "docs" / "design" / "access.md").read_text().partition("## Threats")[2].partition("\n## ")[0]
    threats = {row.split("|")[1].strip() for row in table.splitlines() if row.startswith("| ")} - {"who wants what"}
    assert len(threats) > 20
    named = [
        (re.findall(r"\(([^()`]+)\)[., ]", line.partition(" `")[0]), {name for _path, name in NAMED.findall(line)}) for line in guarantees()
    ]
    for threat in threats:
        test = f"test_{'_'.join(re.findall('[a-z0-9]+', threat.lower()))}"
        tests = [names for brackets, names in named if any(threat in bracket for bracket in brackets)]
        assert any(test in names for names in tests), f"{threat}: {test} is in no line that has it in brackets"


def test_the_check_sees_a_test_that_is_not_there() -> None:
    """A test that was renamed, and a file that was moved, are found."""
    assert "test_the_check_sees_a_test_that_is_not_there" in _defined_in("tests/test_guarantees.py")
    assert "test_nothing" not in _defined_in("tests/test_guarantees.py")
    assert _defined_in("tests/test_moved_away.py") == frozenset()
