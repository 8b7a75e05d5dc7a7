"""Drawing a card (§ 2.4, 2.5)."""

from __future__ import annotations

from records.core.ids import SeatKey
from records.core.position import Chance
from records.core.shared import GameDrawn
from records.games.castle_rampage import events as ev
from records.games.castle_rampage.hooks import ask_about
from records.games.castle_rampage.position import About
from records.games.castle_rampage.refusals import CastleScript


def draw(script: CastleScript, chance: Chance, seat: SeatKey, rule: str = "") -> None:
    """Draw one card, because of a paragraph or for the turn; an empty draw pile is made anew from the discard pile."""
    if script.state.outcome is not None:
        return
    if not script.table.decks.get(ev.DRAW):
        discards = script.table.zones.get(ev.DISCARD)
        if not discards or script.state.rules["draw_pile_empty"] == "nothing is drawn":
            script.write(ev.DrawFailed(rule="2.5", seat=seat))
            if not discards and script.state.rules["both_piles_empty"] == "the game is drawn":
                script.write(GameDrawn(rule="2.5"))
            return
        script.ask(chance, ev.DiscardsReshuffled)
    ask_about(script, chance, About(seat, rule), ev.CardDrawn)
