"""The end of a record that is being written: the position, and the faces to fill into the next events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.asking.typed import DEALT, TYPED
from records.core.events import Recorded
from records.core.logs.effective import changes_earlier, effective
from records.core.logs.fill import Filler
from records.core.shared import GameStarted
from records.service.incoming import Entry
from records.service.writing.checks import RecordedCheck

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Position
    from records.projections.turn_count import TurnCount


class RecordFiller:
    """Goes along one record as it grows."""

    def __init__(self, game: Game, header: Header, log: Sequence[Recorded[Any]]) -> None:
        self.game, self.header = game, header
        self._filler = Filler(game, header, log)
        self._answering, self._starts = answering(log), _starts(log)
        self.position: Position[Any] = self._filler.mark()
        """Where the game stands, all faces."""

    @property
    def answering(self) -> str:
        """Who answers for the table, ``dealt`` or ``typed``."""
        return self._answering

    @property
    def starts(self) -> Sequence[Recorded[Any]]:
        """The part of the log that says how the game begins."""
        return self._starts

    def follow(self, log: Sequence[Recorded[Any]]) -> None:
        """Follow events that are recorded already."""
        if log:
            self._filler.follow(log)
            self._note(log)

    def fill(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return what is to be written next, each event with every face that the log holds (design/events: Filling in), and go on over it.

        Raises ``ImpossibleEvent`` or ``Contradiction`` for what cannot have happened; then this stands where it stood.
        """
        count = self.position.version
        try:
            written = filled(self.game, self.header, self._filler, entries, count)
        except BaseException:
            self._filler.rewind()
            raise
        self._note(self._filler.log[count:])
        return written

    def _note(self, new: Sequence[Recorded[Any]]) -> None:
        self._starts = (*self._starts, *_starts(new))
        if changes_earlier(new) or _starts(new):
            self._answering = answering(self._filler.log)
        self.position = self._filler.mark()


def filled(  # noqa: PLR0917 -- a place in a log
    game: Game, header: Header, filler: Filler, entries: Iterable[Entry], count: int, turns: TurnCount | None = None
) -> list[Entry]:
    """Return what follows on ``count`` events, each with every face that the log holds for what it shows (design/events: Filling in).

    ``filler`` has gone along those events and goes on, and with it ``turns``. Raises ``ImpossibleEvent`` or ``Contradiction`` for what
    cannot have happened.
    """
    written = []
    check, state = RecordedCheck(game, header, new=True), filler.state
    acts = None if turns is None else turns.acts
    for version, entry in enumerate(entries, count + 1):
        recorded = Recorded(version, version if entry.cause is None else entry.cause, entry.at, "", entry.event)
        check(recorded)
        if turns is None or acts is None:
            event = filler.add(recorded)
        else:
            acting = acts[type(entry.event)](state, entry.event)
            event = filler.add(recorded)
            state = filler.state
            turns.count(acting, state)
        written.append(entry if event is entry.event else Entry(at=entry.at, event=event, cause=entry.cause))
    if turns is not None:
        turns.end(state, count + len(written))
    return written


def answering(log: Iterable[Recorded[Any]]) -> str:
    """Return who answers for the table, ``dealt`` or ``typed``, as a log says of its start; ``typed`` where it does not."""
    starts = [recorded.event.chance for recorded in effective(log) if isinstance(recorded.event, GameStarted)]
    return starts[-1] if starts and starts[-1] in (DEALT, TYPED) else TYPED


def _starts(log: Iterable[Recorded[Any]]) -> tuple[Recorded[Any], ...]:
    return tuple(recorded for recorded in log if isinstance(recorded.event, GameStarted))
