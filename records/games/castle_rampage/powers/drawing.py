"""Drawing a card (§ 2.4, 2.5)."""

from __future__ import annotations

from records.core.ids import SeatKey
from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.core.shared import GameDrawn
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.refusals import CastleScript
from records.games.castle_rampage.powers.hooks import ask_table


def draw(script: CastleScript, chance: Chance, seat: SeatKey, rule: str = "") -> None:
    """Draw one card, because of a paragraph or for the turn; a draw pile that is empty, or runs out with it, is made anew."""
    if script.state.outcome is not None:
        return
    if not script.table.deck(ev.DRAW):
        discards = script.table.zones.get(ev.DISCARD)
        if not discards or script.state.rules["draw_pile_empty"] == "nothing is drawn":
            script.write(ev.DrawFailed(rule="2.5", seat=seat))
            if not discards and script.state.rules["both_piles_empty"] == "the game is drawn":
                script.write(GameDrawn(rule="2.5"))
            return
        script.ask(chance, ChanceRequest((ev.DiscardsReshuffled,), rule="2.4"))
    ask_table(script, chance, ChanceRequest((ev.CardDrawn,), seat=seat, rule=rule or _rule_of_turn(script)))
    _renew(script, chance)


def _renew(script: CastleScript, chance: Chance) -> None:
    """Shuffle the discard pile as the draw pile runs out, where the rules say so; with no discards that waits for the next draw."""
    if script.table.deck(ev.DRAW) or not script.table.zones.get(ev.DISCARD):
        return
    rules = script.state.rules
    if rules["draw_pile_empty"] == "discards are shuffled" and rules["draw_pile_renewed"] == "when it runs out":
        script.ask(chance, ChanceRequest((ev.DiscardsReshuffled,), rule="2.9"))


def _rule_of_turn(script: CastleScript) -> str:
    """Return the paragraph of the draw that a turn begins with, of which the very first has one of its own."""
    return "2.2" if script.state.turn == 1 else "2.1"
