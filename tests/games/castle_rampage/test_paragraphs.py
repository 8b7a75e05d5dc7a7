"""The rules text, the tests, the switches and the events name the same paragraphs."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from records.games.castle_rampage.rulesets import HOUSE, PEGASUS, PLAIN, SWITCHES, YUCATA
from records.service.library import library
from records.service.writing.simulation import simulate
from support.soaking import rest_soaked

FOLDER = Path(__file__).parent
PARAGRAPH = re.compile(r"^\*\*(\d+\.\d+)\*\* (.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
SWITCH = re.compile(r"\*(?:Switch|Schalter)\*\s+`(\w+)`:\s+(.*)", re.DOTALL)
VALUE = re.compile(r"`([^`]+)`")
LANGUAGES = {"en": ("In short", "House reading"), "de": ("Kurz", "Hauslesart")}


def text(language: str) -> str:
    """A rules text as it is installed."""
    return (files("records.games.castle_rampage") / "rules" / f"{language}.md").read_text(encoding="utf-8")


def paragraphs(language: str = "en") -> dict[str, str]:
    """The paragraphs of a rules text by number, in order, each as one line."""
    return {number: " ".join(words.split()) for number, words in PARAGRAPH.findall(text(language))}


def switches(language: str) -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """The switches that a text names: (paragraph, name, values)."""
    found = {number: SWITCH.search(words) for number, words in paragraphs(language).items()}
    return {match[1]: (number, match[1], tuple(VALUE.findall(match[2]))) for number, match in found.items() if match}


def named_in_tests() -> set[str]:
    """The paragraphs after which tests are named."""
    names = [name for file in FOLDER.glob("test_*.py") for name in re.findall(r"def test_(\d+)_(\d+)_", file.read_text())]
    return {f"{chapter}.{number}" for chapter, number in names}


def test_both_languages_have_the_same_paragraphs() -> None:
    """English and German number alike, each number once, without a gap."""
    assert list(paragraphs("en")) == list(paragraphs("de"))
    numbers = re.findall(r"^\*\*(\d+)\.(\d+)\*\*", text("en"), re.MULTILINE)
    assert len(numbers) == len(set(numbers)) > 100
    for before, after in pairwise(numbers):
        assert after in {(before[0], str(int(before[1]) + 1)), (str(int(before[0]) + 1), "1")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_told_in_short(language: str) -> None:
    """Right after its title, so that a page can show the short text, the paragraphs, or both."""
    chapters = re.split(r"^## ", text(language), flags=re.MULTILINE)[1:]
    assert [chapter.partition(".")[0] for chapter in chapters] == [str(number) for number in range(1, len(chapters) + 1)]
    for chapter in chapters:
        lines = [line for line in chapter.splitlines() if line]
        assert lines[1].startswith(f"> **{LANGUAGES[language][0]}:** ")
        assert sum(line.startswith(">") for line in lines) == 1


def test_every_paragraph_has_a_test() -> None:
    """No paragraph without a test named after it or after its switch, no test named after a paragraph that is not there."""
    switched = {switch.paragraph for switch in SWITCHES if f"def test_{switch.name}" in (FOLDER / "test_switches.py").read_text()}
    assert named_in_tests() <= set(paragraphs()) == named_in_tests() | switched


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_switch_stands_at_its_paragraph(language: str) -> None:
    """With its values in their order, the default first; a house reading is marked, and nothing else is."""
    assert switches(language) == {switch.name: (switch.paragraph, switch.name, switch.values) for switch in SWITCHES}
    marked = {number for number, words in paragraphs(language).items() if f"*{LANGUAGES[language][1]}.*" in words}
    assert marked == {switch.paragraph for switch in SWITCHES if switch.house}


def test_every_paragraph_that_the_code_names_is_there() -> None:
    """Events and refusals send the reader to a paragraph of the text."""
    folder = Path(str(files("records.games.castle_rampage")))
    named = {number for file in folder.rglob("*.py") for number in re.findall(r'"(\d{1,2}\.\d{1,2})"', file.read_text())}
    assert len(named) > 50
    assert named <= set(paragraphs())


def test_every_switch_is_one_choice_with_a_reason() -> None:
    """Names are used once, there are at least two values, and the reason is a sentence."""
    assert len({switch.name for switch in SWITCHES}) == len(SWITCHES)
    for switch in SWITCHES:
        assert len(set(switch.values)) == len(switch.values) >= 2, switch.name
        assert switch.reason.endswith("."), switch.name


def test_rulesets_depart_from_the_defaults_as_their_sources_say() -> None:
    """Printed rules and online table differ in what both tell; a point that no source answers is the same in all."""
    differing = {switch.name for switch in SWITCHES if PEGASUS[switch.name] != YUCATA[switch.name]}
    assert differing == {"purple_at_start", "last_resort", "fallen_discards", "robbed_bomber"}
    for switch in SWITCHES:
        if switch.house:
            assert {rules[switch.name] for rules in (PLAIN, PEGASUS, YUCATA, HOUSE)} == {switch.values[0]}, switch.name


@pytest.mark.parametrize("rules", rest_soaked(library()["castle-rampage"].rules.names, keep=2))
def test_every_event_that_decide_writes_names_a_paragraph(rules: str) -> None:
    """The rule of each event of a game is one of the text."""
    known = set(paragraphs())
    for game in simulate(library()["castle-rampage"], seed=3, games=5, ruleset=rules):
        assert {entry.event.rule for entry in game.entries} <= known
