"""Paying with start dice: which of them may be burned for a cost (§ 2.2, 2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations

from records.core.ids import SeatKey
from records.core.sentences import N_
from records.errors import MalformedCommand
from records.games.creature_crush.deciding.refusals import refuse
from records.games.creature_crush.model.position import CrushCounters, CrushScript
from records.games.creature_crush.model.turn_events import Dice
from records.games.creature_crush.paying import payments


def left(state: CrushCounters) -> Dice:
    """Return the numbers of the dice that are not burned."""
    return _left(len(state.dice), state.burned)


@lru_cache(maxsize=1024)
def _left(dice: int, burned: Dice) -> Dice:
    return tuple([nth for nth in range(dice) if nth not in burned])


def payable(state: CrushCounters) -> Mapping[int, tuple[Dice, ...]]:
    """Return the costs that dice which are not burned pay exactly, each with the ways to do it; of ways with the same faces one."""
    return _ways(state.dice, state.burned)


@lru_cache(maxsize=4096)
def _ways(dice: Dice, burned: Dice) -> Mapping[int, tuple[Dice, ...]]:
    there = _left(len(dice), burned)
    ways = payments(tuple([dice[nth] for nth in there]))
    return {cost: tuple([tuple([there[place] for place in places]) for places in of]) for cost, of in ways.items()}


def ways_to_burn(state: CrushCounters, number: int) -> tuple[Dice, ...]:
    """Return the ways to burn so many dice, whatever they show; of ways with the same faces one."""
    return burnable(state).get(number, ())


def burnable(state: CrushCounters) -> Mapping[int, tuple[Dice, ...]]:
    """Return the same by number: none, and up to as many as are left."""
    return _burns(state.dice, state.burned)


@lru_cache(maxsize=4096)
def _burns(dice: Dice, burned: Dice) -> Mapping[int, tuple[Dice, ...]]:
    there = _left(len(dice), burned)
    return {number: _different(dice, combinations(there, number)) for number in range(len(there) + 1)}


def _different(dice: Dice, ways: Iterable[Dice]) -> tuple[Dice, ...]:
    found: dict[Dice, Dice] = {}
    for chosen in ways:
        found.setdefault(tuple(sorted(dice[nth] for nth in chosen)), chosen)
    return tuple(found.values())


def must_burn(
    script: CrushScript, seat: SeatKey, dice: Dice, paragraph: str, *, cost: int | None = None, number: int | None = None
) -> None:
    """Dice that are left are burned: so many, or with exactly this sum."""
    state = script.state
    if list(dice) != sorted(set(dice)) or (dice and not 0 <= dice[0] <= dice[-1] < len(state.dice)):
        raise MalformedCommand(f"dice are named by their numbers from 0 to {len(state.dice) - 1}, in order, each once: {list(dice)}")
    if not set(dice).isdisjoint(state.burned):
        raise refuse("burned", seat, "2.3", N_("A burned die pays for nothing more."))
    if number is not None and len(dice) != number:
        raise refuse("dice", seat, paragraph, N_("This costs %(n)s dice, not %(count)s."), n=number, count=len(dice))
    paid = sum(state.dice[nth] for nth in dice)
    if cost is not None and (not dice or paid != cost):
        raise refuse("cost", seat, "2.2", N_("The dice show %(paid)s, the cost is %(cost)s."), paid=paid, cost=cost)
