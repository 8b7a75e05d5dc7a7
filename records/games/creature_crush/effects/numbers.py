"""Numbers in the lines of cards: plain, X, of dice, for each."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from records.games.creature_crush.effects.card_filter import CardFilter

X = -1
"""Stands where a line says X: the number of dice that were burned for this crush card (1 to 4)."""
Stat: TypeAlias = Literal["attack", "life"]
"""What a line may change of a creature."""


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much damage.

    ========  ===========================================================
    how       the amount is
    ========  ===========================================================
    fixed     ``number``
    dice      the sum of ``number`` dice, rolled when the step is done
    each      ``number`` times the cards that fit ``each``
    ========  ===========================================================
    """

    number: int
    """1 to 9, or ``X``."""
    how: Literal["fixed", "dice", "each"] = "fixed"
    each: CardFilter | None = None
    """For ``each``: which cards are counted; None otherwise."""
