"""A kind of long work for tests: squares of some numbers, then the sums of each with all before it; some numbers are not done so easily."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING

from records.service.jobs.kinds import JobKind
from records.service.jobs.tasks import JobPart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BROKEN, SLOW, DEADLY = b"-1", b"-2", b"-3"
"""Numbers that raise, that take an hour, and that kill their process."""


def split(source: bytes, stage: int, rows: Mapping[str, bytes]) -> Sequence[JobPart]:
    """Stage 0 has a part for each of the numbers, stage 1 one for each square."""
    numbers = source.split()
    if stage == 0:
        return [JobPart(f"0/{number}", data) for number, data in enumerate(numbers)]
    if stage == 1:
        squares = [rows[f"0/{number}"] for number in range(len(numbers))]
        return [JobPart(f"1/{number}", b" ".join(squares[: number + 1])) for number in range(len(squares))]
    return []


def work(source: bytes, data: bytes) -> bytes:
    """The square of a number, or the sum of some."""
    if data == BROKEN:
        raise ValueError(f"{source!r} is a secret that no job may tell")
    if data == SLOW:
        time.sleep(3600)
    if data == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    numbers = [int(number) for number in data.split()]
    return str(sum(numbers) if len(numbers) > 1 else numbers[0] ** 2).encode()


def imported() -> list[str]:
    """Which libraries this process has imported that it has no use for."""
    return sorted({"sqlalchemy", "eventsourcing", "flask"} & {*sys.modules})


def figures(rows: Mapping[str, bytes]) -> Mapping[str, float]:
    """The largest so far."""
    return {"largest": max((float(value) for value in rows.values()), default=0.0)}


TOY = JobKind(name="toy", split=split, work=work, figures=figures)
KINDS = {TOY.name: TOY}
EXPECTED = {"0/0": b"1", "0/1": b"4", "0/2": b"9", "1/0": b"1", "1/1": b"5", "1/2": b"14"}
"""What the source ``1 2 3`` comes to. The sum of one number is its square, as that is 1."""
