"""The steps that every turn shares: it begins, and a royal comes out of the castle (§ 2.1, 3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.ids import slot_id
from records.core.requests import ChanceRequest
from records.errors import Contradiction
from records.games.regicide.model import events as ev
from records.games.regicide.model.refusals import RegicideScript

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.core.position import Chance


def begin_turn(script: RegicideScript, seat: SeatKey, rule: str = "3.1") -> None:
    """Begin a seat's turn."""
    script.write(ev.TurnBegan(rule=rule, seat=seat, number=script.state.turn + 1))


def reveal(script: RegicideScript, chance: Chance) -> None:
    """Turn the next royal up."""
    slot = slot_id(script.next)
    revealed = script.ask(chance, ChanceRequest((ev.RoyalRevealed,), slots=(slot,), rule="2.1"))
    if not isinstance(revealed, ev.RoyalRevealed) or revealed.slot != slot:
        raise Contradiction(f"a royal comes to {slot} now, not: {revealed}")
