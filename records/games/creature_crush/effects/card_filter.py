"""Which cards a line speaks of, and how many of them are picked."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

CardKind: TypeAlias = Literal["card", "creature", "crush", "target"]
"""``target`` is a creature on the field, as the card's text calls it; ``card`` is a creature or a crush card."""
Whose: TypeAlias = Literal["any", "yours", "theirs"]
"""From the seat whose effect it is: its own side or cards, the opponent's, or either."""
CardPlace: TypeAlias = Literal["field", "hand", "camp", "hell"]
Pick: TypeAlias = Literal["this", "that", "all", "choose", "random"]


class StatBound(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bound on a printed or present value, as in "with cost 3 or less". ``least`` or ``most`` is a number, or both are the same."""

    stat: Literal["attack", "life", "cost"]
    """``cost`` as printed; of ``attack`` and ``life`` the present value, life without damage. In hell, hand and camp all as printed."""
    least: int | None = None
    most: int | None = None
    """1 to 15, or ``X``."""


class CardFilter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which cards are meant: those for which everything here holds. A default asks nothing."""

    kind: CardKind
    place: CardPlace = "field"
    """What a text leaves open is the field."""
    side: Whose = "any"
    """On the field: on whose side it lies (an ally is a creature of side ``yours``, an enemy of ``theirs``). Else: whose pile or hand."""
    zone: Literal["A", "B", ""] = ""
    """For an A-creature or a B-creature: in this zone."""
    other: bool = False
    """Not the card that says so. This and the next two stand on creatures' lines only."""
    adjacent: bool = False
    """On a cell beside the creature that says so, on its side, not diagonally."""
    opposite: bool = False
    """In the column of the creature that says so, on the other side."""
    damaged: bool = False
    """With damage on it."""
    bounds: tuple[StatBound, ...] = ()
    """All of them hold; in the order of the stats' names, each stat once."""
    dice: int = 0
    """"With n dice": n dice are rolled when the step is done, and the cost is one face or the sum of several. 0 for none, or ``X``."""


class Targets(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a step or a lasting change applies to.

    ======  ======================================================================================
    pick    means
    ======  ======================================================================================
    this    the creature that says so; no ``cards``
    that    "it": what the condition told of, or what the last step before was applied to, as far as it is on the
            field; no ``cards``
    all     all that fit
    choose  the seat whose effect it is chooses ``least`` to ``most``; of fewer that fit, all
    random  chance picks ``most``, which is ``least``; of fewer that fit, all
    ======  ======================================================================================

    Of a camp its top cards are meant, in order: nobody sees them and chooses.
    """

    pick: Pick
    cards: CardFilter | None = None
    least: int = 0
    most: int = 0
    """0 to 9, or ``X``; both 0 where nothing is counted."""
