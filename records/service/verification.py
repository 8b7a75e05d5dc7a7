"""Walks every chain against what is stored and names the first break of each record (``kiebitz verify``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import name_of
from records.core.header import Header
from records.core.logs.seals import KEY_BYTES
from records.errors import CorruptRecord
from records.service.links import HASH_BYTES, Links
from records.store import UNREADABLE, folded, is_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from records.core.events import Recorded
    from records.core.game import Game
    from records.service.links import Break
    from records.store import RawRecord, RawRow, Tombstone


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The first break of one record."""

    record: str
    """"" where the database as a whole is meant."""
    version: int | None
    """The event, or None where the record as a whole is meant."""
    column: str
    """``table.column`` that is not what was written; ``file`` for the database's file."""
    reason: str

    def __str__(self) -> str:
        place = (f"record {self.record}" if self.record else "database") + (f", version {self.version}" if self.version is not None else "")
        return f"{place}, {self.column}: {self.reason}"


def verify(games: Mapping[str, Game], raws: Iterable[RawRecord], tombstones: Iterable[Tombstone]) -> Iterator[Finding]:
    """Yield the first break of each record that has one, and of each tombstone, damaged in whatever way."""
    gone = {tombstone.id: tombstone for tombstone in tombstones}
    for stone in gone.values():
        if worn := _worn(stone):
            yield Finding(record=str(stone.id), version=None, column=worn[0], reason=worn[1])
    for raw in raws:
        if isinstance(raw.id, str) and (tombstone := gone.get(raw.id)):
            day = "" if tombstone.deleted_at is None else f" on {tombstone.deleted_at.date()}"
            yield Finding(record=raw.id, version=None, column="tombstones.id", reason=f"was deleted for good{day}, but is there")
        elif found := check(games, raw):
            version, column, reason = found
            yield Finding(record=str(raw.id), version=version, column=column, reason=reason)


def check(games: Mapping[str, Game], raw: RawRecord) -> Break | None:
    """Return the first break of ``raw``, or None if all of it is what was written."""
    found = whole_log(games, raw)
    return (_names(found[0], raw) or _times(raw)) if isinstance(found[0], Header) else found


def whole_log(games: Mapping[str, Game], raw: RawRecord) -> tuple[Header, list[Recorded[Any]]] | Break:
    """Return header and events of ``raw`` if its chain is whole, else its first break; names and times stand in no chain."""
    if raw.header is None:
        return _stray(raw)
    try:
        header = msgspec.json.decode(_as_bytes(raw.header), type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
        return None, "records.header", f"cannot be read: {error}"
    if header.record != raw.id:
        return None, "records.id", f"is not {header.record}, of which the header is"
    if header.game not in games or msgspec.json.encode(header) != _as_bytes(raw.header):
        return None, "records.header", f"is not what was written (game {header.game!r})"
    if raw.key is not None and not (isinstance(raw.key, bytes) and len(raw.key) == KEY_BYTES):
        return None, "record_keys.key", f"is not {KEY_BYTES} bytes"
    if raw.head is None:
        return None, "record_heads.id", "the record has no head"
    if not isinstance(raw.head.count, int) or raw.head.count < 1:
        return None, "record_heads.count", f"is not a number of events: {raw.head.count!r}"
    if not isinstance(raw.head.hash, bytes) or len(raw.head.hash) != HASH_BYTES:
        return None, "record_heads.hash", f"is not {HASH_BYTES} bytes"
    game = games[header.game]
    log, stop = _readable(game, raw.rows)
    links = Links(game, header, raw.key, log)
    return links.first_break(raw.head.count, raw.head.hash, stop) or (header, log)


def _stray(raw: RawRecord) -> Break:
    """Return why rows without a header are none of a record."""
    if raw.rows:
        version = raw.rows[0].version
        return version if isinstance(version, int) else None, "stored_events.originator_id", "there is no record of this id"
    table = "record_heads" if raw.head is not None else "record_keys" if raw.key is not None else "names"
    return None, f"{table}.id", "there is no record of this id"


def _readable(game: Game, rows: Iterable[RawRow]) -> tuple[list[Recorded[Any]], Break | None]:
    """Return the events up to the first row that is none, and what is wrong with that."""
    log: list[Recorded[Any]] = []
    for version, name, body in rows:
        expected = len(log) + 1
        if version != expected:
            return log, (expected, "stored_events.originator_version", f"is missing; the next row is {version!r}")
        try:
            line = _as_bytes(body)
            recorded = game.codec.decode(line)
        except (CorruptRecord, TypeError) as error:
            return log, (expected, "stored_events.state", f"does not decode: {error}")
        if recorded.v != version or game.codec.encode(recorded) != line:
            return log, (expected, "stored_events.state", "is not the line that was written")
        if name != name_of(recorded.event):
            return log, (expected, "stored_events.topic", f"says {name!r}, the state {name_of(recorded.event)}")
        log.append(recorded)
    return log, None


def _names(header: Header, raw: RawRecord) -> Break | None:
    """Return what is wrong with the names; they may change, so it is only asked whether they can be names."""
    for seat, name, foreign_ids, fold in raw.names:
        if seat not in header.seats:
            return None, "names.seat", f"nobody sits at {seat!r}"
        if not isinstance(name, str):
            return None, "names.name", f"that of seat {seat} is not text"
        if fold != folded(name):
            return None, "names.folded", f"seat {seat} is not found by the name that is shown; kiebitz rebuild makes it anew"
        try:
            msgspec.json.decode(_as_bytes(foreign_ids), type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
            return None, "names.foreign_ids", f"those of seat {seat} cannot be read: {error}"
    missing = sorted({*header.seats} - {seat for seat, _, _, _ in raw.names})
    return (None, "names.seat", f"there is none for {', '.join(missing)}") if missing else None


def _times(raw: RawRecord) -> Break | None:
    """Return which of the times at which the record came in, and into the trash, is none; they stand in no chain."""
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
