"""Reads logs as stored and in the present shape of their events; of a record that grew, only the new events are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from records.core.events import Recorded
from records.core.logs.effective import changes_earlier
from records.core.logs.present import present, reads_otherwise
from records.errors import BrokenChain, CorruptRecord
from records.service.streams.head_cache import HeadCache, continues
from records.service.streams.links import Links
from records.service.weights import EVENT, EVENT_TEXT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game
    from records.core.header import Header
    from records.service.memory import Memory, Tally
    from records.store import Head, Store

MOST_CHECKED = 50_000
"""Most records remembered as having a checked chain."""
Log: TypeAlias = tuple[Recorded[Any], ...]


class _ReadLog(NamedTuple):
    stored: Log
    present: Log
    size: int
    """Bytes that the stored events hold in memory."""

    @property
    def whole_size(self) -> int:
        return self.size if self.present is self.stored else 2 * self.size


class LogReader:
    """Reads whole logs, and caches them while there is room. Safe to share among threads.

    The chain of each record is checked once, at its first read, so that changes made outside of the program are not shown as facts.
    """

    def __init__(self, store: Store, games: Mapping[str, Game], memory: Memory) -> None:
        self._store, self._games = store, games
        self._kept: HeadCache[_ReadLog] = HeadCache(memory, "logs")
        self._checked: set[str] = set()

    def stored(self, header: Header, head: Head) -> Log:
        """Return the log as it was written: the events of the chain, which are exported."""
        return self._both(header, head).stored

    def present(self, header: Header, head: Head) -> Log:
        """Return the log in the present shape of its events; the same object as the stored one if no event is older."""
        return self._both(header, head).present

    def tally_of(self, record: str) -> Tally | None:
        """Return the tally of the bytes of a record's log; None if it is not cached."""
        return self._kept.tally_of(record)

    def _both(self, header: Header, head: Head) -> _ReadLog:
        record = header.record
        found = self._kept.get(record)
        if found is not None and found[0] == head:
            return found[1]
        if found is not None and found[0].count < head.count:
            earlier, (stored, before, size) = found
            new, more = self._read(header, earlier.count, head.count)
            longer = (*stored, *new)
            if continues(longer, head, earlier):
                grown = self._grown(header, longer, new, None if before is stored else before)
                return self._keep(record, head, _ReadLog(longer, grown, size + more))
        whole, size = self._read(header, 0, head.count)
        if record not in self._checked:
            self._check(header, head, whole)
        return self._keep(record, head, _ReadLog(whole, present(self._games[header.game], header, whole), size))

    def _keep(self, record: str, head: Head, read: _ReadLog) -> _ReadLog:
        return self._kept.keep(record, head, read, read.whole_size)

    def _check(self, header: Header, head: Head, log: Log) -> None:
        """Raise ``BrokenChain`` unless ``log`` is what was written."""
        record = header.record
        links = Links(self._games[header.game], header, self._store.info(record).key, log)
        if found := links.first_break(head.count, head.hash, None):
            version, column, reason = found
            place = f"record {record}" + (f", version {version}" if version is not None else "")
            raise BrokenChain(f"{place}, {column}: {reason}; kiebitz verify tells more")
        if len(self._checked) >= MOST_CHECKED:
            self._checked.clear()
        self._checked.add(record)

    def _grown(self, header: Header, longer: Log, new: Log, before: Log | None) -> Log:
        """Return a log that grew by ``new`` in its present shape; ``before`` is the earlier part, None if nothing in it is older."""
        game = self._games[header.game]
        if changes_earlier(new) or reads_otherwise(game, new):
            return present(game, header, longer)
        return longer if before is None else (*before, *new)

    def _read(self, header: Header, after: int, upto: int) -> tuple[Log, int]:
        """Return events with the bytes that they hold in memory."""
        record = header.record
        decode = self._games[header.game].codec.decode
        log, texts = [], 0
        for row in self._store.read(record, after=after, upto=upto):
            try:
                log.append(decode(row.body))
                texts += len(row.body)
            except CorruptRecord as error:
                raise type(error)(f"record {record}, version {row.version}: {error}") from None
        if len(log) != upto - after:
            raise CorruptRecord(f"record {record} has {after + len(log)} of {upto} events; kiebitz verify tells more")
        return tuple(log), EVENT * len(log) + int(EVENT_TEXT * texts)
