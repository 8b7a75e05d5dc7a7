"""Chance read from a record, for an audit (design/events: Chance is data), or given by a caller that knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from records.core.events import Event, Sort
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.position import Position
    from records.core.requests import ChanceRequest


T = TypeVar("T")


class Picker(Protocol):
    """A source of chance; ``random.Random`` is one."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of them."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return ``k`` of them, no place twice."""

    def random(self) -> float:
        """Return a number from 0 to below 1."""


class ScriptedChance:
    """A source of chance that returns prepared picks in order.

    If only one thing can be picked, it is picked, whether or not it was prepared.
    """

    def __init__(self, names: Iterable[Any]) -> None:
        self._left = list(names)

    def choice(self, seq: Sequence[T]) -> T:
        """Return the next prepared pick; raises ``ImpossibleEvent`` if it is not in ``seq``, or if no pick is left."""
        return self.sample(seq, 1)[0]

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return the next ``k`` prepared picks; raises ``ImpossibleEvent`` if they are not there to pick, or if too few are left."""
        picked: list[T] = []
        rest = list(population)
        for _ in range(k):
            if len(rest) == 1 and self._left[:1] != rest:
                picked.append(rest.pop())
                continue
            if not self._left:
                raise ImpossibleEvent(f"chance was told no more, and one of {len(rest)} is to be picked")
            told = self._left.pop(0)
            if told not in rest:
                raise ImpossibleEvent(f"chance was told {told!r}, which is none of {', '.join(map(str, rest))}")
            rest.remove(told)
            picked.append(told)
        return picked

    def random(self) -> float:
        """Return 0.0."""
        return 0.0

    @property
    def left(self) -> tuple[Any, ...]:
        """Prepared picks that were not used."""
        return tuple(self._left)


class ChanceMissing(Exception):
    """The table has not answered yet; no rule is to catch it."""

    written: tuple[Event, ...] = ()
    """What the batch holds up to there."""

    def __init__(self, request: ChanceRequest) -> None:
        super().__init__(request.wanted)
        self.request = request


class FromRecord:
    """Answers with the chance events of one batch, in their order."""

    def __init__(self, batch: Iterable[Event]) -> None:
        self._left = [event for event in batch if event.sort is Sort.CHANCE]

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the next recorded chance event; raises ``ImpossibleEvent`` if it is of another class or there is none."""
        if not self._left:
            raise ImpossibleEvent(f"after version {position.version} the rules ask for {request.wanted}, the batch has no more chance")
        event = self._left.pop(0)
        if not isinstance(event, request.classes):
            found = type(event).__name__
            raise ImpossibleEvent(f"after version {position.version} the rules ask for {request.wanted}, the record has {found}")
        return event

    @property
    def left(self) -> tuple[Event, ...]:
        """Chance that was recorded and not asked for."""
        return tuple(self._left)


def batches(log: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Cut a log of ``Recorded`` into batches: runs of events with one cause; a fact is a batch of its own."""
    made: list[tuple[Any, ...]] = []
    for recorded in log:
        if made and recorded.cause != recorded.v and made[-1][0].v == recorded.cause:
            made[-1] = (*made[-1], recorded)
        else:
            made.append((recorded,))
    return made
