"""The sections of the benchmark by name, in the order in which they are printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench import (
    access,
    appending,
    batches,
    budget,
    castle,
    commands,
    doors,
    knowing,
    listing,
    logins,
    notation,
    observed,
    peers,
    playouts,
    postgres,
    reading,
    rereading,
    reviews,
    stepping,
    writers,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a run measures."""

    folder: Path
    """Where the files are written."""
    quick: bool
    """Few and short turns: shows that it runs, not how fast."""
    turns: int
    """How often the ways of a comparison take turns."""
    shelf: Path | None = None
    """A file that keeps the records of the curve of the shelf."""


def _stepping(plan: Plan) -> None:
    if plan.quick:
        stepping.measure(plan.folder, presses=2, games=2, motions=("reduce",), pages=1)
    else:
        stepping.measure(plan.folder, presses=100)


SECTIONS: Mapping[str, Callable[[Plan], None]] = {
    "appending": lambda plan: appending.measure(
        plan.folder, turns=plan.turns, games=2 if plan.quick else 20, singles=5 if plan.quick else 50
    ),
    "commands": lambda plan: commands.measure(
        plan.folder, turns=plan.turns, lengths=(300, 600) if plan.quick else (300, 3_000, 30_000), commands=2 if plan.quick else 20
    ),
    "reading": lambda plan: reading.measure(plan.folder, turns=plan.turns, records=2 if plan.quick else 20),
    "doors": lambda plan: doors.measure(plan.folder, turns=plan.turns, records=2 if plan.quick else 20),
    "castle": lambda plan: castle.measure(plan.folder, turns=plan.turns, pages=5 if plan.quick else 60),
    "knowing": lambda plan: knowing.measure(plan.folder, games=1 if plan.quick else 10, steps=4 if plan.quick else 30),
    "budget": lambda plan: budget.measure(
        plan.folder, examples=1 if plan.quick else 8, games=0 if plan.quick else 10, steps=1 if plan.quick else 2
    ),
    "rereading": lambda plan: rereading.measure(plan.folder, readings=2 if plan.quick else 100, records=4 if plan.quick else 1_000),
    "stepping": _stepping,
    "listing": lambda plan: listing.measure(
        plan.shelf or plan.folder / "shelf.db", turns=plan.turns, lengths=(100, 600) if plan.quick else (1_000, 10_000, 100_000)
    ),
    "access": lambda plan: access.measure(plan.folder, turns=plan.turns, records=200 if plan.quick else 100_000),
    "imports": lambda plan: listing.measure_imports(
        plan.folder, turns=plan.turns, moves=3 if plan.quick else 60, bulk=2 if plan.quick else 60
    ),
    "folder": lambda plan: listing.measure_folder(plan.folder, files=22 if plan.quick else 1_931, moves=1 if plan.quick else 53),
    "notation": lambda plan: notation.measure(turns=plan.turns),
    "logins": lambda plan: logins.measure(turns=plan.turns, logins=1 if plan.quick else 10),
    "observed": lambda plan: observed.measure(plan.folder, turns=plan.turns, moves=20 if plan.quick else 300, real=not plan.quick),
    "playouts": lambda plan: playouts.measure(
        None if plan.quick else plan.folder, turns=plan.turns, slow=2 if plan.quick else 20, fast=1_000
    ),
    "reviews": lambda plan: reviews.measure(turns=plan.turns, games=2 if plan.quick else 10, quick=plan.quick),
    "batches": lambda plan: batches.measure(plan.folder, turns=plan.turns, records=2 if plan.quick else 40),
    "peers": lambda plan: peers.measure(plan.folder, turns=plan.turns, games=1 if plan.quick else 10),
    "postgres": lambda plan: postgres.measure(turns=plan.turns, games=2 if plan.quick else 20),
    "writers": lambda plan: writers.measure(
        turns=plan.turns, seconds=0.2 if plan.quick else 2, writers=(1, 2) if plan.quick else (1, 2, 4, 8)
    ),
}
