"""Questions about chances that a game names, worked out from one viewer's log.

A game says what may be asked and how an answer is computed; what hidden cards can be it asks an ``OddsContext``, and so it never sees more
than the viewer whose questions they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import msgspec

if TYPE_CHECKING:
    from records.core.events import Event
    from records.core.ids import SeatKey
    from records.core.position import Position
    from records.core.sentences import Sentence
    from records.core.viewers import Viewer


class Worths(NamedTuple):
    """What the cards of a hand can be worth together."""

    of: Mapping[int, Fraction]
    """Chance by sum; they sum to 1. Only those that can be."""
    exact: bool

    def at_least(self, least: int) -> Fraction:
        """Return the chance of a sum of ``least`` or more."""
        return sum((chance for worth, chance in self.of.items() if worth >= least), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """The mean sum."""
        return sum((worth * chance for worth, chance in self.of.items()), Fraction(0))


class OddsContext(Protocol):
    """A step of a viewer's log."""

    @property
    def viewer(self) -> Viewer:
        """Whose odds they are."""

    @property
    def position(self) -> Position[Any]:
        """The position as the viewer was shown it."""

    def worths(self, seat: SeatKey, values: Mapping[str, int], events: Sequence[Event] = ()) -> Worths:
        """Return what a hand can be worth by the ``values`` of its cards after ``events``; cards that these bring unseen are ``"?"``."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Something to choose."""

    name: str
    """Word of the command line: ``seat``."""
    title: str
    """Message id."""
    options: Mapping[str, Sentence]
    """What may be chosen, by its word; the first is usual."""


class Number(msgspec.Struct, frozen=True, kw_only=True):
    """A number to say."""

    name: str
    title: str
    """Message id."""
    least: int
    most: int
    usual: int


Parameter: TypeAlias = Choice | Number


class AnswerChance(NamedTuple):
    """How likely something is."""

    of: Sentence
    chance: Fraction


class OddsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer."""

    lines: tuple[Sentence, ...] = ()
    """What it is about, in sentences."""
    chances: tuple[AnswerChance, ...] = ()
    exact: bool = True


Values: TypeAlias = Mapping[str, Any]
"""For each parameter what was chosen: a word of its options, or a number within its bounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsQuestion:
    """Something that may be asked at a step."""

    name: str
    """Word of the command line: ``survive``."""
    title: str
    """Message id."""
    parameters: Callable[[Position[Any], Viewer], tuple[Parameter, ...]] = field(repr=False)
    """What is to be said for it; none where it cannot be asked at this position."""
    answer: Callable[[OddsContext, Values], OddsAnswer] = field(repr=False)
