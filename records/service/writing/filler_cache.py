"""Caches the ends of records that are being written, so that one more event costs one event and not the whole log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.service.streams.head_cache import HeadCache, continues
from records.service.weights import FILLED, FILLER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.service.memory import Memory, Tally
    from records.service.writing.record_filler import RecordFiller
    from records.store import Head


class FillerCache:
    """Keeps the fillers of records that grew. Safe to share among threads: each filler has one user at a time."""

    def __init__(self, memory: Memory) -> None:
        self._kept: HeadCache[RecordFiller] = HeadCache(memory, "fillers")

    def take(self, record: str, log: Sequence[Recorded[Any]], head: Head) -> RecordFiller | None:
        """Return the filler at ``head``, the end of a record's ``log``; it is kept no longer.

        A filler at an earlier event is moved on from there. None if there is none, or if it followed another log.
        """
        kept = self._kept.take(record)
        if kept is None or not continues(log, head, kept[0]):
            return None
        filler = kept[1]
        filler.follow(log[kept[0].count :])
        return filler

    def keep(self, record: str, head: Head, filler: RecordFiller, beneath: Tally | None = None) -> None:
        """Keep the filler at ``head``; the caller must not change it any more. ``beneath`` counts the events of the log."""
        self._kept.keep(record, head, filler, FILLER + FILLED * head.count, beneath)
