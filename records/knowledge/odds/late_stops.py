"""Where an attack is stopped on its way although its strength, all gains counted, would have been enough.

Let an attack need at the j-th card what the cards before it cost together and what the card itself needs. It destroys k cards if it is at
least as strong as the largest of these k numbers. Plain cards cost what they need, so that the last number is the largest: what all k cost
together. It is not where a card gives strength: the cards behind it may cost less than it gave. For numbers a1 .. ak and a(k+1), the cost
of all,

    [max(a1 .. ak) <= s] = [a(k+1) <= s] - sum over j of [max(a(j+1) .. a(k+1)) <= s < aj],

and a term is 0 unless the j-th card is not plain and those from it on cost less than it needs. These few ends of attacks are gone through
card by card, each with what the cards before it may cost; the cards before it come in any order.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from records.knowledge.odds.budget import TooWide
from records.knowledge.odds.effects import AttackEffect

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.knowledge.odds.cost_sums import Gone
    from records.knowledge.odds.encounters import Encounter

MOST_ENDS = 10_000
"""Ends of attacks that are visited."""


class Late(NamedTuple):
    """Ends of attacks that are alike."""

    first: int
    """The defender that they begin with; all up to the k-th are distinguished."""
    pinned: tuple[int, ...]
    """The cells of the closed defenders among them, in order."""
    gone: Gone
    """Which of their cards."""
    need: int
    """What the first of them needs."""
    others: int
    """What those after it need of the same strength: less."""


class _AttackEnd(NamedTuple):
    pinned: tuple[int, ...]
    gone: Gone
    needed: int


class LateStops:
    """The ends of attacks on the defenders of ``encounter``."""

    def __init__(self, encounter: Encounter) -> None:
        self._encounter = encounter
        self.closed = [0, *accumulate(known is None for known in encounter.known)]
        """How many closed defenders lie before each defender, and before the end."""
        self._options = [sorted({cell for index in of for cell in encounter.able[index]}) for of in encounter.classes]
        self.bounds = [self._bound(number) for number in range(len(encounter.defenders) + 1)]
        """What is needed from a defender on so that it cannot matter which cards lie before it."""
        self.late = cache(self._find_late)

    def _find_late(self, number: int, left: int) -> tuple[Mapping[Late, int], int]:
        """Return the ends that stop an attack before ``number`` defenders fell, or before ``left`` is left then, and how often each can be.

        With them comes how many ends were gone through. Raises ``TooWide``.
        """
        found: dict[Late, int] = {}
        seen = 0
        ends = {_AttackEnd((), (), left): 1}
        for nth in reversed(range(number)):
            more: dict[_AttackEnd, int] = {}
            for end, times in ends.items():
                for pinned, gone, one, copies in self._cards(nth, end) if end.needed < self.bounds[nth + 1] else ():
                    need, others = one.need if left or nth < number - 1 else one.last, one.net + end.needed
                    if need > others:
                        late = Late(nth, pinned, gone, need, others)
                        found[late] = found.get(late, 0) + times * copies
                    before = _AttackEnd(pinned, gone, max(need, others))
                    more[before] = more.get(before, 0) + times * copies
            ends = more
            seen += len(ends)
            if seen > MOST_ENDS:
                raise TooWide
        return found, seen

    def _cards(self, nth: int, end: _AttackEnd) -> Iterator[tuple[tuple[int, ...], Gone, AttackEffect, int]]:
        """Yield what a defender before an end can be, and how many copies there are."""
        known = self._encounter.known[nth]
        if known is not None:
            yield end.pinned, end.gone, known, 1
            return
        sort = self._encounter.defenders[nth].sort
        for cell in self._options[self.closed[nth]]:
            for card, (effects, copies) in enumerate(self._encounter.cells[cell].cards):
                one, left = effects[sort], copies - end.gone.count((cell, card))
                if one is not None and left:
                    yield (cell, *end.pinned), tuple(sorted((*end.gone, (cell, card)))), one, left

    def _bound(self, number: int) -> int:
        """No card before a defender can need more than it and all behind it cost, if those need so much."""
        givers = [known for known in self._encounter.known[:number] if known is not None and not known.plain]
        for nth, cell in enumerate(self._encounter.cells):
            if not cell.plain:
                places = [
                    self._encounter.defenders[at].sort
                    for at in range(number)
                    if self._encounter.known[at] is None and nth in self._options[self.closed[at]]
                ]
                ((effects, copies),) = cell.cards
                able = [one for sort in set(places) if (one := effects[sort]) is not None]
                if able:
                    least, most = min(one.net for one in able), max(max(one.need, one.last) - one.net for one in able)
                    givers += [AttackEffect(0, least, least + most, least + most)] * min(copies, len(places))
        if not givers:
            return 0
        drops = [max(0, -one.net) for one in givers]
        return max(max(one.need, one.last) - one.net for one in givers) + sum(drops) - min(drops)
