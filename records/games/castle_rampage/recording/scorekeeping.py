"""Recording a real game: the questions to the table, and the commands of the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from records.core.asking.answering import ScorekeeperTable
from records.core.asking.typed import AnswerOption, TableQuestion, card_options
from records.core.events import Event, name_of
from records.core.faces import UNKNOWN, known
from records.core.game import Scorekeeping
from records.core.ids import PileId, SeatKey
from records.core.requests import ChanceRequest
from records.core.secret import Secret
from records.core.sentences import N_, CardRef, SeatRef, Sentence
from records.games.castle_rampage.deciding.legal import Ways, commands
from records.games.castle_rampage.deciding.payments import WRITTEN_DOWN
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.model.unseen import unseen
from records.games.castle_rampage.recording import answers
from records.games.castle_rampage.recording.effect_questions import EFFECT_QUESTIONS
from records.games.castle_rampage.recording.power_commands import paid_cards, tell_play, tell_power
from records.games.castle_rampage.recording.power_questions import defence, hit, top
from records.games.castle_rampage.recording.unnoted import named_reactions, unnoted_plays


def _hand_dealt(position: CastlePosition, request: ChanceRequest) -> TableQuestion:
    state = position.state
    without = () if state.rules["purple_at_start"] == "redealt" else state.purple
    asks = Sentence(N_("Which five cards is %(seat)s dealt?"), {"seat": SeatRef(request.whose)})
    return _dealt(request, asks, _in_deck(position, without), lambda cards: answers.hand_dealt(position, request, cards))


def _replaced(position: CastlePosition, request: ChanceRequest) -> TableQuestion:
    asks = Sentence(N_("Which cards is %(seat)s dealt for the purple ones?"), {"seat": SeatRef(request.whose)})
    return _dealt(request, asks, _in_deck(position), lambda cards: answers.purple_replaced(request, cards))


def _drawn(position: CastlePosition, request: ChanceRequest) -> TableQuestion:
    asks = Sentence(N_("Which card does %(seat)s draw?"), {"seat": SeatRef(request.whose)})
    return _dealt(request, asks, _in_deck(position), lambda cards: answers.card_drawn(request, cards[0]))


def _dealt(
    request: ChanceRequest, asks: Sentence, options: tuple[AnswerOption, ...], build: Callable[[Sequence[str]], Event]
) -> TableQuestion:
    (cls,), number = request.classes, request.number
    return TableQuestion(event=name_of(cls), seat=request.seat, asks=asks, options=options, least=number, most=number, build=build)


def _in_deck(position: CastlePosition, without: tuple[str, ...] = ()) -> tuple[AnswerOption, ...]:
    """The cards that may come off the draw pile: its remaining cards if the log knows them, else any card."""
    top = position.table.deck(ev.DRAW)[:1]
    left = [str(card) for card in top[0].faces] if top and top[0].faces is not None else unseen(position)
    return card_options([card for card in left if card not in without], unknown=True)


def _purple(position: CastlePosition, request: ChanceRequest) -> Event | TableQuestion:
    seat, purple = request.whose, position.state.purple
    hand = position.table.hands[seat]
    held = [card for card in hand.faces if card in purple]
    if len(hand.faces) == hand.count:
        return answers.purple_shown(position, request, held)
    return TableQuestion(
        event=name_of(ev.PurpleShown),
        seat=seat,
        asks=Sentence(N_("Which purple cards does %(seat)s show? None, if there are none."), {"seat": SeatRef(seat)}),
        options=card_options([card for card in (*held, *unseen(position)) if card in purple], unknown=False),
        least=len(held),
        most=hand.count - len(hand.faces) + len(held),
        build=lambda cards: answers.purple_shown(position, request, cards),
    )


def _defender(position: CastlePosition, request: ChanceRequest) -> Event | TableQuestion:
    pile, slot = answers.defender(position, request)
    cards, face = position.state.cards, position.table.slots[slot].face
    if isinstance(face, str) and known(face):
        return answers.defender_revealed(position, request, face, cards[face].defence(pile))
    values = sorted({card.defence(pile) for card in cards.values()})
    unnoted = tuple(AnswerOption(key=f"?{n}", says=Sentence(N_("not noted, its defence is %(n)s"), {"n": n})) for n in values)

    def build(chosen: tuple[str, ...]) -> Event:
        (key,) = chosen
        if key.startswith("?"):
            return answers.defender_revealed(position, request, UNKNOWN, int(key[1:]))
        return answers.defender_revealed(position, request, key, cards[key].defence(pile))

    gate = N_("Which card is turned over in the Gate of %(seat)s? The attack has %(n)s.")
    castle = N_("Which card is turned over in the Castle of %(seat)s? The attack has %(n)s.")
    text = gate if pile.startswith("gate:") else castle
    return TableQuestion(
        event=name_of(ev.DefenderRevealed),
        seat=ev.owner(pile),
        slot=slot,
        asks=Sentence(text, {"seat": SeatRef(ev.owner(pile)), "n": position.state.attack.strength if position.state.attack else 0}),
        options=(*card_options(unseen(position), unknown=False), *unnoted),
        build=build,
    )


EVERY_WAY = Ways(each=WRITTEN_DOWN, most=WRITTEN_DOWN)
"""Enough ways for the played one to be among them."""


def actions(position: CastlePosition) -> tuple[cmd.CastleCommand, ...]:
    """Return what ``legal`` does with every way to pay, plays of cards that nobody noted, and what is open to each seat at any time."""
    state = position.state
    if state.outcome is not None:
        return ()
    found = [named for command in commands(position, EVERY_WAY) for named in named_reactions(position, command)]
    if state.phase == "play" and state.active is not None and not state.pending:
        hand = position.table.hand(state.active)
        if hand.count > len(hand.faces):
            found = [cmd.Play(seat=state.active, card=UNKNOWN), *found, *unnoted_plays(position, state.active)]
    for seat in state.seats:
        if state.draw_offered == state.other(seat):
            found.append(cmd.AgreeDraw(seat=seat))
        elif state.draw_offered is None:
            found.append(cmd.OfferDraw(seat=seat))
    return (*found, *(cmd.Resign(seat=seat) for seat in state.seats))


def tell(position: CastlePosition, command: cmd.CastleCommand) -> Sentence:
    """Return a seat's command as one sentence."""
    match command:
        case cmd.Start():
            return Sentence(N_("%(seat)s begins."), {"seat": SeatRef(command.begins)})
        case cmd.Place() | cmd.Strengthen():
            paid = paid_cards(command.pays) if isinstance(command, cmd.Strengthen) else ()
            return _laid(command.seat, command.pile, command.card, paid, strengthens=isinstance(command, cmd.Strengthen))
        case cmd.Play():
            if not known(command.card):
                return Sentence(N_("%(seat)s plays a card that nobody noted."), {"seat": SeatRef(command.seat)})
            return tell_play(command)
        case cmd.EndTurn():
            return Sentence(N_("%(seat)s ends the turn."), {"seat": SeatRef(command.seat)})
        case cmd.Resign():
            return Sentence(N_("%(seat)s resigns."), {"seat": SeatRef(command.seat)})
        case cmd.OfferDraw():
            return Sentence(N_("%(seat)s offers a draw."), {"seat": SeatRef(command.seat)})
        case cmd.AgreeDraw():
            return Sentence(N_("%(seat)s accepts the draw."), {"seat": SeatRef(command.seat)})
        case _:
            return tell_power(position, command)


