"""The part of ``GameBook`` for events of clubs: their records, by round and table, and the players' standings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from records.core.folding import folded
from records.errors import MalformedCommand, RecordNotFound
from records.service.access import Permission
from records.service.incoming import LONGEST_NAME, is_line
from records.service.shelving import MOST_COUNTED, entry_of
from records.store import NO_PAIRING, Pairing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.ids import SeatKey
    from records.core.viewers import Caller
    from records.service.desks.cases import CaseDesk
    from records.service.office import Office
    from records.service.shelving import ShelfEntry
    from records.store import EventCount
    from records.studies.cases.events import AdjustedResult

MOST_EVENTS = 500


class EventGame(msgspec.Struct, frozen=True, kw_only=True):
    """A record of an event."""

    entry: ShelfEntry
    pairing: Pairing
    adjusted: AdjustedResult | None
    """The result that counts by a ruling in force, in addition to the played one."""


class EventScore(msgspec.Struct, frozen=True, kw_only=True):
    """A player's standing in an event: finished games, by the results that count."""

    name: str
    played: int = 0
    won: int = 0
    drawn: int = 0

    @property
    def lost(self) -> int:
        """Games that were neither won nor drawn."""
        return self.played - self.won - self.drawn


class PairingDesk:
    """Events. Every method names its caller first and asks the policy: it covers only the records on the caller's shelf."""

    def __init__(self, office: Office, cases: CaseDesk) -> None:
        self._store, self._gate, self._cases = office.store, office.gate, cases

    def pair(self, caller: Caller, record: str, pairing: Pairing) -> Pairing:
        """Set the event, round and table of a record; without an event it belongs to none.

        Raises ``RecordNotFound``, ``NotYours``, and ``MalformedCommand`` for an invalid text, or a round or table without an event.
        """
        self._gate.check(caller, Permission.NAME, record)
        wanted = Pairing(*(text.strip() for text in pairing))
        if wrong := next((text for text in wanted if not is_line(text, LONGEST_NAME)), None):
            raise MalformedCommand(
                f"{wrong[: LONGEST_NAME + 1]!r} is no event, round or table: that is a line of up to {LONGEST_NAME} characters"
            )
        if not wanted.event and any(wanted):
            raise MalformedCommand("a round and a table are those of an event, and none is named")
        self._store.pairings.put(record, wanted)
        return wanted

    def pairing(self, caller: Caller, record: str) -> Pairing:
        """Return a record's event, round and table, to those who may set them or see its players' names. Raises ``RecordNotFound``."""
        return self._store.pairings.of(record) if self._gate.sight(caller, record).names else NO_PAIRING

    def events(self, caller: Caller) -> Sequence[EventCount]:
        """Return the events with a record on the caller's shelf that names its players, the latest first, up to 500."""
        return self._store.pairings.events(self._gate.within(caller), MOST_EVENTS)

    def event(self, caller: Caller, event: str) -> Sequence[EventGame]:
        """Return an event's records on the caller's shelf, by round, table and start, up to 1,000.

        Numbers within texts are ordered as numbers. Raises ``RecordNotFound`` where there is none.
        """
        within = self._gate.within(caller)
        paired = self._store.pairings.of_event(event, within, MOST_COUNTED)
        entries = [entry_of(hit) for hit in self._store.shelf.hits([*paired], within)]
        if not entries:
            raise RecordNotFound(f"no event {event!r}")
        adjusted = self._cases.adjusted(caller, [entry.id for entry in entries])
        games = [EventGame(entry=entry, pairing=paired[entry.id], adjusted=adjusted.get(entry.id)) for entry in entries]
        return sorted(games, key=_place)


def standings(games: Sequence[EventGame]) -> list[EventScore]:
    """Return the standings of the players named in ``games``, the most victories first, then draws, then the fewest games, then by name.

    Names that differ only in case are one person. A game without a result and a damaged record count for nobody.
    """
    found: dict[str, EventScore] = {}
    for game in games:
        counted = _result(game)
        if counted is None:
            continue
        winners, drawn = counted
        for seat, name in game.entry.names.items():
            before = found.get(folded(name), EventScore(name=name))
            found[folded(name)] = EventScore(
                name=before.name,
                played=before.played + 1,
                won=before.won + (seat in winners and not drawn),
                drawn=before.drawn + drawn,
            )
    return sorted(found.values(), key=lambda one: (-one.won, -one.drawn, one.played, folded(one.name)))


def _result(game: EventGame) -> tuple[tuple[SeatKey, ...], bool] | None:
    counts = game.adjusted or game.entry.outcome
    return None if counts is None or game.entry.damaged else (tuple(counts.winners), counts.drawn)


def _place(game: EventGame) -> tuple[object, ...]:
    start = game.entry.started
    return _natural(game.pairing.round), _natural(game.pairing.table), start is None, start.timestamp() if start else 0.0, game.entry.id


def _natural(words: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that orders numbers within ``words`` as numbers: round 2 comes before round 10."""
    parts = re.split(r"([0-9]{1,18})", words.casefold())
    return tuple((1, int(part), "") if number % 2 else (0, 0, part) for number, part in enumerate(parts))
