"""Every command that a seat may give now, as far as the log shows its hand.

Bounded: of the ways to pay for one play, and of the sets of cards to discard, at most ``payments.LISTED`` are listed; of the sets of attack
cards that go with a Jester none, each single one, and all. ``decide`` takes the others too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice

import msgspec

from records.core.events import Event
from records.core.faces import UNKNOWN, Face, bag
from records.core.ids import SeatKey
from records.core.requests import ChanceRequest
from records.core.script import Script
from records.core.secret import Secret, audience, secret
from records.core.shared import Asked
from records.errors import ImpossibleEvent, RuleViolation
from records.games.castle_rampage.cards import Card
from records.games.castle_rampage.deciding.announcing import paid_for
from records.games.castle_rampage.deciding.attack import ROB, TARGET
from records.games.castle_rampage.deciding.costs import demands, must_have_tops_for
from records.games.castle_rampage.deciding.debts import DISCARD, spared
from records.games.castle_rampage.deciding.payments import LISTED, payments, without
from records.games.castle_rampage.deciding.playable import (
    forbidden,
    goes_along,
    must_be_playable,
    must_lie_own,
    must_send,
    must_slip,
    must_strengthen,
    must_strengthen_now,
    plays_on,
    powers_must_allow,
)
from records.games.castle_rampage.deciding.reactions import DEFENCE, weakening
from records.games.castle_rampage.evolving.evolve import WRITTEN
from records.games.castle_rampage.evolving.power_evolve import DEBT
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.effect_commands import effect_choices
from records.games.castle_rampage.model.position import CastleCounters, CastlePosition
from records.games.castle_rampage.model.refusals import CastleScript
from records.games.castle_rampage.powers import may_be_sent, slips, takes_along, traits


def legal(position: CastlePosition) -> tuple[cmd.CastleCommand, ...]:
    """Return the commands of the seat that is to act, in the set-up of both; resigning and draws are always open and not listed.

    A hand whose cards nobody noted gives one command with the face unknown.
    """
    return commands(position, Ways())


class Ways(msgspec.Struct, frozen=True):
    """Which of many ways to pay are listed."""

    each: int = LISTED
    """How many for each choice of what is paid at all."""
    most: int = LISTED
    """How many for one play in all, and how many sets of cards to discard."""
    order: Callable[[Face], float] | None = None
    """Which cards are paid first; None for those that come first by name."""

    def sorted(self, hand: tuple[Face, ...]) -> tuple[Face, ...]:
        """Return cards in the order in which they are paid."""
        return hand if self.order is None else tuple(sorted(hand, key=self.order))


def commands(position: CastlePosition, ways: Ways) -> tuple[cmd.CastleCommand, ...]:
    """Return what ``legal`` does, with other ways to pay."""
    state = position.state
    if state.outcome is not None:
        return ()
    if state.phase == "setup":
        return tuple(_places(position))
    if state.pending:
        return tuple(command for asked in state.pending for command in _answers(position, asked, ways.most))
    if state.active is None:
        return ()
    turn = TurnOptions(position, state.active, ways)
    return (*turn.plays(), *turn.slips(), *turn.sent(), *turn.strengthens(), cmd.EndTurn(seat=state.active))


def _places(position: CastlePosition) -> Iterator[cmd.Place]:
    piles, purple = list(dict.fromkeys(position.state.to_place)), position.state.purple
    for seat in dict.fromkeys(map(ev.owner, piles)):
        own = [pile for pile in piles if ev.owner(pile) == seat]
        for card in _cards(position, seat):
            if card not in purple:
                laid = _own(card, seat)
                yield from [cmd.Place(seat=seat, pile=pile, card=laid) for pile in own]


@lru_cache(maxsize=1024)
def _own(card: Face, seat: SeatKey) -> Secret:
    return secret(card, to=audience(seat))


def _cards(position: CastlePosition, seat: SeatKey) -> list[str]:
    hand = position.table.hand(seat)
    return [*sorted(set(hand.faces)), *(["?"] if hand.count > len(hand.faces) else [])]


def hand_of(position: CastlePosition, seat: SeatKey) -> tuple[Face, ...]:
    """Return all cards of a hand, ``?`` for each that nobody noted."""
    hand = position.table.hand(seat)
    return (*hand.faces, *(UNKNOWN,) * (hand.count - len(hand.faces)))


def _along(card: Card, state: CastleCounters, rest: tuple[Face, ...]) -> Iterator[tuple[Face, ...]]:
    yield ()
    if not takes_along(card):
        return
    found = [face for face in rest if (other := state.card(face)) is not None and goes_along(other)]
    yield from ((face,) for face in dict.fromkeys(found))
    if len(found) > 1:
        yield tuple(found)


def taken(script: CastleScript, command: cmd.Play | cmd.Slip | cmd.Strengthen) -> bool:
    """Whether ``decide`` takes a command of the seat on turn."""
    try:
        match command:
            case cmd.Play():
                must_be_playable(script, _SILENT, command)
            case cmd.Slip():
                must_slip(script, command)
            case _:
                must_strengthen(script, command)
    except RuleViolation:
        return False
    return True


class Silent:
    """A table that is never asked, because legality does not depend on it."""

    def ask(self, position: CastlePosition, request: ChanceRequest) -> Event:
        """Raise ``ImpossibleEvent``."""
        raise ImpossibleEvent(f"version {position.version}: nothing is asked, not {request.wanted}")


_SILENT = Silent()


def _allowed(must: Callable[..., object], *of: object) -> bool:
    """Whether a rule refuses nothing."""
    try:
        must(*of)
    except RuleViolation:
        return False
    return True


class TurnOptions:
    """What the seat on turn may do, sort by sort: each is listed from the rules and the hand, without trying what is refused."""

    def __init__(self, position: CastlePosition, seat: SeatKey, ways: Ways) -> None:
        self._position, self._seat, self._ways = position, seat, ways
        self._script: CastleScript = Script(WRITTEN, position, position.version + 1)
        self._cards, self._hand = _cards(position, seat), hand_of(position, seat)

    def plays(self) -> Iterator[cmd.Play]:
        """Yield the plays of cards of the hand."""
        state, seat = self._position.state, self._seat
        cards = [card for card in self._cards if card != UNKNOWN]
        if not state.powers:
            yield from (cmd.Play(seat=seat, card=card) for card in cards)
        elif not plays_on(state):
            return
        else:
            hand = self._ways.sorted(self._hand)
            for card in cards:
                one = state.cards[card]
                if traits(one).does and not forbidden(state, one, (), seat):
                    yield from self._played(one, hand)

    def _played(self, one: Card, hand: tuple[Face, ...]) -> Iterator[cmd.Play]:
        state, script, seat, card = self._position.state, self._script, self._seat, one.name
        has = traits(one)
        if has.judges and not _allowed(powers_must_allow, script, _SILENT, seat, one):
            return
        asked = demands(state, one)
        if not asked and not has.along:
            yield cmd.Play(seat=seat, card=card)
            return
        rest = without(hand, (card,))
        for along in _along(one, state, rest):
            if along and forbidden(state, one, along, seat):
                continue
            asked = demands(state, one, along)
            if not asked:
                yield cmd.Play(seat=seat, card=card, with_cards=along)
            elif _allowed(must_have_tops_for, script, seat, asked):
                left = without(rest, along) if along else rest
                for pays in payments(state, card, left, along, each=self._ways.each, most=self._ways.most):
                    yield cmd.Play(seat=seat, card=card, with_cards=along, pays=pays)

    def slips(self) -> Iterator[cmd.Slip]:
        """Yield the cards that may be laid face down under the enemy Gate."""
        state, seat = self._position.state, self._seat
        for card in self._cards if state.powers else ():
            if card == UNKNOWN or slips(state.card(card)):
                rest = without(self._hand, (card,))
                for pays in payments(state, card, rest, each=self._ways.most, most=self._ways.most):
                    command = cmd.Slip(seat=seat, card=_own(card, seat), pays=pays)
                    if taken(self._script, command):
                        yield command

    def sent(self) -> Iterator[cmd.SendVeteran]:
        """Yield the cards of the display that may be sent to attack."""
        state, table, seat = self._position.state, self._position.table, self._seat
        for slot in table.piles.get(ev.display(seat), ()) if not state.sent else ():
            card = state.card(table.slots[slot].face)
            if (card is None or may_be_sent(card)) and _allowed(must_send, self._script, seat, slot):
                yield cmd.SendVeteran(seat=seat, slot=slot)

    def strengthens(self) -> Iterator[cmd.Strengthen]:
        """Yield the ways to strengthen the own Gate or Castle."""
        state, seat, script = self._position.state, self._seat, self._script
        if state.strengthened:
            return
        piles = [pile for pile in (ev.gate(seat), ev.castle(seat)) if _allowed(must_strengthen_now, script, seat, pile)]
        announced = paid_for(state)
        for card in self._cards if piles else ():
            one, laid = state.card(card), _own(card, seat)
            if slips(one) and not _allowed(must_lie_own, state, seat, one):
                continue
            if card not in announced:
                for pile in piles:
                    yield cmd.Strengthen(seat=seat, pile=pile, card=laid)
                continue
            rest = without(self._hand, (card,))
            paid = tuple(payments(state, card, rest, each=self._ways.most, most=self._ways.most))
            found = (cmd.Strengthen(seat=seat, pile=pile, card=laid, pays=pays) for pile in piles for pays in paid)
            yield from (command for command in found if taken(script, command))


def _answers(position: CastlePosition, asked: Asked, most: int) -> Iterator[cmd.CastleCommand]:
    """Yield the answers to a question."""
    state, seat = position.state, asked.seat
    if asked.what == TARGET:
        enemy = state.other(seat)
        yield from (cmd.ChooseTarget(answers=asked.id, seat=seat, pile=pile) for pile in (ev.gate(enemy), ev.castle(enemy)))
    elif asked.what == DEFENCE:
        names = weakening(state)
        cards = [card for card in _cards(position, seat) if card in names or card == UNKNOWN]
        yield from (cmd.PlayLastResort(answers=asked.id, seat=seat, card=card) for card in cards)
        yield cmd.DeclineDefence(answers=asked.id, seat=seat)
    elif asked.what == ROB:
        yield from (cmd.AnswerRobber(answers=asked.id, seat=seat, takes=takes) for takes in (True, False))
    elif asked.what == DISCARD:
        kept = spared(position, seat) if asked.why.startswith(DEBT) else ()
        for chosen in discards(hand_of(position, seat), asked.most, kept, most):
            yield cmd.Discard(answers=asked.id, seat=seat, cards=chosen)
    else:
        yield from effect_choices(position, asked)


def discards(hand: Sequence[Face], number: int, kept: Sequence[Face] = (), most: int = LISTED) -> Iterator[tuple[Face, ...]]:
    """Yield the sets of so many cards of a hand, each once, at most ``most``; ``kept`` are not among them."""
    free = without(tuple(hand), tuple(card for card in kept if card in hand))
    yield from islice(dict.fromkeys(bag(cards) for cards in islice(combinations(free, number), most * most)), most)
