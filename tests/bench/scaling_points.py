"""What was measured of a store as it grows: a point for each number of records, kept in a file from which the document is printed."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

DOCS = Path(__file__).parents[2] / "docs"
FILE, PICTURE = DOCS / "scaling.json", DOCS / "pictures" / "scaling.svg"
PARTS = {
    "opened": "opened, and the first page of the list",
    "step": "a step as a seat, nothing kept",
    "search": "a search by names",
    "figures": "the page of figures",
    "audit": "a record audited",
    "appended": "a record added",
}
"""What is measured at a point, in this order."""
_PER_MEGABYTE = 1024 if platform.system() != "Darwin" else 1 << 20
"""``ru_maxrss`` counts kilobytes, and bytes on macOS."""


class Took(msgspec.Struct, frozen=True, kw_only=True):
    """What one part took, in milliseconds each time it was asked."""

    cpu: float
    """Of one core, the median."""
    longest: float
    """Of one core, the most."""
    clock: float
    """By the clock, the median."""
    times: int
    memory: float
    """Megabytes that the process had held at most when it was done with this part."""


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """A store of so many records."""

    records: int
    """As it was asked for; it has a few more, which earlier points have added."""
    events: int
    size: int
    """Bytes of its file."""
    day: str
    machine: str
    load: float | None
    """Of the minute before; the fewer processors are left, the less the times hold."""
    took: dict[str, Took]


def took(times: Sequence[tuple[float, float]], memory: int) -> Took:
    """Return a part of which each time took seconds of the processor and by the clock; ``memory`` is ``ru_maxrss``."""
    cpu, clock = zip(*times, strict=True)
    return Took(
        cpu=_ms(median(cpu)), longest=_ms(max(cpu)), clock=_ms(median(clock)), times=len(times), memory=round(memory / _PER_MEGABYTE, 1)
    )


def today() -> str:
    """Return the day of a point."""
    return datetime.now(UTC).date().isoformat()


def read(file: Path = FILE) -> list[Point]:
    """Return all points of a file, fewest records first; none where there is no file."""
    return msgspec.json.decode(file.read_bytes(), type=list[Point]) if file.is_file() else []


def keep(point: Point, file: Path = FILE) -> None:
    """Write a point into the file; it stands in for one of as many records."""
    points = sorted([point, *(one for one in read(file) if one.records != point.records)], key=lambda one: one.records)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(points), indent=1) + b"\n")


def table(points: Sequence[Point]) -> str:
    """Return the points as a table: a column for each."""
    if not points:
        return "Nothing is measured yet."
    rows = [
        ("records", *(f"{one.records:,}" for one in points)),
        ("---", *("---" for _ in points)),
        ("events", *(f"{one.events:,}" for one in points)),
        ("size of the file, bytes an event", *(f"{one.size / one.events:.0f}" for one in points)),
        *((f"{title}, ms", *(_of(one, part) for one in points)) for part, title in PARTS.items()),
        *((f"memory until then, MB: {title}", *(_memory(one, part) for one in points)) for part, title in PARTS.items()),
        ("measured", *(f"{one.day}, load {'?' if one.load is None else one.load}" for one in points)),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _of(point: Point, part: str) -> str:
    found = point.took.get(part)
    return "" if found is None else f"{found.cpu:g} ({found.longest:g})"


def _memory(point: Point, part: str) -> str:
    found = point.took.get(part)
    return "" if found is None else f"{found.memory:.0f}"


def _ms(seconds: float) -> float:
    return float(f"{seconds * 1000:.4g}")
