"""The state of the chain: effects that wait or are carried out, an attack, and the last events."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from records.core.faces import UNKNOWN, Face
from records.core.ids import PileId, SeatKey, SlotId
from records.games.creature_crush.effects.conditions import Happening

Entered: TypeAlias = Literal["", "paid", "effect", "revived", "control"]
"""How a creature came into the field in this turn; "" for one that was there before."""


class FieldCard(msgspec.Struct, frozen=True, gc=False):
    """What a card of the field bears beside its face."""

    owner: SeatKey | None = None
    """Whose card it is; None for the seat in whose field it lies."""
    damage: int = 0
    actions: int = 0
    """Attacks and moves in this turn; ``entered`` says when it came into the field."""
    entered: Entered = ""
    laid: bool = False
    """Whether it came into the field in this turn."""
    paid: int = 0
    """Dice that were burned for a crush card; 0 where nobody said."""
    attack: int = 0
    """What is added to its attack until the end of the turn."""
    life: int = 0
    keywords: tuple[str, ...] = ()
    """What it got until the end of the turn: ``lively``, ``vengeful``, ``sluggish``."""
    used: tuple[int, ...] = ()
    """Its lines that were used in this turn."""


class Effect(msgspec.Struct, frozen=True, gc=False):
    """An effect that waits, or is in the chain; all that it must remember from one answer to the next."""

    id: str
    seat: SeatKey
    card: Face
    line: int
    slot: SlotId | None = None
    that: tuple[SlotId, ...] = ()
    """What "it" is."""
    x: int = 0
    begun: bool = False
    step: int = 0
    """The sentence that is carried out."""
    dice: tuple[int, ...] = ()
    """What it rolled in this sentence."""
    answered: tuple[str, ...] = ()
    """What was asked and answered in this sentence."""
    declined: bool = False
    slots: tuple[SlotId, ...] = ()
    """Which cards were chosen, or picked by chance."""
    cells: tuple[PileId, ...] = ()
    indices: tuple[int, ...] = ()
    cards: tuple[Face, ...] = ()
    """Which cards of hand or camp were chosen."""
    left: bool = False
    """Whether a card has left that hand or camp since, outside the rules: it may be one of the chosen ones."""
    did: tuple[SlotId, ...] = ()
    """Cards that this sentence has put somewhere; they are no longer among the chosen ones."""


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An attack that was declared."""

    seat: SeatKey
    slot: SlotId
    target: SlotId | None
    moved: bool = False
    """Whether attacker or target was put elsewhere since."""


class Happened(msgspec.Struct, frozen=True, gc=False):
    """Something that has just happened and may be answered."""

    what: Happening
    slot: SlotId
    card: Face = UNKNOWN
    """Of a card that was destroyed: what it was, for it is gone."""
    cell: PileId | None = None
    """And where it lay."""
