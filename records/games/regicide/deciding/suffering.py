"""Step 4: the royal attacks, the player discards or all lose (§ 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from records.core.faces import Face, known
from records.core.sentences import N_
from records.core.shared import Asked
from records.errors import MalformedCommand
from records.games.regicide.cards import CARDS, JESTERS_IN_TAVERN, VALUES, Card
from records.games.regicide.deciding.flow import begin_turn
from records.games.regicide.deciding.yielding import yield_forbidden
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import held, size
from records.games.regicide.model.position import ASIDE, TAVERN, RegicideCounters, royal_of
from records.games.regicide.model.refusals import RegicideScript, must_answer, must_begin, must_hold, must_suffer, refuse

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.games.regicide.model.answers import Cards
    from records.games.regicide.model.commands import Discard, Fall

HIGHEST = max(VALUES.values())


def due(royal: Card, state: RegicideCounters) -> int:
    """Return what the attack of a royal takes, as far as the shield does not take it off (§ 6.1)."""
    return max(0, royal.value - state.shield)


def suffer(script: RegicideScript, seat: SeatKey) -> None:
    """The royal attacks."""
    need = due(royal_of(script.table), script.state)
    script.write(ev.AttackSuffered(rule="6.1" if need else "6.5", seat=seat, need=need))
    demand(script, seat)


def demand(script: RegicideScript, seat: SeatKey) -> None:
    """Ask for discards, but nothing of an empty hand; where nothing is to be discarded the turn passes on."""
    need, count = script.state.need or 0, held(script.table, seat).count
    if need and count:
        script.write(Asked(rule="6.2", id=f"q{script.next}", seat=seat, what="discard", most=count))
    elif not need and script.state.rules["shielded_step"] == "held" and can_flip(script.state, script.table):
        script.write(Asked(rule="6.5", id=f"q{script.next}", seat=seat, what="discard", least=0, most=0))
    elif not need:
        begin_turn(script, script.state.after(seat), "6.6")


def flips_left(table: Cards) -> int:
    """Return how many Jesters a lone player can still flip."""
    return size(table, ASIDE)


def can_flip(state: RegicideCounters, table: Cards) -> bool:
    """Whether a flip is open to the seat on turn."""
    return state.alone and state.rules["solo_flips"] == "two" and flips_left(table) > 0


def enough(cards: Sequence[Face], need: int) -> bool:
    """Whether discards may be worth ``need``; a face that nobody noted may be a King."""
    return sum(CARDS[str(card)].value if known(card) else HIGHEST for card in cards) >= need


def in_vain(cards: Sequence[Face], need: int) -> bool:
    """Whether in every order of these discards the last card was not needed any more (§ 6.2)."""
    if not cards or not all(map(known, cards)):
        return False
    values = [CARDS[str(card)].value for card in cards]
    return sum(values) - max(values) >= need


def at_least(state: RegicideCounters, table: Cards, seat: SeatKey) -> int:
    """Return what a hand is worth at least, as far as this log shows it."""
    hand = held(table, seat)
    lowest = VALUES["jester"] if JESTERS_IN_TAVERN[len(state.seats)] else VALUES["ace"]
    return sum(CARDS[card].value for card in hand.faces) + lowest * (hand.count - len(hand.faces))


def discard(script: RegicideScript, command: Discard) -> None:
    """Discard against the attack; the next player's turn begins."""
    seat = command.seat
    need = must_suffer(script, seat)
    must_answer(script, command.answers)
    must_hold(script, seat, command.cards)
    if not enough(command.cards, need):
        raise refuse("discard", seat, "6.2", N_("These cards are not enough: discard cards worth %(n)s."), n=need)
    if script.state.rules["discards"] == "none in vain" and in_vain(command.cards, need):
        raise refuse("discard", seat, "6.2", N_("Fewer cards are enough, and discarding ends as soon as the attack is met."))
    if not need and command.cards:
        raise refuse("discard", seat, "6.5", N_("There is nothing to discard."))
    script.write(ev.Discarded(rule="6.2" if need else "6.5", seat=seat, cards=command.cards, answers=command.answers))
    begin_turn(script, script.state.after(seat), "6.6")


def fall(script: RegicideScript, command: Fall) -> None:
    """Say that one cannot go on; all lose. What a log shows of the hand must not gainsay it."""
    seat, state = command.seat, script.state
    if command.why == "cannot-defend":
        need = must_suffer(script, seat)
        must_answer(script, command.answers)
        if command.below != need:
            raise MalformedCommand(f"{need} are to be discarded, not {command.below}")
        if not need or at_least(state, script.table, seat) >= need:
            raise refuse("fall", seat, "6.4", N_("The hand can meet the attack."))
        _no_flip(script, seat, "6.4")
        script.write(ev.SeatFell(rule="6.4", seat=seat, why="cannot-defend", below=need, answers=command.answers))
    else:
        must_begin(script, seat)
        if command.below or command.answers:
            raise MalformedCommand("who cannot act answers no question and meets no attack")
        if held(script.table, seat).count:
            raise refuse("fall", seat, "3.5", N_("A player who has a card can play it."))
        if yield_forbidden(state, seat) is None:
            raise refuse("fall", seat, "3.5", N_("It is allowed to yield."))
        _no_flip(script, seat, "3.5")
        script.write(ev.SeatFell(rule="3.5", seat=seat, why="cannot-act"))
    script.write(ev.GameEnded(rule="3.5" if command.why == "cannot-act" else "6.4", won=False, why=command.why))


def _no_flip(script: RegicideScript, seat: SeatKey, paragraph: str) -> None:
    if can_flip(script.state, script.table) and size(script.table, TAVERN):
        raise refuse("fall", seat, paragraph, N_("A Jester can still be flipped."))
