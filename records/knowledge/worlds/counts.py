"""Weighted counts: how many positions of each class lie where (design/knowledge: Worlds).

A **position** is where one card lies that the viewer does not see; its **class** is the set of kinds that it may be. Positions of one place
and class are alike, so a world is known up to how many there are of each. What is the same in all worlds stands in ``public``; the rest in
``table``, from **states** to weights. A state packs one count for each of ``columns`` into an int, so that a move adds a constant.

A weight is the number of ways to have come to the state, times nothing that differs between states. Where a card is laid to stay and its
class is not the same in all worlds, each of its classes is a **mark**: a weight has, beside itself in field 0, a field for the mark with
the weight of those worlds in which the card got that class (design/knowledge: Marginals). So adding and scaling stay single operations.
"""

from __future__ import annotations

from copy import copy
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from records.knowledge.worlds.positions import REST, TAG_BIT, CannotUndo, Positions
from records.knowledge.worlds.widening import widened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from records.knowledge.worlds.pool import Kinds

MOST_STATES = 3000
"""Above this, distinctions are dropped. A number of states, not a time, so that answers are reproducible."""
MOST_PARTED = 3000
"""Worlds, parted so that classes no longer overlap, above which classes are taken for wider ones."""
MOST_TOGETHER = 300
"""The same where it is asked what several cards are together, which takes more for each world."""
StateMove: TypeAlias = "tuple[int, int, int, tuple[int, int] | None]"
"""(bit of the count that it leaves, -1 where that is the same in all states; change of the state; bit of its mark; what is scarce)"""
SCARCE = 6
"""Copies of a set at which states that hold too many of it are dropped at once."""


class TooNarrow(Exception):
    """A weight has outgrown its field: the log must be followed again with wider fields."""


