"""The rules text, the tests, the switches and the events name the same paragraphs."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from records.games.regicide.deciding.talk import SENSES
from records.games.regicide.deciding.turn import MISPLAYS
from records.games.regicide.game import REGICIDE
from records.games.regicide.rulesets import BGA, SHEET_2020, SHEET_2021, SWITCHES
from records.service.writing.simulation import simulate
from support.soaking import rest_soaked

FOLDER = Path(__file__).parent
PARAGRAPH = re.compile(r"^\*\*(\d+\.\d+)\*\* (.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
SWITCH = re.compile(r"\*(?:Switch|Schalter)\*\s+`(\w+)`:\s+(.*)", re.DOTALL)
VALUE = re.compile(r"`([^`]+)`")
LANGUAGES = {"en": ("In short", "House reading"), "de": ("Kurz", "Hauslesart")}
DISPUTES = 25


def text(language: str) -> str:
    """A rules text as it is installed."""
    return (files("records.games.regicide") / "rules" / f"{language}.md").read_text(encoding="utf-8")


def paragraphs(language: str = "en") -> dict[str, str]:
    """The paragraphs of a rules text by number, in order, each as one line."""
    return {number: " ".join(words.split()) for number, words in PARAGRAPH.findall(text(language))}


def all_tests() -> str:
    """All tests of the game."""
    return "\n".join(file.read_text() for file in sorted(FOLDER.glob("test_*.py")))


def test_both_languages_have_the_same_paragraphs() -> None:
    """English and German number alike, each number once, without a gap."""
    assert list(paragraphs("en")) == list(paragraphs("de"))
    numbers = re.findall(r"^\*\*(\d+)\.(\d+)\*\*", text("en"), re.MULTILINE)
    assert len(numbers) == len(set(numbers)) == len(paragraphs()) > 40
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


def test_every_paragraph_and_every_dispute_has_a_test() -> None:
    """No paragraph or dispute without a test named after it, no test named after a paragraph that is not there."""
    named = {f"{chapter}.{number}" for chapter, number in re.findall(r"def test_(\d+)_(\d+)_", all_tests())}
    assert named == set(paragraphs())
    assert {int(number) for number in re.findall(r"def test_dispute_(\d+)_", all_tests())} == set(range(1, DISPUTES + 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_switch_stands_at_its_paragraph(language: str) -> None:
    """With its values in their order, the default first; a house reading is marked, and nothing else is."""
    found = {number: SWITCH.search(words) for number, words in paragraphs(language).items()}
    told = {match[1]: (number, tuple(VALUE.findall(match[2]))) for number, match in found.items() if match}
    assert told == {switch.name: (switch.paragraph, switch.values) for switch in SWITCHES}
    marked = {number for number, words in paragraphs(language).items() if f"*{LANGUAGES[language][1]}.*" in words}
    assert marked == {switch.paragraph for switch in SWITCHES if switch.house}


def test_what_no_source_says_is_told_as_ours() -> None:
    """Giving up, what a Jester leaves as it is, a Jester without immunity to cancel; of yielding what the sheet is silent on."""
    ours = {"en": "No source says so; it is ours.", "de": "Das sagt keine Quelle; es ist unsere Lesart."}
    for language, words in ours.items():
        told = paragraphs(language)
        assert {number for number, text in told.items() if words in text} == {"5.8", "8.5"}
        assert words.split("; ")[1] in told["8.2"]
    assert "royal's fall between two yields no source speaks" in paragraphs()["7.2"]


def test_every_switch_is_one_choice_with_a_reason_and_is_read() -> None:
    """Names are used once, there are at least two values, the reason is a sentence, and each value is tried in a test."""
    assert len({switch.name for switch in SWITCHES}) == len(SWITCHES)
    for switch in SWITCHES:
        assert len(set(switch.values)) == len(switch.values) >= 2, switch.name
        assert switch.reason.endswith("."), switch.name
        for value in switch.values[1:]:
            assert f'{switch.name}="{value}"' in all_tests() or f'"{switch.name}": "{value}"' in all_tests(), (switch.name, value)


def test_rulesets_differ_in_what_their_sheets_say() -> None:
    """The older sheet has no flips; that of Board Game Arena says more of yielding."""
    assert [name for name in (switch.name for switch in SWITCHES) if SHEET_2021[name] != SHEET_2020[name]] == ["solo_flips"]
    assert {switch.name for switch in SWITCHES if SHEET_2021[switch.name] != BGA[switch.name]} == {"solo_flips", "yielding"}


@pytest.mark.parametrize("players", rest_soaked([1, 2, 3, 4]))
def test_every_event_that_decide_writes_names_a_paragraph(players: int) -> None:
    """The rule of each event of a game is one of the text, and so is that of each refusal's table."""
    known = set(paragraphs())
    for game in simulate(REGICIDE, seed=3, games=8, players=players):
        assert {entry.event.rule for entry in game.entries} <= known
    assert {sense.paragraph for sense in SENSES.values()} | set(MISPLAYS) <= known
