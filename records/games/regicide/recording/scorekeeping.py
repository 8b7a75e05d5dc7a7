"""Writing down a real game: what the table must be asked, and what the seats may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from records.core.asking.answering import ScorekeeperTable
from records.core.asking.typed import AnswerOption, TableQuestion, card_options
from records.core.events import Event, name_of
from records.core.faces import UNKNOWN, known
from records.core.game import Owed, Scorekeeping
from records.core.requests import ChanceRequest
from records.core.sentences import N_, SeatRef, Sentence
from records.games.regicide.cards import ROYAL_RANKS, WORTH, royals, tavern
from records.games.regicide.deciding.legal import legal
from records.games.regicide.model import answers
from records.games.regicide.model import commands as cmd
from records.games.regicide.model import events as ev
from records.games.regicide.model.plays import MOST
from records.games.regicide.model.position import CASTLE, DISCARD, HEAP, TAVERN
from records.games.regicide.narration.wording import tell

if TYPE_CHECKING:
    from records.core.ids import DeckId
    from records.games.regicide.model.position import RegicidePosition


PLAYERS = (2, 3, 4, 1)
"""Numbers of players, the usual one first."""


def _hand(position: RegicidePosition, request: ChanceRequest) -> TableQuestion:
    seat, number = request.whose, request.number
    return TableQuestion(
        event=name_of(ev.HandDealt),
        seat=seat,
        asks=Sentence(N_("Which %(n)s cards is %(seat)s dealt?"), {"seat": SeatRef(seat), "n": number}),
        options=_off(position, TAVERN),
        least=number,
        most=number,
        build=lambda cards: answers.hand_dealt(request, cards),
    )


def _royal(position: RegicidePosition, request: ChanceRequest) -> Event | TableQuestion:
    left = _noted(position, CASTLE)
    able = left if left is not None else [card for rank in ROYAL_RANKS for card in royals(rank) if card in unseen(position)]
    if len(able) == 1:
        return answers.royal_revealed(request, able[0])
    return TableQuestion(
        event=name_of(ev.RoyalRevealed),
        asks=Sentence(N_("Which royal comes out of the castle?")),
        options=card_options(able, unknown=False),
        build=lambda cards: answers.royal_revealed(request, cards[0]),
    )


def _draw(position: RegicidePosition, request: ChanceRequest) -> Event | TableQuestion:
    seat = request.whose
    left = _noted(position, TAVERN)
    if left is not None and len(left) == 1:
        return answers.card_drawn(position, request, left[0])
    return TableQuestion(
        event=name_of(ev.CardDrawn),
        seat=seat,
        asks=Sentence(N_("Which card does %(seat)s draw?"), {"seat": SeatRef(seat)}),
        options=_off(position, TAVERN),
        build=lambda cards: answers.card_drawn(position, request, cards[0]),
    )


def _heal(position: RegicidePosition, request: ChanceRequest) -> Event | TableQuestion:
    state, lying = position.state, position.table
    number, pile = request.number, answers.lying(lying)
    seen = lying.zones.get(DISCARD, ())
    left = pile - number
    everything = not left
    if answers.tells_itself(state, lying):
        if everything and all(map(known, seen)):
            return answers.healed(position, [str(card) for card in seen], ())
        if not everything and all(map(known, seen)):
            return TableQuestion(
                event=name_of(ev.Healed),
                asks=Sentence(N_("Which %(n)s cards go under the Tavern? The rest of the discard pile shows it."), {"n": number}),
                options=card_options(map(str, seen), unknown=False),
                least=number,
                most=number,
                build=lambda cards: answers.healed(position, cards, ()),
            )
    if everything:
        return answers.healed(position, (UNKNOWN,) * number, ())
    unseen_there = unseen(position) if answers.size(lying, HEAP) or not all(map(known, seen)) else ()
    return TableQuestion(
        event=name_of(ev.Healed),
        asks=Sentence(N_("%(n)s cards go under the Tavern. Which card lies on top of the discard pile then?"), {"n": number}),
        options=card_options([*(str(card) for card in seen if known(card)), *unseen_there], unknown=True),
        build=lambda cards: answers.healed(position, (UNKNOWN,) * number, cards),
    )


def _off(position: RegicidePosition, deck: DeckId) -> tuple[AnswerOption, ...]:
    """What may come off a deck: what its top block holds where the log knows that, else any card that it does not show."""
    left = _noted(position, deck)
    return card_options(unseen(position) if left is None else left, unknown=True)


def _noted(position: RegicidePosition, deck: DeckId) -> list[str] | None:
    top = position.table.decks.get(deck, ())[:1]
    return [str(card) for card in top[0].faces] if top and top[0].faces is not None else None


def unseen(position: RegicidePosition) -> tuple[str, ...]:
    """Return the cards of the game, as often as there are, without those whose place the log shows."""
    lying = position.table
    players = len(position.state.seats)
    left = Counter([*tavern(players), *(card for rank in ROYAL_RANKS for card in royals(rank))])
    left.subtract(face for hand in lying.hands.values() for face in hand.faces)
    left.subtract(str(slot.seen) for slot in lying.slots.values() if known(slot.seen))
    left.subtract(str(face) for faces in lying.zones.values() for face in faces if known(face))
    return tuple(sorted((+left).elements()))


def actions(position: RegicidePosition) -> tuple[cmd.RegicideCommand, ...]:
    """Return what ``legal`` does, plays of cards that nobody noted before, what may be said, and that the game is given up."""
    state = position.state
    if state.outcome is not None or state.active is None:
        return ()
    found = [*legal(position)]
    hand = answers.held(position.table, state.active)
    if state.need is None and not state.choosing:
        unknown = range(1, min(MOST, hand.count - len(hand.faces)) + 1)
        found[:0] = [cmd.Play(seat=state.active, cards=(UNKNOWN,) * number) for number in unknown]
    found += _talk(position)
    return (*found, *(cmd.Resign(seat=seat) for seat in state.seats))


def _talk(position: RegicidePosition) -> Iterator[cmd.Say]:
    """What may be said now; counts are those that everybody sees."""
    state = position.state
    if state.alone:
        return
    kinds: tuple[ev.Statement, ...] = ("wants-next", "avoids-next") if state.choosing else ()
    for seat in state.seats:
        yield from (
            cmd.Say(seat=seat, statement=kind) for kind in (*kinds, "public-fact", "holds", "lacks", "wishes", "plans", "claims-royal")
        )


table = ScorekeeperTable({ev.HandDealt: _hand, ev.RoyalRevealed: _royal, ev.CardDrawn: _draw, ev.Healed: _heal})
"""What the table answers where the log has it already, else what the scorekeeper is asked."""

SCOREKEEPING = Scorekeeping(
    players=PLAYERS,
    commands=cmd.RegicideCommand,
    start=lambda seats, begins, chance: cmd.Start(seats=seats, begins=begins, chance=chance),
    table=table,
    actions=actions,
    tell=lambda _position, command: tell(command),
    unseen=unseen,
    ending=(cmd.Resign,),
    owed=lambda position: Owed(need=position.state.need, worth=WORTH) if position.state.need else None,
)