class Counts(Positions):
    """Positions that move, all of them equally likely."""

    def move(self, source: str, within: Kinds, target: str, *, mark: bool = False, apart: Sequence[Kinds] = ()) -> dict[Kinds, int | None]:
        """Move a position of ``source``, each as likely as the other, that can be ``within``; return the classes that it may have now.

        With ``mark`` each class comes with its mark, None where it is the only one. Sets in ``apart`` are kept apart: a class lies within
        or without. Where no world allows the move, the table is empty afterwards.
        """
        options = self._options(source, within, apart)
        self.size[source] -= 1
        self.size[target] += 1
        if not options:
            self.table = {}
            return {}
        origin, piece = options[0]
        lone = origin not in self.columns[source] and all(other == origin for other, _piece in options)
        if lone:
            self._less(source, origin)
            if all(other == piece for _origin, other in options):
                self._settle(target, piece, stays=mark)
                return {piece: None}
        pieces = dict.fromkeys([piece for _origin, piece in options])
        marked: dict[Kinds, int | None] = dict.fromkeys(pieces)
        if mark and len(pieces) > 1:
            marked = {kinds: nth for nth, kinds in enumerate(pieces, self.marks)}
            self.marks += len(pieces)
        self._branch(source, options, target, marked, lone=lone, mark=mark)
        return marked

    # -- weights -------------------------------------------------------------------------------------------------------

    def grow(self, factor: int) -> None:
        """Make sure that weights ``factor`` times as large still fit their fields; raises ``TooNarrow``."""
        self._bound *= factor
        if self._bound >> self.width:
            low = self.low
            self._bound = sum(weight & low for weight in self.table.values()) * factor
            if self._bound >> self.width:
                raise TooNarrow

    def note_moves(self, moves: Sequence[StateMove]) -> None:
        """A position is about to move so in every state. Does nothing here; ``trail`` keeps it."""

    def note_spread(self, spread: Callable[[int], Iterable[tuple[int, int]]]) -> None:
        """Every state is about to become those that ``spread`` gives. Does nothing here; ``trail`` keeps it."""

    def keep(self, table: dict[int, int]) -> None:
        """Take a new table; if it is too wide, forget what tells its states apart, place by place."""
        self.table = table
        limits = self.effort.limits
        most = MOST_STATES if limits is None else limits.states
        while len(self.table) > (most if self.table is table else max(1, most // 4)):
            self._forget()

    def widen(self) -> None:
        """Replace classes that overlap too much by wider ones; the counts are not exact then. No card may move afterwards."""
        limits = self.effort.limits
        self.wider = widened(self, MOST_PARTED if limits is None else limits.parted)
        self.exact = self.exact and not self.wider

    def together(self) -> Counts:
        """Return the counts from which questions about several cards together are answered: where classes overlap much, none does there."""
        limits = self.effort.limits
        if limits is not None and limits.together < 0:
            found = copy(self)
            alive = {kinds & self.pool.live for here in (*self.public.values(), *self.columns.values()) for kinds in here}
            found.wider, found.exact = dict.fromkeys(alive, reduce(or_, alive, 0)), False
            return found
        if not widened(self, MOST_TOGETHER if limits is None else limits.together):
            return self
        found = copy(self)
        found.wider, found.exact = widened(self, 0), False
        return found

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _forget(self) -> None:
        """Give up the distinctions of the place that has the most of them: candidates are added, none is lost."""
        if self.tagged or self.undone:
            raise CannotUndo
        self.exact = False
        self.effort.spend(len(self.table) * (len(self.columns) + 1))
        bits = {place: sum(self.full << shift for shift in columns.values()) for place, columns in self.columns.items() if columns}
        left = {place: len({state & ~mask for state in self.table}) for place, mask in bits.items()}
        place = min(left, key=lambda place: (left[place], place))
        columns, mask, keep = self.columns.pop(place), ~bits[place], self.low if place == REST else -1
        if place == REST:
            for kinds in self._rested:
                self._more(REST, kinds)
            self._rested.clear()
            self.era += 1
            self.marks = 0
        else:
            self._blur(place, columns)
        table: dict[int, int] = {}
        for state, weight in self.table.items():
            table[state & mask] = table.get(state & mask, 0) + (weight & keep)
        self.table = table
        self._free += columns.values()

    def _blur(self, place: str, columns: Mapping[Kinds, int]) -> None:
        """Leave in each class what it has in all states; the rest may be of any class."""
        here, union, number = self.public[place], 0, self.size[place] - sum(self.public[place].values())
        for kinds, shift in columns.items():
            counts = [state >> shift & self.full for state in self.table]
            if least := min(counts):
                here[kinds] = here.get(kinds, 0) + least
                number -= least
            if max(counts) > least:
                union |= kinds
        if number:
            here[union] = here.get(union, 0) + number

    def _options(self, source: str, within: Kinds, apart: Sequence[Kinds]) -> list[tuple[Kinds, Kinds]]:
        live, found, within = self.pool.live, [], within | self.tagged
        if not apart and not self.parting:
            return [(kinds, piece) for kinds in self.classes(source) if (piece := kinds & within) & live]
        for kinds in self.classes(source):
            pieces = [kinds & within]
            for told in apart:
                pieces = [part for piece in pieces for part in (piece & (told | self.tagged), piece & ~told)]
            found += [(kinds, self._tagged_anew(piece) if self.parting else piece) for piece in pieces if piece & live]
        return found

    def _tagged_anew(self, kinds: Kinds) -> Kinds:
        tag = kinds >> TAG_BIT
        return kinds & ((1 << TAG_BIT) - 1) | self.parting.get(tag, tag) << TAG_BIT

    def _settle(self, target: str, kinds: Kinds, *, stays: bool) -> None:
        """Put a position of the same class in all worlds; a copy that is gone for good, and known, leaves the pool."""
        alive = kinds & self.pool.live
        if target == REST and not stays and not alive & (alive - 1) and not kinds >> TAG_BIT:
            self.pool.add(alive.bit_length() - 1, -1)
            self.size[REST] -= 1
        else:
            self._more(target, kinds)

    def _branch(
        self, source: str, options: list[tuple[Kinds, Kinds]], target: str, marked: Mapping[Kinds, int | None], *, lone: bool, mark: bool
    ) -> None:
        same = len(marked) == 1
        minus = {} if lone else {origin: self.column(source, origin) for origin, _piece in options}
        plus = {} if same else {piece: self.column(target, piece) for piece in marked}
        scarce = {} if same else {piece: self._scarce(piece) for piece in marked}
        moves = []
        for origin, piece in options:
            change = (0 if same else 1 << plus[piece]) - (0 if lone else 1 << minus[origin])
            index = marked[piece]
            moves.append((-1 if lone else minus[origin], change, 0 if index is None else self.width * (index + 1), scarce.get(piece)))
        self.grow(len(options) * (1 if lone else self.size[source] + 1))
        self.effort.spend(len(self.table) * len(moves))
        out = self._moved(moves)
        if same:
            self._settle(target, next(iter(marked)), stays=mark)
        elif target == REST:
            union = 0
            for piece in marked:
                union |= piece
            self._rested.append(union)
        self.note_moves(moves)
        self.keep(out)

    def _moved(self, moves: Sequence[StateMove]) -> dict[int, int]:
        """Return the states after every move, with their weights; most moves have neither mark nor limit, and are many."""
        low, full, out = self.low, self.full, dict[int, int]()
        get = out.get
        if all(shift >= 0 and not field and limit is None for shift, _change, field, limit in moves):
            plain = [(shift, change) for shift, change, _field, _limit in moves]
            for state, weight in self.table.items():
                for shift, change in plain:
                    if number := state >> shift & full:
                        after = state + change
                        out[after] = get(after, 0) + weight * number
            return out
        for state, weight in self.table.items():
            for shift, change, field, limit in moves:
                number = 1 if shift < 0 else state >> shift & full
                if not number:
                    continue
                after = state + change
                if limit is not None and (after & limit[0]) % full > limit[1]:
                    continue
                carried = weight + ((weight & low) << field) if field else weight
                out[after] = get(after, 0) + carried * number
        return out

    def _scarce(self, kinds: Kinds) -> tuple[int, int] | None:
        """The bits of the columns that only cards of a scarce set can fill, and how many of these are left for them.

        The sum of these columns is what is left of their bits by division by ``full``: that is one less than what the next column counts
        in, and above the number of cards.
        """
        if (kinds & self.pool.live).bit_count() > SCARCE or (copies := self.pool.number(kinds)) > SCARCE:
            return None
        beside = ~kinds & (1 << TAG_BIT) - 1
        shifts = [shift for columns in self.columns.values() for within, shift in columns.items() if not within & beside]
        taken = sum([number for here in self.public.values() for within, number in here.items() if not within & beside])
        return sum([self.full << shift for shift in shifts]), copies - taken
