"""What a step of an effect does, one frozen value a verb. Each docstring says what, and gives a line."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from records.games.creature_crush.effects.card_filter import CardFilter, Targets
from records.games.creature_crush.effects.numbers import Amount, Stat


class DealDamage(msgspec.Struct, frozen=True, tag="deal", omit_defaults=True):
    """Put damage on creatures: *Deal 3 damage to any target.*"""

    amount: Amount
    targets: Targets


class HealDamage(msgspec.Struct, frozen=True, tag="heal", omit_defaults=True):
    """Take damage off creatures: *Heal 2 damage from an ally.*"""

    amount: Amount | None
    """None for all damage."""
    targets: Targets


class DestroyCards(msgspec.Struct, frozen=True, tag="destroy", omit_defaults=True):
    """Put cards into their owners' hell: *Destroy a field card with 2 dice.*"""

    targets: Targets
    """On the field; or in a hand (``all`` or ``random``), or in a camp (``all``, or so many from the top)."""


class MoveCreatures(msgspec.Struct, frozen=True, tag="move", omit_defaults=True):
    """Put creatures on free cells of their own side of the field: *Move an enemy.*"""

    targets: Targets
    """Whose effect it is chooses the cells."""


class SwapCreatures(msgspec.Struct, frozen=True, tag="swap", omit_defaults=True):
    """Let two creatures of one side of the field change cells: *Swap two allies.*"""

    targets: Targets
    """``choose`` or ``random``, with ``least`` and ``most`` 2."""


class ReturnToHand(msgspec.Struct, frozen=True, tag="return", omit_defaults=True):
    """Put cards from the field on their owners' hands: *Return an enemy to hand.*"""

    targets: Targets


class TakeControl(msgspec.Struct, frozen=True, tag="control", omit_defaults=True):
    """Put enemies on one's own side of the field, as if summoned: *Take control of an enemy with cost 6 or less.*"""

    targets: Targets
    """Of side ``theirs``."""


class ReviveCreatures(msgspec.Struct, frozen=True, tag="revive", omit_defaults=True):
    """Summon creatures from a hell: *Revive a creature with cost 3 or less from your hell.*"""

    targets: Targets
    """In a ``hell``, one's own or the opponent's."""


class SummonCreatures(msgspec.Struct, frozen=True, tag="summon", omit_defaults=True):
    """Summon creatures from one's own hand or camp, unpaid: *Summon a creature with cost 6 or less from your hand.*"""

    targets: Targets
    """``choose``, in ``hand`` or ``camp``, ``yours``; a camp is searched and shuffled."""


class DrawCards(msgspec.Struct, frozen=True, tag="draw", omit_defaults=True):
    """Draw cards from the own camp: *Draw 2 cards.*"""

    number: int
    """1 to 9, or ``X``."""


class DiscardCards(msgspec.Struct, frozen=True, tag="discard", omit_defaults=True):
    """Put hand cards of one's own choice into the hell: *The opponent discards 2 hand cards.*"""

    side: Literal["yours", "theirs"]
    """Who discards, and chooses."""
    number: int
    """1 to 9, or ``X``."""


class SearchCamp(msgspec.Struct, frozen=True, tag="search", omit_defaults=True):
    """Look through the own camp for one card, take it into the hand, shuffle: *Search your camp for a crush card and show it.*"""

    cards: CardFilter
    """In ``camp``, ``yours``."""
    shown: bool
    """Whether the opponent is shown what was found."""


class AddStartDice(msgspec.Struct, frozen=True, tag="start-dice", omit_defaults=True):
    """Have more start dice in the own next turn: *Start dice + 2.*"""

    number: int
    """1 to 5, or ``X``."""


class ChangeStat(msgspec.Struct, frozen=True, tag="change", omit_defaults=True):
    """Change attack or life of creatures until the end of the turn: *All allies get +2 life until end of turn.*"""

    targets: Targets
    stat: Stat
    amount: int
    """-9 to 9, not 0."""


class GrantKeyword(msgspec.Struct, frozen=True, tag="grant", omit_defaults=True):
    """Give creatures a keyword until the end of the turn: *An ally gets lively until end of turn.*"""

    targets: Targets
    keyword: Literal["lively", "vengeful", "sluggish"]


class RecoverCards(msgspec.Struct, frozen=True, tag="recover", omit_defaults=True):
    """Take cards out of the own hell, into the hand or shuffled into the camp: *Shuffle a creature from your hell into your camp.*"""

    targets: Targets
    """In the own ``hell``."""
    to: Literal["hand", "camp"]


class LookAtHand(msgspec.Struct, frozen=True, tag="look"):
    """Look at the opponent's hand, all of it: *Look at the opponent's hand.*"""


class BurnDice(msgspec.Struct, frozen=True, tag="burn", omit_defaults=True):
    """Burn start dice that the opponent has left: *Burn a die of the opponent.*"""

    number: int
    """1 to 5, or ``X``. Whose effect it is chooses the dice."""


Verb: TypeAlias = (
    DealDamage
    | HealDamage
    | DestroyCards
    | MoveCreatures
    | SwapCreatures
    | ReturnToHand
    | TakeControl
    | ReviveCreatures
    | SummonCreatures
    | DrawCards
    | DiscardCards
    | SearchCamp
    | AddStartDice
    | ChangeStat
    | GrantKeyword
    | RecoverCards
    | LookAtHand
    | BurnDice
)
VERB_TYPES: tuple[type[Verb], ...] = Verb.__args__
"""Every verb, in the order of the docs."""
