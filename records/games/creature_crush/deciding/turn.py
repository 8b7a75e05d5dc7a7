"""A turn begins and ends: a card, dice, phases (§ 4, 6.3)."""

from __future__ import annotations

from records.core.ids import SeatKey, SlotId
from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.core.sentences import N_
from records.core.shared import DrawAgreed, DrawOffered, GameDrawn, GameWon, Resigned
from records.games.creature_crush.deciding.refusals import must_be_in, must_go_on, refuse
from records.games.creature_crush.deciding.sight import sight_of
from records.games.creature_crush.deciding.triggers import trigger, watching
from records.games.creature_crush.model import turn_events as ev
from records.games.creature_crush.model.chain import Happened
from records.games.creature_crush.model.commands import AgreeDraw, EndBattle, EndTurn, OfferDraw, Resign
from records.games.creature_crush.model.places import camp
from records.games.creature_crush.model.position import CrushScript

START_DICE, FIRST_TURN, MOST_DICE = 3, 2, 5
STALEMATE = {"20 quiet turns": 20, "40 quiet turns": 40}
"""After how many turns in which nothing happened nobody wins."""


def begin_turn(script: CrushScript, chance: Chance, seat: SeatKey, number: int, quiet: int = 0) -> None:
    """Begin a turn: a card is drawn (4.1), start dice are rolled (4.2), the battle phase begins (5.1)."""
    script.write(ev.TurnBegan(rule="4.1", seat=seat, number=number, quiet=quiet))
    if not draw(script, chance, seat, "4.1") and script.state.rules["empty_camp"] == "loses":
        script.write(GameWon(rule="4.1", seat=script.state.other(seat), why="no card to draw"))
        return
    _roll(script, chance, seat, FIRST_TURN if number == 1 else START_DICE, "start")
    for of, why in ((3, "triple"), (4, "quadruple")):
        dice = script.state.dice
        if len(dice) == of and len(set(dice)) == 1:
            _roll(script, chance, seat, 1, why)
    extra = script.state.gained.get(seat, 0)
    if extra:
        _roll(script, chance, seat, min(extra, MOST_DICE - len(script.state.dice)), "extra")
    script.write(ev.PhaseBegan(rule="5.1", seat=seat, phase="battle"))
    trigger(script, *watching(sight_of(script), Happened("turn", SlotId(""))))


def draw(script: CrushScript, chance: Chance, seat: SeatKey, rule: str) -> bool:
    """Draw the top card of a camp; return False where it is empty."""
    if not script.table.in_deck(camp(seat)):
        script.write(ev.NothingDrawn(rule=rule, seat=seat))
        return False
    script.ask(chance, ChanceRequest((ev.CardDrawn,), seat=seat, deck=camp(seat), shown_to=(seat,), rule=rule))
    return True


def _roll(script: CrushScript, chance: Chance, seat: SeatKey, number: int, why: str) -> None:
    script.ask(chance, ChanceRequest((ev.DiceRolled,), seat=seat, number=max(0, number), purpose=why, rule="4.2"))


def end_battle(script: CrushScript, command: EndBattle) -> None:
    """End the battle phase; the tactics phase begins (6.1)."""
    must_be_in(script, command.seat, "battle", "5.9")
    script.write(ev.BattleEnded(rule="5.9", seat=command.seat))
    script.write(ev.PhaseBegan(rule="6.1", seat=command.seat, phase="tactics"))


def end_turn(script: CrushScript, command: EndTurn, chance: Chance) -> None:
    """End the turn (6.3); after so many quiet turns nobody wins (10.2)."""
    seat, state = command.seat, script.state
    must_be_in(script, seat, "tactics", "6.3")
    script.write(ev.TurnEnded(rule="6.3", seat=seat))
    quiet = 0 if state.busy else state.quiet + 1
    most = STALEMATE.get(state.rules["stalemate"])
    if most is not None and quiet >= most:
        script.write(GameDrawn(rule="10.2", why="stalemate"))
        return
    begin_turn(script, chance, state.other(seat), state.turn + 1, quiet)


def resign(script: CrushScript, command: Resign) -> None:
    """Give the game up, at any time (10.3)."""
    must_go_on(script, command.seat)
    script.write(Resigned(rule="10.3", seat=command.seat))
    script.write(GameWon(rule="10.3", seat=script.state.other(command.seat), why="resigned"))


def offer_draw(script: CrushScript, command: OfferDraw) -> None:
    """Offer a draw, at any time (10.4)."""
    must_go_on(script, command.seat)
    script.write(DrawOffered(rule="10.4", seat=command.seat))


def agree_draw(script: CrushScript, command: AgreeDraw) -> None:
    """Accept the other seat's offer (10.4)."""
    must_go_on(script, command.seat)
    if script.state.draw_offered != script.state.other(command.seat):
        raise refuse("draw", command.seat, "10.4", N_("The other side has offered no draw."))
    script.write(DrawAgreed(rule="10.4", seat=command.seat))
    script.write(GameDrawn(rule="10.4", why="agreed"))
