"""A turn: draw two, play any number of cards, strengthen once (§ 2, 3)."""

from __future__ import annotations

import msgspec

from records.core.game import Chance
from records.core.ids import SeatKey, slot_id
from records.core.secret import audience
from records.core.sentences import N_
from records.core.shared import DrawAgreed, DrawOffered, GameDrawn, GameWon, Resigned
from records.games.castle_rampage import events as ev
from records.games.castle_rampage.attack import attack
from records.games.castle_rampage.commands import AgreeDraw, EndTurn, OfferDraw, Play, Resign, Strengthen
from records.games.castle_rampage.refusals import CastleScript, must_be_on_turn, must_be_own, must_go_on, must_hold, refuse

CARDS_A_TURN = 2


def begin_turn(script: CastleScript, chance: Chance, seat: SeatKey, number: int) -> None:
    """Begin a turn with its draw; the starting player's first draws one card."""
    script.write(ev.TurnBegan(rule="2.1", seat=seat, number=number))
    for _ in range(1 if number == 1 else CARDS_A_TURN):
        draw(script, chance, seat)


def draw(script: CastleScript, chance: Chance, seat: SeatKey) -> None:
    """Draw one card; an empty draw pile is made anew from the discard pile."""
    if not script.table.decks.get(ev.DRAW):
        if not script.table.zones.get(ev.DISCARD):
            script.write(ev.DrawFailed(rule="2.5", seat=seat))
            return
        script.ask(chance, ev.DiscardsReshuffled)
    script.ask(chance, ev.CardDrawn)


def strengthen(script: CastleScript, command: Strengthen) -> None:
    """Put a hand card under the own Gate or Castle, once a turn, without its text and cost."""
    must_be_on_turn(script, command.seat)
    must_be_own(command.seat, command.pile, "3.2")
    if script.state.strengthened:
        raise refuse("strengthened", command.seat, "3.1", N_("Gate or Castle was strengthened in this turn already."))
    if command.pays:
        raise refuse("cost", command.seat, "3.3", N_("A strengthening has no cost."))
    must_hold(script, command.seat, *command.card.faces)
    card = msgspec.structs.replace(command.card, known_to=audience(command.seat))
    script.write(ev.Strengthened(rule="3.1", seat=command.seat, pile=command.pile, slot=slot_id(script.next), card=card))


def play(script: CastleScript, command: Play, chance: Chance) -> None:
    """Play a card: a permanent one comes into the display, one with an attack value attacks, then it is discarded."""
    must_be_on_turn(script, command.seat)
    if command.with_cards or command.pays or command.picks:
        raise refuse("powers", command.seat, "4.3", N_("In the plain game a card is played alone, without costs and choices."))
    must_hold(script, command.seat, command.card)
    script.write(ev.CardPlayed(rule="2.3", seat=command.seat, card=command.card))
    card = script.state.cards.get(str(command.card))
    if card is not None and card.permanent:
        script.write(ev.CardDisplayed(rule="4.1", seat=command.seat, slot=slot_id(script.next)))
        return
    fallen = attack(script, chance, command.seat, str(command.card), card.attack) if card is not None and card.attack else False
    script.write(ev.CardSettled(rule="4.2", seat=command.seat))
    if fallen:
        script.write(GameWon(rule="6.1", seat=command.seat))


def end_turn(script: CastleScript, command: EndTurn, chance: Chance) -> None:
    """End the turn; the other seat's begins."""
    must_be_on_turn(script, command.seat)
    script.write(ev.TurnEnded(rule="2.6", seat=command.seat))
    begin_turn(script, chance, script.state.other(command.seat), script.state.turn + 1)


def resign(script: CastleScript, command: Resign) -> None:
    """Give the game up, at any time."""
    must_go_on(script, command.seat)
    script.write(Resigned(rule="6.2", seat=command.seat))
    script.write(GameWon(rule="6.2", seat=script.state.other(command.seat)))


def offer_draw(script: CastleScript, command: OfferDraw) -> None:
    """Offer a draw, at any time."""
    must_go_on(script, command.seat)
    script.write(DrawOffered(rule="6.3", seat=command.seat))


def agree_draw(script: CastleScript, command: AgreeDraw) -> None:
    """Accept the other seat's offer."""
    must_go_on(script, command.seat)
    if script.state.draw_offered != script.state.other(command.seat):
        raise refuse("draw", command.seat, "6.3", N_("The other side has offered no draw."))
    script.write(DrawAgreed(rule="6.3", seat=command.seat))
    script.write(GameDrawn(rule="6.3"))
