"""What an event must be, beside its fields' types, before it is stored: asked of whatever comes in, from wherever."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any

from records.core.events import name_of
from records.core.secret import ALL, Sealed, Secret
from records.core.shared import Corrected
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from records.core.events import Event, Recorded
    from records.core.game import Game
    from records.core.header import Header


def check_recorded(game: Game, header: Header, recorded: Recorded[Any], *, new: bool) -> None:
    """Raise ``ImpossibleEvent`` for a place in the log that cannot be, an audience that does not sit here, or what the game refuses.

    A ``new`` event brings no salts and seals: they are the record's to make. And it has its present shape, what it corrects included.
    """
    _check_envelope(recorded)
    if new:
        _check_present(game, recorded)
    seats = {*header.seats, *ALL}

    def visit(path: str, part: Secret | Sealed) -> Secret | Sealed:
        if not seats.issuperset(part.known_to):
            raise ImpossibleEvent(f"{path} is known to {_strangers(part, header)}; the seats are {', '.join(header.seats)}")
        if part.known_to == ALL and isinstance(part, Secret) and (part.salt or part.seal):
            raise ImpossibleEvent(f"{path} is known to everybody, so it has no salt and no seal")
        if new and (part.salt or part.seal):
            raise ImpossibleEvent(f"{path} brings a salt or a seal; those of a new event are made here")
        return part

    try:
        game.parts.map(recorded.event, visit)
        _check_shape(game, header, recorded.event)
    except ImpossibleEvent as error:
        raise ImpossibleEvent(f"version {recorded.v}: {error}") from None


def _check_envelope(recorded: Recorded[Any]) -> None:
    if not 1 <= recorded.cause <= recorded.v:
        raise ImpossibleEvent(f"version {recorded.v} names {recorded.cause} as its cause, which is not itself or before it")
    at = recorded.at
    if at.tzinfo is not UTC and at.utcoffset() != timedelta(0):
        raise ImpossibleEvent(f"version {recorded.v} was written down at {at.isoformat()}, which is not a time in UTC")


def _check_present(game: Game, recorded: Recorded[Any]) -> None:
    event = recorded.event
    for written in (replacement.event for replacement in event.of) if isinstance(event, Corrected) else (event,):
        if type(written) in game.upcasts:
            raise ImpossibleEvent(f"version {recorded.v} has the older shape {name_of(written)}, in which nothing new is written")


def _check_shape(game: Game, header: Header, event: Event) -> None:
    if game.fits is None:
        return
    if isinstance(event, Corrected):
        for replacement in event.of:
            game.fits(header, replacement.event)
    else:
        game.fits(header, event)


def _strangers(part: Secret | Sealed, header: Header) -> str:
    return ", ".join(repr(seat[:40]) for seat in part.known_to if seat not in header.seats)
