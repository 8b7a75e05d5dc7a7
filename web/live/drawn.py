"""Tables of a lesson and steps of a running game, drawn once for everybody who sees the same."""

from __future__ import annotations

import threading
from sys import getsizeof
from typing import TYPE_CHECKING

from records.service.memory import Tallied, Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from markupsafe import Markup

    from records.service.pieces import LogPieces

MOST = 64
"""That are kept: those of the last steps, by eyes and language."""


class _DrawnTable(Tallied):
    def __init__(self) -> None:
        self.tally, self.lock = Tally(), threading.Lock()
        self.table: Markup | None = None


class DrawnTables:
    """Caches the last drawings; of concurrent requests for the same drawing one draws, and the others wait for it."""

    def __init__(self, pieces: LogPieces, most: int = MOST) -> None:
        self._pieces, self._most = pieces, most

    def drawn(self, key: Hashable, draw: Callable[[], Markup]) -> Markup:
        """Return the table of a key, which names all that it depends on."""
        found = self._pieces.once("drawn", _DrawnTable, key, most=self._most)
        with found.lock:
            if found.table is None:
                found.table = draw()
                found.tally.set(getsizeof(found.table))
            return found.table
