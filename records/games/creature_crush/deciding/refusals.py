"""Why a command breaks a rule; each function returns nothing or raises ``RuleViolation`` with its paragraph."""

from __future__ import annotations

from records.core.faces import Face, known
from records.core.ids import SeatKey
from records.core.secret import Secret
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence
from records.core.shared import Asked
from records.errors import MalformedCommand, RuleViolation
from records.games.creature_crush.model.position import CrushScript


def refuse(code: str, seat: str, paragraph: str, why: str, /, **args: Arg) -> RuleViolation:
    """Return the violation of one paragraph; ``why`` is a message id with its fields in ``args``."""
    return RuleViolation(f"creature-crush.{code}", seat, Sentence(why, args), paragraph)


def must_go_on(script: CrushScript, seat: SeatKey) -> None:
    """Who acts sits at the table, and the game is not over."""
    state = script.state
    if seat not in state.seats:
        raise MalformedCommand(f"nobody sits at {seat!r}; the seats are {', '.join(state.seats)}")
    if state.outcome is not None:
        raise refuse("over", seat, "10.1", N_("The game is over."))


def must_be_in(script: CrushScript, seat: SeatKey, phase: str, paragraph: str) -> None:
    """Only the seat on turn acts, in the right phase, with nothing under way."""
    must_go_on(script, seat)
    state = script.state
    if state.phase == "set-up" or state.active is None:
        raise refuse("set-up", seat, "3.1", N_("The battle has not begun yet."))
    if state.active != seat:
        raise refuse("turn", seat, "4.1", N_("It is the turn of %(seat)s."), seat=SeatRef(state.active))
    if state.pending:
        raise refuse("pending", seat, "7.4", N_("%(seat)s must answer first."), seat=SeatRef(state.pending[0].seat))
    if phase and state.phase != phase:
        why = N_("This is done in the battle phase.") if phase == "battle" else N_("This is done in the tactics phase.")
        raise refuse("phase", seat, paragraph, why)


def must_be_asked(script: CrushScript, seat: SeatKey, *whats: str) -> Asked:
    """Return what a seat is asked; it is one of ``whats``."""
    must_go_on(script, seat)
    asked = next((one for one in script.state.pending if one.seat == seat), None)
    if asked is None or asked.what not in whats:
        raise refuse("unasked", seat, "7.4", N_("%(seat)s is not asked for this now."), seat=SeatRef(seat))
    return asked


def must_be_one(cards: Secret) -> Face:
    """Return the one card."""
    if len(cards.faces) != 1:
        raise MalformedCommand(f"one card is meant, not {len(cards.faces)}")
    return cards.faces[0]


def must_hold(script: CrushScript, seat: SeatKey, paragraph: str, *cards: Face) -> None:
    """The hand may hold these cards: all known ones that it has, or places that nobody noted."""
    hand = script.table.hand(seat)
    if len(cards) > hand.count:
        raise refuse("hand", seat, paragraph, N_("The hand has %(count)s cards, not %(n)s."), count=hand.count, n=len(cards))
    rest, unknown = list(hand.faces), hand.count - len(hand.faces)
    for card in cards:
        if not (isinstance(card, str) and known(card)):
            continue
        if card not in script.state.cards:
            raise MalformedCommand(f"no card is called {card!r}")
        if card in rest:
            rest.remove(card)
        elif unknown == 0:
            raise refuse("hand", seat, paragraph, N_("%(card)s is not in the hand."), card=CardRef(card))
        else:
            unknown -= 1
