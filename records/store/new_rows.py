"""New records as rows of our tables, checked for what the database cannot check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.folding import folded
from records.errors import AlreadyStored, GapInRecord, MalformedCommand, StaleVersion, StoreRefused
from records.store.listings import UNLISTED, ShelfListing
from records.store.refusals import storable
from records.store.rows import HASH_BYTES
from records.store.schema import RECORD
from records.store.shelf_rows import entered_columns, inserted
from records.store.times import now_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from records.store.rows import GameLabel, Head, NewRecord, Row, SaidWriter
    from records.store.shelf_rows import ShelfRow


def check_batch(record: str, rows: Sequence[Row], expected: int, head: Head) -> None:
    """Raise GapInRecord unless ``rows`` continue ``expected`` events without a gap and ``head`` is their end."""
    versions = [row[0] for row in rows]
    if versions != list(range(expected + 1, expected + 1 + len(rows))):
        raise GapInRecord(f"record {record}: after {expected} events come versions {expected + 1}, {expected + 2} ...")
    if head.count != expected + len(rows) or len(head.hash) != HASH_BYTES:
        raise GapInRecord(f"record {record}: the head names {head.count} events, there are {expected + len(rows)}")


def person_columns(name: str, foreign_ids: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return name, folded name and foreign ids as they are stored; raises MalformedCommand for an unstorable name."""
    if not storable(name):
        raise MalformedCommand(f"{name!r} is not a name: it holds characters that are not text")
    return name, folded(name), msgspec.json.encode(foreign_ids, order="sorted").decode()


def label_columns(label: GameLabel) -> GameLabel:
    """Return a label as it is stored; raises MalformedCommand for text that no database can hold."""
    for text in label:
        if not storable(text):
            raise MalformedCommand(f"{text!r} is not a name of a game or table: it holds characters that are not text")
    return label


class NewRows:
    """Rows of ``records`` for each table but ``stored_events``."""

    def __init__(self, records: Sequence[NewRecord]) -> None:
        """Check the records.

        Raises GapInRecord for versions that are not 1, 2, 3 ... up to the head, StoreRefused for an invalid record.
        """
        if len({record.id for record in records}) != len(records):
            raise StoreRefused("one batch holds a record id twice")
        for record in records:
            if not record.id or not storable(record.id):
                raise StoreRefused(f"{record.id!r} is not a record id")
            if not record.rows:
                raise StoreRefused(f"record {record.id}: a record starts with at least one event")
            if record.key is not None and len(record.key) != HASH_BYTES:
                raise StoreRefused(f"record {record.id}: a record key has {HASH_BYTES} bytes, not {len(record.key)}")
            check_batch(record.id, record.rows, 0, record.head)
        origins = [record.origin for record in records if record.origin is not None]
        if len({*origins}) != len(origins):
            raise StoreRefused("one batch holds a file twice")
        now = now_text()
        self.headers = [(record.id, record.header, record.origin, now, record.kind, record.bound) for record in records]
        self.shelved = all(record.shelf is not None or record.kind != RECORD for record in records)
        """Whether the shelf knows all of them when they are stored."""
        self.keys = [(record.id, record.key) for record in records if record.key is not None]
        self.heads = [(record.id, record.head.count, record.head.hash) for record in records]
        self.names = [row for record in records for row in _names(record)]
        self.labels = [(record.id, *label_columns(record.label)) for record in records if any(record.label)]
        self.releases = [
            (record.id, record.owner, int(record.live), None if record.live else now)
            for record in records
            if record.live or record.owner is not None
        ]
        self.said = [_said(record, record.said) for record in records if record.said is not None]
        self.shelf = [_shelf(record, record.shelf, now) for record in records if record.shelf is not None]

    @staticmethod
    def refuse_taken(record: str, last: int | None, headers: int, tombstones: int) -> None:
        """Raise StaleVersion or StoreRefused unless ``record`` is free, by what SELECT_TAKEN says of it."""
        if headers or last is not None:
            raise StaleVersion(record, 0, last or 0)
        if tombstones:
            raise StoreRefused(f"record {record} was deleted for good; its id is not used again")

    @staticmethod
    def refuse_known(origin: str, found: Sequence[str] | None) -> None:
        """Raise AlreadyStored if SELECT_ORIGIN has found a record of this origin."""
        if found is not None:
            raise AlreadyStored(f"the file {origin} is stored already, as record {found[0]}")


def _shelf(record: NewRecord, row: ShelfRow, now: str) -> tuple[object, ...]:
    people = [(seat, name, fold) for _, seat, name, fold, _ in _names(record)]
    listing = UNLISTED if record.owner is None else ShelfListing(holders=(record.owner,))
    return inserted(row, entered_columns(row.game, people, now, record.label, trashed=False, listing=listing))


def _said(record: NewRecord, said: SaidWriter) -> tuple[object, ...]:
    name, fold, _ = person_columns(said.name, {})
    return said.key, name, fold, said.bringer, record.id, said.source, said.writer, record.head.count


def _names(record: NewRecord) -> Iterator[tuple[str, str, str, str, str]]:
    for seat in sorted({*record.names, *record.foreign_ids}):
        yield record.id, seat, *person_columns(record.names.get(seat, ""), record.foreign_ids.get(seat, {}))
