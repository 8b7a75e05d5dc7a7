"""What dice pay, and how likely that is, exact by enumeration (§ 2, 5).

A creature's cost is one face or the sum of several, a crush card's a number of dice.
Faces are whole numbers from 1 to 6, in the order in which the dice lie; dice are named by their index in it. A die is used once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from types import MappingProxyType
from typing import TypeAlias

Faces: TypeAlias = tuple[int, ...]
SIDES = 6
MOST_START_DICE = 5
BONUS_FROM = 3
"""All dice alike, so many or more, bring another die: a triple the fourth, a quadruple the fifth."""
MOST_COUNTED = 10
"""Dice of a roll that is enumerated; there are 3,003 different rolls of ten."""


@cache
def sums(faces: Faces) -> frozenset[int]:
    """Return every cost that some of the dice pay: the faces and the sums of several."""
    found = {0}
    for face in faces:
        found |= {total + face for total in found}
    return frozenset(found - {0})


@lru_cache(maxsize=4096)
def payments(faces: Faces) -> Mapping[int, tuple[tuple[int, ...], ...]]:
    """Return the ways to pay each cost exactly, each as indices of dice in order; fewest dice first, of ways with the same faces one."""
    indices, found = range(len(faces)), dict[int, dict[Faces, tuple[int, ...]]]()
    for number in range(1, len(faces) + 1):
        for chosen, shown in zip(combinations(indices, number), combinations(faces, number), strict=True):
            found.setdefault(sum(shown), {}).setdefault(tuple(sorted(shown)), chosen)
    return MappingProxyType({cost: tuple(ways.values()) for cost, ways in found.items()})


def pays_together(faces: Iterable[int], costs: Iterable[int]) -> bool:
    """Whether all these costs of creatures can be paid one after the other, no die twice."""
    owed = tuple(costs)
    states, steps = prod(cost + 1 for cost in owed), _steps(owed)
    found = 1
    for face in faces:
        more = found
        for step, open_to in steps:
            more |= (found & open_to[face]) << face * step
        found = more
    return bool(found >> states - 1)


@lru_cache(maxsize=64)
def _steps(costs: tuple[int, ...]) -> tuple[tuple[int, Mapping[int, int]], ...]:
    """Return for each cost what one pip of it is worth, and by face the states in which a die of that face can still go towards it.

    A state says how much of each cost is paid: a number with one digit a cost, from 0 to the cost. Sets of states are bits.
    """
    states, found, step = prod(cost + 1 for cost in costs), [], 1
    for cost in costs:
        able = {
            face: sum(1 << state for state in range(states) if state // step % (cost + 1) + face <= cost) for face in range(1, SIDES + 1)
        }
        found.append((step, able))
        step *= cost + 1
    return tuple(found)


@cache
def rolls(dice: int) -> Mapping[Faces, Fraction]:
    """Return every roll of 0 to 10 dice, its faces in ascending order, with its chance; raises ``ValueError`` for another number."""
    if not 0 <= dice <= MOST_COUNTED:
        raise ValueError(f"{dice} dice are not counted, but 0 to {MOST_COUNTED}")
    whole = SIDES**dice
    found = {
        faces: Fraction(factorial(dice) // prod(factorial(number) for number in Counter(faces).values()), whole)
        for faces in combinations_with_replacement(range(1, SIDES + 1), dice)
    }
    return MappingProxyType(found)


@cache
def start_rolls(dice: int = 3, extra: int = 0) -> Mapping[Faces, Fraction]:
    """Return every outcome of a start phase, faces in ascending order, with its chance (§ 4.2).

    ``dice`` start dice are rolled, another for a triple, another for a quadruple; then ``extra`` dice of effects. Never more than 5 in all.
    """
    found = dict(rolls(min(dice, MOST_START_DICE)))
    for number in range(BONUS_FROM, MOST_START_DICE):
        found = _with_more(found, partial(_bonus, number))
    return MappingProxyType(_with_more(found, lambda faces: min(extra, MOST_START_DICE - len(faces))))


def _bonus(number: int, faces: Faces) -> int:
    """Return 1 for so many dice that are all alike."""
    return int(len(faces) == number and len(set(faces)) == 1)


def _with_more(before: Mapping[Faces, Fraction], more: Callable[[Faces], int]) -> dict[Faces, Fraction]:
    """Return the outcomes when ``more`` dice are rolled to each outcome before."""
    found = dict[Faces, Fraction]()
    for faces, chance in before.items():
        for added, share in rolls(more(faces)).items():
            together = tuple(sorted(faces + added))
            found[together] = found.get(together, Fraction(0)) + chance * share
    return found


def chance_to_pay(cost: int, dice: int) -> Fraction:
    """Return the chance that a roll of so many dice pays a creature's cost."""
    return chance_to_hit((cost,), dice)


def chance_to_pay_at_start(cost: int, dice: int = 3, extra: int = 0) -> Fraction:
    """Return the chance that the dice of a start phase, with those for triples and of effects, pay a creature's cost."""
    return sum((chance for faces, chance in start_rolls(dice, extra).items() if cost in sums(faces)), Fraction(0))


def chance_to_hit(costs: Collection[int], dice: int) -> Fraction:
    """Return the chance that a roll "with n dice" may choose a card: that one of the costs is a face or the sum of several (§ 7.7)."""
    wanted = frozenset(costs)
    return sum((chance for faces, chance in rolls(dice).items() if wanted & sums(faces)), Fraction(0))
