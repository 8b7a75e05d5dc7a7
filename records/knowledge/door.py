"""The one door for secrets: every event that leaves the book-keeping for a viewer passes here, before anything is projected from it.

It fails closed. Which parts of an event hide something was found from its field types when the game was registered; an event class that was
not registered cannot pass.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from records.core.events import Event, Recorded
from records.core.faces import UNKNOWN, Face
from records.core.secret import Audience, Sealed, Secret
from records.core.viewers import OPEN, PUBLIC, Viewer, sees

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.hidden import HiddenParts, Visit
    from records.core.ids import SeatKey
    from records.core.logs.seals import Sealer


def veil(parts: HiddenParts, log: Iterable[Recorded[Any]], viewer: Viewer) -> tuple[Recorded[Any], ...]:
    """Return the log as ``viewer`` was shown it: the same versions, hidden faces ``"?"``, sealed parts empty.

    Raises ``KeyError`` for an event class that is not of the game.
    """
    if viewer is OPEN:
        return tuple(log)
    visit, rewrites = _visit(viewer), parts.rewrites
    return tuple(
        [
            recorded if (rewrite := rewrites[type(recorded.event)]) is None else _with(recorded, rewrite(recorded.event, "", visit))
            for recorded in log
        ]
    )


def veil_released(parts: HiddenParts, log: Iterable[Recorded[Any]], seats: frozenset[SeatKey]) -> tuple[Recorded[Any], ...]:
    """Return the log for a reader to whom these seats release their views: no more than all of them together saw.

    Raises ``KeyError`` for an event class that is not of the game.
    """
    visits = {seat: _visit(seat) for seat in seats}

    def visit(path: str, part: Secret | Sealed) -> Secret | Sealed:
        shown = next((seat for seat in seats if seat in part.known_to), None)
        return visits[shown](path, part) if shown is not None else nobody(path, part)

    nobody = _visit(PUBLIC)
    return tuple(_with(recorded, parts.map(recorded.event, visit)) for recorded in log)


def redact(sealer: Sealer, log: Iterable[Recorded[Any]], viewer: Viewer) -> list[Recorded[Any]]:
    """Return the log for a file of ``viewer``: shown parts have their salt, the rest are commitments, so the chain verifies."""

    def shown(known_to: Audience) -> bool:
        return sees(viewer, known_to)

    return [_with(recorded, sealer.redacted(recorded, shown)) for recorded in log]


def _with(recorded: Recorded[Any], event: Event) -> Recorded[Any]:
    return recorded if event is recorded.event else Recorded(recorded.v, recorded.cause, recorded.at, recorded.prev, event)


def _visit(viewer: Viewer) -> Visit:
    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        known_to = part.known_to
        if viewer in known_to or known_to == ("*",):
            return part
        if isinstance(part, Secret):
            return _unseen(len(part.faces), known_to, part.hint, part.ordered)
        return Sealed(known_to)

    return visit


@lru_cache(maxsize=4096)
def _unseen(count: int, known_to: Audience, hint: Face, ordered: bool) -> Secret:
    """Return what is shown of a secret: a handful of values in a record, asked for at every draw."""
    return Secret((UNKNOWN,) * count, known_to, hint, ordered)
