"""The turns of a log counted while it is folded, without a word: as the public's timeline has them (a law holds that)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.events import Event
    from records.core.ids import SeatKey
    from records.core.position import Counters, Outcome
    from records.core.wording.acting import Acting, Acts


class TurnCount:
    """Goes along a fold: ``acting`` before each event, ``count`` with its answer after it."""

    __slots__ = ("_active", "_acts", "_done", "_number", "_seat", "_told", "_untold_seat", "outcome", "steps")

    def __init__(self, acts: Mapping[type, Acts]) -> None:
        self._acts = acts
        self.steps = 0
        """Events so far."""
        self.outcome: Outcome | None = None
        """How the game had ended after the last of them."""
        self._done: list[tuple[int, SeatKey | None, int]] = []
        self._number = -1
        self._active: SeatKey | None = None
        self._seat: SeatKey | None = None
        self._untold_seat: SeatKey | None = None
        self._told = 0

    def acting(self, before: Counters, event: Event) -> Acting:
        """Return who acts; ``before`` are the counters before ``event``. Raises ``KeyError`` for a class that is not of the game."""
        return self._acts[type(event)](before, event)

    def count(self, acting: Acting, after: Counters) -> None:
        """Count an event; ``after`` are the counters after it."""
        self.steps += 1
        self.outcome = after.outcome
        if after.turn != self._number or self.steps == 1:
            self._close()
            self._number, self._active, self._seat, self._untold_seat, self._told = after.turn, after.active, None, None, 0
        seat, quiet = acting
        if quiet:
            if self._untold_seat is None:
                self._untold_seat = seat
            return
        self._told += 1
        if self._seat is None:
            self._seat = seat

    def told_turns(self) -> list[tuple[int, SeatKey | None, int]]:
        """Return number, seat and number of narrated steps of each turn that has any; one that was interrupted stands for each part."""
        self._close()
        self._told = 0
        return self._done

    def _close(self) -> None:
        if self._told:
            self._done.append((self._number, self._seat or self._untold_seat or self._active, self._told))
