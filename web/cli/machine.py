"""What the machine has that the program runs on."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Files with a container's memory limit, in bytes."""
MEGABYTE = 1 << 20
SHARE, LEAST, MOST, UNKNOWN = 4, 32, 1024, 256
"""All processes together keep so many times less than the machine has; each at least and at most so many MB, and so many where nobody says
what the machine has."""


def usual_cache(processes: int, limits: tuple[str, ...] = LIMITS) -> int:
    """Return the MB that each of so many processes may keep of records where nobody says."""
    memory = machine_memory(limits)
    return UNKNOWN if memory is None else min(MOST, max(LEAST, memory // MEGABYTE // SHARE // processes))


def machine_memory(limits: tuple[str, ...] = LIMITS) -> int | None:
    """Return the bytes that programs here may use together, or the container that this one runs in; None where nobody says."""
    found = []
    with suppress(AttributeError, ValueError, OSError):
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for file in limits:
        with suppress(OSError, ValueError):
            found.append(int(Path(file).read_text(encoding="ascii")))
    return min((one for one in found if one > 0), default=None)
