"""The rules text, the tests and the events name the same paragraphs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from records.games.castle_rampage.rulesets import SWITCHES
from records.service.library import library
from records.service.simulation import simulate

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent
PARAGRAPH = re.compile(r"^\*\*(\d+\.\d+)\*\*", re.MULTILINE)


def paragraphs(language: str = "") -> list[str]:
    """The numbers of the rules text, in order."""
    return PARAGRAPH.findall((ROOT / "docs" / "rules" / f"castle-rampage{language}.md").read_text())


def named_in_tests() -> set[str]:
    """The paragraphs after which tests are named."""
    names = [name for file in FOLDER.glob("test_*.py") for name in re.findall(r"def test_(\d+)_(\d+)_", file.read_text())]
    return {f"{chapter}.{number}" for chapter, number in names}


def test_both_languages_have_the_same_paragraphs() -> None:
    """English and German number alike."""
    assert paragraphs() == paragraphs(".de")
    assert len(paragraphs()) == len(set(paragraphs())) > 25


def test_every_paragraph_has_a_test() -> None:
    """No paragraph without a test named after it, no test named after a paragraph that is not there."""
    assert named_in_tests() == set(paragraphs())


def test_every_switch_names_its_paragraph() -> None:
    """And the paragraph names the switch and each of its values, but for the one that is not built yet."""
    text = (ROOT / "docs" / "rules" / "castle-rampage.md").read_text()
    for switch in SWITCHES:
        assert switch.paragraph in paragraphs()
        if len(switch.values) > 1:
            assert f"`{switch.name}`" in text
            assert all(f"`{value}`" in re.sub(r"\s+", " ", text) for value in switch.values)


@pytest.mark.parametrize("rules", library()["castle-rampage"].rulesets)
def test_every_event_that_decide_writes_names_a_paragraph(rules: str) -> None:
    """The rule of each event of a game is one of the text."""
    known = set(paragraphs())
    for game in simulate(library()["castle-rampage"], seed=3, games=5, ruleset=rules):
        assert {entry.event.rule for entry in game.entries} <= known
