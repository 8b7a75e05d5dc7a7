"""What each event does to the table and the counters. Total, no rules, and it never reads the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from records.core.game import Evolver
from records.core.ids import SlotId
from records.core.set_counters import flag, number, numbers, seat_in
from records.core.shared_evolve import with_shared
from records.errors import ImpossibleEvent
from records.games.creature_crush.evolving.chain_evolve import CHAIN_EVOLVE
from records.games.creature_crush.evolving.fact_evolve import FACT_EVOLVE
from records.games.creature_crush.evolving.field_evolve import FIELD_EVOLVE
from records.games.creature_crush.evolving.marks import CrushDraft, afresh, mark
from records.games.creature_crush.evolving.set_up_evolve import SET_UP_EVOLVE
from records.games.creature_crush.evolving.turn_evolve import TURN_EVOLVE
from records.games.creature_crush.model.chain import Entered, FieldCard
from records.games.creature_crush.model.position import CrushCounters

EVOLVE: Mapping[type, Evolver] = {**SET_UP_EVOLVE, **TURN_EVOLVE, **CHAIN_EVOLVE, **FIELD_EVOLVE, **FACT_EVOLVE}
WRITTEN = with_shared(EVOLVE)
"""What the events of a batch do while it is decided."""


def set_counters(draft: CrushDraft, named: Mapping[str, Any]) -> None:
    """Set the counters that a laid-out position names; nothing is under way in it.

    ``active``, ``turn``, ``phase``, ``quiet``, ``busy``, ``draw_offered``;
    dice as text ``dice`` "3 4 6" and ``burned`` "0 2"; ``gained.A``; and of
    each card of the field, by its slot, ``owner.s12``, ``damage.s12``, ``actions.s12``, ``entered.s12``, ``laid.s12``, ``paid.s12``,
    ``attack.s12``, ``life.s12``, ``keywords.s12`` (as text), ``used.s12`` (lines, as text).
    Raises ``ImpossibleEvent`` for another name, and for what a counter cannot be.
    """
    state = draft.state
    state.waiting, state.chain, state.attack = (), (), None
    afresh(state)
    for name in named:
        what, _, of = name.partition(".")
        if name not in _TABLE and not (of in state.seats if what == "gained" else of and what in _BORNE):
            raise ImpossibleEvent(f"a position of CreatureCrush has no {name}; it has {', '.join(sorted(_TABLE))}, gained.A, damage.s12")
    state.turn = number(named, "turn", max(state.turn, 1))
    state.active = seat_in(named, "active", state.seats) or state.active or state.seats[0]
    state.draw_offered = seat_in(named, "draw_offered", state.seats)
    state.begins = state.begins or state.active
    state.phase = str(named.get("phase", "battle"))
    if state.phase not in PHASES:
        raise ImpossibleEvent(f"the phase is one of {', '.join(PHASES)}, not {state.phase}")
    state.quiet, state.busy = number(named, "quiet"), flag(named, "busy")
    state.dice, state.burned = numbers(named, "dice"), numbers(named, "burned")
    state.gained = {seat: number(named, f"gained.{seat}", least=None) for seat in state.seats if f"gained.{seat}" in named}
    state.cards_lying = {}
    for name in named:
        what, _, slot = name.partition(".")
        if slot and what in _BORNE:
            lying = state.lying(SlotId(slot))
            mark(state, SlotId(slot), msgspec.structs.replace(lying, **{what: _borne(named, name, what, state)}))


def _borne(named: Mapping[str, Any], name: str, what: str, state: CrushCounters) -> object:
    """Return what a card of the field bears."""
    match what:
        case "owner":
            return seat_in(named, name, state.seats)
        case "laid":
            return flag(named, name)
        case "used":
            return numbers(named, name)
        case "keywords":
            given = tuple(str(named[name]).split())
            if not {*given} <= KEYWORDS:
                raise ImpossibleEvent(f"a creature gets {', '.join(sorted(KEYWORDS))}, not {named[name]}")
            return given
        case "entered":
            if named[name] not in get_args(Entered):
                raise ImpossibleEvent(f"a card came in by one of {', '.join(filter(None, get_args(Entered)))}, not {named[name]}")
            return named[name]
        case _:
            return number(named, name, least=None if what in {"attack", "life"} else 0)


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
    if state.draw_offered is not None:
        named["draw_offered"] = state.draw_offered
    named |= {f"gained.{seat}": number for seat, number in state.gained.items()}
    for slot, lying in state.cards_lying.items():
        for what in _BORNE:
            value = getattr(lying, what)
            if value != getattr(_NOTHING, what):
                named[f"{what}.{slot}"] = " ".join(map(str, value)) if isinstance(value, tuple) else value
    return tuple(sorted(named.items()))


PHASES = ("set-up", "start", "battle", "tactics")
_TABLE = frozenset({"active", "busy", "burned", "dice", "draw_offered", "phase", "quiet", "turn"})
KEYWORDS = frozenset({"lively", "vengeful", "sluggish"})
"""What an effect can give a creature."""
_NOTHING = FieldCard()
_BORNE = FieldCard.__struct_fields__
