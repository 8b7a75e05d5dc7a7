"""Kinds of long work: pure functions that a separate process imports by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from records.service.jobs.tasks import JobPart, Rows


def _no_figures(_rows: Rows) -> Mapping[str, float]:
    return {}


class JobKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of jobs. ``split`` and ``work`` are functions of a module, and depend only on their arguments: no clock, no chance.

    Their module imports neither the store nor the web: each process that works at jobs imports it.
    """

    name: str
    split: Callable[[bytes, int, Rows], Sequence[JobPart]]
    """From the job's source, the stage's number from 0, and the rows of all earlier stages to the parts of a stage; none when all is done.

    Stages follow each other, the parts of one are done in any order.
    """
    work: Callable[[bytes, bytes], bytes]
    """From the job's source and the part's data to the part's result: at most ``records.store.MOST_BYTES``."""
    figures: Callable[[Rows], Mapping[str, float]] = _no_figures
    """Progress figures of the kind, such as the precision of its rows so far; must be cheap, as each look at a job calls it."""
