"""Tables of a lesson, drawn once for all phones that are shown the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from markupsafe import Markup

MOST = 64
"""That are kept: those of the last steps, by eyes and language."""


@dataclass(slots=True)
class _DrawnTable:
    lock: threading.Lock = field(default_factory=threading.Lock)
    table: Markup | None = None


class DrawnTables:
    """Keeps what was drawn last; of many who ask for the same at once one draws, and the others wait for it."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, _DrawnTable] = OrderedDict()
        self._lock = threading.Lock()

    def drawn(self, key: Hashable, draw: Callable[[], Markup]) -> Markup:
        """Return the table of a key, which names all that it depends on."""
        with self._lock:
            found = self._kept.setdefault(key, _DrawnTable())
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        with found.lock:
            if found.table is None:
                found.table = draw()
            return found.table
