"""Taking the first card of a set out of a row of cards that are not known."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.knowledge.worlds.counts import Counts
    from records.knowledge.worlds.pool import Kinds


def pick_first(counts: Counts, places: Sequence[str], within: Kinds, target: str, rest: Sequence[str]) -> None:
    """Move the first card ``within`` out of ``places``, each of which holds one, to ``target``; those behind it move up.

    ``rest`` are the new places, one less. The cards before it are then known not to be within.
    """
    counts.grow(len(places))
    columns = [{kinds: counts.column(place, kinds) for kinds in counts.classes(place)} for place in places]
    counts.effort.spend(len(counts.table) * len(places) * len(places))
    out: dict[int, int] = {}
    became: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for state, weight in counts.table.items():
        classes = [next(kinds for kinds, shift in here.items() if state >> shift & counts.full) for here in columns]
        without = state - sum(1 << here[kinds] for here, kinds in zip(columns, classes, strict=True))
        for nth, kinds in enumerate(classes):
            before = [other & ~within for other in classes[:nth]]
            parts = [kinds & (within | counts.tagged), *before, *classes[nth + 1 :]]
            if all(part & counts.pool.live for part in parts):
                out_of = zip((target, *rest), parts, strict=True)
                after = without
                for place, part in out_of:
                    after += _bit(counts, place, part)
                out[after] = out.get(after, 0) + weight
                became[state].append((after, 1))
    for place in places:
        counts.clear(place)
    for place in (target, *rest):
        counts.size[place] += 1
    counts.note_spread(lambda state: became[state])
    counts.keep(out)


def _bit(counts: Counts, place: str, kinds: Kinds) -> int:
    shift = counts.columns[place].get(kinds)
    if shift is None:
        shift = counts.reserve(place, kinds)
    return 1 << shift
