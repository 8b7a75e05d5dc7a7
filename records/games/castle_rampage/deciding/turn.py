"""A turn: draw two, play any number of cards, strengthen once (§ 2, 3)."""

from __future__ import annotations

import msgspec

from records.core.faces import among
from records.core.ids import SeatKey, slot_id
from records.core.position import Chance
from records.core.secret import ALL, audience
from records.core.sentences import N_
from records.core.shared import DrawAgreed, DrawOffered, GameDrawn, GameWon, Resigned
from records.games.castle_rampage.cards import Card
from records.games.castle_rampage.deciding.announcing import is_paid_for, paid_as, paid_for, told
from records.games.castle_rampage.deciding.costs import pay_tops
from records.games.castle_rampage.deciding.playable import must_be_playable, must_send, must_slip, must_strengthen, slipping
from records.games.castle_rampage.deciding.resolve import end, resolve
from records.games.castle_rampage.deciding.strength import standing
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.commands import AgreeDraw, EndTurn, OfferDraw, Play, Resign, SendVeteran, Slip, Strengthen
from records.games.castle_rampage.model.outcomes import slip_counts
from records.games.castle_rampage.model.refusals import CastleScript, must_be_on_turn, must_go_on, must_hold, refuse
from records.games.castle_rampage.powers.drawing import draw
from records.games.castle_rampage.powers.hooks import Act

CARDS_A_TURN = 2


def begin_turn(script: CastleScript, chance: Chance, seat: SeatKey, number: int) -> None:
    """Begin a turn with its draw; the starting player's first draws one card, an Advisor draws one more."""
    script.write(ev.TurnBegan(rule="2.1", seat=seat, number=number))
    more = sum(does.draws for _card, does in standing(script, seat))
    for _ in range(1 if number == 1 else CARDS_A_TURN):
        draw(script, chance, seat)
    for _ in range(more):
        draw(script, chance, seat, "9.1")


def strengthen(script: CastleScript, command: Strengthen, chance: Chance) -> None:
    """Put a hand card under the own Gate or Castle, once a turn, without its text; only a card that says so is paid for."""
    must_be_on_turn(script, command.seat)
    must_strengthen(script, command)
    state, seat = script.state, command.seat
    card = state.card(command.card.faces[0])
    pays, known_to, hint = told(script, command)
    if card is None and pays:
        card = next(paid_as(script, seat, pays, paid_for(state)))
    laid = msgspec.structs.replace(command.card, known_to=known_to, hint=hint)
    costs = is_paid_for(state, card)
    rule = "13.1" if pays or known_to == ALL else "3.1"
    script.write(ev.Strengthened(rule=rule, seat=seat, pile=command.pile, slot=slot_id(script.next), card=laid, pays=pays))
    _pay_tops(script, chance, seat, card if costs else None)


def _pay_tops(script: CastleScript, chance: Chance, seat: SeatKey, card: Card | None) -> None:
    """Pay what a strengthening or slipped card costs of the own piles; that can lose the game."""
    if card is None or card.cost.pays != "own-top-cards":
        return
    pay_tops(script, chance, seat)
    if not script.table.piles.get(ev.castle(seat)):
        end(Act(script, chance, seat, card, "cost"))


def slip(script: CastleScript, command: Slip, chance: Chance) -> None:
    """Put a card face down under the enemy Gate."""
    must_be_on_turn(script, command.seat)
    must_slip(script, command)
    state, seat = script.state, command.seat
    laid = msgspec.structs.replace(command.card, known_to=audience(seat), hint=among(slipping(state)))
    pile = ev.gate(state.other(seat))
    counts = slip_counts(state.rules)
    slot = slot_id(script.next)
    script.write(pe.CardSlipped(rule="13.2", seat=seat, pile=pile, slot=slot, card=laid, pays=command.pays, strengthens=counts))
    _pay_tops(script, chance, seat, state.card(command.card.faces[0]))


def play(script: CastleScript, command: Play, chance: Chance) -> None:
    """Play a card: it is paid for, does what it says, attacks, and goes to the display or the discard pile."""
    must_be_on_turn(script, command.seat)
    if script.state.powers:
        must_be_playable(script, chance, command)
    else:
        if command.with_cards or command.pays or command.picks:
            raise refuse("powers", command.seat, "4.3", N_("Without special powers a card is played alone, without costs and choices."))
        must_hold(script, command.seat, command.card)
    script.write(
        ev.CardPlayed(
            rule="2.3", seat=command.seat, card=command.card, with_cards=command.with_cards, pays=command.pays, picks=command.picks
        )
    )
    resolve(script, chance)


def send_veteran(script: CastleScript, command: SendVeteran, chance: Chance) -> None:
    """Attack with a card in the own display."""
    must_be_on_turn(script, command.seat)
    face = must_send(script, command.seat, command.slot)
    script.write(pe.VeteranSent(rule="9.6", seat=command.seat, slot=command.slot, card=face))
    resolve(script, chance)


def end_turn(script: CastleScript, command: EndTurn, chance: Chance) -> None:
    """End the turn; a bonus that no attack used lapses, and the other seat's turn begins."""
    must_be_on_turn(script, command.seat)
    script.write(ev.TurnEnded(rule="2.6", seat=command.seat))
    for bonus in script.state.bonuses:
        if bonus.until == "attack":
            script.write(pe.BonusLapsed(rule="8.3", seat=command.seat, source=bonus.source, amount=bonus.amount))
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
