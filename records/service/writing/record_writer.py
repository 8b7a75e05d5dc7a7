"""Appends to a record; its end is cached, so that one more command costs one command and not the whole log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from records.core.logs.chain import Chain
from records.errors import RecordsError, StaleVersion
from records.service.writing.filler_cache import FillerCache
from records.service.writing.record_builder import chained
from records.service.writing.record_filler import RecordFiller
from records.store import Head

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.service.incoming import Entry
    from records.service.log_reader import Log, LogReader
    from records.service.memory import Memory
    from records.store import RecordInfo, ShelfRow, Store

Batch: TypeAlias = "Callable[[RecordFiller, Log], Sequence[Entry]]"
"""From the end of a record and its whole log to the next events."""
Shelve: TypeAlias = "Callable[[Header, Head, Head, Sequence[Recorded[Any]]], ShelfRow | None]"
"""Makes a record's row of the shelf: its end before and after what is written, and that."""


class RecordWriter:
    """Appends batches, and keeps the fillers of records that grew. Safe to share among threads."""

    def __init__(self, store: Store, games: Mapping[str, Game], logs: LogReader, memory: Memory, shelve: Shelve) -> None:
        self._store, self._games, self._logs, self._shelve = store, games, logs, shelve
        self._fillers = FillerCache(memory)

    def write(self, info: RecordInfo, header: Header, expected: int, batch: Batch, reopen: Callable[[], None] | None = None) -> int:
        """Append what ``batch`` makes to a record of ``expected`` events; returns the new number of events.

        A game that is running is closed with its result. ``reopen`` lets a closed one go on, or refuses, where it has no result then.
        Raises ``StaleVersion`` if somebody was faster, what ``batch`` raises, and ``ImpossibleEvent`` or ``Contradiction`` for what cannot
        have happened; then nothing is stored.
        """
        record, head = header.record, info.head
        if head.count != expected:
            raise StaleVersion(record, expected, head.count)
        game, log = self._games[header.game], self._logs.present(header, head)
        filler = self._fillers.take(record, log, head) or RecordFiller(game, header, log)
        try:
            written = filler.fill(batch(filler, log))
        except RecordsError:
            self._fillers.keep(record, head, filler, self._logs.tally_of(record))  # the filler is unchanged
            raise
        chain = Chain(game, header, info.key, head.count, head.hash)
        new, rows = chained(chain, written)
        end = Head(chain.count, chain.hash)
        shelf = self._shelve(header, head, end, new)
        running = bool(info.live)
        if reopen is not None and shelf is not None and shelf.ended is None:
            # Before it is written: should that fail, the hands stay shut.
            reopen()
            running = True
        self._store.append(record, rows, expected=head.count, head=end, shelf=shelf)
        self._fillers.keep(record, end, filler, self._logs.tally_of(record))
        if running and shelf is not None and shelf.ended is not None:
            self._store.access.close(record)
        return chain.count
