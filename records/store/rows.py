"""Values that the store takes and returns: rows, heads, headers, names. No event is decoded here.

Ids and seats are plain strings, times are aware UTC datetimes, bodies and headers are bytes of JSON text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from records.store.shelf_rows import ShelfRow

HASH_BYTES = 32


class Row(NamedTuple):
    """One stored event."""

    version: int
    """1, 2, 3 ... without gaps."""
    name: str
    """The stable event name, such as ``observed.noted/1``; the column ``topic``."""
    body: bytes
    """The line as JSON text; the column ``state``."""


class GameLabel(NamedTuple):
    """What a record's game is called, and which table it is at its site; each may be "". It stands outside the chain."""

    title: str = ""
    """The game's name as entered by somebody: no log contains it."""
    site: str = ""
    """``bga`` ..."""
    number: str = ""
    """The table's id at its site."""


NO_LABEL = GameLabel()


class Head(msgspec.Struct, frozen=True):
    """Where a record ends; this makes a removed last row detectable."""

    count: int
    """Number of events."""
    hash: bytes
    """Chain hash of the last event, 32 bytes."""


class SaidWriter(msgspec.Struct, frozen=True, kw_only=True):
    """The stated author of a stream from elsewhere."""

    key: str
    """Used in the stream's chain here, and in no other."""
    name: str
    """As the file says; "" for nobody in particular."""
    bringer: str
    """Key of the person who brought it."""
    source: str
    """The stream's id in the file."""
    writer: str
    """Key of its author in the file; "" where it had none."""
    came: int = 0
    """How many of its events were imported, before any that were written here."""


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a key that represents a person in a chain."""

    key: str
    name: str
    """Of a person of this store; "" where it is not set, or was erased."""
    said: SaidWriter | None = None
    """For the key of a stream from elsewhere, its stated author."""
    stream: str = ""
    """For such a key, the stream here; "" if an earlier version imported it."""
    by: str = ""
    """Name of the importer: of their account, or the one under which they write; "" if unknown or erased."""


class OwnerLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The most that an account may own, including its trash and what is being stored; 0 for no limit."""

    owner: str
    records: int
    bytes: int
    """Of the events of its records."""
    day: int
    """Records that came since ``since``."""
    since: datetime


class NewRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record that enters the store whole, with at least one row."""

    id: str
    header: bytes
    """Header as JSON text."""
    key: bytes | None
    """Record key, 32 bytes; None for a redacted import."""
    names: Mapping[str, str]
    """Name of the person, by seat key."""
    foreign_ids: Mapping[str, Mapping[str, Any]] = msgspec.field(default_factory=dict)
    """Ids of the persons at other sites, by seat key and then by site; JSON values."""
    origin: str | None
    """Digest of the file from which it was read, to recognise that file again."""
    rows: Sequence[Row]
    head: Head
    shelf: ShelfRow | None = None
    """Its row of the shelf, stored with it; None leaves the record to the next pull."""
    kind: str = "record"
    """Of which kind the stream is."""
    bound: str | None = None
    """The record that a stream of another kind belongs to."""
    label: GameLabel = NO_LABEL
    owner: str | None = None
    """Key of the account whose record it is."""
    live: bool = False
    """Whether the game is running, here."""
    said: SaidWriter | None = None
    """Of a stream from elsewhere, whose it is said to be."""
    limits: OwnerLimits | None = None
    """What its owner is bound by."""


class RecordInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a record but its rows."""

    id: str
    header: bytes
    key: bytes | None
    head: Head
    names: Mapping[str, str]
    foreign_ids: Mapping[str, Mapping[str, Any]]
    origin: str | None
    created_at: datetime
    trashed_at: datetime | None
    kind: str = "record"
    label: GameLabel = NO_LABEL
    owner: str | None = None
    """Key of the account whose record it is."""
    live: bool | None = None
    """Whether the game is running, here; None where nobody ever set who may see it."""


class SeatAt(NamedTuple):
    """One seat of one record."""

    record: str
    seat: str


class Tombstone(msgspec.Struct, frozen=True):
    """What is left of a record that was deleted for good."""

    id: str
    count: int
    hash: bytes | None
    """Head hash; None where the record had no head any more."""
    deleted_at: datetime | None
    """None where the column is damaged."""
    kind: str = "record"


class HeadMove(NamedTuple):
    """How an append moves the head of a record: from ``expected`` events to ``head``."""

    record: str
    expected: int
    head: Head
    shelf: ShelfRow | None = None
    """The record's row of the shelf as it is then; None leaves it to the next pull."""
    kind: str = "record"
    """Of which kind the stream is; what is no record changes nothing on the shelf."""


class Anchor(NamedTuple):
    """The last event that the read models have. Not a number of the log, because SQLite may renumber rows."""

    record: str | None
    """None before the first event."""
    version: int
    epoch: int
    """Increased by every deletion and rebuild, so that a process that pulled before one cannot write after it."""


class Pulled(NamedTuple):
    """The next stretch of the log, for the read models."""

    records: tuple[str, ...]
    """Ids of the records touched, in the order of their first event here."""
    since: Anchor
    upto: Anchor
    more: bool
    """Whether the limit cut the stretch short."""
