"""Logs as they are stored and in the present shape of their events: of a record that grew only what is new is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from records.core.events import Recorded
from records.core.logs.effective import changes_earlier
from records.errors import BrokenChain, CorruptRecord
from records.service.head_cache import HeadCache, continues
from records.service.links import Links

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game
    from records.core.header import Header
    from records.store import Head, Store

MOST_CHECKED = 50_000
"""Records of which it is remembered that their chain was checked."""
Log: TypeAlias = tuple[Recorded[Any], ...]


class LogReader:
    """Reads whole logs, and keeps those of the last ``size`` records. Safe to share among threads.

    The chain of each record is checked once, when it is read first: what was changed behind the program's back is not shown as a fact.
    """

    def __init__(self, store: Store, games: Mapping[str, Game], size: int) -> None:
        self._store, self._games = store, games
        self._kept: HeadCache[tuple[Log, Log]] = HeadCache(size)
        self._checked: set[str] = set()

    def stored(self, header: Header, head: Head) -> Log:
        """Return the log as it was written: what the chain runs over, and what is exported."""
        return self._both(header, head)[0]

    def present(self, header: Header, head: Head) -> Log:
        """Return the log in the present shape of its events; the same object as the stored one where no event is older."""
        return self._both(header, head)[1]

    def _both(self, header: Header, head: Head) -> tuple[Log, Log]:
        record = header.record
        found = self._kept.get(record)
        if found is not None and found[0] == head:
            return found[1]
        if found is not None and found[0].count < head.count:
            earlier, (stored, present) = found
            new = self._read(header, earlier.count, head.count)
            longer = (*stored, *new)
            if continues(longer, head, earlier):
                return self._kept.keep(record, head, (longer, self._grown(header, longer, new, None if present is stored else present)))
        whole = self._read(header, 0, head.count)
        if record not in self._checked:
            self._check(header, head, whole)
        return self._kept.keep(record, head, (whole, self._games[header.game].brought_up(header, whole)))

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

    def _grown(self, header: Header, longer: Log, new: Log, present: Log | None) -> Log:
        """Return a log that grew by ``new`` in its present shape; ``present`` is what was before, None where nothing of it is older."""
        game = self._games[header.game]
        if changes_earlier(new) or game.brought_up(header, new) is not new:
            return game.brought_up(header, longer)
        return longer if present is None else (*present, *new)

    def _read(self, header: Header, after: int, upto: int) -> Log:
        record = header.record
        decode = self._games[header.game].codec.decode
        log = []
        for row in self._store.read(record, after=after, upto=upto):
            try:
                log.append(decode(row.body))
            except CorruptRecord as error:
                raise type(error)(f"record {record}, version {row.version}: {error}") from None
        if len(log) != upto - after:
            raise CorruptRecord(f"record {record} has {after + len(log)} of {upto} events; kiebitz verify tells more")
        return tuple(log)