def _laid(seat: SeatKey, pile: PileId, card: Secret, paid: tuple[CardRef, ...], *, strengthens: bool) -> Sentence:
    gate = pile.startswith("gate:")
    if not all(map(known, card.faces)):
        text = (
            N_("%(seat)s puts a card that nobody noted under the Gate.")
            if gate
            else N_("%(seat)s puts a card that nobody noted under the Castle.")
        )
        return Sentence(text, {"seat": SeatRef(seat)})
    if paid:
        text = (
            N_("%(seat)s strengthens the Gate with %(card)s and pays %(paid)s.")
            if gate
            else N_("%(seat)s strengthens the Castle with %(card)s and pays %(paid)s.")
        )
        return Sentence(text, {"seat": SeatRef(seat), "card": CardRef(str(card.faces[0])), "paid": paid})
    if strengthens:
        text = N_("%(seat)s strengthens the Gate with %(card)s.") if gate else N_("%(seat)s strengthens the Castle with %(card)s.")
    else:
        text = N_("%(seat)s puts %(card)s under the Gate.") if gate else N_("%(seat)s puts %(card)s under the Castle.")
    return Sentence(text, {"seat": SeatRef(seat), "card": CardRef(str(card.faces[0]))})


table = ScorekeeperTable(
    {
        ev.HandDealt: _hand_dealt,
        ev.PurpleShown: _purple,
        ev.NoPurpleHeld: _purple,
        ev.PurpleReplaced: _replaced,
        ev.PurpleShuffledIn: lambda _position, request: ev.PurpleShuffledIn(rule=request.rule),
        ev.CardDrawn: _drawn,
        ev.DiscardsReshuffled: lambda _position, request: ev.DiscardsReshuffled(rule=request.rule),
        ev.DefenderRevealed: _defender,
        pe.DefenceChecked: defence,
        pe.TopDiscarded: top,
        pe.HandCardHit: hit,
        **EFFECT_QUESTIONS,
    }
)
"""What the table answers where the log has it already, else what the scorekeeper is asked."""

SCOREKEEPING = Scorekeeping(
    players=(2,),
    commands=cmd.CastleCommand,
    start=lambda seats, begins, chance: cmd.Start(seats=seats, begins=begins, chance=chance),
    table=table,
    actions=actions,
    tell=tell,
    unseen=unseen,
    ending=(cmd.Resign, cmd.AgreeDraw),
)
