"""What a player may want to do; each decision event has one command and the other way round."""

from __future__ import annotations

from typing import TypeAlias

from records.core.events import Event
from records.core.faces import Face
from records.core.ids import PileId, SeatKey, SlotId
from records.core.position import Command
from records.core.secret import Secret
from records.core.shared import DrawAgreed, DrawOffered, GameStarted, Resigned
from records.errors import MalformedCommand
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import set_up_events as su
from records.games.creature_crush.model import turn_events as tu
from records.games.creature_crush.model.turn_events import Dice


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Sit down and build camps."""

    seats: tuple[SeatKey, ...]
    begins: SeatKey | None = None
    """None where dice say who begins."""
    variant: str = ""
    switches: tuple[tuple[str, str], ...] = ()
    chance: str = ""
    """Who answers for the table, as ``GameStarted`` says it."""


class KeepDraft(Command, frozen=True, kw_only=True, tag="keep-draft"):
    """Keep some of the drawn cards for the camp."""

    seat: SeatKey
    kept: Secret
    left: Secret


class ChooseCamp(Command, frozen=True, kw_only=True, tag="choose-camp"):
    """Build the camp of the own collection."""

    seat: SeatKey
    cards: Secret


class Summon(Command, frozen=True, kw_only=True, tag="summon"):
    """Pay for a creature and put it into the field."""

    seat: SeatKey
    card: Face
    cell: PileId
    dice: Dice


class LayCrush(Command, frozen=True, kw_only=True, tag="lay-crush"):
    """Pay for a crush card and lay it face down."""

    seat: SeatKey
    card: Secret
    cell: PileId
    dice: Dice


class AttackWith(Command, frozen=True, kw_only=True, tag="attack"):
    """Attack an enemy, or the opponent directly."""

    seat: SeatKey
    slot: SlotId
    target: SlotId | None = None
    dice: Dice


class MoveAlly(Command, frozen=True, kw_only=True, tag="move"):
    """Move an ally to a free place."""

    seat: SeatKey
    slot: SlotId
    cell: PileId
    dice: Dice


class Swap(Command, frozen=True, kw_only=True, tag="swap"):
    """Let two allies change places."""

    seat: SeatKey
    slots: tuple[SlotId, SlotId]
    dice: Dice


class Flip(Command, frozen=True, kw_only=True, tag="flip"):
    """Turn an own crush card up."""

    seat: SeatKey
    slot: SlotId
    card: Face


class UseEffect(Command, frozen=True, kw_only=True, tag="use-effect"):
    """Use a line of an ally whose condition holds."""

    seat: SeatKey
    slot: SlotId
    line: int


class EndBattle(Command, frozen=True, kw_only=True, tag="end-battle"):
    """End the battle phase."""

    seat: SeatKey


class EndTurn(Command, frozen=True, kw_only=True, tag="end-turn"):
    """End the turn."""

    seat: SeatKey


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Answer nothing, or decline."""

    seat: SeatKey


class OrderChain(Command, frozen=True, kw_only=True, tag="order-chain"):
    """Say in which order effects are carried out that came up at the same time, the first one first."""

    seat: SeatKey
    ids: tuple[str, ...]


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """Choose what an effect leaves open."""

    seat: SeatKey
    slots: tuple[SlotId, ...] = ()
    cells: tuple[PileId, ...] = ()
    indices: tuple[int, ...] = ()
    cards: tuple[Face, ...] = ()


class Discard(Command, frozen=True, kw_only=True, tag="discard"):
    """Discard hand cards."""

    seat: SeatKey
    cards: tuple[Face, ...]


class Fetch(Command, frozen=True, kw_only=True, tag="fetch"):
    """Take a card out of the camp that was looked through."""

    seat: SeatKey
    card: Secret


class FindNothing(Command, frozen=True, kw_only=True, tag="find-nothing"):
    """Take nothing out of the camp that was looked through."""

    seat: SeatKey


class Burn(Command, frozen=True, kw_only=True, tag="burn"):
    """Choose which start dice of the opponent an effect burns."""

    seat: SeatKey
    dice: Dice


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Give up."""

    seat: SeatKey


class OfferDraw(Command, frozen=True, kw_only=True, tag="offer-draw"):
    """Offer a draw."""

    seat: SeatKey


class AgreeDraw(Command, frozen=True, kw_only=True, tag="agree-draw"):
    """Accept the other seat's offer."""

    seat: SeatKey


CrushCommand: TypeAlias = (
    Start
    | KeepDraft
    | ChooseCamp
    | Summon
    | LayCrush
    | AttackWith
    | MoveAlly
    | Swap
    | Flip
    | UseEffect
    | EndBattle
    | EndTurn
    | Pass
    | OrderChain
    | Answer
    | Discard
    | Fetch
    | FindNothing
    | Burn
    | Resign
    | OfferDraw
    | AgreeDraw
)


def command_of(event: Event) -> CrushCommand:
    """Return the command that a decision came from."""
    match event:
        case GameStarted():
            return Start(seats=event.seats, begins=event.begins, variant=event.variant, switches=event.switches, chance=event.chance)
        case su.DraftKept():
            return KeepDraft(seat=event.seat, kept=event.kept, left=event.left)
        case su.CampChosen():
            return ChooseCamp(seat=event.seat, cards=event.cards)
        case tu.CreatureSummoned():
            return Summon(seat=event.seat, card=event.card, cell=event.cell, dice=event.dice)
        case tu.CrushLaid():
            return LayCrush(seat=event.seat, card=event.card, cell=event.cell, dice=event.dice)
        case tu.AttackMade():
            return AttackWith(seat=event.seat, slot=event.slot, target=event.target, dice=event.dice)
        case tu.CreatureMoved():
            return MoveAlly(seat=event.seat, slot=event.slot, cell=event.cell, dice=event.dice)
        case tu.CreaturesSwapped():
            return Swap(seat=event.seat, slots=event.slots, dice=event.dice)
        case tu.CrushFlipped():
            return Flip(seat=event.seat, slot=event.slot, card=event.card)
        case tu.EffectUsed():
            return UseEffect(seat=event.seat, slot=event.slot, line=event.line)
        case ch.ChainOrdered():
            return OrderChain(seat=event.seat, ids=event.ids)
        case ch.EffectAnswered():
            return Answer(seat=event.seat, slots=event.slots, cells=event.cells, indices=event.indices, cards=event.cards)
        case ch.HandDiscarded():
            return Discard(seat=event.seat, cards=event.cards)
        case ch.CardFetched():
            return Fetch(seat=event.seat, card=event.card)
        case ch.DiceBurned():
            return Burn(seat=event.seat, dice=event.dice)
        case _:
            return _plain(event)


def _plain(event: Event) -> CrushCommand:
    """Return the command of a decision that says no more than whose it is."""
    match event:
        case tu.BattleEnded():
            return EndBattle(seat=event.seat)
        case tu.TurnEnded():
            return EndTurn(seat=event.seat)
        case tu.Passed():
            return Pass(seat=event.seat)
        case ch.SearchFailed():
            return FindNothing(seat=event.seat)
        case Resigned():
            return Resign(seat=event.seat)
        case DrawOffered():
            return OfferDraw(seat=event.seat)
        case DrawAgreed():
            return AgreeDraw(seat=event.seat)
        case _:
            raise MalformedCommand(f"{type(event).__name__} is no decision of CreatureCrush")
