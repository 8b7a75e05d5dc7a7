"""What the benchmark measured last, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench import results

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bench.results import Line, Span, Taken

SHOWN = ("peers",)
"""Sections of which the document has a table."""


def tables() -> Mapping[str, str]:
    """Return each section that the document shows, and how long each takes."""
    found = results.read()
    return {name: "\n\n".join(_told(found[name])) for name in SHOWN if name in found} | {"seconds": _seconds(found)}


def _told(taken: Taken) -> list[str]:
    said = [f"{taken.day}, {taken.machine}" + ("" if taken.load is None else f", load {taken.load}") + f"; {taken.seconds:.0f} s."]
    for part in taken.parts:
        head = ["| what | times | aim | median |", "|---|---|---|---|"]
        said += [f"*{part.title}*", "\n".join([*head, *map(_row, part.lines)]), *([". ".join(part.notes) + "."] if part.notes else [])]
    return said


def _row(line: Line) -> str:
    times = "" if line.times is None else _span(line.times)
    aim = "" if line.aim is None else f"{line.aim:g}{'x' if line.times is not None else ' ' + line.unit}"
    return f"| {line.what} | {times} | {aim} | {line.took.median:g} {line.unit} |"


def _span(span: Span) -> str:
    return f"{span.median:.2f}" if span.least == span.most else f"{span.median:.2f} ({span.least:.2f} to {span.most:.2f})"


def _seconds(found: Mapping[str, Taken]) -> str:
    return ", ".join(f"`{name}` {one.seconds:.0f}" for name, one in found.items()) + " seconds."
