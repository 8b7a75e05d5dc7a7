"""A branch: one way in which hidden cards may have come to lie, up to what nobody can tell apart (design/knowledge: Tests).

Every position has a class: "is exactly f" (pool ``CERTAIN``), or "from pool p, within the set A". A place is a row of groups; positions of
one group and class are exchangeable. A pool's cards that are not pinned are as many as the positions of its classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, perm, prod
from typing import NamedTuple, TypeAlias

from records.core.faces import Face, fits
from support.knowledge.matching import as_bag

CERTAIN = -1


class Class(NamedTuple):
    """What a position can be."""

    pool: int
    cards: tuple[str, ...]
    """Sorted; of ``CERTAIN`` a single one."""


Group: TypeAlias = tuple[tuple[Class, int], ...]
"""Exchangeable positions: how many of each class, sorted."""
CardPool: TypeAlias = tuple[tuple[str, int], ...]
"""Its cards that are not pinned, by name, sorted, none of zero."""


class Branch(NamedTuple):
    """Immutable, so that equal ones merge."""

    pools: tuple[CardPool, ...]
    places: tuple[tuple[str, tuple[Group, ...]], ...]
    """By name, sorted; decks and zones from the top, a group each block or card; a hand or slot is one group."""

    def at(self, place: str) -> tuple[Group, ...]:
        """Return the groups of a place."""
        return dict(self.places).get(place, ())

    def put(self, **groups: tuple[Group, ...]) -> Branch:
        """Return the branch with these places replaced; a place of no positions is gone."""
        found = {**dict(self.places), **groups}
        return self._replace(places=tuple(sorted((place, here) for place, here in found.items() if here)))

    def copies(self, pool: int) -> dict[str, int]:
        """Return a pool's cards."""
        return dict(self.pools[pool])


def group(classes: Sequence[Class]) -> Group:
    """Return positions as a group."""
    return tuple(sorted(Counter(classes).items()))


def listed(positions: Group) -> list[Class]:
    """Return a group position by position."""
    return [cls for cls, number in positions for _ in range(number)]


def certain(face: str) -> Class:
    """Return the class of a position that is known."""
    return Class(CERTAIN, (face,))


def narrow(branch: Branch, cls: Class, face: Face) -> tuple[Branch, Class, int] | None:
    """Say of one position what it is: the branch, the class and by how many labelled ways; None if it cannot be that."""
    if cls.pool == CERTAIN:
        return (branch, cls, 1) if fits(cls.cards[0], face) else None
    copies = branch.copies(cls.pool)
    able = tuple(card for card in cls.cards if copies.get(card) and fits(card, face))
    if not able:
        return None
    if len(able) > 1:
        return branch, Class(cls.pool, able), 1
    ways = copies[able[0]]
    copies[able[0]] -= 1
    pools = list(branch.pools)
    pools[cls.pool] = tuple((card, number) for card, number in sorted(copies.items()) if number)
    return branch._replace(pools=tuple(pools)), certain(able[0]), ways


def narrow_all(branch: Branch, classes: Sequence[Class], faces: Sequence[Face]) -> Iterator[tuple[Branch, list[Class], int]]:
    """Say of each position what it is; yields nothing if one cannot be that."""
    done: list[Class] = []
    ways = 1
    for cls, face in zip(classes, faces, strict=True):
        found = narrow(branch, cls, face)
        if found is None:
            return
        branch, now, factor = found
        done.append(now)
        ways *= factor
    yield branch, done, ways


def as_one_bag(
    branch: Branch, classes: Sequence[Class], faces: Sequence[Face], *, more: bool = False
) -> Iterator[tuple[Branch, list[Class], int]]:
    """Say of positions what they are as a bag; with ``more`` there may be positions beyond the faces."""
    if not more and all(face == faces[0] for face in faces):
        yield from narrow_all(branch, classes, faces)
        return
    for after, found, ways in pinned(branch, classes):
        if as_bag([cls.cards[0] for cls in found], faces):
            yield after, found, ways


def pinned(branch: Branch, classes: Sequence[Class]) -> Iterator[tuple[Branch, list[Class], int]]:
    """Yield each way to say of every position exactly what it is."""
    if not classes:
        yield branch, [], 1
        return
    for card in classes[0].cards:
        found = narrow(branch, classes[0], card)
        if found is not None:
            for after, rest, ways in pinned(found[0], classes[1:]):
                yield after, [found[1], *rest], ways * found[2]


def drawn(branch: Branch, positions: Group, face: Face) -> Iterator[tuple[Branch, Group, Class, int]]:
    """Take one position out of a group, each as likely: the branch, the rest, what came and by how many ways."""
    for at, (cls, number) in enumerate(positions):
        found = narrow(branch, cls, face)
        if found is not None:
            rest = (*positions[:at], *([(cls, number - 1)] if number > 1 else []), *positions[at + 1 :])
            yield found[0], rest, found[1], number * found[2]


