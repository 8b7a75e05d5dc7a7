"""Walks every chain against what is stored and names the first break of each record (``kiebitz verify``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from records.core.events import name_of
from records.core.folding import folded
from records.core.header import Header
from records.core.logs.seals import KEY_BYTES
from records.errors import CorruptRecord
from records.service.kinds import STREAMS
from records.service.streams.links import HASH_BYTES, Links
from records.store import RECORD, UNREADABLE, is_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from records.core.book import Book
    from records.core.events import Recorded
    from records.core.game import Game
    from records.service.streams.kind import AnyKind
    from records.service.streams.links import Break
    from records.store import RawRecord, RawRow, Tombstone


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """The first break of one stream."""

    record: str
    """Its id; "" for the database as a whole."""
    version: int | None
    """The event, or None for the record as a whole."""
    column: str
    """``table.column`` whose value is not the one written; ``file`` for the database's file."""
    reason: str
    kind: str = RECORD
    """The stream's kind."""

    def __str__(self) -> str:
        place = (f"{self.kind} {self.record}" if self.record else "database") + (
            f", version {self.version}" if self.version is not None else ""
        )
        return f"{place}, {self.column}: {self.reason}"


class WholeLog(NamedTuple):
    """A stream whose chain is whole."""

    kind: AnyKind
    header: Any
    log: list[Recorded[Any]]


def verify(games: Mapping[str, Game], raws: Iterable[RawRecord], tombstones: Iterable[Tombstone]) -> Iterator[Finding]:
    """Yield the first break of each record that has one, and of each tombstone, damaged in whatever way."""
    gone = {tombstone.id: tombstone for tombstone in tombstones}
    for stone in gone.values():
        if worn := _worn(stone):
            yield Finding(record=str(stone.id), version=None, column=worn[0], reason=worn[1])
    for raw in raws:
        if isinstance(raw.id, str) and (tombstone := gone.get(raw.id)):
            day = "" if tombstone.deleted_at is None else f" on {tombstone.deleted_at.date()}"
            reason = f"was deleted for good{day}, but is there"
            yield Finding(record=raw.id, version=None, column="tombstones.id", reason=reason, kind=kind_of(raw))
        elif found := check(games, raw):
            version, column, reason = found
            yield Finding(record=str(raw.id), version=version, column=column, reason=reason, kind=kind_of(raw))


def kind_of(raw: RawRecord) -> str:
    """Return a stream's kind as the database has it; a damaged column may have any value."""
    return raw.kind if isinstance(raw.kind, str) and raw.kind in STREAMS else RECORD


def check(games: Mapping[str, Game], raw: RawRecord) -> Break | None:
    """Return the first break of ``raw``, or None if it is intact."""
    found = whole_log(games, raw)
    return _names(found.header, raw) or _bound(raw) or _times(raw) if isinstance(found, WholeLog) else found


def whole_log(games: Mapping[str, Game], raw: RawRecord) -> WholeLog | Break:
    """Return kind, header and events of ``raw`` if its chain is whole, else its first break; names and times are in no chain."""
    if raw.header is None:
        return _stray(raw)
    kind = STREAMS.get(raw.kind) if isinstance(raw.kind, str) else None
    if kind is None:
        return None, "records.kind", f"is none that is known: {raw.kind!r:.40}"
    try:
        header = kind.read_header(_as_bytes(raw.header))
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
        return None, "records.header", f"cannot be read: {error}"
    if kind.id_of(header) != raw.id:
        return None, "records.id", f"is not {kind.id_of(header)}, of which the header is"
    book = kind.book(games, header)
    if book is None or msgspec.json.encode(header) != _as_bytes(raw.header):
        return None, "records.header", f"is not what was written{_game(header)}"
    if raw.key is not None and not (isinstance(raw.key, bytes) and len(raw.key) == KEY_BYTES):
        return None, "record_keys.key", f"is not {KEY_BYTES} bytes"
    if raw.head is None:
        return None, "record_heads.id", "the record has no head"
    if not isinstance(raw.head.count, int) or raw.head.count < 1:
        return None, "record_heads.count", f"is not a number of events: {raw.head.count!r}"
    if not isinstance(raw.head.hash, bytes) or len(raw.head.hash) != HASH_BYTES:
        return None, "record_heads.hash", f"is not {HASH_BYTES} bytes"
    log, stop = _readable(book, raw.rows)
    links = Links(book, header, raw.key, log)
    return links.first_break(raw.head.count, raw.head.hash, stop) or WholeLog(kind, header, log)


