"""A line of a card: an ability, a lasting change or a flag."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from records.games.creature_crush.effects.card_filter import Targets
from records.games.creature_crush.effects.conditions import Condition
from records.games.creature_crush.effects.numbers import Stat
from records.games.creature_crush.effects.verbs import Verb

Keyword: TypeAlias = Literal["action", "trap", "hell", "flip"]
FlagName: TypeAlias = Literal["lively", "vengeful", "sluggish", "unassailable"]


class EffectStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence of an effect."""

    verb: Verb
    may: bool = False
    """Whether it may be declined ("if you like")."""


class Ability(msgspec.Struct, frozen=True, tag="ability", omit_defaults=True):
    """Sentences that are carried out one after the other, when keyword and conditions say.

    ==========  ====================================================================================
    keyword     activated
    ==========  ====================================================================================
    action      when the creature is summoned from the hand in its seat's turn
    trap        when the card goes from camp or hand to the hell in the enemy's turn
    hell        when the card goes from the field to the hell
    flip        when its seat turns the crush card up; every crush card has one ability with it
    ""          on a creature: by its conditions alone. With a ``Happens`` among them it is triggered,
                with ``Holds`` only its seat uses it
    ==========  ====================================================================================
    """

    keyword: Keyword | Literal[""]
    conditions: tuple[Condition, ...]
    """All must be met; one ``Happens`` at most, and none beside action, trap and hell."""
    steps: tuple[EffectStep, ...]
    """One or more."""


class Lasting(msgspec.Struct, frozen=True, tag="lasting", omit_defaults=True):
    """A change of attack or life for as long as the creature that says so is on the field."""

    to: Targets
    """``this`` or ``all``, on the field; bounds on the cost alone."""
    stat: Stat
    amount: int
    """-9 to 9, not 0."""


class Flag(msgspec.Struct, frozen=True, tag="flag", omit_defaults=True):
    """A keyword that is a whole line, of a creature."""

    name: FlagName


CardLine: TypeAlias = Ability | Lasting | Flag