def drawn_all(branch: Branch, positions: Group, faces: Sequence[Face]) -> Iterator[tuple[Branch, Group, list[Class], int]]:
    """Take positions out of a group one after the other."""
    if not faces:
        yield branch, positions, [], 1
        return
    for after, rest, cls, ways in drawn(branch, positions, faces[0]):
        for last, left, classes, more in drawn_all(after, rest, faces[1:]):
            yield last, left, [cls, *classes], ways * more


def told(branch: Branch, groups: Sequence[Group], of: frozenset[str]) -> Iterator[tuple[Branch, list[Group], int, int]]:
    """Split positions into those that are of a set and those that are not: the branch, the groups, how many are, and the ways."""
    if not groups:
        yield branch, [], 0, 1
        return
    for after, here, number, ways in _told(branch, groups[0], of):
        for last, rest, more, factor in told(after, groups[1:], of):
            yield last, [here, *rest], number + more, ways * factor


def _told(branch: Branch, positions: Group, of: frozenset[str]) -> Iterator[tuple[Branch, Group, int, int]]:
    if not positions:
        yield branch, (), 0, 1
        return
    (cls, number), rest = positions[0], positions[1:]
    inside = tuple(card for card in cls.cards if card in of)
    outside = tuple(card for card in cls.cards if card not in of)
    for into in range(number + 1):
        if (into and not inside) or (into < number and not outside):
            continue
        classes = [Class(cls.pool, inside)] * into + [Class(cls.pool, outside)] * (number - into)
        for last, others, more, factor in _told(branch, rest, of):
            yield last, group(classes + listed(others)), into + more, comb(number, into) * factor


def normal(branch: Branch) -> tuple[Branch, int] | None:
    """Write a branch in its one form: no class holds a card that its pool has not, none a single one; None if it cannot be."""
    ways = 1
    while True:
        kinds = [frozenset(card for card, _number in pool) for pool in branch.pools]
        for place, groups in branch.places:
            for cls in {cls for positions in groups for cls, _number in positions if cls.pool != CERTAIN}:
                able = tuple(card for card in cls.cards if card in kinds[cls.pool])
                if len(able) > 1 and able == cls.cards:
                    continue
                if not able:
                    return None
                found = _rewritten(branch, place, cls, Class(cls.pool, able))
                if found is None:
                    return None
                branch, factor = found
                ways *= factor
                break
            else:
                continue
            break
        else:
            return branch, ways


def _rewritten(branch: Branch, place: str, old: Class, new: Class) -> tuple[Branch, int] | None:
    ways, groups = 1, []
    for positions in branch.at(place):
        classes = []
        for cls in listed(positions):
            if cls == old:
                found = narrow(branch, new, "?")
                if found is None:
                    return None
                branch, now, factor = found
                ways *= factor
                classes.append(now)
            else:
                classes.append(cls)
        groups.append(group(classes))
    return branch.put(**{place: tuple(groups)}), ways


def ways(branch: Branch) -> int:
    """Return the labelled ways to deal each pool's cards to its positions."""
    wanted: list[Counter[tuple[str, ...]]] = [Counter() for _ in branch.pools]
    for _place, groups in branch.places:
        for positions in groups:
            for cls, number in positions:
                if cls.pool != CERTAIN:
                    wanted[cls.pool][cls.cards] += number
    return prod(_ways(pool, tuple(sorted(here.items()))) for pool, here in zip(branch.pools, wanted, strict=True))


@lru_cache(maxsize=200_000)
def _ways(pool: CardPool, wanted: tuple[tuple[tuple[str, ...], int], ...]) -> int:
    """Deal to the positions of one class after the other, narrow ones first; cards that no class tells apart are one heap."""
    classes = sorted(wanted, key=lambda one: len(one[0]))
    heaps: Counter[tuple[bool, ...]] = Counter()
    for card, number in pool:
        heaps[tuple(card in cards for cards, _number in classes)] += number
    if heaps.total() != sum(number for _cards, number in classes):
        raise ValueError(f"{heaps.total()} cards for other positions: {wanted}")
    return _dealt(tuple(sorted(heaps.items())), tuple(number for _cards, number in classes))


@lru_cache(maxsize=200_000)
def _dealt(heaps: tuple[tuple[tuple[bool, ...], int], ...], wanted: tuple[int, ...]) -> int:
    if not wanted:
        return 1

    def deal(at: int, left: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield how many cards of each heap from ``at`` on go to ``left`` positions, and by how many ways."""
        if at == len(heaps):
            if not left:
                yield (), 1
            return
        able, there = heaps[at]
        for number in range(min(left, there) + 1 if able[0] else 1):
            for rest, factor in deal(at + 1, left - number):
                yield (number, *rest), comb(left, number) * perm(there, number) * factor

    total = 0
    for taken, factor in deal(0, wanted[0]):
        rest: Counter[tuple[bool, ...]] = Counter()
        for (able, there), number in zip(heaps, taken, strict=True):
            rest[able[1:]] += there - number
        total += factor * _dealt(tuple(sorted(rest.items())), wanted[1:])
    return total
