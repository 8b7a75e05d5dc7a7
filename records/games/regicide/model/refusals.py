"""Why a command breaks a rule; each function returns nothing or raises ``RuleViolation`` with its paragraph."""

from __future__ import annotations

from collections.abc import Sequence

from records.core.faces import Face, known
from records.core.ids import SeatKey
from records.core.script import Script
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence
from records.errors import MalformedCommand, RuleViolation
from records.games.regicide.cards import CARDS
from records.games.regicide.model.answers import held
from records.games.regicide.model.position import RegicideCounters

RegicideScript = Script[RegicideCounters]


def refuse(code: str, seat: str, paragraph: str, why: str, /, **args: Arg) -> RuleViolation:
    """Return the violation of one paragraph; ``why`` is a message id with its fields in ``args``."""
    return RuleViolation(f"regicide.{code}", seat, Sentence(why, args), paragraph)


def must_sit(script: RegicideScript, seat: SeatKey) -> None:
    """Who acts sits at the table, and the game is not over."""
    state = script.state
    if state.outcome is not None:
        raise refuse("over", seat, "5.7", N_("The game is over."))
    if seat not in state.seats:
        raise MalformedCommand(f"nobody sits at {seat!r}; the seats are {', '.join(state.seats)}")


def must_go_on(script: RegicideScript, seat: SeatKey) -> None:
    """Who acts sits at the table, the cards are dealt, and the game is not over."""
    must_sit(script, seat)
    if not script.state.turn:
        raise refuse("set-up", seat, "1.4", N_("The cards are not dealt yet."))


def must_be_on_turn(script: RegicideScript, seat: SeatKey) -> None:
    """Only the seat on turn acts."""
    must_go_on(script, seat)
    if script.state.active != seat:
        raise refuse("turn", seat, "3.1", N_("It is the turn of %(seat)s."), seat=SeatRef(script.state.active or seat))


def must_begin(script: RegicideScript, seat: SeatKey) -> None:
    """The seat is on turn and in Step 1."""
    must_be_on_turn(script, seat)
    state = script.state
    if state.choosing:
        raise refuse("choose", seat, "8.4", N_("After a Jester its player must say who goes next."))
    if state.need is not None:
        raise refuse("suffer", seat, "6.2", N_("First the attack must be met: discard cards worth %(n)s."), n=state.need)


def must_suffer(script: RegicideScript, seat: SeatKey) -> int:
    """The seat is on turn and in Step 4; returns what it must discard."""
    must_be_on_turn(script, seat)
    if script.state.need is None:
        raise refuse("step", seat, "6.1", N_("There is no attack to meet now."))
    return script.state.need


def must_answer(script: RegicideScript, answers: str) -> None:
    """A command names the question that is open, or none where none is."""
    asked = [asked.id for asked in script.state.pending]
    if answers not in asked and (asked or answers):
        raise MalformedCommand(f"{answers or 'no question'} is answered, open is {', '.join(asked) or 'none'}")


def must_be_cards(cards: Sequence[Face]) -> None:
    """Every face is a card of the deck, or not known; raises ``MalformedCommand``."""
    for card in cards:
        if isinstance(card, str) and known(card) and card not in CARDS:
            raise MalformedCommand(f"no card is called {card!r}")


def must_hold(script: RegicideScript, seat: SeatKey, cards: Sequence[Face]) -> None:
    """The hand may hold these cards: all known ones that it has, or places that nobody noted."""
    must_be_cards(cards)
    hand = held(script.table, seat)
    if len(cards) > hand.count:
        raise refuse("hand", seat, "3.2", N_("The hand has %(count)s cards, not %(n)s."), count=hand.count, n=len(cards))
    rest, unknown = list(hand.faces), hand.count - len(hand.faces)
    for card in cards:
        if isinstance(card, str) and card in rest:
            rest.remove(card)
        elif known(card) and unknown == 0:
            raise refuse("hand", seat, "3.2", N_("%(card)s is not in the hand."), card=CardRef(str(card)))
        else:
            unknown -= 1
