"""The desk for records: the shelf, reading, exporting, keeping."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from records.core.ids import RecordId
from records.core.logs.seals import Sealer
from records.core.viewers import OPEN, PUBLIC, Caller, CallerKind, Viewer
from records.errors import (
    AmbiguousEntry,
    Contradiction,
    CorruptRecord,
    ImpossibleEvent,
    MalformedCommand,
    NotYours,
    RecordNotFound,
)
from records.knowledge.door import redact, veil
from records.rulings.drift import Drift, drift
from records.service.access import Permission, delay_of
from records.service.checking.against import ExportDifference, export_difference
from records.service.checking.inspection import inspect, rescue
from records.service.delaying import seconds_to_next
from records.service.incoming import Exchanged, checked_label, checked_name
from records.service.learning.views import is_laid, shown_chapter
from records.service.memory import Tier
from records.service.office import names_of
from records.service.shelving import ShelfEntry, ShelfPage, ShelfQuery, entry_of
from records.service.streams.head_cache import HeadCache
from records.service.viewing import RecordView
from records.service.weights import weigh
from records.store import NO_LABEL, RECORD, Bound
from records.studies.tasks.answers import asked_knowers
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from records.core.header import Header
    from records.service.access import AccessSight
    from records.service.cases.files import CaseFile
    from records.service.checking.inspection import Inspection
    from records.service.checking.verification import Finding
    from records.service.office import Office
    from records.service.streams.files import StreamFile
    from records.store import Head, RecordInfo

SHORTEST_PREFIX = 4
LATELY, MOST_LATELY = timedelta(days=2), 200
"""How recently a game must have begun to be shown as being played, and how many such games are searched."""


class Followed(NamedTuple):
    """A record that somebody follows while it runs."""

    view: RecordView
    head: int
    """How many events it has, shown or not: if this changes, there may be more to see."""
    seconds: float | None
    """Seconds after which a delayed link may show more although nothing is written; None for never."""


class RecordDesk:
    """Records. Every method names its caller first and asks the policy."""

    def __init__(self, office: Office, through: Callable[[Caller, str, Viewer | str | None], RecordView]) -> None:
        """Open the desk; ``through`` reads a record that a chapter shows."""
        self._office, self._through = office, through
        self.games, self._store, self._gate, self._logs = office.games, office.store, office.gate, office.logs
        self._known, self._looked, self._seen = office.known, office.looked, office.seen
        self._drifts: HeadCache[Drift] = HeadCache(office.memory, "drifts", Tier.PIECE)

    def looking(self) -> AbstractContextManager[None]:
        """Let this thread keep what it reads of records and rights: within one such moment each query is made only once.

        Writes of other processes are visible in the next moment, this thread's own writes at once.
        """
        return self._store.moment()

    @property
    def mark(self) -> Hashable | None:
        """A value that is equal at two moments if nothing was written between them; None outside of a moment, or if unknown."""
        return self._store.mark

    def admit(self, caller: Caller, record: str | None = None) -> None:
        """Check that ``caller`` may come to a record, or to the shelf if none is named; passing does not mean that it exists.

        Raises ``RecordNotFound`` or ``NotYours``.
        """
        if record is None:
            self._gate.check_shelf(caller)
        elif not is_laid(caller, record):
            self._gate.sight(caller, record)

    def resolve(self, caller: Caller, text: str) -> RecordId:
        """Return the id given by ``text``: the id or its beginning (4 characters or more).

        Raises ``RecordNotFound`` or ``AmbiguousEntry``.
        """
        found = self._ids(caller, text) if text else []
        if text in found:
            return RecordId(text)
        if len(text) < SHORTEST_PREFIX or not found:
            raise RecordNotFound(f"no record {text!r}; give its id or at least the first {SHORTEST_PREFIX} characters")
        if len(found) > 1:
            raise AmbiguousEntry(f"{text!r} begins {len(found)} ids: {', '.join(found[:5])}")
        return RecordId(found[0])

    def beginning(self, caller: Caller, text: str) -> list[RecordId]:
        """Return the ids that begin with ``text``, including those in the trash, in order."""
        self._gate.check_shelf(caller)
        return [RecordId(one) for one in self._ids(caller, text)]

    def shelf(self, caller: Caller, query: ShelfQuery | None = None) -> ShelfPage:
        """Return the records that ``caller`` may know of.

        Raises ``MalformedCommand`` for an invalid query, ``RecordNotFound`` for a page that begins at a record not on the shelf.
        """
        found = self._store.shelf.search(ShelfQuery() if query is None else query, self._gate.within(caller))
        return ShelfPage(entries=tuple(map(entry_of, found.hits)), total=found.total, games=found.games, more=found.more)

    def entries(self, caller: Caller, ids: Sequence[str]) -> list[ShelfEntry]:
        """Return some records as the shelf shows them, in the given order, including trashed ones and without missing ones."""
        return [entry_of(hit) for hit in self._store.shelf.hits(ids, self._gate.within(caller))]

    def being_played(self, caller: Caller, most: int) -> list[ShelfEntry]:
        """Return up to ``most`` running, recently begun games that ``caller`` finds and has no part in, the latest first."""
        self._gate.check_shelf(caller)
        live = self._store.access.running_since(datetime.now(UTC) - LATELY, MOST_LATELY)
        if not live:
            return []
        own = {*self._store.accounts.running(caller.account, MOST_LATELY)} if caller.account else set()
        return self.entries(caller, [record for record in live if record not in own])[:most]

    def record(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> RecordView:
        """Return a record as ``viewer`` sees it: a viewer, a text that names one, or None for the caller's usual one.

        Raises ``RecordNotFound``, ``SeatNotFound``, ``AmbiguousSeat``, ``NotYours``, ``CorruptRecord``.
        """
        if (shown := shown_chapter(caller)) is not None and shown.instead:
            return self._through(caller, record, viewer)
        return self._shown(caller, self._looked(caller, record, viewer))

    def following(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> Followed:
        """Return a record as ``record`` does, with when to look again."""
        if (shown := shown_chapter(caller)) is not None and shown.instead:
            info, _ = self._known(record)
            return Followed(self.record(caller, record, viewer), info.head.count, None)
        looked = self._looked(caller, record, viewer)
        _, info, header, _ = looked
        view, delay = self._shown(caller, looked), delay_of(caller)
        seconds = None
        if view.running and delay.minutes:
            seconds = seconds_to_next(self._seen(header, info.head, PUBLIC).events, delay, self._gate.now())
        return Followed(view, info.head.count, seconds)

    def _shown(self, caller: Caller, looked: tuple[AccessSight, RecordInfo, Header, Viewer]) -> RecordView:
        sight, info, header, eyes = looked
        shown = shown_chapter(caller)
        names = names_of(info) if sight.names else {}
        label = info.label if sight.names else NO_LABEL
        view = RecordView(
            self._seen(header, info.head, eyes, sight.upto),
            names,
            label,
            sight.viewers,
            takes_along=sight.export,
            running=sight.running or (caller.kind is CallerKind.LOCAL and bool(info.live)),
            alone=sight.alone,
            more_finally=sight.more_finally,
            trashed=info.trashed_at is not None,
        )
        return view if shown is None else replace(view, closed=shown.closed, asked=asked_knowers(shown.body.task))

    def viewer(self, caller: Caller, record: str, text: str) -> Viewer:
        """Return the viewer of this record that ``text`` names, as ``record`` would take it."""
        return self.record(caller, record, text).viewer

    def may_take_along(self, caller: Caller, record: str) -> bool:
        """Return whether ``caller`` may have a record as a file, if they may look at it. Raises ``RecordNotFound``."""
        return self._gate.sight(caller, record).export

    def export(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> Exchanged:
        """Return a record for another store: whole with its key for the open table, redacted for everybody else."""
        sight, info, header, eyes = self._looked(caller, record, viewer)
        if not sight.export:
            raise NotYours(
                f"record {record}: {caller.name!r} may look at it here, and not take it along; who made the link can allow it", "export"
            )
        if sight.upto is not None:
            raise NotYours(f"record {record}: {caller.name!r} sees the beginning of it, and only a whole record can be exported")
        log, names = self._logs.stored(header, info.head), info.names if sight.names else {}
        label = info.label if sight.names else NO_LABEL
        if eyes is OPEN:
            foreign_ids = info.foreign_ids if sight.names else {}
            return Exchanged(header=header, names=names, key=info.key, log=log, head=info.head.hash, foreign_ids=foreign_ids, label=label)
        sealer = Sealer(self.games[header.game].parts, info.key)
        return Exchanged(header=header, names=names, key=None, log=redact(sealer, log, eyes), head=info.head.hash, label=label)

    def check_export(self, caller: Caller, record: str, file: Exchanged, viewer: Viewer | str) -> ExportDifference | None:
        """Return the first difference of a file, made for ``viewer`` and with its own chain checked, from a record; None if it agrees.

        Raises ``NotYours`` for a caller who may not look as that viewer, because the answer states the expected value.
        """
        here = self.export(caller, record, viewer)
        if here.header.game != file.header.game:
            raise MalformedCommand(f"the file is of the game {file.header.game}, record {record} of {here.header.game}")
        return export_difference(self.games[here.header.game], here, file)

    def drift(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> Drift:
        """Return whether a record replays exactly with today's code, as far as ``viewer`` can tell, and the first difference.

        Raises what ``record`` raises.
        """
        sight, info, header, eyes = self._looked(caller, record, viewer)
        key = record, eyes, sight.upto
        found = self._drifts.get(key)
        if found is not None and found[0] == info.head:
            return found[1]
        seen, game = self._seen(header, info.head, eyes, sight.upto), self.games[header.game]
        stored = self._logs.stored(header, info.head)
        as_written = seen.events if stored is self._logs.present(header, info.head) else veil(game.parts, stored[: sight.upto], eyes)
        drifted = drift(game, header, as_written, seen.events)
        return self._drifts.keep(key, info.head, drifted, weigh((drifted,))[0])

    def rename(self, caller: Caller, record: str, seat: str, name: str) -> None:
        """Give the person at ``seat`` (its key) of a record another name; the chain does not change.

        Raises ``RecordNotFound``, ``SeatNotFound``, and ``MalformedCommand`` for an invalid name.
        """
        self._gate.check(caller, Permission.NAME, record)
        self._store.people.rename(record, seat, checked_name(name))

    def name_game(self, caller: Caller, record: str, title: str) -> None:
        """Name the game of an observed table; "" removes the name. The chain does not change.

        Raises ``RecordNotFound``, and ``MalformedCommand`` for an invalid name and for a record whose game is known here.
        """
        self._gate.check(caller, Permission.NAME, record)
        info, header = self._known(record)
        if not self.games[header.game].nameless:
            raise MalformedCommand(
                f"record {record} is one of {header.game}, which has its name; only a table known by its log is called a game"
            )
        self._store.label(record, checked_label(info.label._replace(title=title)))

    def trash(self, caller: Caller, record: str) -> None:
        """Put a record into the trash."""
        self._gate.check(caller, Permission.TRASH, record)
        self._store.trash(record)

    def restore(self, caller: Caller, record: str) -> None:
        """Take a record out of the trash."""
        self._gate.check(caller, Permission.TRASH, record)
        self._store.restore(record)

    def purge(self, caller: Caller, record: str, bound: Bound = Bound.REFUSE, head: Head | None = None) -> int:
        """Delete a record in the trash for good, treating the streams beside it as ``bound`` says; returns how many events it had.

        Raises ``StoreRefused`` if streams belong to it that ``bound`` does not cover, and ``StaleVersion`` if the
        record does not end at a given ``head``.
        """
        self._gate.check(caller, Permission.PURGE, record)
        return self._store.purge(record, bound=bound, head=head).count

    def verify(self, caller: Caller) -> Iterator[Finding]:
        """Yield the first break of each record, trash included, then the differences between shelf and logs."""
        self._gate.check(caller, Permission.KEEP)
        return iter(self.inspect(caller).findings)

    def inspect(self, caller: Caller) -> Inspection:
        """Read the whole store as far as possible: which records are whole, and what is wrong with the others."""
        self._gate.check(caller, Permission.KEEP)
        return inspect(self._store, self.games, self._office.shelf_columns)

    def rescue(self, caller: Caller) -> Iterator[Exchanged | StreamFile | CaseFile | Finding]:
        """Yield each stream whose chain is whole, trash included, for another store, and the first break of each other stream."""
        self._gate.check(caller, Permission.KEEP)
        return rescue(self._store, self.games)

    def count(self, caller: Caller) -> tuple[int, int]:
        """Return how many records there are, and how many were deleted for good."""
        self._gate.check(caller, Permission.KEEP)
        return len(self._store.ids()), sum(stone.kind == RECORD for stone in self._store.tombstones())

    def back_up(self, caller: Caller, path: Path) -> int:
        """Write a consistent copy of the whole store to the new file ``path``, while others write; returns the number of records.

        The file is itself a SQLite store. Raises ``StoreRefused`` if the file exists already, if it cannot be written, and if the
        store is damaged.
        """
        self._gate.check(caller, Permission.KEEP)
        return self._store.back_up(path)

    def rebuild(self, caller: Caller) -> int:
        """Rebuild the read models from the first event; returns the number of records on the shelf, trash included.

        Table ids of records stored before such ids were kept are read from their logs.
        """
        self._gate.check(caller, Permission.KEEP)
        self._store.shelf.clear()
        self._office.refresh()
        self._find_tables()
        return len(self._store.shelf.raw())

    def _ids(self, caller: Caller, text: str) -> list[str]:
        """Return the ids within reach that begin with ``text``."""
        reach = self._gate.reach(caller)
        return [] if reach.nothing else self._store.ids_with_prefix(text, within=reach.within)

    def _find_tables(self) -> None:
        for record in self._store.ids():
            try:
                info, header = self._known(record)
                table_of = self.games[header.game].table_of
                if table_of is None or info.label.number or not all(info.foreign_ids.get(seat) for seat in header.seats):
                    continue  # a table's id identifies its people: it is kept with their other data
                site, number = table_of(self._logs.stored(header, info.head))
            except (RecordNotFound, CorruptRecord, ImpossibleEvent, Contradiction):
                continue  # deleted meanwhile, or damaged: verify reports it
            if number:
                self._store.label(record, info.label._replace(site=site, number=number))
