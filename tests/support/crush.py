"""The shipped catalogue of CreatureCrush, and single lines of its cards, read for a test."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from records.catalogues import read
from records.core.editions.placed import Placed
from records.errors import ImportRefused
from records.games.creature_crush.cards import Catalogue
from records.games.creature_crush.catalogue import GRAMMARS, catalogue_of
from records.games.creature_crush.effects.lines import CardLine
from records.games.creature_crush.effects.making.whole_lines import card_line
from records.service.catalogues import lines_of

ROOT = Path(__file__).parents[2]
PACKAGE = "records.games.creature_crush"
TEXT = (ROOT / "records/games/creature_crush/catalogue.yaml").read_text("utf-8")


def load_catalogue(text: str | bytes, name: str = "mine.yaml") -> Catalogue:
    """The catalogue in a text."""
    return catalogue_of(read(text, name), name, lines_of(PACKAGE, GRAMMARS, name))


@cache
def house_catalogue() -> Catalogue:
    """The catalogue that comes with the program."""
    return load_catalogue(TEXT, "catalogue.yaml")


def line(text: str, language: str = "en", *, creature: bool = True, any_dice: bool = False) -> CardLine:
    """What a line says on a card; it begins in line 1, column 1."""
    at = Placed(text, 1, 1, 1)
    return card_line(lines_of(PACKAGE, GRAMMARS, "mine.yaml")(language, at), "mine.yaml", creature=creature, any_dice=any_dice)


def crush_line(text: str, language: str = "en", *, any_dice: bool = False) -> CardLine:
    """What a line says on a crush card."""
    return line(text, language, creature=False, any_dice=any_dice)


def refusal(text: str) -> list[str]:
    """Everything that a catalogue is refused for."""
    with pytest.raises(ImportRefused) as refused:
        load_catalogue(text)
    assert refused.value.name == "mine.yaml"
    return [str(problem) for problem in refused.value.problems]


def place(part: str, after: str = "") -> str:
    """Line and column of a part of the shipped file, the first one behind ``after``, as a refusal tells them."""
    at = TEXT.index(part, TEXT.index(after))
    return f"line {TEXT.count(chr(10), 0, at) + 1}, column {at - TEXT.rfind(chr(10), 0, at)}"


def changed(old: str, new: str, card: str) -> str:
    """The shipped file with one part of a card changed."""
    at = TEXT.index(old, TEXT.index(f"- name: {card}\n"))
    return TEXT[:at] + new + TEXT[at + len(old) :]
