"""What an attack destroys for certain, and what it can destroy at best, from what each card can be by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from records.knowledge.worlds.slot_state import Apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.assault import Assault
    from records.knowledge.odds.encounters import Foe
    from records.knowledge.tracking.tracker import Machine


class Reach(NamedTuple):
    """How far an attack comes."""

    least: int
    """Cards that fall whatever they are."""
    most: int
    left: int
    """What is left at least if all cards fall whatever they are; else 0."""


def reach(machine: Machine, foes: Sequence[Foe], assault: Assault, strength: int) -> Reach:
    """Return how far an attack on ``foes`` comes at worst and at best."""
    cards = [sorted(can_be(machine, foe)) for foe in foes]
    least, left = _play(foes, cards, assault, strength, worst=True)
    return Reach(least, _play(foes, cards, assault, strength, worst=False)[0], left)


def can_be(machine: Machine, foe: Foe) -> Iterable[str]:
    """Return the names that a card can have as far as its own classes tell."""
    card, pool = machine.lying[foe.slot], machine.counts.pool
    if isinstance(card, str):
        return [card]
    union = 0
    for kinds in machine.counts.classes(card.place) if isinstance(card, Apart) else card.classes:
        union |= machine.counts.class_of(kinds)
    return {machine.book.names[name] for kind, name in enumerate(pool.name) if (union & pool.live) >> kind & 1}


def _play(foes: Sequence[Foe], cards: Sequence[Sequence[str]], assault: Assault, strength: int, *, worst: bool) -> tuple[int, int]:
    for number, (foe, names) in enumerate(zip(foes, cards, strict=True)):
        if strength <= 0:
            return number, 0
        lefts = [assault.left(strength, name, foe.worth[name]) for name in names]
        able = [left for left in lefts if left is not None]
        if not able or (worst and len(able) < len(lefts)):
            return number, 0
        strength = (min if worst else max)(able)
    return len(foes), max(0, strength)
