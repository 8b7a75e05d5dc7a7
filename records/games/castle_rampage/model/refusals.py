"""Why a command breaks a rule; each function returns nothing or raises ``RuleViolation`` with its paragraph."""

from __future__ import annotations

from records.core.faces import Face, known
from records.core.ids import PileId, SeatKey
from records.core.script import Script
from records.core.secret import Secret
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence
from records.errors import MalformedCommand, RuleViolation
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastleCounters

CastleScript = Script[CastleCounters]


def refuse(code: str, seat: str, paragraph: str, why: str, /, **args: Arg) -> RuleViolation:
    """Return the violation of one paragraph; ``why`` is a message id with its fields in ``args``."""
    return RuleViolation(f"castle-rampage.{code}", seat, Sentence(why, args), paragraph)


def must_go_on(script: CastleScript, seat: SeatKey) -> None:
    """Who acts sits at the table, and the game is not over."""
    state = script.state
    if state.outcome is not None:
        raise refuse("over", seat, "6.1", N_("The game is over."))
    if seat not in state.seats:
        raise MalformedCommand(f"nobody sits at {seat!r}; the seats are {', '.join(state.seats)}")


def must_be_on_turn(script: CastleScript, seat: SeatKey) -> None:
    """Only the seat on turn acts, and only while the game goes on."""
    must_go_on(script, seat)
    state = script.state
    if state.phase != "play" or state.active is None:
        raise refuse("set-up", seat, "1.5", N_("The cards of the set-up are not placed yet."))
    if state.active != seat:
        raise refuse("turn", seat, "2.1", N_("It is the turn of %(seat)s."), seat=SeatRef(state.active))
    if state.pending:
        raise refuse("pending", seat, "2.3", N_("%(seat)s must answer first."), seat=SeatRef(state.pending[0].seat))


def must_be_own(seat: SeatKey, pile: PileId, paragraph: str) -> None:
    """Cards are put under the own Gate or Castle only."""
    if pile not in (ev.gate(seat), ev.castle(seat)):
        raise refuse("pile", seat, paragraph, N_("A card goes only under the player's own Gate or Castle."))


def must_be_one(cards: Secret) -> None:
    """One card is laid at a time."""
    if len(cards.faces) != 1:
        raise MalformedCommand(f"one card is laid, not {len(cards.faces)}")


def must_hold(script: CastleScript, seat: SeatKey, *cards: Face) -> None:
    """The hand may hold these cards: all known ones that it has, or places that nobody noted."""
    hand = script.table.hand(seat)
    if len(cards) > hand.count:
        raise refuse("hand", seat, "2.3", N_("The hand has %(count)s cards, not %(n)s."), count=hand.count, n=len(cards))
    rest, unknown = list(hand.faces), hand.count - len(hand.faces)
    for card in (
        sorted(cards, key=known, reverse=True) if len(cards) > 1 else cards
    ):  # a card that is not shown may be one of the hand that is known
        if isinstance(card, str) and known(card) and card not in script.state.cards:
            raise MalformedCommand(f"no card is called {card!r}")
        if card in rest:
            rest.remove(str(card))
        elif known(card) and unknown == 0:
            raise refuse("hand", seat, "2.3", N_("%(card)s is not in the hand."), card=CardRef(str(card)))
        else:
            unknown -= 1
