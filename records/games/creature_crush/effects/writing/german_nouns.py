"""German nouns, adjectives and pronouns in the cases that the lines of cards need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from records.games.creature_crush.effects.card_filter import CardFilter
from records.games.creature_crush.effects.writing.common import CalledCards, called

Case: TypeAlias = Literal["nom", "acc", "dat"]
Gender: TypeAlias = Literal["m", "f", "n"]
_NOUNS: Mapping[str, tuple[Gender, str, str, str]] = {
    "enemy": ("m", "Feind", "Feinde", "Feinden"),
    "creature": ("f", "Creature", "Creatures", "Creatures"),
    "A-creature": ("f", "A-Creature", "A-Creatures", "A-Creatures"),
    "B-creature": ("f", "B-Creature", "B-Creatures", "B-Creatures"),
    "target": ("n", "Ziel", "Ziele", "Zielen"),
    "field card": ("f", "Feldkarte", "Feldkarten", "Feldkarten"),
    "crush card": ("f", "Crushkarte", "Crushkarten", "Crushkarten"),
    "hand card": ("f", "Handkarte", "Handkarten", "Handkarten"),
    "camp card": ("f", "Lagerkarte", "Lagerkarten", "Lagerkarten"),
    "card": ("f", "Karte", "Karten", "Karten"),
}
"""Gender, singular, plural, dative plural. "Verbündeter" is declined as an adjective."""
_ADJECTIVES = {"other": "ander", "adjacent": "benachbart", "opposing": "gegenüberliegend", "damaged": "verletzt"}
ARTICLE: Mapping[tuple[Case, Gender], str] = {
    ("nom", "m"): "",
    ("nom", "f"): "e",
    ("nom", "n"): "",
    ("acc", "m"): "en",
    ("acc", "f"): "e",
    ("acc", "n"): "",
    ("dat", "m"): "em",
    ("dat", "f"): "er",
    ("dat", "n"): "em",
}
"""Endings of "ein"."""
_PRONOUNS: Mapping[tuple[Case, Gender], str] = {
    ("nom", "m"): "er",
    ("nom", "f"): "sie",
    ("nom", "n"): "es",
    ("acc", "m"): "ihn",
    ("acc", "f"): "sie",
    ("acc", "n"): "es",
    ("dat", "m"): "ihm",
    ("dat", "f"): "ihr",
    ("dat", "n"): "ihm",
}


def gender_of(cards: CardFilter) -> Gender:
    """Return the gender of what cards are called."""
    noun_key = called(cards).noun
    return "m" if noun_key == "ally" else _NOUNS[noun_key][0]


def pronoun(cards: CardFilter | None, case: Case, *, plural: bool) -> str:
    """Return the word for what was told of before; None is this creature."""
    if plural:
        return "ihnen" if case == "dat" else "sie"
    return _PRONOUNS[case, "f" if cards is None else gender_of(cards)]


def adjective(stem: str, cards: CardFilter, case: Case, strength: str, *, plural: bool = False) -> str:
    """Return an adjective before the noun; ``strength`` is ``mixed`` behind "ein", ``weak`` behind "alle" and "jeden", else ``strong``."""
    return stem + _ending(gender_of(cards), case, strength, plural=plural)


def noun(cards: CardFilter, case: Case, strength: str, *, plural: bool, holder: bool) -> tuple[str, CalledCards]:
    """Return the noun with its adjectives, and how the cards are called."""
    name = called(cards, holder=holder)
    gender: Gender = "m" if name.noun == "ally" else _NOUNS[name.noun][0]
    ending = _ending(gender, case, strength, plural=plural)
    words = [_ADJECTIVES[word] + ending for word in name.adjectives]
    if name.noun == "ally":
        words.append(f"Verbündet{ending}")
    else:
        words.append(_NOUNS[name.noun][(3 if case == "dat" else 2) if plural else 1])
    return " ".join(words), name


def _ending(gender: Gender, case: Case, strength: str, *, plural: bool) -> str:
    if plural:
        return "en" if strength == "weak" or case == "dat" else "e"
    if case == "dat" or (case == "acc" and gender == "m"):
        return "en"
    if strength == "weak" or gender == "f":
        return "e"
    return "er" if gender == "m" else "es"
