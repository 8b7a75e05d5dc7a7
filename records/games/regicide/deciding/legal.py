"""Every command that a seat may give now, as far as the log shows its hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from records.core.faces import UNKNOWN, Face
from records.core.ids import SeatKey
from records.games.regicide.cards import WORTH
from records.games.regicide.deciding.suffering import HIGHEST, at_least, can_flip
from records.games.regicide.deciding.yielding import yield_forbidden
from records.games.regicide.model import commands as cmd
from records.games.regicide.model.answers import held, size
from records.games.regicide.model.plays import plays
from records.games.regicide.model.position import TAVERN, RegicideCounters, RegicidePosition


def legal(position: RegicidePosition) -> tuple[cmd.RegicideCommand, ...]:
    """Return the commands of the seat on turn; talking and giving up are always open and not listed.

    Of a hand whose cards nobody noted, only what is known can be played; any number of its other cards may be discarded, each ``"?"``.
    """
    state = position.state
    if state.outcome is not None or state.active is None or not state.turn:
        return ()
    seat = state.active
    if state.choosing:
        answers = next(asked.id for asked in state.pending if asked.what == "next")
        others = state.rules["jester_names"] == "another player" and not state.alone
        return tuple(cmd.ChooseNext(seat=seat, next=other, answers=answers) for other in state.seats if not (others and other == seat))
    if state.need is not None:
        return tuple(_step_4(position, seat, state.need))
    return tuple(_step_1(position, seat))


def _step_1(position: RegicidePosition, seat: SeatKey) -> Iterator[cmd.RegicideCommand]:
    state, hand = position.state, held(position.table, seat)
    yield from (cmd.Play(seat=seat, cards=cards) for cards in plays(hand.faces))
    may_yield = yield_forbidden(state, seat) is None
    if may_yield:
        yield cmd.Yield(seat=seat)
    if can_flip(state, position.table):
        yield cmd.Flip(seat=seat, step=1, cards=_all(position, seat))
    if not may_yield and not hand.count and not _saved(position):
        yield cmd.Fall(seat=seat, why="cannot-act")


def _step_4(position: RegicidePosition, seat: SeatKey, need: int) -> Iterator[cmd.RegicideCommand]:
    state = position.state
    answers = next((asked.id for asked in state.pending), "")
    yield from (cmd.Discard(seat=seat, cards=cards, answers=answers) for cards in discards(position, seat, need))
    if can_flip(state, position.table):
        yield cmd.Flip(seat=seat, step=4, cards=_all(position, seat), answers=answers)
    if need and at_least(state, position.table, seat) < need and not _saved(position):
        yield cmd.Fall(seat=seat, why="cannot-defend", below=need, answers=answers)


def discards(position: RegicidePosition, seat: SeatKey, need: int) -> Iterator[tuple[Face, ...]]:
    """Yield every set of cards that meets an attack of ``need``, each once, the known ones sorted and first."""
    if not need:
        yield ()
        return
    hand = held(position.table, seat)
    none_in_vain = position.state.rules["discards"] == "none in vain"
    unnoted = [(UNKNOWN,) * number for number in range(hand.count - len(hand.faces) + 1)]
    for number in range(len(hand.faces) + 1):
        for chosen in dict.fromkeys(combinations(hand.faces, number)):
            values = [WORTH[card] for card in chosen]
            for unknown in unnoted:
                if sum(values) + HIGHEST * len(unknown) < need:
                    continue
                if not (none_in_vain and not unknown and sum(values) - max(values) >= need):
                    yield (*chosen, *unknown)


def _all(position: RegicidePosition, seat: SeatKey) -> tuple[Face, ...]:
    hand = held(position.table, seat)
    return (*hand.faces, *(UNKNOWN,) * (hand.count - len(hand.faces)))


def _saved(position: RegicidePosition) -> bool:
    """Whether a flip may still bring cards."""
    state: RegicideCounters = position.state
    return can_flip(state, position.table) and size(position.table, TAVERN) > 0
