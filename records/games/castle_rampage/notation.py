"""How games of Castle Rampage are written by hand."""

from __future__ import annotations

import msgspec

from records.core.events import Event
from records.core.faces import UNKNOWN
from records.core.ids import SlotId
from records.core.position import Command
from records.core.wording.notation import CommandForm, Notation, PlaceForm
from records.errors import ImpossibleEvent
from records.games.castle_rampage.deciding.reactions import DEFENCE
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import effect_commands as ec
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastlePosition


def _sets_up(position: CastlePosition) -> bool:
    return position.state.phase == "setup"


def _plays(position: CastlePosition) -> bool:
    return position.state.phase != "setup"


def understood(position: CastlePosition) -> Command | None:
    """Nobody defends, where a defence is asked; else the turn ends."""
    state = position.state
    if state.outcome is not None:
        return None
    if state.pending:
        asked = state.pending[0]
        return cmd.DeclineDefence(answers=asked.id, seat=asked.seat) if asked.what == DEFENCE else None
    if state.phase == "play" and state.active is not None:
        return cmd.EndTurn(seat=state.active)
    return None


def _sent(position: CastlePosition, command: cmd.SendVeteran, _version: int) -> pe.VeteranSent:
    lying = position.table.slots.get(SlotId(command.slot))
    if lying is None:
        raise ImpossibleEvent(f"no card lies at {command.slot}")
    return pe.VeteranSent(seat=command.seat, slot=command.slot, card=lying.face)


def _led_to(revealed: ev.DefenderRevealed, claims: type[Event]) -> ev.DefenderRevealed:
    """A card that fell or held against its value: the attack meets an unknown one that is as strong as it must be."""
    held = claims is ev.DefenderHeld
    if held == (revealed.value > revealed.strength):
        return revealed
    return msgspec.structs.replace(revealed, card=UNKNOWN, value=revealed.strength + held)


CASTLE_NOTATION = Notation(
    turn=ev.TurnBegan,
    places={
        "gate": PlaceForm("pile", own=True),
        "castle": PlaceForm("pile", own=True),
        "display": PlaceForm("pile", own=True, up=True),
        "draw": PlaceForm("deck"),
        "discard": PlaceForm("zone"),
        "aside": PlaceForm("zone"),
        "played": PlaceForm("zone"),
    },
    forms=(
        CommandForm(command=cmd.Place, text="{pile} {card}", when=_sets_up),
        CommandForm(command=cmd.Strengthen, text="{pile} {card} [pays {pays}]", when=_plays),
        CommandForm(command=cmd.Play, text="play {card} [with {with_cards}] [pays {pays}] [picks {picks}]"),
        CommandForm(command=cmd.Slip, text="slip {card} [pays {pays}]", given=None),
        CommandForm(command=cmd.SendVeteran, text="send {slot}"),
        CommandForm(command=cmd.ChooseTarget, text="target {pile}"),
        CommandForm(command=cmd.PlayLastResort, text="defend {card}"),
        CommandForm(command=cmd.DeclineDefence, text="pass"),
        CommandForm(command=cmd.AnswerRobber, text="takes {takes}"),
        CommandForm(command=cmd.Discard, text="drop {cards}"),
        CommandForm(command=ec.ChoosePermanents, text="choose {slots}"),
        CommandForm(command=cmd.EndTurn, text="end"),
        CommandForm(command=cmd.Resign, text="resigns"),
        CommandForm(command=cmd.OfferDraw, text="offers-draw"),
        CommandForm(command=cmd.AgreeDraw, text="agrees"),
    ),
    signs={ev.CardDrawn: {"+": None}, ev.DefenderRevealed: {"x": ev.DefenderDestroyed, "=": ev.DefenderHeld}},
    drawn={ev.CardDrawn: "draw"},
    otherwise={ev.DefenderRevealed: _led_to},
    understood=understood,
    recorded={cmd.SendVeteran: _sent},
)
"""``play robber x advisor``, ``gate knight``, ``12. B +cook +dragon``."""
