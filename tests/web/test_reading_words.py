"""Rulesets, switches and their values have words for people in every language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from records.service.library import library
from web.words.phrases import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.editions.rulesets import Ruleset, Switch
    from records.core.game import Game

RULESETS = [rules for game in library().values() for rules in game.rules.rulesets.values()]
SWITCHES = list({switch.name: switch for rules in RULESETS for switch in rules.switches}.values())
LONGEST_TITLE = 55
"""Signs that stand beside a choice on a phone in two lines."""


def words(of: Ruleset | Switch) -> Iterator[tuple[str, str]]:
    """Title and sentence of a ruleset, or of a switch and its values."""
    yield of.title, of.says
    for choice in getattr(of, "choices", ()):
        yield choice.title, choice.says


@pytest.fixture(scope="module")
def german() -> dict[str, str]:
    """German texts by message id."""
    with (FOLDER / "de" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file, locale="de") if message.id}


def test_there_are_rulesets_and_switches() -> None:
    """Those of every game whose rules are known."""
    assert RULESETS
    assert SWITCHES


@pytest.mark.parametrize("of", [*RULESETS, *SWITCHES], ids=lambda of: of.name)
def test_each_has_a_title_and_a_sentence_in_both_languages(of: Ruleset | Switch, german: dict[str, str]) -> None:
    """A title of a few words that is no id, and a whole sentence, in English and in German."""
    for title, says in words(of):
        for one, sentence in ((title, says), (german.get(title, ""), german.get(says, ""))):
            assert 2 <= len(one) <= LONGEST_TITLE, (title, one)
            assert not re.search(r"_|/|[.?!]$", one), one
            assert re.fullmatch(r"[^a-z_].{10,}[.?]", sentence), (says, sentence)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_the_values_of_a_switch_are_told_apart(switch: Switch, german: dict[str, str]) -> None:
    """No two readings of a point have the same title or sentence, in neither language."""
    for texts in ([one.title for one in switch.choices], [one.says for one in switch.choices]):
        assert len(set(texts)) == len({german[text] for text in texts}) == len(switch.choices)


@pytest.mark.parametrize("game", [game for game in library().values() if game.rules.rulesets], ids=lambda game: game.name)
def test_the_rulesets_of_a_game_are_told_apart(game: Game, german: dict[str, str]) -> None:
    """No two rulesets or switches of a game have the same title."""
    rulesets = list(game.rules.rulesets.values())
    for titles in ([rules.title for rules in rulesets], [switch.title for switch in rulesets[0].switches]):
        assert len(set(titles)) == len({german[title] for title in titles}) == len(titles)


def test_the_game_without_powers_is_called_what_it_is() -> None:
    """It says so in its title, and its sentence tells what is left out."""
    rules = library()["castle-rampage"].rules.rulesets
    for name in ("castle-rampage/plain", "castle-rampage/plain-online"):
        assert rules[name]["powers"] == "off"
        assert rules[name].title.startswith("Without special powers")
