"""How games of CreatureCrush are written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from records.core.ids import PileId, SeatKey, SlotId
from records.core.position import Command
from records.core.wording.notation import CommandForm, FieldValue, Notation, PlaceForm
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import set_up_events as su
from records.games.creature_crush.model import turn_events as tu
from records.games.creature_crush.model.places import COLUMNS, CREATURE_ZONES, CRUSH
from records.games.creature_crush.model.position import CrushCounters, CrushPosition

NUMBERED = "#"
"""Before the number of a die, where its pips do not say which one it is."""


def _dice_read(position: CrushPosition, _seat: SeatKey, words: tuple[str, ...]) -> tuple[int, ...]:
    state = position.state
    free = [nth for nth in range(len(state.dice)) if nth not in state.burned]
    chosen: list[int] = []
    for word in words:
        pips, star, times = word.partition("*")
        for _ in range(int(times) if star else 1):
            if pips.startswith(NUMBERED):
                found = int(pips.removeprefix(NUMBERED)) - 1
            else:
                found = next((nth for nth in free if state.dice[nth] == int(pips)), -1)
            if found not in free:
                there = " ".join(str(state.dice[nth]) for nth in free) or "none"
                raise ValueError(f"no such die is left, there are {there}")
            free.remove(found)
            chosen.append(found)
    return tuple(sorted(chosen))


def _dice_written(position: CrushPosition, seat: SeatKey, dice: tuple[int, ...]) -> tuple[str, ...]:
    words = tuple(str(position.state.dice[nth]) for nth in dice)
    if _dice_read(position, seat, words) == dice:
        return words
    return tuple(f"{NUMBERED}{nth + 1}" for nth in dice)


DICE = FieldValue(read=_dice_read, write=_dice_written)
"""Start dice by their pips."""


def _order_read(position: CrushPosition, _seat: SeatKey, words: tuple[str, ...]) -> tuple[str, ...]:
    waiting = position.state.waiting
    if any(not word.isdigit() or not 0 < int(word) <= len(waiting) for word in words):
        raise ValueError(f"{len(waiting)} effects wait, by their numbers")
    return tuple(waiting[int(word) - 1].id for word in words)


def _order_written(position: CrushPosition, _seat: SeatKey, ids: tuple[str, ...]) -> tuple[str, ...]:
    waiting = [effect.id for effect in position.state.waiting]
    return tuple(str(waiting.index(one) + 1) for one in ids)


ORDER = FieldValue(read=_order_read, write=_order_written)
"""Waiting effects by their numbers, as they were triggered; the first is carried out first."""


def _from_one(_position: Any, _seat: SeatKey, words: tuple[str, ...]) -> tuple[int, ...]:
    if not words or any(not word.isdigit() or word == "0" for word in words):
        raise ValueError("the cards of a hell are counted from 1")
    return tuple(int(word) - 1 for word in words)


INDICES = FieldValue(read=_from_one, write=lambda _position, _seat, indices: tuple(str(index + 1) for index in indices))
"""Cards of a hell, counted from 1."""
LINE = FieldValue(
    read=lambda position, seat, words: _from_one(position, seat, words)[0],
    write=lambda _position, _seat, line: (str(line + 1),),
)
"""A line of a card, counted from 1."""


def understood(position: CrushPosition) -> Command | None:
    """Nobody answers what has happened; a phase ends, and then the turn."""
    state = position.state
    if state.outcome is not None:
        return None
    if state.pending:
        asked = state.pending[0]
        return cmd.Pass(seat=asked.seat) if asked.what == "respond" else None
    if state.active is None:
        return None
    if state.phase == "battle":
        return cmd.EndBattle(seat=state.active)
    return cmd.EndTurn(seat=state.active) if state.phase == "tactics" else None


def _made(position: CrushPosition, command: cmd.Swap, _version: int) -> tu.CreaturesSwapped:
    one, other = (PileId(position.table.slots[slot].pile) for slot in command.slots)
    return tu.CreaturesSwapped(seat=command.seat, slots=command.slots, cells=(other, one), dice=command.dice)


def _borne(state: CrushCounters, slot: str) -> Mapping[str, Any]:
    """Return what a card of the field bears, by the names of the counters."""
    return msgspec.structs.asdict(state.lying(SlotId(slot)))


_PAID = {"dice": DICE}
CRUSH_NOTATION = Notation(
    turn=tu.TurnBegan,
    places={
        **{f"{zone}{column}": PlaceForm("pile", own=True, up=True) for zone in CREATURE_ZONES for column in COLUMNS},
        **{f"{CRUSH}{column}": PlaceForm("pile", own=True) for column in COLUMNS},
        "camp": PlaceForm("deck", own=True),
        "pool": PlaceForm("deck", own=True),
        "stack": PlaceForm("deck"),
        "hell": PlaceForm("zone", own=True),
    },
    forms=(
        CommandForm(command=cmd.KeepDraft, text="keep {kept} leave {left}"),
        CommandForm(command=cmd.ChooseCamp, text="build {cards}"),
        CommandForm(command=cmd.Summon, text="summon {card} {cell} pays {dice}", values=_PAID),
        CommandForm(command=cmd.LayCrush, text="lay {card} {cell} pays {dice}", values=_PAID),
        CommandForm(command=cmd.AttackWith, text="attack {slot} direct pays {dice}", values=_PAID),
        CommandForm(command=cmd.AttackWith, text="attack {slot} {target} pays {dice}", values=_PAID),
        CommandForm(command=cmd.MoveAlly, text="move {slot} {cell} pays {dice}", values=_PAID),
        CommandForm(command=cmd.Swap, text="swap {slots} pays {dice}", values=_PAID),
        CommandForm(command=cmd.Flip, text="flip {slot} {card}"),
        CommandForm(command=cmd.UseEffect, text="use {slot} {line}", values={"line": LINE}),
        CommandForm(command=cmd.EndBattle, text="tactics"),
        CommandForm(command=cmd.EndTurn, text="end"),
        CommandForm(command=cmd.OrderChain, text="order {ids}", values={"ids": ORDER}),
        CommandForm(command=cmd.Answer, text="yes"),
        CommandForm(command=cmd.Answer, text="target {slots}"),
        CommandForm(command=cmd.Answer, text="to {cells}"),
        CommandForm(command=cmd.Answer, text="raise {indices}", values={"indices": INDICES}),
        CommandForm(command=cmd.Answer, text="choose {cards}"),
        CommandForm(command=cmd.Discard, text="drop {cards}"),
        CommandForm(command=cmd.FindNothing, text="fetch nothing"),
        CommandForm(command=cmd.Fetch, text="fetch {card}"),
        CommandForm(command=cmd.Burn, text="burn {dice}", values=_PAID),
        CommandForm(command=cmd.Resign, text="resigns"),
        CommandForm(command=cmd.OfferDraw, text="offers-draw"),
        CommandForm(command=cmd.AgreeDraw, text="agrees"),
    ),
    signs={
        tu.CardDrawn: {"+": None},
        tu.DiceRolled: {"roll": None},
        su.FirstRolled: {"roll": None},
        fe.CardRevealed: {"x": None},
    },
    drawn={tu.CardDrawn: "camp"},
    understood=understood,
    borne=_borne,
    recorded={cmd.Swap: _made},
)
"""``summon mistwolf b2 pays 4``, ``attack a1 direct pays 4``, ``6. B +ember roll 1 3 6``."""
