"""The best of many commands by sequential halving: all in the same worlds, and the worse half leaves the field, round by round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

import msgspec

from records.review.tally import PlayoutTally, paired, tally

TryOut: TypeAlias = Callable[[Sequence[int], int], Sequence[Sequence[int]]]
"""Results, in sixths, of some commands, by their numbers, in so many worlds more: ``[command][world]``. Each call brings other worlds."""
LEAST = 2
"""Worlds that each command of the field is tried in, in each round."""


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """What a choice came to."""

    order: tuple[int, ...]
    """All commands, by their numbers: those of the last field by their results, before those that left it earlier."""
    last: frozenset[int]
    """The last field."""
    results: tuple[PlayoutTally, ...]
    """By number."""
    behind: tuple[PlayoutTally, ...]
    """By number: what the first has more, in the worlds in which both were tried."""


def choose(number: int, budget: int, kept: Collection[int], play: TryOut) -> Chosen:
    """Return a choice among ``number`` commands, by ``budget`` play-outs in all; ``kept`` stay in the field to the end."""
    field, results = list(range(number)), [list[int]() for _ in range(number)]
    left: list[int] = []
    rounds = max(1, (number - 1).bit_length())
    for _ in range(rounds):
        tried = max(LEAST, budget // rounds // len(field))
        for one, more in zip(field, play(field, tried), strict=True):
            results[one] += more
        field.sort(key=lambda one: (-sum(results[one]), one))
        half = -(-len(field) // 2)
        if half < 2:  # noqa: PLR2004 -- two are compared to the end
            break
        staying = [one for nth, one in enumerate(field) if nth < half or one in kept]
        left = [*(one for one in field if one not in staying), *left]
        field = staying
    first = results[field[0]]
    return Chosen(
        order=(*field, *left),
        last=frozenset(field),
        results=tuple(map(tally, results)),
        behind=tuple(paired(first[: len(own)], own) for own in results),
    )
