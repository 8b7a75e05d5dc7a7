"""How many kills of each sort are done, in a file, so that a soak that was cut off goes on."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = Path(__file__).parents[3] / "build" / "kills.json"


def in_rounds(sort: str, most: int, at_once: int, do: Callable[[int, int], None]) -> int:
    """Do rounds until there were ``most`` kills of a sort, those of earlier runs with them; ``do`` is given the count so far and how many.

    Returns how many were done before. What is complete begins anew.
    """
    before = done = _counted(sort, 0) % most
    while done < most:
        many = min(at_once, most - done)
        do(done, many)
        done = _counted(sort, many)
    _counted(sort, -most)
    return before


def _counted(sort: str, more: int) -> int:
    """Count more of a sort, and return how many there are; several processes may do so at once."""
    FILE.parent.mkdir(exist_ok=True)
    with FILE.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        counts = json.loads(file.read() or "{}")
        counts[sort] = max(0, int(counts.get(sort, 0)) + more)
        file.truncate(0)
        file.write(json.dumps(counts))
        return int(counts[sort])
