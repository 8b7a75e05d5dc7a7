"""When a player may yield (§ 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.games.regicide.model.position import RegicideCounters


def yield_forbidden(state: RegicideCounters, seat: SeatKey) -> str:
    """Return the paragraph that forbids ``seat`` to yield now, "" where it is allowed."""
    if state.alone:
        return "7.3" if state.rules["solo_yield"] == "forbidden" else ""
    match state.rules["yielding"]:
        case "turns in a row":
            forbidden = state.in_a_row >= len(state.seats) - 1
        case "everybody's last turns":
            forbidden = set(state.yielded) == set(state.seats)
        case _:
            forbidden = {*state.yielded, seat} == set(state.seats)
    return "7.2" if forbidden else ""
