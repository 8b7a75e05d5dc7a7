"""Lines of events as they were written once; they stay for ever."""

from __future__ import annotations

from pathlib import Path

WIRE = Path(__file__).parent.parent / "golden" / "wire"


def golden_lines(name: str) -> list[bytes]:
    """Return the lines of a game's file, without line ends; none where it has no file yet."""
    path = WIRE / f"{name}.jsonl"
    return path.read_bytes().splitlines() if path.exists() else []