def _game(header: Any) -> str:
    return f" (game {header.game!r})" if isinstance(header, Header) else ""


def _bound(raw: RawRecord) -> Break | None:
    """Return what is wrong with the record to which a stream belongs; the record may change, or be deleted."""
    if raw.bound is None or (raw.kind != RECORD and isinstance(raw.bound, str)):
        return None
    return None, "records.bound", f"is no id of a record: {raw.bound!r:.40}"


def _stray(raw: RawRecord) -> Break:
    """Return why rows without a header belong to no record."""
    if raw.rows:
        version = raw.rows[0].version
        return version if isinstance(version, int) else None, "stored_events.originator_id", "there is no record of this id"
    table = "record_heads" if raw.head is not None else "record_keys" if raw.key is not None else "names" if raw.names else "labels"
    return None, f"{table}.id", "there is no record of this id"


def _readable(book: Book, rows: Iterable[RawRow]) -> tuple[list[Recorded[Any]], Break | None]:
    """Return the events up to the first invalid row, and what is wrong with that row."""
    log: list[Recorded[Any]] = []
    for version, name, body in rows:
        expected = len(log) + 1
        if version != expected:
            return log, (expected, "stored_events.originator_version", f"is missing; the next row is {version!r}")
        try:
            line = _as_bytes(body)
            recorded = book.codec.decode(line)
        except (CorruptRecord, TypeError) as error:
            return log, (expected, "stored_events.state", f"does not decode: {error}")
        if recorded.v != version or book.codec.encode(recorded) != line:
            return log, (expected, "stored_events.state", "is not the line that was written")
        if name != name_of(recorded.event):
            return log, (expected, "stored_events.topic", f"says {name!r}, the state {name_of(recorded.event)}")
        log.append(recorded)
    return log, None


def _names(header: Any, raw: RawRecord) -> Break | None:
    """Return what is wrong with the names; as they may change, only their form is checked."""
    seats = STREAMS[kind_of(raw)].named(header)
    for seat, name, foreign_ids, fold in raw.names:
        if seat not in seats:
            return None, "names.seat", f"nobody sits at {seat!r}"
        if not isinstance(name, str):
            return None, "names.name", f"that of seat {seat} is not text"
        if fold != folded(name):
            return None, "names.folded", f"seat {seat} is not found by the name that is shown; kiebitz rebuild makes it anew"
        try:
            msgspec.json.decode(_as_bytes(foreign_ids), type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
            return None, "names.foreign_ids", f"those of seat {seat} cannot be read: {error}"
    for column, text in zip(("title", "site", "number"), raw.label, strict=False):
        if not isinstance(text, str):
            return None, f"labels.{column}", "is not text"
    missing = sorted({*seats} - {seat for seat, _, _, _ in raw.names})
    return (None, "names.seat", f"there is none for {', '.join(missing)}") if missing else None


def _times(raw: RawRecord) -> Break | None:
    """Return which of the times of adding and trashing the record is invalid; they are in no chain."""
    for column, time in (("created_at", raw.created_at), ("trashed_at", raw.trashed_at)):
        if not is_time(time) and (time is not None or column == "created_at"):
            return None, f"records.{column}", f"is not a time: {time!r:.40}"
    return None


def _worn(tombstone: Tombstone) -> tuple[str, str] | None:
    if tombstone.deleted_at is None:
        return "tombstones.deleted_at", "is not a time"
    if type(tombstone.count) is not int or tombstone.count < 0:
        return "tombstones.count", f"is not a number of events: {tombstone.count!r:.40}"
    if tombstone.hash is not None and (not isinstance(tombstone.hash, bytes) or len(tombstone.hash) != HASH_BYTES):
        return "tombstones.hash", f"is not {HASH_BYTES} bytes"
    return None


def _as_bytes(column: object) -> bytes:
    if isinstance(column, str):
        return column.encode()
    if isinstance(column, bytes):
        return column
    raise TypeError("stood on a destroyed page" if column is UNREADABLE else f"is {type(column).__name__}, not text")
