"""Who acts in a step, and whether it is narrated, without its words; the shelf counts this while a log is folded.

It says what the narration says to everybody, and reads no hidden face, so that the full log gives what the public's does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from records.core.ids import SeatKey
from records.core.shared import (
    Asked,
    CardExposed,
    CardReturned,
    CardTaken,
    Corrected,
    DrawAgreed,
    DrawOffered,
    GameDrawn,
    GameStarted,
    GameWon,
    GapNoted,
    IrregularityNoted,
    PositionSet,
    Resigned,
    TakenBack,
)

Acting: TypeAlias = tuple[SeatKey | None, bool]
"""Who acts, None for nobody; whether the step is quiet (``Narration.quiet``)."""
Acts: TypeAlias = Callable[[Any, Any], Acting]
"""The same of an event: of the counters before it, and itself."""
Row = TypeVar("Row", bound=Callable[[Any, Any], Any])

_NOBODY, _UNTOLD = (None, False), (None, True)


def own_seat(_before: Any, event: Any) -> Acting:
    """Its field ``seat``."""
    return event.seat, False


def on_turn(before: Any, _event: Any) -> Acting:
    """Whose turn it was."""
    return before.active, False


def nobody(_before: Any, _event: Any) -> Acting:
    """Nobody does it."""
    return _NOBODY


def untold(_before: Any, _event: Any) -> Acting:
    """Nobody does it, and it is not narrated."""
    return _UNTOLD


def who_begins(_before: Any, event: Any) -> Acting:
    """Who begins, of a ``GameStarted``."""
    return event.begins, False


def acting(acts: Acts) -> Callable[[Row], Row]:
    """Mark a row of a narrator with who acts in its steps."""

    def marked(row: Row) -> Row:
        vars(row)["acts"] = acts
        return row

    return marked


def acts_of(row: Callable[[Any, Any], Any]) -> Acts | None:
    """Return what a row of a narrator is marked with; None where it is not."""
    found: Acts | None = vars(row).get("acts")
    return found


SHARED_ACTS: Mapping[type, Acts] = {
    **dict.fromkeys((GameStarted, PositionSet, GapNoted, TakenBack, Corrected, IrregularityNoted, CardExposed, GameDrawn), nobody),
    **dict.fromkeys((Asked, CardReturned, CardTaken, Resigned, DrawOffered, DrawAgreed, GameWon), own_seat),
}
"""Of the events that every game has, as ``narrate_shared`` tells them."""
