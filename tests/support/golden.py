"""Lines of events as they were written once; they stay for ever."""

from __future__ import annotations

from pathlib import Path

WIRE = Path(__file__).parent.parent / "golden" / "wire"


def golden_lines(name: str) -> list[bytes]:
    """Return the lines of a file, without line ends."""
    return (WIRE / f"{name}.jsonl").read_bytes().splitlines()
