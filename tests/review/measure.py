"""Measures reviews over many games, and prints what it came to; cut off, it goes on.

python tests/review/measure.py lay FOLDER --upto 200

Several processes may share a folder: each has its own ``--from N --upto M``, and rows of its own; the rows of all are read.
Rows that take hours of a processor are kept in ``tests/review/rows``, where the same command goes on with them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from records.review.playing import Terms
from records.review.way import WAY
from support.review.measures import ahead, calibration, lay, parts, planted, strength
from support.review.measures.planted import SORTS

if TYPE_CHECKING:
    from types import ModuleType

KEPT = Path(__file__).with_name("measured.json")
STRENGTHS = Path(__file__).parents[2] / "records/review/strengths.json"
"""What pages say of the simulated players: the summary of ``strength``."""
MEASURES: dict[str, ModuleType] = {
    "lay": lay,
    "calibration": calibration,
    "ahead": ahead,
    "parts": parts,
    "planted": planted,
    "strength": strength,
}


def measured(name: str, folder: Path, upto: int, terms: Terms, first: int = 0, game: str = "regicide") -> dict[str, Any]:  # noqa: PLR0917 -- which rows
    """Return the summary of all rows below ``upto``; those from ``first`` on that are not there yet are worked out, and kept one by one.

    Rows that reviews made in another way (``WAY``) are made anew.
    """
    measure, of = MEASURES[name], () if game == "regicide" else (game,)
    called = called_of(name, game)
    file = folder / (f"{called}.from-{first}.jsonl" if first else f"{called}.jsonl")
    rows: dict[int, dict[str, Any]] = {}
    for kept in sorted({file, *folder.glob(f"{called}.jsonl"), *folder.glob(f"{called}.from-*.jsonl")}):
        whole = kept.read_bytes().rpartition(b"\n")[0].splitlines() if kept.exists() else []  # the last line may have been cut off
        rows |= {row["number"]: row for row in map(msgspec.json.decode, whole) if row.get("way") == WAY}
        if kept == file:
            file.write_bytes(b"".join(line + b"\n" for line in whole))
    with file.open("ab") as out:
        for number in range(first, upto):
            if number not in rows:
                rows[number] = {"number": number, "way": WAY, **measure.row(number, terms, *of)}
                out.write(msgspec.json.encode(rows[number]) + b"\n")
                out.flush()
    summary: dict[str, Any] = measure.summary([rows[number] for number in sorted(rows) if number < upto], *of)
    return summary


def called_of(name: str, game: str) -> str:
    """Return what a measure of a game is called; of Regicide, which all can be asked of, by its own name."""
    return name if game == "regicide" else f"{name}-{game}"


def keep(name: str, folder: Path, summary: dict[str, Any]) -> None:
    """Write a summary, with the first row that it was made of, among those that a test reads."""
    kept = msgspec.json.decode(KEPT.read_bytes()) if KEPT.exists() else {}
    first = msgspec.json.decode((folder / f"{name}.jsonl").read_bytes().splitlines()[0])
    first.pop("way")
    shown = name == "strength"
    KEPT.write_bytes(_text({**kept, name: {"first": first} if shown else {"summary": summary, "first": first}}))
    if shown:
        STRENGTHS.write_bytes(_text(summary))


def _text(found: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def main() -> None:
    """Measure what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=MEASURES)
    parser.add_argument("folder", type=Path, help="where rows and machine code are kept")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first game that is worked out")
    parser.add_argument("--upto", type=int, required=True, help="how many games")
    parser.add_argument("--game", choices=[*SORTS], default="regicide", help="of lay, parts and planted")
    parser.add_argument("--keep", action="store_true", help="write the summary where a test reads it")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    terms = Terms(folder=options.folder / "playouts", passes=SORTS[options.game].passes)
    found = measured(options.name, options.folder, options.upto, terms, options.first, options.game)
    if options.keep:
        keep(called_of(options.name, options.game), options.folder, found)
    sys.stdout.write(msgspec.json.encode(found).decode() + "\n")


if __name__ == "__main__":
    main()
