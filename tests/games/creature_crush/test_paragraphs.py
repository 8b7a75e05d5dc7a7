"""The rules text, the switches, the rulesets and the events name the same paragraphs."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import pairwise

import pytest

from records.games.creature_crush.effects.verbs import VERB_TYPES
from records.games.creature_crush.resolving.resolve import VERBS
from records.games.creature_crush.rulesets import RULESETS, SWITCHES
from records.service.library import library
from records.service.writing.simulation import simulate

CRUSH = library()["creature-crush"]
PARAGRAPH = re.compile(r"^\*\*(\d+\.\d+)\*\* (.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
SWITCH = re.compile(r"\*(?:Switch|Schalter)\*\s+`(\w+)`:\s+((?:`[^`]+`,?\s*)+)")
VALUE = re.compile(r"`([^`]+)`")
LANGUAGES = {"en": ("In short", "House reading"), "de": ("Kurz", "Hauslesart")}


def text(language: str) -> str:
    """A rules text as it is installed."""
    return (files("records.games.creature_crush") / "rules" / f"{language}.md").read_text(encoding="utf-8")


def paragraphs(language: str = "en") -> dict[str, str]:
    """The paragraphs of a rules text by number, in order, each as one line."""
    return {number: " ".join(words.split()) for number, words in PARAGRAPH.findall(text(language))}


def test_both_languages_have_the_same_paragraphs() -> None:
    """English and German number alike, each number once, without a gap."""
    assert list(paragraphs("en")) == list(paragraphs("de"))
    numbers = re.findall(r"^\*\*(\d+)\.(\d+)\*\*", text("en"), re.MULTILINE)
    assert len(numbers) == len(set(numbers)) == len(paragraphs()) > 50
    for before, after in pairwise(numbers):
        assert after in {(before[0], str(int(before[1]) + 1)), (str(int(before[0]) + 1), "1")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_told_in_short(language: str) -> None:
    """Right after its title."""
    chapters = re.split(r"^## ", text(language), flags=re.MULTILINE)[1:]
    assert [chapter.partition(".")[0] for chapter in chapters] == [str(number) for number in range(1, 12)]
    for chapter in chapters:
        lines = [line for line in chapter.splitlines() if line]
        assert lines[1].startswith(f"> **{LANGUAGES[language][0]}:** ")
        assert sum(line.startswith(">") for line in lines) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_switch_stands_at_its_paragraph(language: str) -> None:
    """With its values in their order, the default first; a paragraph with a house reading is marked, and nothing else is."""
    told = {
        name: (number, tuple(VALUE.findall(values)))
        for number, words in paragraphs(language).items()
        for name, values in SWITCH.findall(words)
    }
    assert told == {switch.name: (switch.paragraph, switch.values) for switch in SWITCHES}
    marked = {number for number, words in paragraphs(language).items() if f"*{LANGUAGES[language][1]}.*" in words}
    assert marked == {switch.paragraph for switch in SWITCHES if switch.house}


@pytest.mark.parametrize(("language", "ours"), [("en", "(ours)"), ("de", "(von uns)")])
def test_what_is_decided_where_the_source_is_silent_is_called_ours(language: str, ours: str) -> None:
    """At the paragraph of each switch that came with the chain's own readings, and of those that got a value beside them."""
    marked = {number for number, words in paragraphs(language).items() if ours in words}
    assert marked >= {switch.paragraph for switch in SWITCHES if switch.house and switch.before} | {"5.3", "10.1"}


def test_every_switch_is_one_choice_with_a_reason() -> None:
    """32 names, at least two values each, the reason is a sentence; the three rulesets play the defaults."""
    assert len({switch.name for switch in SWITCHES}) == len(SWITCHES) == 32
    for switch in SWITCHES:
        assert len(set(switch.values)) == len(switch.values) >= 2, switch.name
        assert switch.reason.endswith("."), switch.name
        assert all(ruleset[switch.name] == switch.values[0] for ruleset in RULESETS.values())


def test_every_verb_is_resolved() -> None:
    """A verb of the card language without a function would be found when its card is played; here it is found at once."""
    assert set(VERBS) == set(VERB_TYPES)


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_event_that_decide_writes_names_a_paragraph(ruleset: str) -> None:
    """The rule of each event of a game is one of the text."""
    known = set(paragraphs())
    for game in simulate(CRUSH, seed=3, games=1, ruleset=ruleset):
        assert {entry.event.rule for entry in game.entries} <= known
