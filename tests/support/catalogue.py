"""The shipped card catalogue of Castle Rampage as a text, changed in one place for a test."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from records.errors import ImportRefused
from records.games.castle_rampage.cards import Catalogue
from records.service import catalogues

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "records/games/castle_rampage/catalogue.yaml").read_text()


def load_catalogue(text: str | bytes, name: str) -> Catalogue:
    """The catalogue of Castle Rampage in a text."""
    game, catalogue = catalogues.load_catalogue(text, name)
    assert (game.name, type(catalogue)) == ("castle-rampage", Catalogue)
    return catalogue


@cache
def house_catalogue() -> Catalogue:
    """The catalogue that comes with the program."""
    return load_catalogue(TEXT, "catalogue.yaml")


def refusal(text: str) -> list[str]:
    """Everything that a catalogue is refused for."""
    with pytest.raises(ImportRefused) as refused:
        load_catalogue(text, "mine.yaml")
    assert refused.value.name == "mine.yaml"
    return [str(problem) for problem in refused.value.problems]


def place(part: str, after: str = "") -> tuple[int, int]:
    """Line and column of a part of the shipped file, the first one behind ``after``."""
    at = TEXT.index(part, TEXT.index(after))
    return TEXT.count("\n", 0, at) + 1, at - TEXT.rfind("\n", 0, at)


def changed(old: str, new: str, card: str = "") -> str:
    """The shipped file with one part changed: the first one, or the first of a card."""
    at = TEXT.index(old, TEXT.index(f"- name: {card}\n") if card else 0)
    return TEXT[:at] + new + TEXT[at + len(old) :]
