"""When a player may yield (§ 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.sentences import N_
from records.games.regicide.model.refusals import refuse

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.errors import RuleViolation
    from records.games.regicide.model.position import RegicideCounters


def may_yield(state: RegicideCounters, seat: SeatKey) -> bool:
    """Whether ``seat`` may yield now."""
    if state.alone:
        return state.rules["solo_yield"] != "forbidden"
    match state.rules["yielding"]:
        case "turns in a row":
            return state.in_a_row < len(state.seats) - 1
        case "everybody's last turns":
            return set(state.yielded) != set(state.seats)
        case _:
            return {*state.yielded, seat} != set(state.seats)


def yield_forbidden(state: RegicideCounters, seat: SeatKey) -> RuleViolation | None:
    """Return why ``seat`` may not yield now, None where it may."""
    if may_yield(state, seat):
        return None
    if state.alone:
        return refuse("yield", seat, "7.3", N_("A lone player cannot yield."))
    return refuse("yield", seat, "7.2", N_("The others have yielded, so somebody must play."))
