"""Conditions before a colon: a state that must hold, or an event that must have happened."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from records.games.creature_crush.effects.card_filter import CardFilter

Happening: TypeAlias = Literal["attacks", "attacked", "destroyed", "summoned", "direct", "moved", "healed", "flipped", "turn"]
NO_CARD = ("destroyed", "turn")
"""After these there is no card on the field that "it" could be."""


class Holds(msgspec.Struct, frozen=True, tag="holds", omit_defaults=True):
    """Somebody has so many cards: "You have 7 or more hand cards". Only public numbers are counted."""

    cards: CardFilter
    """What is counted; its ``side`` is ``yours`` or ``theirs`` and tells who has them."""
    least: int | None = None
    """At least so many, 1 to 40; None where ``most`` stands."""
    most: int | None = None
    """At most so many, 0 (for "no") to 40; None where ``least`` stands."""


class Happens(msgspec.Struct, frozen=True, tag="happens", omit_defaults=True):
    """Something happens to or by one card: "An enemy attacks". What it happens to is "it" in the first step."""

    event: Happening
    """``attacked`` and ``attacks`` when the attack is declared; a direct attack, ``direct``, attacks no creature. ``moved`` by whatever,
    but not to the other side; ``flipped`` when a crush card is turned up; ``turn`` when the turn of a side has begun."""
    who: CardFilter | None = None
    """One creature on the field that fits, of ``flipped`` a crush card, of ``turn`` a side alone; None for the creature that says so."""


Condition: TypeAlias = Holds | Happens
