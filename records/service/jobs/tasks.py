"""Tasks for the processes of jobs: calls of functions that they import by name, without importing the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

Rows: TypeAlias = Mapping[str, bytes]
"""Results of parts, by their names."""


class JobPart(NamedTuple):
    """A part of a job as its kind names it."""

    name: str
    """Unique among all parts of a key, in all stages; not empty."""
    data: bytes = b""
    """Its input in addition to the job's source."""


class Task(msgspec.Struct, frozen=True):
    """A call that another process makes."""

    call: Callable[..., Any]
    args: tuple[Any, ...]

    def done(self) -> Any:
        """Make the call."""
        return self.call(*self.args)


def split_checked(
    split: Callable[[bytes, int, Rows], Sequence[JobPart]], source: bytes, stage: int, rows: Rows, most: int
) -> tuple[JobPart, ...]:
    """Return the parts of a stage.

    Raises ``ValueError`` for a name that is empty or used before, and for data of more than ``most`` bytes.
    """
    parts = tuple(split(source, stage, rows))
    names = {part.name for part in parts}
    if len(names) < len(parts) or names & {"", *rows}:
        raise ValueError(f"stage {stage} names a part twice, or not at all")
    if any(len(part.data) > most for part in parts):
        raise ValueError(f"a part of stage {stage} has more than {most} bytes")
    return parts


def worked_checked(work: Callable[[bytes, bytes], bytes], source: bytes, data: bytes, most: int) -> bytes:
    """Return the result of a part. Raises ``ValueError`` for a row of more than ``most`` bytes."""
    row = work(source, data)
    if not isinstance(row, bytes) or len(row) > most:
        raise ValueError(f"a row is bytes, at most {most}")
    return row


def whole_checked(
    split: Callable[[bytes, int, Rows], Sequence[JobPart]], work: Callable[[bytes, bytes], bytes], source: bytes, there: Rows, most: int
) -> Rows:
    """Return the rows of all parts of all stages except those already ``there``; raises as ``split_checked`` and ``worked_checked`` do."""
    rows: dict[str, bytes] = {}
    stage = 0
    while parts := split_checked(split, source, stage, rows, most):
        found = {name: there[name] if name in there else worked_checked(work, source, data, most) for name, data in parts}
        rows, stage = rows | found, stage + 1
    return {name: value for name, value in rows.items() if name not in there}
