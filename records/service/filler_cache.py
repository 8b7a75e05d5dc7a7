"""How far records that are being written have come, so that one event more costs one event and not the whole log."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from records.core.logs.fill import Filler
    from records.store import Head


class Ends:
    """Keeps the fillers of the last ``size`` records that grew. Safe to share among threads: whoever works on a filler has it alone."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[str, tuple[Head, Filler]] = OrderedDict()
        self._lock = Lock()

    def take(self, record: str, head: Head) -> Filler | None:
        """Return the filler at ``head`` of a record, which is kept no longer; None where there is none, or one of another head."""
        with self._lock:
            kept = self._kept.pop(record, None)
        return kept[1] if kept is not None and kept[0] == head else None

    def keep(self, record: str, head: Head, filler: Filler) -> None:
        """Keep the filler at ``head``; the caller changes it no more."""
        with self._lock:
            self._kept[record] = head, filler
            self._kept.move_to_end(record)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
