"""What a kind of long work is: pure functions that a process of its own imports by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from records.service.jobs.tasks import JobPart, Rows


def _no_figures(_rows: Rows) -> Mapping[str, float]:
    return {}


class JobKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of jobs. ``split`` and ``work`` are functions of a module, and depend on what they are given alone: no clock, no chance.

    Their module imports neither the store nor the web: each process that works at jobs imports it.
    """

    name: str
    split: Callable[[bytes, int, Rows], Sequence[JobPart]]
    """The parts of a stage, of the job's source, the stage's number from 0, and the rows of all earlier stages; none when all is done.

    Stages follow each other, the parts of one are done in any order.
    """
    work: Callable[[bytes, bytes], bytes]
    """What a part comes to, of the job's source and the part's data: at most ``records.store.MOST_BYTES``."""
    figures: Callable[[Rows], Mapping[str, float]] = _no_figures
    """How far it is in the kind's own words, such as how sure its rows are by now; cheap, it is asked with each look at a job."""
