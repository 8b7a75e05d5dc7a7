"""What an attack destroys for certain, and what it can destroy at best, from what each card can be by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from records.knowledge.worlds.slot_state import TrackedCard

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.assault import Assault
    from records.knowledge.odds.encounters import Defender
    from records.knowledge.tracking.table import TrackedTable


class Reach(NamedTuple):
    """How far an attack comes."""

    least: int
    """Cards that fall whatever they are."""
    most: int
    left: int
    """The least strength left if all cards fall whatever they are; else 0."""


def reach(table: TrackedTable, defenders: Sequence[Defender], assault: Assault, strength: int) -> Reach:
    """Return how far an attack on ``defenders`` comes at worst and at best."""
    cards = [sorted(can_be(table, defender)) for defender in defenders]
    least, left = _play(defenders, cards, assault, strength, worst=True)
    return Reach(least, _play(defenders, cards, assault, strength, worst=False)[0], left)


def can_be(table: TrackedTable, defender: Defender) -> Iterable[str]:
    """Return the names that a card can have as far as its own classes tell."""
    card, pool = table.slots[defender.slot], table.counts.pool
    if isinstance(card, str):
        return [card]
    union = 0
    for kinds in table.counts.classes(card.place) if isinstance(card, TrackedCard) else card.classes:
        union |= table.counts.class_of(kinds)
    return {table.plan.cards.index.names[name] for kind, name in enumerate(pool.name) if (union & pool.live) >> kind & 1}


def _play(
    defenders: Sequence[Defender], cards: Sequence[Sequence[str]], assault: Assault, strength: int, *, worst: bool
) -> tuple[int, int]:
    for number, (defender, names) in enumerate(zip(defenders, cards, strict=True)):
        if strength <= 0:
            return number, 0
        lefts = [assault.left(strength, name, defender.worth[name]) for name in names]
        able = [left for left in lefts if left is not None]
        if not able or (worst and len(able) < len(lefts)):
            return number, 0
        strength = (min if worst else max)(able)
    return len(defenders), max(0, strength)
