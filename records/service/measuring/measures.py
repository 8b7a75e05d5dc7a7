"""Measures of a game at a step, for charts and tables: the worth of piles, and how much a viewer does not know.

Each measure is computed only from one ``RecordView``, behind its door. The caller must check who may see which view.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import fsum, log2
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import msgspec

from records.core.faces import known
from records.core.ids import PileId
from records.core.viewers import OPEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from records.core.position import Position
    from records.knowledge.answers import Chances, HandChances, Knowledge
    from records.service.viewing import RecordView

T_co = TypeVar("T_co", covariant=True)
Worth: TypeAlias = "Mapping[str, int]"


class Measure(msgspec.Struct, Generic[T_co], frozen=True):
    """A measure of a step through one viewer's eyes."""

    name: str
    """The name under which results are cached with a log."""
    count: Callable[[RecordView, int], T_co]
    """Measures after an event; raises ``VersionNotFound``."""
    asks: bool = False
    """Whether it asks what the viewer could know (``RecordView.knowledge``); then it is one of ``ASKING``."""


class Sum(msgspec.Struct, frozen=True):
    """What a pile is worth, as far as a viewer can say."""

    expected: Fraction
    """The mean; every card that left a hand by choice counts as picked blind."""
    least: int
    """It cannot be less: each card counted as the least that it can be."""
    most: int
    exact: bool = True
    """Whether the mean is exact; the bounds always hold."""


class Lacking(msgspec.Struct, frozen=True):
    """A viewer's missing information about the cards."""

    piles: float
    """Bits of the cards that lie in piles: the sum of the entropies of each card's chances."""
    hands: float
    """Bits of the cards in hands, in the same way. The draw pile is left out: nobody can know its order."""
    exact: bool = True

    @property
    def bits(self) -> float:
        """Bits of all cards in piles and hands."""
        return self.piles + self.hands


def has_worth(view: RecordView) -> bool:
    """Whether the game says what its piles are worth."""
    return view.game.board.worth is not None


def sums(view: RecordView, at: int) -> Mapping[PileId, Sum | None]:
    """Return what piles are worth, those that are worth something, seat by seat; None where the record does not say what lies there."""
    worth = view.game.board.worth(view.header) if view.game.board.worth is not None else {}
    worthy = {PileId(f"{kind}:{seat}"): worth[kind] for seat in view.header.seats for kind in worth}
    position = view.position(at)
    if view.viewer is OPEN:
        return {pile: _laid(position, pile, of) for pile, of in worthy.items()}
    knowledge = view.knowledge(at)
    return {pile: _estimated(position, knowledge, pile, of) for pile, of in worthy.items()}


def lacking(view: RecordView, at: int) -> Lacking:
    """Return what the viewer lacks of the cards; the open table lacks nothing."""
    if view.viewer is OPEN:
        return Lacking(0.0, 0.0)
    knowledge = view.knowledge(at)
    piles = fsum(entropy(chances.of.values()) for chances in knowledge.slots.values())
    return Lacking(piles, fsum(_lacking(hand) for hand in knowledge.hands.values()), knowledge.exact)


STRENGTH = Measure("strength", sums, asks=True)
UNCERTAINTY = Measure("uncertainty", lacking, asks=True)
ASKING: tuple[Measure[Any], ...] = (STRENGTH, UNCERTAINTY)
"""Computed together: the answer that they share costs far more than they do, and is not cached for every step of a long game."""


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
    """Return the missing bits of a hand: the number of uncertain cards times the entropy of one of them."""
    open_places = hand.count - sum(hand.least.values())
    if open_places <= 0:
        return 0.0
    rest = [mean - hand.least.get(card, 0) for card, mean in hand.expected.items()]
    whole = sum(rest, Fraction(0))
    return open_places * entropy(mean / whole for mean in rest) if whole > 0 else 0.0


def entropy(chances: Iterable[Fraction]) -> float:
    """Return the entropy of chances that sum to 1, in bits; 0 for what is certain."""
    return fsum(-float(chance) * log2(chance) for chance in chances if 0 < chance < 1)
