"""Where cards lay before a part of the game that was taken back, so that they can be put there again with what was learned of them.

While such a part is followed, the class of every position bears a tag: its **origin**, the place that it goes back to. Tags nest, for a
part that is taken back may hold another that was. A card that the viewer knew before such a part has no position; where it goes out of
sight in it, the origin of its new one is ``NOWHERE``.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from records.knowledge.worlds.counts import Counts
from records.knowledge.worlds.positions import REST, TAG_BIT, CannotUndo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.knowledge.worlds.pool import Kinds

NOWHERE = "nowhere"
_BACK = "back:"
_PLAIN = (1 << TAG_BIT) - 1


class Origins:
    """The tags of one table. Tag 0 is none; each other one is (the tag beneath it, origin)."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self._tags: list[tuple[int, str]] = [(0, "")]
        self._numbers: dict[tuple[int, str], int] = {}
        self._sizes: dict[str, int] = {}
        """How many positions each origin of ``look_back`` had."""
        self._always = 0
        """The bits of tags while some stay, whatever part is taken back."""

    def copied(self, counts: Counts) -> Origins:
        """Return the same tags for other counts."""
        found = copy(self)
        found._counts, found._tags = counts, self._tags.copy()  # noqa: SLF001 -- its own copy
        found._numbers, found._sizes = self._numbers.copy(), self._sizes.copy()  # noqa: SLF001 -- its own copy
        return found

    def begin(self) -> None:
        """Tag every position that can still move with the place where it is; raises ``CannotUndo`` if there are too many kinds."""
        counts = self._counts
        if len(counts.pool.name) > TAG_BIT:
            raise CannotUndo
        for table in (counts.public, counts.columns):
            for place in [place for place in table if place != REST]:
                table[place] = {self._with(kinds, self._tag(kinds >> TAG_BIT, place)): value for kinds, value in table[place].items()}
        counts.tagged = -1 << TAG_BIT
        counts.entering = self._tag(0, NOWHERE) << TAG_BIT

    def end(self, *, last: bool) -> None:
        """Put every position back to its origin, without its tag; ``last`` if no part is left that this one lies in."""
        counts = self._counts
        for place in [place for place in {**counts.public, **counts.columns} if place != REST]:
            public, columns = counts.public.pop(place, {}), counts.columns.pop(place, {})
            for kinds, number in public.items():
                origin, plain = self._origin_of(kinds)
                here = counts.public.setdefault(self._moved(origin), {})
                here[plain] = here.get(plain, 0) + number
            for kinds, shift in columns.items():
                origin, plain = self._origin_of(kinds)
                counts.put_column(self._moved(origin), plain, shift)
        for table in (counts.public, counts.columns):
            for place in [place for place in table if place.startswith(_BACK)]:
                table[place[len(_BACK) :]] = table.pop(place)
        counts.undone = True
        if last:
            counts.tagged, counts.entering = self._always, 0

    def look_back(self, places: Mapping[str, str]) -> None:
        """Tag the positions that are in some places with an origin each, where ``bring_back`` puts them; parts may be undone meanwhile.

        Raises ``CannotUndo`` if there are too many kinds.
        """
        counts = self._counts
        if len(counts.pool.name) > TAG_BIT:
            raise CannotUndo
        for place, origin in places.items():
            tag = self._tag(0, origin)
            self._sizes[origin] = self._sizes.get(origin, 0) + counts.size[place]
            for table in (counts.public, counts.columns):
                if place in table:
                    table[place] = {self._with(kinds, tag): value for kinds, value in table[place].items()}
        counts.tagged = -1 << TAG_BIT
        self._always = counts.tagged

    def bring_back(self) -> None:
        """Put every position that ``look_back`` tagged to its origin, wherever it is."""
        counts = self._counts
        counts.tagged = self._always = 0
        counts.size.update(self._sizes)
        for place in [place for place in {**counts.public, **counts.columns} if place not in self._sizes]:
            for kinds in [kinds for kinds in counts.public.get(place, ()) if kinds >> TAG_BIT]:
                origin, plain = self._origin_of(kinds)
                here = counts.public[origin]
                here[plain] = here.get(plain, 0) + counts.public[place].pop(kinds)
            for kinds in [kinds for kinds in counts.columns.get(place, ()) if kinds >> TAG_BIT]:
                origin, plain = self._origin_of(kinds)
                counts.put_column(origin, plain, counts.columns[place].pop(kinds))

    def part(self, old: str, new: str) -> dict[int, int]:
        """Return for each tag with the origin ``old``, at whatever depth, that with ``new`` instead."""
        return {tag: parted for tag in range(len(self._tags)) if (parted := self._parted(tag, old, new)) != tag}

    def _parted(self, tag: int, old: str, new: str) -> int:
        if not tag:
            return 0
        beneath, origin = self._tags[tag]
        return self._tag(self._parted(beneath, old, new), new if origin == old else origin)

    def _tag(self, beneath: int, origin: str) -> int:
        key = beneath, origin
        if key not in self._numbers:
            self._numbers[key] = len(self._tags)
            self._tags.append(key)
        return self._numbers[key]

    def _origin_of(self, kinds: Kinds) -> tuple[str, Kinds]:
        beneath, origin = self._tags[kinds >> TAG_BIT]
        return (REST, kinds & _PLAIN) if origin in (NOWHERE, "") else (origin, self._with(kinds, beneath))

    def _moved(self, origin: str) -> str:
        return origin if origin == REST else _BACK + origin

    def _with(self, kinds: Kinds, tag: int) -> Kinds:
        return kinds & _PLAIN | tag << TAG_BIT
