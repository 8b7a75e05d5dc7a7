"""What was measured, as a file that the documents are printed from: section by section, each with its day, machine and seconds."""

from __future__ import annotations

import os
import platform
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bench.measure import Samples
    from bench.report import Row, Section

FILE = Path(__file__).parents[2] / "docs" / "benchmarks.json"


class Span(msgspec.Struct, frozen=True):
    """A median with the least and most of all turns."""

    median: float
    least: float
    most: float


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table."""

    what: str
    took: Span
    unit: str
    times: Span | None = None
    """Of the limit in the same turns, turn by turn."""
    aim: float | None = None


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A table with its notes."""

    title: str
    lines: tuple[Line, ...]
    notes: tuple[str, ...]


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """A section of the benchmark as it was run once."""

    day: str
    machine: str
    load: float | None
    """Of the last minute when it began; the fewer processors are left, the more only ratios hold."""
    seconds: float
    parts: tuple[Part, ...]


def machine() -> str:
    """Return what a section is measured on, in words."""
    return (
        f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    )


def load() -> float | None:
    """Return how many processes wanted a processor in the last minute; None where nobody knows."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def taken(sections: Sequence[Section], *, began: float | None, seconds: float) -> Taken:
    """Return printed sections as they are kept; ``began`` is the load at the beginning."""
    parts = tuple(Part(title=one.title, lines=tuple(map(_line, one.rows)), notes=one.notes) for one in sections)
    return Taken(day=datetime.now(UTC).date().isoformat(), machine=machine(), load=began, seconds=round(seconds, 1), parts=parts)


def read(file: Path = FILE) -> dict[str, Taken]:
    """Return all sections of a file by name; none where there is no file."""
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Taken]) if file.is_file() else {}


def write(found: Mapping[str, Taken], file: Path = FILE) -> None:
    """Write sections into a file; those of it that were not measured now stay."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted((read(file) | dict(found)).items()))), indent=1) + b"\n")


def _line(row: Row) -> Line:
    times = None if row.raw is None else _span(row.took.times(row.raw))
    return Line(what=row.what.strip(), took=_span(row.took), unit=row.unit, times=times, aim=row.aim)


def _span(samples: Samples) -> Span:
    return Span(*(float(f"{value:.4g}") for value in (samples.median, min(samples.values), max(samples.values))))
