"""The turns of a log counted while it is folded, without a word: as the public's timeline has them (a law holds that)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.ids import SeatKey
    from records.core.position import Counters, Outcome
    from records.core.wording.acting import Acting, Acts


class TurnCount:
    """Goes along a fold: ``acts`` is asked before each event, ``count`` with its answer after it, and ``end`` after all."""

    __slots__ = ("_active", "_done", "_number", "_seat", "_told", "_untold_seat", "acts", "outcome", "steps")

    def __init__(self, acts: Mapping[type, Acts]) -> None:
        self.acts = acts
        """By event class who acts, by the counters before an event and itself."""
        self.steps = 0
        """Events in all."""
        self.outcome: Outcome | None = None
        """How the game had ended after the last of them."""
        self._done: list[tuple[int, SeatKey | None, int]] = []
        self._number: int | None = None
        self._active: SeatKey | None = None
        self._seat: SeatKey | None = None
        self._untold_seat: SeatKey | None = None
        self._told = 0

    def count(self, acting: Acting, after: Counters) -> None:
        """Count an event; ``after`` are the counters after it."""
        if after.turn != self._number:
            self._close()
            self._number, self._active, self._seat, self._untold_seat = after.turn, after.active, None, None
        seat, quiet = acting
        if not quiet:
            self._told += 1
            if self._seat is None:
                self._seat = seat
        elif self._untold_seat is None:
            self._untold_seat = seat

    def end(self, after: Counters, steps: int) -> None:
        """Note what there is after all ``steps`` events."""
        self._close()
        self.outcome, self.steps = after.outcome, steps

    @property
    def told_turns(self) -> list[tuple[int, SeatKey | None, int]]:
        """Number, seat and number of narrated steps of each turn that has any, at the end; an interrupted one stands for each part."""
        return self._done

    def _close(self) -> None:
        if self._told:
            self._done.append((self._number or 0, self._seat or self._untold_seat or self._active, self._told))
            self._told = 0
