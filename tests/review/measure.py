"""Measures reviews over many games, and prints what it came to; cut off, it goes on.

python tests/review/measure.py lay FOLDER --upto 200
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from records.review.passes import FAST
from records.review.playing import Terms
from support.review.measures import ahead, calibration, lay, planted, strength

if TYPE_CHECKING:
    from types import ModuleType

KEPT = Path(__file__).with_name("measured.json")
STRENGTHS = Path(__file__).parents[2] / "records/review/strengths.json"
"""What pages say of the simulated players: the summary of ``strength``."""
MEASURES: dict[str, ModuleType] = {"lay": lay, "calibration": calibration, "ahead": ahead, "planted": planted, "strength": strength}


def measured(name: str, folder: Path, upto: int, terms: Terms) -> dict[str, Any]:
    """Return the summary of the first ``upto`` rows; those that ``folder`` has not yet are worked out, and kept there one by one."""
    measure, file = MEASURES[name], folder / f"{name}.jsonl"
    rows: dict[int, dict[str, Any]] = {}
    if file.exists():
        whole = file.read_bytes().rpartition(b"\n")[0].splitlines()  # the last line may have been cut off
        rows = {row["number"]: row for row in map(msgspec.json.decode, whole)}
        file.write_bytes(b"".join(line + b"\n" for line in whole))
    with file.open("ab") as out:
        for number in range(upto):
            if number not in rows:
                rows[number] = {"number": number, **measure.row(number, terms)}
                out.write(msgspec.json.encode(rows[number]) + b"\n")
                out.flush()
    summary: dict[str, Any] = measure.summary([rows[number] for number in sorted(rows) if number < upto])
    return summary


def keep(name: str, folder: Path, summary: dict[str, Any]) -> None:
    """Write a summary, with the first row that it was made of, among those that a test reads."""
    kept = msgspec.json.decode(KEPT.read_bytes()) if KEPT.exists() else {}
    first = msgspec.json.decode((folder / f"{name}.jsonl").read_bytes().splitlines()[0])
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
    parser.add_argument("--upto", type=int, required=True, help="how many games")
    parser.add_argument("--keep", action="store_true", help="write the summary where a test reads it")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    found = measured(options.name, options.folder, options.upto, Terms(folder=options.folder / "playouts", passes=FAST))
    if options.keep:
        keep(options.name, options.folder, found)
    sys.stdout.write(msgspec.json.encode(found).decode() + "\n")


if __name__ == "__main__":
    main()
