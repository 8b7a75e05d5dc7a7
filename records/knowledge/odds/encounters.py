"""The cards that an attack may meet, as one run of the engine leaves them: each with the classes it can be of, in every world together."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from records.knowledge.odds.effects import AttackEffect, effect
from records.knowledge.worlds.slot_state import TrackedCard
from records.knowledge.worlds.states import Picked, worlds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.assault import Assault
    from records.core.ids import SlotId
    from records.knowledge.tracking.table import TrackedTable
    from records.knowledge.worlds.arrangements import Groups, Sizes

AttackEffects: TypeAlias = tuple[AttackEffect | None, ...]
"""What a card does in each sort of pile; None where it cannot be met."""


class Defender(NamedTuple):
    """A card that an attack may meet."""

    slot: SlotId
    sort: int
    """Piles in which all cards count the same are of one sort."""
    worth: Mapping[str, int]
    """What it would defend with, by name."""


class CardCell(msgspec.Struct, frozen=True):
    """Hidden cards that the same classes hold; all of them are plain, or all have one effect."""

    classes: int
    """As bits."""
    cards: tuple[tuple[AttackEffects, int], ...]
    """Effects, and how many copies have them."""
    plain: bool

    @property
    def copies(self) -> int:
        """How many cards there are."""
        return sum(copies for _effects, copies in self.cards)


class Encounter(msgspec.Struct, frozen=True):
    """The defenders of an attack, and all worlds."""

    defenders: tuple[Defender, ...]
    sorts: int
    known: tuple[AttackEffect | None, ...]
    """For each defender what it does; None where it is closed."""
    groups: Groups
    """All hidden cards by the classes that hold them."""
    cells: tuple[CardCell, ...]
    """Those that can be met."""
    able: Mapping[int, tuple[int, ...]]
    """For each class that a closed defender can be of, its cells."""
    classes: tuple[frozenset[int], ...]
    """For each closed defender the classes that it can be of."""
    worlds: Mapping[tuple[Sizes, Picked], int]
    """Weights, by the positions of each class that are not met, and the classes of the closed defenders."""


def encounter(table: TrackedTable, defenders: Sequence[Defender], assault: Assault) -> Encounter:
    """Return what an attack meets; ``table`` has told the slots of ``defenders`` apart.

    Raises ``KeyError`` if a card that can be met has no worth.
    """
    states = [table.slots[defender.slot] for defender in defenders]
    index, read = worlds(table.counts, [card.place for card in states if isinstance(card, TrackedCard)])
    weights: defaultdict[tuple[Sizes, Picked], int] = defaultdict(int)
    for world, weight in zip(read, table.counts.table.values(), strict=True):
        weights[world] += weight & table.counts.low
    closed = [defender for defender, card in zip(defenders, states, strict=True) if isinstance(card, TrackedCard)]
    classes = tuple(frozenset(picked[nth] for _sizes, picked in weights) for nth in range(len(closed)))
    sorts = {defender.sort: defender.worth for defender in defenders}
    meets = [
        frozenset[int]().union(*(of for defender, of in zip(closed, classes, strict=True) if defender.sort == sort))
        for sort in range(len(sorts))
    ]
    bags: defaultdict[int, int] = defaultdict(int)
    cells: defaultdict[tuple[int, AttackEffects | None], defaultdict[AttackEffects, int]] = defaultdict(lambda: defaultdict(int))
    pool = table.counts.pool
    for kind, copies in enumerate(pool.copies):
        if copies <= 0:
            continue
        of = [number for kinds, number in index.items() if kinds >> kind & 1]
        bits = sum(1 << number for number in of)
        bags[bits] += copies
        name = table.plan.cards.index.names[pool.name[kind]]
        effects = tuple(None if meets[sort].isdisjoint(of) else effect(assault, name, worth[name]) for sort, worth in sorted(sorts.items()))
        if any(one is not None for one in effects):
            plain = all(one is None or one.plain for one in effects)
            cells[bits, None if plain else effects][effects] += copies
    made = tuple(CardCell(bits, tuple(cards.items()), special is None) for (bits, special), cards in cells.items())
    return Encounter(
        defenders=tuple(defenders),
        sorts=len(sorts),
        known=tuple(
            effect(assault, card, defender.worth[card]) if isinstance(card, str) else None
            for defender, card in zip(defenders, states, strict=True)
        ),
        groups=tuple(sorted(bags.items())),
        cells=made,
        able={number: tuple(nth for nth, cell in enumerate(made) if cell.classes >> number & 1) for number in frozenset().union(*meets)},
        classes=classes,
        worlds=weights,
    )
