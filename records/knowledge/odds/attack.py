"""The odds of an attack, as one viewer can work them out (design/knowledge: Attack odds).

An attack is counted in all worlds at once: the engine runs with the cards that may be met told apart, then the faces of these are summed up
by what they cost the attack. Where that would be too much, which is a number of states and not a time, 1,000 worlds are drawn, each as
likely as it is, and the attack is played in them: unbiased, with its standard error, and with bounds that are certain.

Every figure bears the assumption of ``Knowledge``: each card that left a hand by choice counts as picked blind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec

from records.core.table import hand_place
from records.core.viewers import OPEN
from records.knowledge.odds.bounds import reach
from records.knowledge.odds.budget import Narrow, TooWide
from records.knowledge.odds.encounters import Defender, encounter
from records.knowledge.odds.exact import Exact
from records.knowledge.odds.holding import hand_holds
from records.knowledge.odds.sampling import sample
from records.knowledge.worlds.trail import Trail

if TYPE_CHECKING:
    from records.core.assault import Assault
    from records.core.ids import PileId, SlotId
    from records.knowledge.asking import Asking
    from records.knowledge.odds.bounds import Reach
    from records.knowledge.tracking.table import TrackedTable


CardWorth: TypeAlias = Mapping[str, Mapping[str, int]]
"""What a card counts, by the kind of pile and its name (``Game.worth``)."""
How: TypeAlias = Literal["exact", "estimate", "approximate"]
"""``estimate``: sampled without bias, with a standard error; ``approximate``: the engine itself had to weaken, no error is known."""


class AttackOdds(msgspec.Struct, frozen=True, kw_only=True):
    """What an attack does."""

    assault: Assault
    strength: int
    destroys: Mapping[tuple[int, ...], Fraction]
    """Chance by how many cards of each pile fall, in the order of ``assault.piles``; they sum to 1. Only those that can be."""
    bounds: Mapping[tuple[int, ...], tuple[Fraction, Fraction]]
    """For each of them the least and the largest chance that it can have; the same twice where ``how`` is ``exact``."""
    decides: Fraction | None
    """Chance that the last card of ``assault.ends`` falls; None where it is not among the piles or lies empty."""
    top: Mapping[int, Fraction]
    """Chance that the first card to be met defends with at least so much, by value, from 1 to the most that it can have."""
    surplus: Fraction
    """Mean strength that finds nothing more to fight."""
    blocked: Fraction | None
    """Chance that the hand which may weaken the attack holds a card for it; None where no hand may, or the viewer is who holds it."""
    how: How
    error: float
    """Standard error of each chance, at most; 0 where exact."""


class _Fallen(NamedTuple):
    """What an attack does."""

    chances: Mapping[int, Fraction]
    """By how many cards fall."""
    surplus: Fraction
    samples: int
    """0 where all worlds were counted."""
    wider: TrackedTable | None = None
    """What the worlds were drawn from, where its classes are wider than those of the plain one."""


def attack_odds(ask: Asking, assault: Assault, strength: int, piles: Mapping[PileId, Sequence[SlotId]], worth: CardWorth) -> AttackOdds:
    """Return the odds of an attack of ``strength`` on piles as they lie, top slot first.

    Raises ``Contradiction`` where the log leaves no world, ``KeyError`` for a card that can lie in a pile and has no worth there.
    """
    plain, defenders = ask.table(), _defenders(assault, piles, worth)
    reached = reach(plain, defenders, assault, strength)
    fallen = _fallen(ask, assault, strength, defenders, reached)
    if fallen.wider is not None:
        reached = reach(fallen.wider, defenders, assault, strength)
    sizes = [len(piles.get(pile, ())) for pile in assault.piles]
    blocked = _blocked(ask, plain, assault)
    sure = ask.sure(plain) and fallen.wider is None and (blocked is None or plain.counts.together().exact)
    last = bool(sizes) and sizes[-1] and assault.ends == assault.piles[-1]
    return AttackOdds(
        assault=assault,
        strength=strength,
        destroys={_split(number, sizes): chance for number, chance in sorted(fallen.chances.items())},
        bounds={_split(number, sizes): _bounds(number, fallen, reached) for number in sorted(fallen.chances)},
        decides=fallen.chances.get(len(defenders), Fraction(0)) if last else None,
        top=_top(ask, defenders),
        surplus=fallen.surplus,
        blocked=blocked,
        how="approximate" if not sure else "estimate" if fallen.samples else "exact",
        error=1 / (2 * sqrt(fallen.samples)) if fallen.samples else 0.0,
    )


def _defenders(assault: Assault, piles: Mapping[PileId, Sequence[SlotId]], worth: CardWorth) -> list[Defender]:
    """Return the cards in the order in which they are met; piles of a kind are of a sort."""
    kinds = list(dict.fromkeys(pile.partition(":")[0] for pile in assault.piles if piles.get(pile)))
    return [
        Defender(slot, kinds.index(kind), worth[kind])
        for pile in assault.piles
        for kind in [pile.partition(":")[0]]
        for slot in piles.get(pile, ())
    ]


def _fallen(ask: Asking, assault: Assault, strength: int, defenders: Sequence[Defender], reached: Reach) -> _Fallen:
    if reached.least == reached.most < len(defenders) or not defenders:
        return _Fallen({reached.most: Fraction(1)}, Fraction(max(0, 0 if defenders else strength)), 0)
    if reached.least == len(defenders) and reached.left:
        cost = sum(
            (_cost(assault, defender, card) * chance for defender in defenders for card, chance in ask.slot((), defender.slot).of.items()),
            Fraction(0),
        )
        return _Fallen({len(defenders): Fraction(1)}, strength - cost, 0)
    try:
        return _counted(ask, assault, strength, defenders, reached)
    except TooWide:
        return _sampled(ask, assault, strength, defenders)


def _cost(assault: Assault, defender: Defender, card: str) -> int:
    """What a card takes from an attack that is strong enough."""
    return defender.worth[card] - assault.gives.get(card, 0)


def _counted(ask: Asking, assault: Assault, strength: int, defenders: Sequence[Defender], reached: Reach) -> _Fallen:
    """Count all worlds; raises ``TooWide``."""
    key = (
        assault.gives_when,
        *sorted(assault.gives.items()),
        *((defender.slot, defender.sort, *defender.worth.items()) for defender in defenders),
    )
    exact = ask.cache.get(key)
    if exact is None:
        exact = ask.cache[key] = _exact(ask, assault, defenders)
    if not isinstance(exact, Exact):
        raise TooWide
    weights, left = exact.destroys(strength, reached.most)
    total = weights[0]
    chances = {
        number: Fraction(weight - after, total)
        for number, (weight, after) in enumerate(zip(weights, [*weights[1:], 0], strict=True))
        if weight != after
    }
    return _Fallen(chances, Fraction(left, total), 0)


def _exact(ask: Asking, assault: Assault, defenders: Sequence[Defender]) -> Exact | None:
    """Return what counts attacks on ``defenders``; None if it is too wide, or if cards give negative strength, which cannot be added up."""
    if any(amount < 0 for amount in assault.gives.values()):
        return None
    try:
        return Exact(encounter(ask.table(tracked=[defender.slot for defender in defenders], counting=Narrow), defenders, assault))
    except TooWide:
        return None


def _sampled(ask: Asking, assault: Assault, strength: int, defenders: Sequence[Defender]) -> _Fallen:
    """Draw worlds."""
    table = ask.cache.get(Trail)
    if table is None:
        table = ask.cache[Trail] = ask.table(counting=Trail)
    drawn = sample(table, defenders, assault, strength)
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    for outcome, times in drawn.items():
        chances[outcome.fallen] += Fraction(times, drawn.total())
    left = sum(outcome.left * times for outcome, times in drawn.items())
    return _Fallen(chances, Fraction(left, drawn.total()), drawn.total(), table if table.counts.wider else None)


def _bounds(number: int, fallen: _Fallen, reached: Reach) -> tuple[Fraction, Fraction]:
    """The bounds of a chance: of a sample only what the attack reaches at worst and at best is certain."""
    if not fallen.samples:
        return fallen.chances[number], fallen.chances[number]
    return Fraction(reached.least == reached.most == number), Fraction(reached.least <= number <= reached.most)


def _split(number: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return how many of ``number`` cards lie in each pile."""
    found = []
    for size in sizes:
        found.append(min(number, size))
        number -= found[-1]
    return tuple(found)


def _top(ask: Asking, defenders: Sequence[Defender]) -> dict[int, Fraction]:
    if not defenders:
        return {}
    values = [(defenders[0].worth[card], chance) for card, chance in ask.slot((), defenders[0].slot).of.items()]
    most = max(value for value, _chance in values)
    return {least: sum((chance for value, chance in values if value >= least), Fraction(0)) for least in range(1, most + 1)}


def _blocked(ask: Asking, table: TrackedTable, assault: Assault) -> Fraction | None:
    seat = assault.blocked_by
    if not assault.blocks or seat is None or seat not in table.held or seat == ask.viewer:
        return None
    if ask.viewer is OPEN and not table.counts.size[hand_place(seat)]:
        return None
    return hand_holds(table, seat, assault.blocks)
