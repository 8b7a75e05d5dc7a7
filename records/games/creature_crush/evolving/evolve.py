"""What each event does to the table and the counters. Total, no rules, and it never reads the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from records.core.game import Evolver
from records.core.ids import SeatKey, SlotId
from records.games.creature_crush.evolving.chain_evolve import CHAIN_EVOLVE
from records.games.creature_crush.evolving.field_evolve import FIELD_EVOLVE
from records.games.creature_crush.evolving.marks import CrushDraft, afresh, mark
from records.games.creature_crush.evolving.set_up_evolve import SET_UP_EVOLVE
from records.games.creature_crush.evolving.turn_evolve import TURN_EVOLVE
from records.games.creature_crush.model.chain import FieldCard
from records.games.creature_crush.model.position import CrushCounters

EVOLVE: Mapping[type, Evolver] = {**SET_UP_EVOLVE, **TURN_EVOLVE, **CHAIN_EVOLVE, **FIELD_EVOLVE}


def set_counters(draft: CrushDraft, named: Mapping[str, Any]) -> None:
    """Set the counters that a laid-out position names; nothing is under way in it.

    ``active``, ``turn``, ``phase``, ``quiet``, ``busy``; dice as text ``dice`` "3 4 6" and ``burned`` "0 2"; ``gained.A``; and of
    each card of the field, by its slot, ``owner.s12``, ``damage.s12``, ``actions.s12``, ``entered.s12``, ``laid.s12``, ``paid.s12``,
    ``attack.s12``, ``life.s12``, ``used.s12`` (lines, as text).
    """
    state = draft.state
    state.waiting, state.chain, state.attack, state.draw_offered = (), (), None, None
    afresh(state)
    state.turn = int(named.get("turn", max(state.turn, 1)))
    state.active = SeatKey(named["active"]) if "active" in named else state.active or state.seats[0]
    state.begins = state.begins or state.active
    state.phase = str(named.get("phase", "battle"))
    state.quiet, state.busy = int(named.get("quiet", 0)), bool(named.get("busy", False))
    state.dice, state.burned = _numbers(named.get("dice", "")), _numbers(named.get("burned", ""))
    state.gained = {seat: int(named[f"gained.{seat}"]) for seat in state.seats if f"gained.{seat}" in named}
    state.cards_lying = {}
    for name, value in named.items():
        what, _, slot = name.partition(".")
        if slot and what in _BORNE:
            mark(state, SlotId(slot), **{what: _numbers(value) if what == "used" else value})


def named_counters(state: CrushCounters) -> tuple[tuple[str, int | str | bool], ...]:
    """Return what ``set_counters`` reads, of counters with nothing under way."""
    named: dict[str, int | str | bool] = {
        "active": state.active or state.seats[0],
        "busy": state.busy,
        "burned": " ".join(map(str, state.burned)),
        "dice": " ".join(map(str, state.dice)),
        "phase": state.phase,
        "quiet": state.quiet,
        "turn": max(state.turn, 1),
    }
    named |= {f"gained.{seat}": number for seat, number in state.gained.items()}
    for slot, lying in state.cards_lying.items():
        for what in _BORNE:
            value = getattr(lying, what)
            if value != getattr(_NOTHING, what):
                named[f"{what}.{slot}"] = " ".join(map(str, value)) if what == "used" else value
    return tuple(sorted(named.items()))


_NOTHING = FieldCard()
_BORNE = FieldCard.__struct_fields__


def _numbers(text: object) -> tuple[int, ...]:
    return tuple(int(word) for word in str(text).split())
