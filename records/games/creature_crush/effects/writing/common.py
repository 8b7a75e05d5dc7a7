"""Shared by the writers of all languages: the words for cards, and the meaning of "it"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from records.games.creature_crush.effects.card_filter import CardFilter, Targets, Whose
from records.games.creature_crush.effects.conditions import Condition, Happens
from records.games.creature_crush.effects.numbers import X
from records.games.creature_crush.effects.verbs import Verb

NounKey: TypeAlias = Literal[
    "ally", "enemy", "creature", "A-creature", "B-creature", "target", "field card", "crush card", "hand card", "camp card", "card"
]


class CalledCards(msgspec.Struct, frozen=True):
    """How cards of a filter are called, in no language."""

    noun: NounKey
    adjectives: tuple[Literal["other", "adjacent", "opposing", "damaged"], ...]
    side: Whose
    """Told behind the noun; ``any`` where nothing needs to be told."""
    place: Literal["", "hand", "camp", "hell"]
    """Told behind the noun, with ``cards.side``; "" where the noun tells it."""


def called(cards: CardFilter, *, holder: bool = False) -> CalledCards:
    """Return how the cards are called; ``holder`` is whether the sentence has told already whose they are."""
    noun, side, place = _told_by(cards, holder=holder)
    flags = ("other", cards.other), ("adjacent", cards.adjacent), ("opposing", cards.opposite), ("damaged", cards.damaged)
    adjectives: tuple[Literal["other", "adjacent", "opposing", "damaged"], ...] = tuple(name for name, there in flags if there)  # type: ignore[misc]
    return CalledCards(noun, adjectives, "any" if holder else side, place)


def _told_by(cards: CardFilter, *, holder: bool) -> tuple[NounKey, Whose, Literal["", "hand", "camp", "hell"]]:
    match cards:
        case CardFilter(kind="target", side=side):
            return "target", side, ""
        case CardFilter(kind="creature", place="field", zone="", side=side):
            nouns: dict[Whose, NounKey] = {"any": "creature", "yours": "ally", "theirs": "ally" if holder else "enemy"}
            return nouns[side], "any", ""
        case CardFilter(kind="creature", place="field", zone=zone, side=side):
            return ("A-creature" if zone == "A" else "B-creature"), "any" if cards.adjacent or cards.opposite else side, ""
        case CardFilter(kind="card", place="field", side=side):
            return "field card", side, ""
        case CardFilter(kind="crush", place="field", side=side):
            return "crush card", side, ""
        case CardFilter(kind="card", place=("hand" | "camp") as place, side=side):
            return ("hand card" if place == "hand" else "camp card"), "theirs" if side == "theirs" else "any", ""
        case _:
            noun: NounKey = "crush card" if cards.kind == "crush" else "creature" if cards.kind == "creature" else "card"
            return noun, "any", cards.place if cards.place != "field" else ""


class Antecedent:
    """The meaning of "it", from step to step."""

    def __init__(self, conditions: Sequence[Condition]) -> None:
        happened = next((one for one in conditions if isinstance(one, Happens)), None)
        self.cards: CardFilter | None = happened.who if happened else None
        """None for the creature that says so."""
        self.plural = False

    def after(self, verb: Verb) -> None:
        """Take what a step is done to."""
        targets: Targets | None = getattr(verb, "targets", None)
        if targets is not None and targets.pick != "that":
            self.cards, self.plural = targets.cards, several(targets)


def several(targets: Targets) -> bool:
    """Whether targets are spoken of in the plural."""
    return targets.pick == "all" or (targets.cards is not None and targets.most != 1)


def told(number: int) -> str:
    """Return a number as it is written."""
    return "X" if number == X else str(number)


def signed(number: int) -> str:
    """Return a change as it is written, with its sign."""
    return f"{number:+d}"


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
