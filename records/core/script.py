"""How ``decide`` writes a batch: each event is evolved on a private draft, on which the next event is decided."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from records.core.asking.chance import ChanceMissing
from records.core.events import Event, Recorded
from records.core.position import Counters, Draft, Position
from records.core.shared_evolve import apply_event

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from records.core.position import Chance
    from records.core.requests import ChanceRequest
    from records.core.shared_evolve import Apply
    from records.core.tables.fold_table import FoldTable

C = TypeVar("C", bound=Counters)
_NO_TIME: datetime = None  # type: ignore[assignment]  # evolve never looks at the clock


class UnforbiddenError(Exception):
    """No rule forbids a command: only this was asked (``AskedDraft``), so the consequences are not computed."""


class AskedDraft(Draft[C]):
    """A draft on which nothing is written: what a rule forbids it forbids before anything is (design/rulings: Doing a play again)."""

    __slots__ = ()


class _Unforbidden(dict[type, Any]):
    """What any event does to a draft that is asked."""

    def __missing__(self, _cls: type) -> NoReturn:
        raise UnforbiddenError


_UNFORBIDDEN = _Unforbidden()


def _applied(evolve: Mapping[type, Apply], draft: Draft[Any]) -> Mapping[type, Apply]:
    """Return what events do to a draft that is asked, or in which something is missing."""
    return _UNFORBIDDEN if type(draft) is AskedDraft else dict.fromkeys(evolve, partial(apply_event, evolve))


class Script(Generic[C]):
    """A batch being written, from ``position`` on; ``version`` is that of its first event in the log.

    ``evolve`` is what ``with_shared`` makes of a game's own.
    """

    def __init__(self, evolve: Mapping[type, Apply], position: Position[C], version: int) -> None:
        self._begun = position
        self._draft = draft = position.thaw()
        self.state = draft.state
        """The counters as they are now."""
        self.table: FoldTable = self._draft.table  # type: ignore[assignment]  # a thawed position has a fold's table
        """The cards as they are now, to be read."""
        self._first = self._next = version
        self._written: list[Event] = []
        self._evolve = evolve if type(draft) is Draft and not draft.state.missing else _applied(evolve, draft)

    @property
    def next(self) -> int:
        """Version of the next event; slot and question ids come from it."""
        return self._next

    @property
    def first(self) -> int:
        """Version of the batch's decision."""
        return self._first

    @property
    def events(self) -> tuple[Event, ...]:
        """What has been written."""
        return tuple(self._written)

    @property
    def position(self) -> Position[C]:
        """The position that the batch has led to so far."""
        return self._begun.reached(self._next - 1, self._draft)

    def write(self, event: Event) -> None:
        """Add ``event``; raises ``ImpossibleEvent`` if it cannot happen now, and ``UnforbiddenError`` on an ``AskedDraft``."""
        self._evolve[type(event)](self._draft, Recorded(self._next, self._first, _NO_TIME, "", event))
        self._written.append(event)
        self._next += 1

    def ask(self, chance: Chance, request: ChanceRequest) -> Event:
        """Ask the table for an event, add and return it."""
        try:
            event = chance.ask(self.position, request)
        except ChanceMissing as missing:
            missing.written = self.events
            raise
        self.write(event)
        return event
