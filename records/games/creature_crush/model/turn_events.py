"""What happens in a turn: its phases, its dice, and what a seat does with them."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import Secret

Dice: TypeAlias = tuple[int, ...]
"""Numbers of start dice, counted from 0 in the order in which they were rolled; sorted."""


class TurnBegan(Event, frozen=True, kw_only=True, tag="creature-crush.turn-began/1"):
    """A seat's turn begins; dice, marks and what lasted until the end of the turn are gone."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    number: int
    """1, 2, 3 ... over both seats."""
    quiet: int = 0
    """Turns in a row, up to this one, in which nothing happened."""


class CardDrawn(Event, frozen=True, kw_only=True, tag="creature-crush.card-drawn/1"):
    """A seat draws the top card of its camp."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    card: Secret


class NothingDrawn(Event, frozen=True, kw_only=True, tag="creature-crush.nothing-drawn/1"):
    """A seat's camp is empty, nothing is drawn."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey


class DiceRolled(Event, frozen=True, kw_only=True, tag="creature-crush.dice-rolled/1"):
    """Dice are rolled: start dice of the turn, or those of an effect."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    faces: tuple[int, ...]
    why: str
    """``start``, ``triple``, ``quadruple``, ``extra`` or ``effect``."""


class PhaseBegan(Event, frozen=True, kw_only=True, tag="creature-crush.phase-began/1"):
    """The next phase of the turn begins."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    phase: str
    """``battle`` or ``tactics``."""


class BattleEnded(Event, frozen=True, kw_only=True, tag="creature-crush.battle-ended/1"):
    """A seat ends its battle phase."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


class TurnEnded(Event, frozen=True, kw_only=True, tag="creature-crush.turn-ended/1"):
    """A seat ends its tactics phase, and its turn with it; the dice that are left burn."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


class CreatureSummoned(Event, frozen=True, kw_only=True, tag="creature-crush.creature-summoned/1"):
    """A creature is paid for and comes from the hand into the field."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    card: Face
    cell: PileId
    dice: Dice


class CrushLaid(Event, frozen=True, kw_only=True, tag="creature-crush.crush-laid/1"):
    """A crush card is paid for and laid face down."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    card: Secret
    cell: PileId
    dice: Dice


class AttackMade(Event, frozen=True, kw_only=True, tag="creature-crush.attack-made/1"):
    """A creature attacks an enemy, or the opponent directly."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    target: SlotId | None = None
    """None for a direct attack."""
    dice: Dice


class CreatureMoved(Event, frozen=True, kw_only=True, tag="creature-crush.creature-moved/1"):
    """A creature is moved to a free place."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    cell: PileId
    dice: Dice


class CreaturesSwapped(Event, frozen=True, kw_only=True, tag="creature-crush.creatures-swapped/1"):
    """Two creatures change places."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slots: tuple[SlotId, SlotId]
    cells: tuple[PileId, PileId]
    """Where each comes to lie."""
    dice: Dice


class CrushFlipped(Event, frozen=True, kw_only=True, tag="creature-crush.crush-flipped/1"):
    """A seat turns one of its crush cards up."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    card: Face
    answers: str = ""
    """The question that it answers; "" in the own turn without one."""


class EffectUsed(Event, frozen=True, kw_only=True, tag="creature-crush.effect-used/1"):
    """A seat uses a line of a creature whose condition holds."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    line: int


class Passed(Event, frozen=True, kw_only=True, tag="creature-crush.passed/1"):
    """A seat answers nothing, or declines what it may do."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str


TurnEvent: TypeAlias = (
    TurnBegan
    | CardDrawn
    | NothingDrawn
    | DiceRolled
    | PhaseBegan
    | BattleEnded
    | TurnEnded
    | CreatureSummoned
    | CrushLaid
    | AttackMade
    | CreatureMoved
    | CreaturesSwapped
    | CrushFlipped
    | EffectUsed
    | Passed
)
