"""Office: the store with its games, its gate and the caches of its logs; every desk of ``GameBook`` gets it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.logs.fold import Folder
from records.core.shared import GameStarted
from records.core.viewers import PUBLIC, Caller, CallerKind, Viewer, viewer_key
from records.errors import (
    Contradiction,
    CorruptRecord,
    ImpossibleEvent,
    RecordNotFound,
    StoreRefused,
)
from records.knowledge.door import veil
from records.service.access import AccessGate, Permission
from records.service.accounts.ending import close_finally
from records.service.accounts.policy import StorePolicy
from records.service.accounts.signing import SignIns
from records.service.delaying import shown_by
from records.service.editions import shown
from records.service.log_reader import LogReader
from records.service.memory import Memory
from records.service.persons import Person
from records.service.seen_log import SeenLog
from records.service.shelving import row_of
from records.service.streams.head_cache import HeadCache, continues
from records.service.writing.record_builder import new_id
from records.store import RECORD, Head, TrailStep, columns_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from records.core.game import Game
    from records.core.viewers import Delay
    from records.service.access import AccessSight, Policy
    from records.store import RecordInfo, ShelfRow, Store


NEAR = 12
"""The most events by which a delayed link's end may have moved for its log to be continued from the cached one."""


class Office:
    """What every desk needs: the store, the games, the gate, and the one way to a record and its logs. Safe to share among threads."""

    def __init__(self, store: Store, games: Mapping[str, Game], policy: Policy | None, memory: Memory) -> None:
        """Open the office of a store; ``policy`` is the store's own where none is given."""
        self.store, self.games, self.memory = store, games, memory
        self.policy = StorePolicy(store)
        self.gate = AccessGate(self.policy if policy is None else policy, store.access.of, self._shown_to)
        self.sign_ins = SignIns(store)
        self.folders = {name: Folder(game) for name, game in games.items()}
        self.logs = LogReader(store, games, memory)
        self._seen_logs: HeadCache[SeenLog] = HeadCache(memory, "seen")

    def person(self, caller: Caller) -> Person:
        """Return the person as whom ``caller`` writes, created at the first call."""
        self.gate.check(caller, Permission.ANNOTATE)
        found = self.store.people.person_of(caller.person)
        if found is None:
            self.store.people.put(new_id(), "", caller.person)
            found = self.store.people.person_of(caller.person)
        if found is None:
            raise StoreRefused("the person could not be noted")
        return Person(key=found[0], name=found[1])

    def known(self, record: str) -> tuple[RecordInfo, Header]:
        """Return a record's row and header. Raises ``RecordNotFound`` and ``CorruptRecord``."""
        info = self.store.info(record)
        if info.kind != RECORD:
            raise RecordNotFound(f"no record {record!r}")
        try:
            header = msgspec.json.decode(info.header, type=Header)
        except msgspec.DecodeError as error:
            raise CorruptRecord(f"record {record}, records.header: {error}") from None
        if header.game not in self.games:
            raise CorruptRecord(f"record {record}: no game is called {header.game!r} here")
        if header.record != record:
            raise CorruptRecord(f"record {record}, records.header: is that of record {header.record}")
        return info, header

    def log_of(self, record: str) -> tuple[Recorded[Any], ...]:
        """Return all events of a record as they were stored; raises as ``known`` does."""
        info, header = self.known(record)
        return self.logs.stored(header, info.head)

    def looked(self, caller: Caller, record: str, viewer: Viewer | str | None) -> tuple[AccessSight, RecordInfo, Header, Viewer]:
        """Return a caller's sight of a record, its row, header and viewer; any look but as the public or an own seat leaves a trail."""
        sight = self.gate.sight(caller, record)
        info, header = self.known(record)
        eyes = sight.eyes(caller, header, names_of(info) if sight.names else {}, viewer)
        if caller.kind is not CallerKind.LOCAL and eyes is not PUBLIC and eyes not in sight.mine:
            self.leave_trail(caller, record, eyes, sight.ground)
            if sight.ends:
                self.store.transactions.lasting(lambda: close_finally(self.store, caller, record))
        return sight, info, header, eyes

    def leave_trail(self, caller: Caller, record: str, eyes: Viewer, ground: str) -> None:
        """Note in the trail that somebody looked as a viewer other than the public and their own seats."""
        self.store.access.leave_trail(
            TrailStep(record=record, account=caller.account, via=caller.via, viewer=viewer_key(eyes), ground=ground, reason=caller.reason)
        )

    def seen(self, header: Header, head: Head, viewer: Viewer, upto: int | None = None) -> SeenLog:
        """Return a record's log, or its first ``upto`` events, as ``viewer`` was shown it, kept with what was computed from it."""
        log, cut = None, upto is not None and upto < head.count
        if cut:
            log = self.logs.present(header, head)
            head = Head(upto or 0, bytes.fromhex(log[upto or 0].prev))
        key = header.record, viewer, head.count if cut else None
        found = self._seen_logs.get(key)
        if found is not None and found[0] == head:
            return found[1]
        game, log = self.games[header.game], self.logs.present(header, head) if log is None else log
        if cut and found is None:
            found = self._shorter(header.record, viewer, head.count)
        if found is not None and continues(log, head, found[0]):
            new = veil(game.parts, log[len(found[1].events) : head.count], viewer)
            if not any(isinstance(recorded.event, GameStarted) for recorded in new):  # it may set other readings
                return self._keep_seen(key, head, found[1].grown(new))
        events = veil(game.parts, log[: head.count], viewer)
        return self._keep_seen(key, head, self.looking(header, viewer, events))

    def _shorter(self, record: RecordId, viewer: Viewer, count: int) -> tuple[Head, SeenLog] | None:
        """Take the cached log up to a few events earlier, from which a delayed link's log is continued."""
        for earlier in range(count - 1, max(count - NEAR, 0), -1):
            if (found := self._seen_logs.take((record, viewer, earlier))) is not None:
                return found
        return None

    def _shown_to(self, record: str, delay: Delay, now: datetime) -> int:
        """Return how many events of a running game a delayed link shows at a moment."""
        info, header = self.known(record)
        seen = self.seen(header, info.head, PUBLIC)
        return shown_by(seen.events, seen.timeline.versions if delay.steps else (), delay, now)

    def _keep_seen(self, key: tuple[RecordId, Viewer, int | None], head: Head, seen: SeenLog) -> SeenLog:
        log = self.logs.tally_of(seen.header.record)
        if log is None:
            seen.count_events()
        return self._seen_logs.keep(key, head, seen, beneath=log)

    def looking(self, header: Header, viewer: Viewer, events: tuple[Recorded[Any], ...]) -> SeenLog:
        """Return events that a viewer was shown, as an uncached log read by the rules of their record."""
        game = self.games[header.game]
        return SeenLog(shown(game, header, events), self.folders[header.game], header, viewer, events)

    def shelf_row(self, header: Header, before: Head, end: Head, new: Sequence[Recorded[Any]]) -> ShelfRow | None:
        """Return the shelf's row of a record that goes on from ``before`` with ``new``; None where the public cannot be shown that log."""
        game = self.games[header.game]
        try:
            if before.count and not any(isinstance(recorded.event, GameStarted) for recorded in new):
                seen = self.seen(header, before, PUBLIC).grown(veil(game.parts, new, PUBLIC))
            else:
                log = (*(self.logs.present(header, before) if before.count else ()), *new)
                seen = self.looking(header, PUBLIC, veil(game.parts, log, PUBLIC))
            row = row_of(seen)
        except (ImpossibleEvent, Contradiction):
            return None
        self._keep_seen((header.record, PUBLIC, None), end, seen)
        return row

    def shelf_columns(self, record: str) -> Mapping[str, object]:
        """Return the shelf's values for a record, by column."""
        info, header = self.known(record)
        return columns_of(row_of(self.seen(header, info.head, PUBLIC)))

    def catch_up(self) -> None:
        """Update the shelf with what other processes have written, and note which games ended, if the store is writable."""
        with suppress(StoreRefused):  # a read-only store can still be read
            self.refresh()
            self.store.access.close_ended()

    def refresh(self) -> None:
        """Update the shelf with what another program, or an earlier version, has written without updating it."""
        while (pulled := self.store.shelf.pull()).upto != pulled.since:
            rows = []
            for record in pulled.records:
                try:
                    info, header = self.known(record)
                    rows.append(row_of(self.seen(header, info.head, PUBLIC)))
                except (RecordNotFound, CorruptRecord, ImpossibleEvent, Contradiction):
                    continue  # deleted meanwhile, or damaged: verify reports it, the others stay readable
            self.store.shelf.put(rows, pulled)


def names_of(info: RecordInfo) -> dict[SeatKey, str]:
    """Return the names of the people at a record's seats."""
    return {SeatKey(seat): name for seat, name in info.names.items() if name}
