"""The desk for pruning: records long in the trash, and games that were begun long ago and never got a move."""

from __future__ import annotations

import enum
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import RecordNotFound, RecordsError, StaleVersion, StoreRefused
from records.service.access import Permission
from records.service.chapters.sources import record_of
from records.service.streams.sealing import opened_body
from records.studies.cases.events import CASE
from records.studies.chapters.events import ChapterAdded, ChapterBody, ChapterRevised
from records.studies.layers.events import LAYER
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from datetime import timedelta

    from records.core.viewers import Caller
    from records.service.desks.records import RecordDesk
    from records.service.kinds import StudyStore
    from records.service.office import Office
    from records.store import Head


class Aged(enum.StrEnum):
    """Why a record may be deleted."""

    TRASH = "trash"
    """It is in the trash."""
    UNPLAYED = "unplayed"
    """The game is running, but nothing was written since its setup."""


class Stays(enum.StrEnum):
    """Why a record is kept nevertheless."""

    SEAT = "seat"
    """Somebody sits or sat there, and finds the game on their shelf."""
    NOTES = "notes"
    CASES = "cases"
    STUDIES = "studies"
    """A chapter is about it, or was in a version that may be published."""
    DAMAGED = "damaged"
    """It is damaged; ``verify`` reports details."""
    CHANGED = "changed"
    """Somebody wrote in it, restored it, or trashed it again meanwhile."""


class OldRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record to be deleted, or kept for a reason."""

    record: str
    aged: Aged
    since: datetime | None
    """When it was trashed, or begun; None if that cannot be read."""
    head: Head | None
    stays: tuple[Stays, ...] = ()


class PruningDesk:
    """Pruning. Every method names its caller first and asks the policy."""

    def __init__(self, office: Office, studies: StudyStore, records: RecordDesk) -> None:
        self._office, self._store, self._studies, self._records = office, office.store, studies, records

    def find(self, caller: Caller, *, trash: timedelta | None = None, unplayed: timedelta | None = None) -> list[OldRecord]:
        """Return the records in the trash for longer than ``trash``, and those begun longer than ``unplayed`` ago without a move.

        Each kind oldest first; none of a kind without a given time. Raises ``CorruptRecord`` if a study is damaged, so that with
        ``unplayed`` the records of its chapters are unknown.
        """
        self._office.gate.check(caller, Permission.KEEP)
        now = datetime.now(UTC)
        found = [] if trash is None else self._store.trashed_before(now - trash)
        begun = [] if unplayed is None else self._store.access.running_before(now - unplayed)
        shown = self._in_studies() if begun else frozenset()
        old = (*map(self._trashed, found), *(self._unplayed(record, shown) for record in begun))
        return [one for one in old if one is not None]

    def prune(self, caller: Caller, old: Sequence[OldRecord]) -> list[OldRecord]:
        """Delete those of ``old`` for good that can still be deleted at that moment; returns the deleted ones, and the others with reasons.

        Nothing written meanwhile is lost: if somebody wrote first, the record is kept.
        """
        self._office.gate.check(caller, Permission.KEEP)
        return list(self._pruned(caller, old))

    def _pruned(self, caller: Caller, old: Sequence[OldRecord]) -> Iterator[OldRecord]:
        shown = self._in_studies() if any(one.aged is Aged.UNPLAYED for one in old) else frozenset()
        for one in old:
            try:
                if one.stays:
                    yield one
                elif one.aged is Aged.TRASH:
                    yield self._purged(caller, one, self._trashed(one.record))
                else:
                    yield self._unplayed_purged(caller, one, shown)
            except RecordNotFound:
                continue  # somebody else deleted it

    def _unplayed_purged(self, caller: Caller, one: OldRecord, shown: Collection[str]) -> OldRecord:
        self._records.trash(caller, one.record)  # from here on nobody can begin to write in it
        done = self._purged(caller, one, self._unplayed(one.record, shown))
        if done.stays:
            self._records.restore(caller, one.record)
        return done

    def _purged(self, caller: Caller, one: OldRecord, now: OldRecord | None) -> OldRecord:
        """Delete a record in the trash, unless it was changed meanwhile."""
        if now is None or (now.since, now.head) != (one.since, one.head):
            return replace(one, stays=(Stays.CHANGED,))
        if not now.stays:
            try:
                self._records.purge(caller, one.record, head=one.head)
            except StaleVersion:
                return replace(one, stays=(Stays.CHANGED,))
            except StoreRefused:
                if self._store.info(one.record).trashed_at is not None and not self._beside(one.record):
                    raise  # no concurrent write: the database itself refused
                return replace(one, stays=(Stays.CHANGED,))
        return now

    def _trashed(self, record: str) -> OldRecord | None:
        try:
            info = self._store.info(record)
        except RecordNotFound:
            return None
        except RecordsError:
            return OldRecord(record=record, aged=Aged.TRASH, since=None, head=None, stays=(Stays.DAMAGED,))
        return OldRecord(record=record, aged=Aged.TRASH, since=info.trashed_at, head=info.head, stays=self._beside(record))

    def _unplayed(self, record: str, shown: Collection[str]) -> OldRecord | None:
        """Return a record that is running if it has no move, None otherwise."""
        try:
            info, header = self._office.known(record)
            log = self._office.logs.stored(header, info.head)
            access = self._store.access.of(record)
        except RecordNotFound:
            return None
        except RecordsError:
            return OldRecord(record=record, aged=Aged.UNPLAYED, since=None, head=None, stays=(Stays.DAMAGED,))
        # Whatever sets the game up belongs to its first event; each move and each fact belongs to a later one.
        if access is None or not access.live or log[-1].cause != 1:
            return None
        seat = (Stays.SEAT,) if access.claims or access.sittings else ()
        study = (Stays.STUDIES,) if record in shown else ()
        return OldRecord(
            record=record, aged=Aged.UNPLAYED, since=info.created_at, head=info.head, stays=(*seat, *self._beside(record), *study)
        )

    def _beside(self, record: str) -> tuple[Stays, ...]:
        """Return what people wrote beside a record: it belongs to them, so an admin decides about it."""
        return tuple(why for why, kind in ((Stays.NOTES, LAYER), (Stays.CASES, CASE)) if self._store.bound(record, kind))

    def _in_studies(self) -> frozenset[str]:
        """Return the records that chapters are about, or were before they were revised or removed."""
        events: Iterator[Any] = (recorded.event for study in self._studies.all() for recorded in study.log)
        bodies = (opened_body(event.body, ChapterBody) for event in events if isinstance(event, ChapterAdded | ChapterRevised))
        return frozenset(record_of(body.source) for body in bodies if body is not None)
