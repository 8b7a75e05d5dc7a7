"""Measures of a game, step by step, for charts and tables: what piles are worth, and how much a viewer does not know.

Each measure is made from one ``RecordView`` alone, behind its door. Who may see whose is the caller's to ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum, log2
from typing import TYPE_CHECKING, Any, TypeAlias

from records.core.faces import known
from records.core.ids import PileId
from records.core.viewers import OPEN
from records.service.pieces import CountedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.core.position import Position
    from records.core.viewers import Viewer
    from records.knowledge.answers import Chances, HandChances, Knowledge
    from records.service.seen_log import SeenLog
    from records.service.viewing import RecordView

Worth: TypeAlias = "Mapping[str, int]"
WORK, STEP, CANDIDATE = 200_000, 500, 2
"""The counted work of all measures of one question (design/knowledge: Complexity and budgets), and what one takes beside what is worked out
for it: in any case, and for each card that a place or a hand may hold."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What a pile is worth, as far as a viewer can say."""

    expected: Fraction
    """The mean; every card that left a hand by choice counts as picked blind."""
    least: int
    """It cannot be less: each card counted as the least that it can be."""
    most: int
    exact: bool = True
    """Whether the mean is exact; the bounds always hold."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One step through one viewer's eyes."""

    at: int
    sums: Mapping[PileId, Sum | None]
    """By pile, those that are worth something, seat by seat; None where the record itself does not say what lies there."""
    piles: float
    """Bits that the viewer lacks of the cards that lie in piles: the sum of the entropies of each card's chances."""
    hands: float
    """Bits that the viewer lacks of the cards in hands, in the same way. The draw pile is left out: nobody can know its order."""
    exact: bool = True

    @property
    def bits(self) -> float:
        """What the viewer lacks of all cards in piles and hands, in bits."""
        return self.piles + self.hands


@dataclass(frozen=True)
class Series:
    """A game through one viewer's eyes, at some of its steps."""

    viewer: Viewer
    measured: tuple[Measured, ...]
    """In the order of the steps."""
    pending: tuple[int, ...] = ()
    """Steps that did not fit the work of one question, in order. Asked again, it goes on with them."""

    @cached_property
    def by_version(self) -> Mapping[int, Measured]:
        """The same by step."""
        return {one.at: one for one in self.measured}


_KEPT = "measures"


class _Measures(CountedDict[int, Measured]):
    """Measures of a log by step."""


def measure(view: RecordView, steps: Sequence[int], *, share: int = 1) -> Series:
    """Return the measures of a game as its viewer could make them after each of ``steps``; each is made once as long as the log is kept.

    It ends when ``WORK`` is done, or that part of it which is one of ``share``: what is then pending lies evenly between what is measured.
    Raises ``VersionNotFound``.
    """
    kept, known = view.seen.pieces.once(_KEPT, _Measures), view.seen.known
    end, summed = known.work + WORK / share, 0
    for nth in sorted(range(len(steps)), key=_coarse_first):
        if steps[nth] not in kept:
            if known.work + summed > end:
                break
            measured, candidates = _measured(view, steps[nth])
            kept.put(steps[nth], measured)
            summed += STEP + CANDIDATE * candidates
    pending = tuple(at for at in steps if at not in kept)
    return Series(view.viewer, tuple(kept[at] for at in steps if at in kept), pending)


def is_measured(seen: SeenLog) -> bool:
    """Whether any step of a log was measured before."""
    return seen.pieces.has(_KEPT)


def _coarse_first(nth: int) -> tuple[int, int]:
    """The first, then those in wide strides, then those between."""
    return -(nth & -nth) if nth else -(1 << 62), nth


def has_worth(view: RecordView) -> bool:
    """Whether the game says what its piles are worth."""
    return view.game.board.worth is not None


def _measured(view: RecordView, at: int) -> tuple[Measured, int]:
    """Return the measures of a step, and how many chances they were summed up from."""
    position = view.position(at)
    worth = view.game.board.worth(view.header) if view.game.board.worth is not None else {}
    worthy = {PileId(f"{kind}:{seat}"): worth[kind] for seat in view.header.seats for kind in worth}
    if view.viewer is OPEN:
        return Measured(at, {pile: _laid(position, pile, of) for pile, of in worthy.items()}, 0.0, 0.0), 0
    knowledge = view.knowledge(at)
    candidates = sum(len(chances.of) for chances in knowledge.slots.values()) + sum(len(hand.expected) for hand in knowledge.hands.values())
    measured = Measured(
        at,
        {pile: _estimated(position, knowledge, pile, of) for pile, of in worthy.items()},
        fsum(entropy(chances.of.values()) for chances in knowledge.slots.values()),
        fsum(_lacking(hand) for hand in knowledge.hands.values()),
        exact=knowledge.exact,
    )
    return measured, candidates


def _laid(position: Position[Any], pile: PileId, worth: Worth) -> Sum | None:
    faces = [position.table.slots[slot].face for slot in position.table.piles.get(pile, ())]
    if not all(known(face) and face in worth for face in faces):
        return None
    total = sum(worth[str(face)] for face in faces)
    return Sum(Fraction(total), total, total)


def _estimated(position: Position[Any], knowledge: Knowledge, pile: PileId, worth: Worth) -> Sum | None:
    slots: list[Chances] = [knowledge.slots[slot] for slot in position.table.piles.get(pile, ())]
    if not all(card in worth for chances in slots for card in chances.of):
        return None
    return Sum(
        sum((chance * worth[card] for chances in slots for card, chance in chances.of.items()), Fraction(0)),
        sum(min(worth[card] for card in chances.of) for chances in slots),
        sum(max(worth[card] for card in chances.of) for chances in slots),
        exact=all(chances.exact for chances in slots),
    )


def _lacking(hand: HandChances) -> float:
    """Return the bits that are lacking of a hand: of the cards that are not certain, as often as there are, the entropy of one."""
    open_places = hand.count - sum(hand.least.values())
    if open_places <= 0:
        return 0.0
    rest = [mean - hand.least.get(card, 0) for card, mean in hand.expected.items()]
    whole = sum(rest, Fraction(0))
    return open_places * entropy(mean / whole for mean in rest) if whole > 0 else 0.0


def entropy(chances: Iterable[Fraction]) -> float:
    """Return the entropy of chances that sum to 1, in bits; 0 for what is certain."""
    return fsum(-float(chance) * log2(chance) for chance in chances if 0 < chance < 1)
