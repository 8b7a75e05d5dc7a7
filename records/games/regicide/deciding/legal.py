"""Every command that a seat may give now, as far as the log shows its hand."""

from __future__ import annotations

from itertools import combinations, compress

from records.core.faces import UNKNOWN, Face
from records.core.ids import SeatKey
from records.games.regicide.cards import WORTH
from records.games.regicide.deciding.suffering import HIGHEST, at_least, can_flip
from records.games.regicide.deciding.yielding import may_yield
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


def _step_1(position: RegicidePosition, seat: SeatKey) -> list[cmd.RegicideCommand]:
    state, hand = position.state, held(position.table, seat)
    found: list[cmd.RegicideCommand] = [cmd.Play(seat=seat, cards=cards) for cards in plays(hand.faces)]
    yields = may_yield(state, seat)
    if yields:
        found.append(cmd.Yield(seat=seat))
    if can_flip(state, position.table):
        found.append(cmd.Flip(seat=seat, step=1, cards=_all(position, seat)))
    if not yields and not hand.count and not _saved(position):
        found.append(cmd.Fall(seat=seat, why="cannot-act"))
    return found


def _step_4(position: RegicidePosition, seat: SeatKey, need: int) -> list[cmd.RegicideCommand]:
    state, answers = position.state, _asked(position)
    found: list[cmd.RegicideCommand] = [cmd.Discard(seat=seat, cards=cards, answers=answers) for cards in discards(position, seat, need)]
    if can_flip(state, position.table):
        found.append(cmd.Flip(seat=seat, step=4, cards=_all(position, seat), answers=answers))
    if need and at_least(state, position.table, seat) < need and not _saved(position):
        found.append(cmd.Fall(seat=seat, why="cannot-defend", below=need, answers=answers))
    return found


def discard(position: RegicidePosition, seat: SeatKey, cards: tuple[Face, ...]) -> cmd.Discard:
    """Return the command to meet the attack with some cards."""
    return cmd.Discard(seat=seat, cards=cards, answers=_asked(position))


def discards(position: RegicidePosition, seat: SeatKey, need: int) -> list[tuple[Face, ...]]:
    """Return every set of cards that meets an attack of ``need``, each once, the known ones sorted and first."""
    if not need:
        return [()]
    hand = held(position.table, seat)
    none_in_vain = position.state.rules["discards"] == "none in vain"
    unnoted = hand.count - len(hand.faces)
    worth = [WORTH[card] for card in hand.faces]
    if not unnoted:
        return _noted_discards(hand.faces, worth, need, none_in_vain=none_in_vain)
    found: list[tuple[Face, ...]] = []
    for number in range(len(worth) + 1):
        both = zip(combinations(hand.faces, number), combinations(worth, number), strict=True)
        for chosen, values in dict(both).items():
            together = sum(values)
            if together >= need and not (none_in_vain and together - max(values) >= need):
                found.append(chosen)
            fewest = max(1, -((together - need) // HIGHEST))
            found += [(*chosen, *(UNKNOWN,) * unknown) for unknown in range(fewest, unnoted + 1)]
    return found


def _noted_discards(cards: tuple[str, ...], worth: list[int], need: int, *, none_in_vain: bool) -> list[tuple[Face, ...]]:
    """Return what ``discards`` does of a hand of which every card is known."""
    least = sorted(worth)
    found: list[tuple[Face, ...]] = []
    for number in range(1, len(worth) + 1):
        if sum(least[len(least) - number :]) < need:
            continue  # even the best of them are not enough
        if none_in_vain:
            if sum(least[: number - 1]) >= need:
                break  # of so many one is always in vain
            meet = (need <= sum(values) < need + max(values) for values in combinations(worth, number))
            found += compress(combinations(cards, number), meet)
        elif sum(least[:number]) >= need:
            found += combinations(cards, number)  # even the worst of them are enough
        else:
            found += compress(combinations(cards, number), map(need.__le__, map(sum, combinations(worth, number))))
    return found if len(set(cards)) == len(cards) else list(dict.fromkeys(found))


def _asked(position: RegicidePosition) -> str:
    pending = position.state.pending
    return pending[0].id if pending else ""


def _all(position: RegicidePosition, seat: SeatKey) -> tuple[Face, ...]:
    hand = held(position.table, seat)
    return (*hand.faces, *(UNKNOWN,) * (hand.count - len(hand.faces)))


def _saved(position: RegicidePosition) -> bool:
    """Whether a flip may still bring cards."""
    state: RegicideCounters = position.state
    return can_flip(state, position.table) and size(position.table, TAVERN) > 0
