"""Checks on every event before it is stored, beyond the types of its fields, whatever its origin."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any

from records.core.events import name_of
from records.core.secret import ALL, Sealed, Secret
from records.core.shared import Corrected
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header


def check_recorded(game: Game, header: Header, recorded: Recorded[Any], *, new: bool) -> None:
    """Check one event of a record; see ``RecordedCheck``."""
    RecordedCheck(game, header, new=new)(recorded)


class RecordedCheck:
    """Checks the events of one record.

    A call raises ``ImpossibleEvent`` for an impossible place in the log, an audience that does not sit here, or an event that the game
    refuses. A ``new`` event must have no salts and seals, because the record makes them. It must have its present shape,
    including the events of a correction.
    """

    def __init__(self, game: Game, header: Header, *, new: bool) -> None:
        self._header, self._new = header, new
        self._rewrites, self._upcasts, self._fits = game.parts.rewrites, game.upcasts, game.fits
        self._seats = {*header.seats, *ALL}

    def __call__(self, recorded: Recorded[Any]) -> None:
        """Check an event; raises ``KeyError`` for a class that is not of the game."""
        if not 1 <= recorded.cause <= recorded.v:
            raise ImpossibleEvent(f"version {recorded.v} names {recorded.cause} as its cause, which is not itself or before it")
        at, event = recorded.at, recorded.event
        if at.tzinfo is not UTC and at.utcoffset() != timedelta(0):
            raise ImpossibleEvent(f"version {recorded.v} was written down at {at.isoformat()}, which is not a time in UTC")
        corrects = type(event) is Corrected
        if self._new and (corrects or type(event) in self._upcasts):
            self._check_present(recorded)
        rewrite = self._rewrites[type(event)]
        if rewrite is None and self._fits is None:
            return
        try:
            if rewrite is not None:
                rewrite(event, "", self._visit)
            if self._fits is not None:
                for fact in (replacement.event for replacement in event.of) if corrects else (event,):
                    self._fits(self._header, fact)
        except ImpossibleEvent as error:
            raise ImpossibleEvent(f"version {recorded.v}: {error}") from None

    def _visit(self, path: str, part: Secret | Sealed) -> Secret | Sealed:
        known_to = part.known_to
        if not self._seats.issuperset(known_to):
            raise ImpossibleEvent(f"{path} is known to {_strangers(part, self._header)}; the seats are {', '.join(self._header.seats)}")
        if part.salt or part.seal:
            if known_to == ALL and isinstance(part, Secret):
                raise ImpossibleEvent(f"{path} is known to everybody, so it has no salt and no seal")
            if self._new:
                raise ImpossibleEvent(f"{path} brings a salt or a seal; those of a new event are made here")
        return part

    def _check_present(self, recorded: Recorded[Any]) -> None:
        event = recorded.event
        for written in (replacement.event for replacement in event.of) if isinstance(event, Corrected) else (event,):
            if type(written) in self._upcasts:
                raise ImpossibleEvent(f"version {recorded.v} has the older shape {name_of(written)}, in which nothing new is written")


def _strangers(part: Secret | Sealed, header: Header) -> str:
    return ", ".join(repr(seat[:40]) for seat in part.known_to if seat not in header.seats)
