"""The printed table: one line a measurement, with its ratio to the raw limit beside it, its aim, and whether that is met."""

from __future__ import annotations

from dataclasses import dataclass

from bench.measure import Samples

WIDTH = 58
_TOLD: list[Section] = []
"""What this process has printed."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table."""

    what: str
    took: Samples
    """Microseconds an event, or what ``unit`` says."""
    raw: Samples | None = None
    """The limit measured in the same turns."""
    aim: float | None = None
    """At most so many times the limit; or, without one, so many microseconds."""
    unit: str = "us"

    def text(self) -> str:
        """Return the line."""
        took = f"{self.took.median:10.2f} {self.unit:<3}"
        if self.raw is None:
            ratio = f"{'':6} {_span(self.took):17}"
            reached = self.took.median
        else:
            ratios = self.took.times(self.raw)
            ratio = f"{ratios.median:5.2f}x {_span(ratios):17}"
            reached = ratios.median
        if self.aim is None:
            return f"  {self.what:<{WIDTH}}{took} {ratio}".rstrip()
        limit = f"{self.aim:g}x" if self.raw is not None else f"{self.aim:g} {self.unit}"
        return f"  {self.what:<{WIDTH}}{took} {ratio} aim {limit:<7} {'met' if reached <= self.aim else 'MISSED'}"


def _span(samples: Samples) -> str:
    return f"({min(samples.values):.2f}-{max(samples.values):.2f})" if len(samples.values) > 1 else ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the table."""

    title: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...]


def section(title: str, rows: list[Row], *notes: str) -> None:
    """Print a part of the table, and keep it for ``told``."""
    _TOLD.append(Section(title, tuple(rows), notes))
    print(f"\n{title}")
    for row in rows:
        print(row.text())
    for note in notes:
        print(f"    {note}")


def told() -> list[Section]:
    """Return what was printed since this was asked last."""
    found = [*_TOLD]
    _TOLD.clear()
    return found
