"""How games of Regicide are written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from records.core.faces import UNKNOWN
from records.core.ids import SeatKey
from records.core.position import Command
from records.core.wording.notation import CommandForm, Notation, PlaceForm
from records.games.regicide.cards import CARDS, JESTER
from records.games.regicide.model import commands as cmd
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import held
from records.games.regicide.model.position import RegicidePosition


def _short(name: str) -> str:
    card = CARDS[name]
    return f"{name[0]}{card.rank if card.rank.isdigit() else card.rank[0].upper()}"


def _hand(position: RegicidePosition, seat: SeatKey) -> Mapping[str, Any]:
    hand = held(position.table, seat)
    step = 1 if position.state.need is None else 4
    return {"cards": (*hand.faces, *(UNKNOWN,) * (hand.count - len(hand.faces))), "step": step}


def _falls(position: RegicidePosition, _seat: SeatKey) -> Mapping[str, Any]:
    need = position.state.need
    return {"why": "cannot-act", "below": 0} if need is None else {"why": "cannot-defend", "below": need}


def understood(position: RegicidePosition) -> Command | None:
    """Nothing is discarded, where nothing need be."""
    state = position.state
    if state.outcome is not None or state.need != 0 or state.active is None or state.choosing:
        return None
    answers = next((asked.id for asked in state.pending if asked.seat == state.active), "")
    return cmd.Discard(seat=state.active, cards=(), answers=answers)


REGICIDE_NOTATION = Notation(
    turn=ev.TurnBegan,
    places={
        "royal": PlaceForm("pile", up=True),
        "tavern": PlaceForm("deck"),
        "castle": PlaceForm("deck"),
        "heap": PlaceForm("deck"),
        "aside": PlaceForm("deck"),
        "discard": PlaceForm("zone"),
        "fight": PlaceForm("zone"),
        "flipped": PlaceForm("zone"),
    },
    forms=(
        CommandForm(command=cmd.Yield, text="yields"),
        CommandForm(command=cmd.Discard, text="drop [{cards}]"),
        CommandForm(command=cmd.ChooseNext, text="next {next}"),
        CommandForm(command=cmd.Flip, text="flip", given=_hand),
        CommandForm(command=cmd.Fall, text="falls", given=_falls),
        CommandForm(command=cmd.Say, text="says {statement} [{number}] [about {about}] [{text}]"),
        CommandForm(command=cmd.Resign, text="resigns"),
        CommandForm(command=cmd.Play, text="{cards}"),
    ),
    signs={ev.CardDrawn: {"+": None}},
    drawn={ev.CardDrawn: "tavern"},
    understood=understood,
    short={name: _short(name) for name in CARDS if name != JESTER},
)
"""``cA d5 +h10``, ``drop h2 h8``, ``> dJ``."""
