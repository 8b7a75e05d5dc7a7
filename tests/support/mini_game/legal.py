"""What a seat may do, as far as a log shows its hand."""

from __future__ import annotations

from collections.abc import Iterator

from records.core.faces import fits
from records.core.ids import SeatKey
from records.core.position import Command, Position
from records.core.secret import ALL, ordered, secret
from support.mini_game import commands as cmd
from support.mini_game.cards import CARDS_OF, DISCARD, DRAW, SEATS, UNDER, row
from support.mini_game.decide import BIRDS, CLAIMS
from support.mini_game.evolve import HollowCounters

HollowPosition = Position[HollowCounters]


def legal(position: HollowPosition) -> tuple[Command, ...]:
    """Return the commands that ``decide`` takes, of each kind a good choice."""
    state = position.state
    if state.outcome is not None:
        return ()
    if not state.turn:
        return tuple(cmd.Start(seats=SEATS, begins=seat) for seat in SEATS)
    if state.pending:
        return tuple(_answers(position))
    seat = state.active
    assert seat is not None
    draw = [cmd.AgreeDraw(seat=other) for other in SEATS if state.offered not in (None, other)]
    return (
        *(cmd.Seek(seat=seat, partner=partner) for partner in (None, *_others(seat))),
        *(cmd.WantTop(seat=seat, up=up) for up in (False, True)),
        *_from_hand(position, seat),
        *_with_rows(position, seat),
        *_with_discards(position, seat),
        cmd.Resign(seat=seat),
        *(draw or [cmd.OfferDraw(seat=seat)]),
    )


def _others(seat: SeatKey) -> list[SeatKey]:
    return [other for other in SEATS if other != seat]


def _answers(position: HollowPosition) -> Iterator[Command]:
    asked = position.state.pending[0]
    if asked.what == "discard":
        hand = position.table.hands[asked.seat]
        names = sorted(set(hand.faces)) or ["?"]
        cards = [(name,) for name in names] if hand.count else [()]  # a fact may have emptied the hand since
        yield from (cmd.Drop(seat=asked.seat, answers=asked.id, cards=each) for each in cards)
        return
    deck = position.state.searched
    yield cmd.DeclinePull(seat=asked.seat, answers=asked.id, deck=deck)
    blocks = position.table.decks.get(deck, ())
    if len(blocks) != 1:
        return  # somebody touched the deck since the search
    for name in sorted({str(face) for face in blocks[0].faces or () if fits(str(face), BIRDS)}):
        yield cmd.Pull(seat=asked.seat, answers=asked.id, deck=deck, card=secret(name, to=(asked.seat,), hint=BIRDS))


def _from_hand(position: HollowPosition, seat: SeatKey) -> Iterator[Command]:
    hand = position.table.hands[seat]
    names = sorted(set(hand.faces))
    if hand.count:
        yield cmd.OfferBlind(seat=seat)
    for name in names:
        own = secret(name, to=(seat,))
        length = len(position.table.piles.get(row(seat), ()))
        yield cmd.Lay(seat=seat, card=secret(name, to=ALL), up=True)
        for claim, hint in CLAIMS.items():
            if fits(name, hint):
                yield cmd.Lay(seat=seat, card=secret(name, to=(seat,), hint=hint), claim=claim, at=length // 2 if claim else "top")
        yield from _plays(position, seat, name)
        for other in _others(seat):
            yield cmd.Show(seat=seat, to=other, card=secret(name, to=tuple(sorted((seat, other)))))
        yield cmd.Bury(seat=seat, deck=DRAW, end="top", cards=own)
    if len(hand.faces) > 1:
        first, second = hand.faces[0], hand.faces[-1]
        for deck, end in ((DRAW, "top"), (UNDER, "bottom")):
            yield cmd.Bury(seat=seat, deck=deck, end=end, cards=secret(first, second, to=(seat,)))
            yield cmd.Bury(seat=seat, deck=deck, end=end, cards=ordered(second, first, to=(seat,)))
    yield cmd.Bury(seat=seat, deck=DRAW, end="bottom", cards=secret(to=(seat,)))


def _plays(position: HollowPosition, seat: SeatKey, name: str) -> Iterator[Command]:
    yield cmd.PlayCard(seat=seat, card=name, effect="mill")
    yield from (cmd.PlayCard(seat=seat, card=name, effect="question", of=of, kind=kind) for of in SEATS for kind in CARDS_OF)
    yield from (cmd.PlayCard(seat=seat, card=name, effect="weigh", of=of) for of in SEATS)
    yield from (cmd.PlayCard(seat=seat, card=name, effect="count", of=deck, kind=kind) for deck in (DRAW, UNDER) for kind in CARDS_OF)
    yield from (cmd.PlayCard(seat=seat, card=name, effect=effect, of=of) for effect in ("glimpse", "look") for of in _others(seat))
    yield from (cmd.PlayCard(seat=seat, card=name, effect="spy", partner=of, number=nth) for of in _others(seat) for nth in range(3))
    yield from (cmd.PlayCard(seat=seat, card=name, effect="cut", kind=kind) for kind in ("", "own"))
    yield from (cmd.PlayCard(seat=seat, card=name, effect="search", of=deck) for deck in (DRAW, UNDER))


def _with_rows(position: HollowPosition, seat: SeatKey) -> Iterator[Command]:
    for pile, slots in position.table.piles.items():
        own = pile == row(seat)
        for slot in slots:
            if not position.table.slots[slot].up:
                yield from (cmd.Choose(seat=seat, slot=slot, why=why) for why in ("peek", "challenge"))
            if own:
                yield cmd.Recall(seat=seat, slot=slot)
                yield from (cmd.Shift(seat=seat, slot=slot, at=at) for at in (0, "bottom"))
        if own and slots:
            yield cmd.Stir(seat=seat)


def _with_discards(position: HollowPosition, seat: SeatKey) -> Iterator[Command]:
    lying = position.table.zones.get(DISCARD, ())
    yield from (cmd.Raise(seat=seat, index=index) for index in {0, len(lying) // 2} if lying)
    yield from (cmd.Fetch(seat=seat, card=card) for card in lying[:3])
    yield from (cmd.Return(seat=seat, cards=lying[1 : 1 + number], end=end) for number in (0, 1, 2) for end in ("top", "bottom"))
