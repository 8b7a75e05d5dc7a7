"""Where the records that are being written stand, so that one event more costs one event and not the whole log."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any

from records.service.head_cache import continues

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.service.writing.record_filler import RecordFiller
    from records.store import Head


class FillerCache:
    """Keeps the fillers of the last ``size`` records that grew. Safe to share among threads: whoever works on a filler has it alone."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[str, tuple[Head, RecordFiller]] = OrderedDict()
        self._lock = Lock()

    def take(self, record: str, log: Sequence[Recorded[Any]], head: Head) -> RecordFiller | None:
        """Return the filler at ``head``, the end of a record's ``log``; it is kept no longer.

        One that stands at an earlier event goes on from there. None where there is none, or one that went along another log.
        """
        with self._lock:
            kept = self._kept.pop(record, None)
        if kept is None or not continues(log, head, kept[0]):
            return None
        filler = kept[1]
        filler.follow(log[kept[0].count :])
        return filler

    def keep(self, record: str, head: Head, filler: RecordFiller) -> None:
        """Keep the filler at ``head``; the caller changes it no more."""
        with self._lock:
            self._kept[record] = head, filler
            self._kept.move_to_end(record)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
