"""Positions of classes that overlap, parted along the pieces of these, in every way (``nested``).

A way to part them is known up to how many positions each node has, so two numbers say all of it. The **room** has a field for each node:
how many of its cards no position in it or below it takes yet, and above it a bit that is gone where there are more positions than cards.
What is **counted** has in its lowest field in how many ways the positions can be so, and in a field for each class and piece that times
how many positions of the class are of the piece.
"""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING, TypeAlias

from records.knowledge.worlds.arrangements import Sizes, parted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Parted: TypeAlias = tuple[Sizes, int, int]
"""The sizes of all nodes, in how many ways positions can be so, and all that is counted."""
SHARE = 3
"""The work of one way to share a class out to its pieces."""


class Parting:
    """Parts positions, given by how many there are of each class."""

    def __init__(self, pieces: Sequence[Sequence[int]], parent: Sequence[int], cards: Sequence[int], sizes: Sequence[Sizes]) -> None:
        """``pieces`` are the nodes of each class, ``cards`` those of each node; ``sizes`` are all that will be asked about, or more."""
        self._pieces, self._parent, self._cards = pieces, parent, cards
        self._bits = max(*cards, *(sum(here) for here in sizes), 1).bit_length() + 1
        self._full = (1 << self._bits - 1) - 1
        self._one = [sum([1 << self._bits * node for node in _around(piece, parent)]) for piece in range(len(parent))]
        """What one position in each node takes of the room."""
        self._sign = sum([1 << self._bits * node + self._bits - 1 for node in range(len(parent))])
        self._all = self._sign + sum([number << self._bits * node for node, number in enumerate(cards)])
        """The room where no position takes any."""
        outermost = [node for node, above in enumerate(parent) if above < 0]
        self._end = sum([1 << self._bits * node + self._bits - 1 for node in outermost])
        self._open = sum([self._full << self._bits * node for node in outermost])
        self._reach = [
            sum([1 << self._bits * root for root in {_around(piece, parent)[-1] for piece in parts}]) if len(parts) > 1 else 0
            for parts in pieces
        ]
        """In which outermost nodes positions of each class of several pieces may take room."""
        most = [max(column) for column in zip(*sizes, strict=True)]
        width = (prod([len(parts) ** number for parts, number in zip(pieces, most, strict=True)]) * max(most, default=0)).bit_length()
        self.low = (1 << width) - 1
        """The mask of a field of what is counted."""
        self.alone = [(index, parts[0]) for index, parts in enumerate(pieces) if len(parts) == 1]
        """Classes of one piece, and it."""
        several = [(index, piece) for index, parts in enumerate(pieces) if len(parts) > 1 for piece in parts]
        self.shared = [(index, piece, width * nth) for nth, (index, piece) in enumerate(several, 1)]
        """Classes of several pieces, each of these, and the bit at which their field begins."""
        self._field = {(index, piece): field for index, piece, field in self.shared}
        self._ways: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        self._parts: dict[Sizes, tuple[list[Parted], int]] = {}
        self._wholes: dict[Sizes, tuple[list[Parted], int]] = {}

    def part(self, sizes: Sizes) -> tuple[list[Parted], int]:
        """Return every way to part the positions of some places that leaves no node with more of them than cards; and its work."""
        found = self._parts.get(sizes)
        if found is None:
            rooms, work = self._parted(sizes, [self._end | self._open] * len(sizes))
            found = self._parts[sizes] = self._read(rooms), work
        return found

    def whole(self, sizes: Sizes) -> tuple[list[Parted], int]:
        """Return every way to part the positions of all cards in which there is a way to lay these; and its work."""
        found = self._wholes.get(sizes)
        if found is None:
            later, bounds = self._end, list[int]()
            for reach, size in zip(reversed(self._reach), reversed(sizes), strict=True):
                bounds.append(later)
                later += size * reach
            rooms, work = self._parted(sizes, bounds[::-1])
            found = self._wholes[sizes] = self._read({room: counted for room, counted in rooms.items() if not room & self._open}), work
        return found

    def _parted(self, sizes: Sizes, bounds: Sequence[int]) -> tuple[dict[int, int], int]:
        """Part the positions of one class after the other; ``bounds`` say how much room each may leave at most in an outermost node."""
        room = self._all - sum([sizes[index] * self._one[piece] for index, piece in self.alone])
        if room & self._sign != self._sign:
            return {}, 1
        found, work, low, sign, end, top = {room: 1}, 0, self.low, self._sign, self._end, self._open
        for index, (size, bound) in enumerate(zip(sizes, bounds, strict=True)):
            if size and len(self._pieces[index]) > 1:
                more, ways = dict[int, int](), self._shared_out(index, size)
                work += len(found) * len(ways) * SHARE
                get = more.get
                for taken, times, shares in ways:
                    for before, counted in found.items():
                        room = before - taken
                        if room & sign == sign and (bound - (room & top)) & end == end:
                            here = counted * times
                            more[room] = get(room, 0) + here + (here & low) * shares
                found = more
        return found, work + len(found)

    def _read(self, rooms: Mapping[int, int]) -> list[Parted]:
        cards, full, low = self._cards, self._full, self.low
        shifts = [self._bits * node for node in range(len(cards))]
        inner = [(node, above) for node, above in enumerate(self._parent) if above >= 0]
        found = list[Parted]()
        for room, counted in rooms.items():
            within = [number - (room >> shift & full) for number, shift in zip(cards, shifts, strict=True)]
            sizes = within.copy()
            for node, above in inner:
                sizes[above] -= within[node]
            found.append((tuple(sizes), counted & low, counted))
        return found

    def _shared_out(self, index: int, size: int) -> list[tuple[int, int, int]]:
        """In which ways so many positions of a class can be shared out to its pieces: room taken, ways, and what is added to the fields."""
        found = self._ways.get((index, size))
        if found is None:
            pieces, found = self._pieces[index], []
            fields = [self._field[index, piece] for piece in pieces]
            for share in parted(size, [(0, min(size, self._cards[piece])) for piece in pieces]):
                ways, left = 1, size
                for number in share:
                    ways *= comb(left, number)
                    left -= number
                taken = sum([number * self._one[piece] for piece, number in zip(pieces, share, strict=True)])
                found.append((taken, ways, sum([number << field for number, field in zip(share, fields, strict=True)])))
            self._ways[index, size] = found
        return found


def _around(node: int, parent: Sequence[int]) -> list[int]:
    """A node and all that it lies in."""
    found = [node]
    while parent[found[-1]] >= 0:
        found.append(parent[found[-1]])
    return found
