"""Positions by place and class (design/knowledge: Worlds): their data, and the operations that move no single position."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from records.knowledge.worlds.effort import Effort
from records.knowledge.worlds.pool import CardPool, Kinds

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

REST = ""
"""The place of positions that never move again: closed slots that stay, and what left in sight while it is not known which copy it was."""
TAG_BIT = 4096
"""Where the tag of a class begins, above all its kinds."""


class CannotUndo(Exception):
    """A part that was taken back cannot be followed and undone."""


class Positions:
    """The worlds, counted: ``public[place][class]``, and ``columns[place][class]``, the bit at which a count begins in a state."""

    def __init__(self, width: int, cards: int) -> None:
        self.pool = CardPool()
        self.effort = Effort()
        """How much may be counted; of all counts of one answer together."""
        self.field = cards.bit_length() + 1
        """Bits of a count; none is above the number of cards."""
        self.full = (1 << self.field) - 1
        self.public: defaultdict[str, dict[Kinds, int]] = defaultdict(dict)
        self.columns: defaultdict[str, dict[Kinds, int]] = defaultdict(dict)
        self.size: defaultdict[str, int] = defaultdict(int)
        """Positions in each place."""
        self.table: dict[int, int] = {0: 1}
        self.exact = True
        self.wider: dict[Kinds, Kinds] = {}
        """Classes that are taken for wider ones when worlds are read (``widening``)."""
        self.width = width
        """Bits of a field of a weight."""
        self.marks = 0
        """How many marks there are; mark i has field i + 1."""
        self.era = 0
        """How often distinctions were forgotten: marks of an earlier era are gone."""
        self.tagged = 0
        """The bits of tags, while classes have any."""
        self.entering = 0
        """The tag of cards that go out of sight then, in its place."""
        self.undone = False
        """Whether positions were put back to their origins, so that the rest is not what once moved there."""
        self.parting: dict[int, int] = {}
        """Tags that change as a position leaves (``Origins.part``)."""
        self._top = 0
        self._bound = 1
        self._free: list[int] = []
        self._rested: list[Kinds] = []
        """For each position that columns count in ``REST``, what it may be in any world."""

    def copied(self, effort: Effort) -> Self:
        """Return positions of their own that are the same, and count their work with an effort."""
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        found.effort, found.pool = effort, self.pool.copied()
        found.public = defaultdict(dict, {place: here.copy() for place, here in self.public.items()})
        found.columns = defaultdict(dict, {place: here.copy() for place, here in self.columns.items()})
        found.size, found._free, found._rested = self.size.copy(), self._free.copy(), self._rested.copy()
        return found

    def classes(self, place: str) -> tuple[Kinds, ...]:
        """Return the classes that positions of a place may have."""
        public, columns = self.public[place], self.columns[place]
        return (*public, *[kinds for kinds in columns if kinds not in public]) if columns else tuple(public)

    def class_of(self, kinds: Kinds) -> Kinds:
        """Return the class in which positions are counted when worlds are read: what they may be of the cards that are left, or more."""
        alive = kinds & self.pool.live
        return self.wider.get(alive, alive)

    # -- many at once --------------------------------------------------------------------------------------------------

    def move_alike(self, source: str, target: str, number: int) -> bool:
        """Move so many positions of ``source`` without asking what they are; return False where they are not all of one class."""
        kinds = self._only_class(source, number)
        if kinds is None:
            return False
        self.public[target][kinds] = self.public[target].get(kinds, 0) + number
        self._less(source, kinds, number)
        self.size[source] -= number
        self.size[target] += number
        return True

    def leave_known(self, source: str, within: Kinds, number: int) -> bool:
        """Let so many known cards leave ``source`` for good; return False where worlds may differ in which they are."""
        alive, kinds = within & self.pool.live, self._only_class(source, number)
        kind = alive.bit_length() - 1
        if kinds is None or alive & (alive - 1) or not alive & kinds or self.pool.copies[kind] < number:
            return False
        self._less(source, kinds, number)
        self.size[source] -= number
        self.pool.add(kind, -number)
        return True

    def pour(self, source: str, target: str) -> None:
        """Move all positions of a place to another."""
        if source == target:
            return
        for kinds, number in self.public.pop(source, {}).items():
            self.public[target][kinds] = self.public[target].get(kinds, 0) + number
        for kinds, shift in self.columns.pop(source, {}).items():
            self.put_column(target, kinds, shift)
        self.size[target] += self.size.pop(source, 0)

    def clear(self, place: str) -> None:
        """Forget an empty place."""
        self.public.pop(place, None)
        self._free += self.columns.pop(place, {}).values()
        self.size.pop(place, None)

    def enter(self, place: str, bag: Mapping[int, int]) -> None:
        """Let known cards go out of sight in a place, mixed with what lies there: numbers of names, and how many of each.

        Where all positions there are of one class in all worlds, they and the new ones are of one class afterwards: nothing branches.
        """
        number = sum(bag.values())
        if not number:
            return
        here = self.classes(place)
        if self.tagged and len(self.pool.name) + number > TAG_BIT:
            raise CannotUndo
        if self.entering:
            self.public[place][self.pool.fresh(bag) | self.entering] = number
        elif len(here) == 1 and not self.columns[place] and not here[0] >> TAG_BIT:
            (kinds,) = here
            elsewhere = self._elsewhere(place)
            fresh = dict(bag)
            for kind, name in enumerate(self.pool.name):
                if name in fresh and kinds >> kind & 1 and not elsewhere >> kind & 1:
                    self.pool.add(kind, fresh.pop(name))
            count = self.public[place].pop(kinds)
            self.public[place][kinds | self.pool.fresh(fresh)] = count + number
        else:
            self.public[place][self.pool.fresh(bag)] = number
        self.size[place] += number

    # -- columns -------------------------------------------------------------------------------------------------------

    def column(self, place: str, kinds: Kinds) -> int:
        """Return the bit at which the count of a class begins, which is no longer public."""
        shift = self.columns[place].get(kinds)
        number = self.public[place].pop(kinds, 0)
        if shift is None:
            shift = self.reserve(place, kinds)
        if number:
            added = number << shift
            self.table = {state + added: weight for state, weight in self.table.items()}
        if place == REST:
            self._rested += [kinds] * number
        return shift

    def put_column(self, place: str, kinds: Kinds, shift: int) -> None:
        """Assign a column to a place and class, and merge it with a column that is there already."""
        there = self.columns[place].get(kinds)
        if there is None:
            self.columns[place][kinds] = shift
        else:
            self._merge(shift, there)

    def reserve(self, place: str, kinds: Kinds) -> int:
        """Return the bit of a new column, which is 0 in all states."""
        if not self._free:
            self._free.append(self._top)
            self._top += self.field
        shift = self.columns[place][kinds] = self._free.pop()
        return shift

    @property
    def low(self) -> int:
        """The mask of a weight's field 0."""
        return (1 << self.width) - 1

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _only_class(self, place: str, number: int) -> Kinds | None:
        """The class of all positions of a place, if there is but one, and so many of them at least."""
        here = self.public[place]
        if len(here) != 1 or self.columns[place] or self.tagged:
            return None
        ((kinds, there),) = here.items()
        return kinds if there >= number else None

    def _less(self, place: str, kinds: Kinds, number: int = 1) -> None:
        here = self.public[place]
        if here[kinds] == number:
            del here[kinds]
        else:
            here[kinds] -= number

    def _more(self, place: str, kinds: Kinds) -> None:
        self.public[place][kinds] = self.public[place].get(kinds, 0) + 1

    def _merge(self, shift: int, there: int) -> None:
        self.effort.spend(len(self.table))
        out: dict[int, int] = {}
        for state, weight in self.table.items():
            number = state >> shift & self.full
            after = state - (number << shift) + (number << there)
            out[after] = out.get(after, 0) + weight
        self.table = out
        self._free.append(shift)

    def _elsewhere(self, place: str) -> Kinds:
        """Every kind that a position outside ``place`` may be."""
        found = 0
        for other, here in self.public.items():
            for kinds in here if other != place else ():
                found |= kinds
        for columns in self.columns.values():
            for kinds in columns:
                found |= kinds
        return found
