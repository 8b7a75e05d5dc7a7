"""Taking the first card of a set out of a row of cards that are not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.knowledge.worlds.counts import Counts
    from records.knowledge.worlds.pool import Kinds


def pick_first(counts: Counts, places: Sequence[str], within: Kinds, target: str, rest: Sequence[str]) -> None:
    """Move the first card ``within`` out of ``places``, each of which holds one, to ``target``; those behind it move up.

    ``rest`` are the new places, one less. The cards before it are then known not to be within.
    """
    counts.grow(len(places))
    columns = [{kinds: counts.column(place, kinds) for kinds in counts.classes(place)} for place in places]
    counts.effort.spend(len(counts.table) * len(places) * len(places))
    row = _Row(counts, columns, within, (target, *rest))
    mask = sum(full for full, _classes in row.here)
    ways: dict[int, list[int]] = {}
    out: dict[int, int] = {}
    get = out.get
    for state, weight in counts.table.items():
        lying = state & mask
        changes = ways.get(lying)
        if changes is None:
            changes = ways[lying] = row.ways(lying)
        for change in changes:
            after = state + change
            out[after] = get(after, 0) + weight
    for place in places:
        counts.clear(place)
    for place in (target, *rest):
        counts.size[place] += 1
    counts.note_spread(lambda state: [(state + change, 1) for change in ways[state & mask]])
    counts.keep(out)


class _Row:
    """Places that hold a card each, and ``places`` for the one that is picked and for those that are left."""

    def __init__(self, counts: Counts, columns: Sequence[Mapping[Kinds, int]], within: Kinds, places: Sequence[str]) -> None:
        self._counts, self._live, self._picked, self._passed = counts, counts.pool.live, within | counts.tagged, ~within
        self.here = [
            (sum(counts.full << shift for shift in here.values()), {1 << shift: kinds for kinds, shift in here.items()}) for here in columns
        ]
        """For each place its bits in a state, and what lies there by the bit that is set."""
        self._target, *self._rest = places

    def ways(self, lying: int) -> list[int]:
        """Return how a state changes in each way to pick the card, where so much of it lies in the row.

        Only what some way leads to gets a column.
        """
        live, picked, passed, rest, bit = self._live, self._picked, self._passed, self._rest, self._bit
        classes = [of[lying & full] for full, of in self.here]
        first = max((nth + 1 for nth, kinds in enumerate(classes) if not kinds & live), default=0)
        found, before, moved_up = list[int](), -lying, list[int]()
        waiting = 0
        for nth, kinds in enumerate(classes):
            if nth >= first and kinds & picked & live:
                for passed_by in range(waiting, nth):
                    before += bit(rest[passed_by], classes[passed_by] & passed)
                waiting = nth
                if not moved_up:
                    moved_up = [0] * (len(classes) + 1)
                    for later in range(len(classes) - 1, nth, -1):
                        moved_up[later] = moved_up[later + 1] + bit(rest[later - 1], classes[later])
                found.append(bit(self._target, kinds & picked) + before + moved_up[nth + 1])
            if not kinds & passed & live:
                break
        return found

    def _bit(self, place: str, kinds: Kinds) -> int:
        shift = self._counts.columns[place].get(kinds)
        if shift is None:
            shift = self._counts.reserve(place, kinds)
        return 1 << shift
