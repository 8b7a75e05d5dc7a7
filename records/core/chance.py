"""Chance read from a record, for an audit (EVENTS, section 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from records.core.events import Event, Sort
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.game import Position


T = TypeVar("T")


class Picker(Protocol):
    """A source of chance; ``random.Random`` is one."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of them."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return ``k`` of them, no place twice."""

    def random(self) -> float:
        """Return a number from 0 to below 1."""


class FromRecord:
    """Answers with the chance events of one batch, in their order."""

    def __init__(self, batch: Iterable[Event]) -> None:
        self._left = [event for event in batch if event.sort is Sort.CHANCE]

    def ask(self, position: Position[Any], *classes: type[Event]) -> Event:
        """Return the next recorded chance event; raises ``ImpossibleEvent`` if it is of another class or there is none."""
        wanted = " or ".join(cls.__name__ for cls in classes)
        if not self._left:
            raise ImpossibleEvent(f"after version {position.version} the rules ask for {wanted}, the batch has no more chance")
        event = self._left.pop(0)
        if not isinstance(event, classes):
            found = type(event).__name__
            raise ImpossibleEvent(f"after version {position.version} the rules ask for {wanted}, the record has {found}")
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
