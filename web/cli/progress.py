"""How far a command is that takes long, on standard error."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from web.cli.output import console, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")
TOLD_EACH = 100
"""Things between two lines of progress where there is no terminal."""
EACH = 10.0
"""Seconds between two lines of what goes on beside this process."""


def with_progress(things: Sequence[T], doing: str, noun: str) -> Iterator[T]:
    """Yield the things, with a bar on standard error where somebody watches, else with a line there now and then."""
    if not sys.stderr.isatty():
        for number, thing in enumerate(things):
            if number and number % TOLD_EACH == 0:
                tell(f"{number} of {len(things)} {noun}")
            yield thing
        return
    if len(things) == 1:
        yield from things
        return
    from rich.progress import Progress  # noqa: PLC0415 -- a tenth of a second that most commands do not need

    with Progress(console=console(sys.stderr), transient=True) as progress:
        yield from progress.track(things, description=doing)


@contextmanager
def counting(total: int, doing: str, noun: str) -> Iterator[Callable[[], None]]:
    """Give what is called once for each thing that is done: how many of how many, and how many a minute, on standard error."""
    if sys.stderr.isatty():
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415 -- as above

        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}")
        with Progress(*columns, TimeRemainingColumn(), console=console(sys.stderr), transient=True) as progress:
            task, begun = progress.add_task(doing, total=total, rate=""), monotonic()
            yield lambda: progress.update(task, advance=1, rate=_rate(progress.tasks[0].completed + 1, begun))
        return
    done, begun, told = 0, monotonic(), monotonic()

    def ended() -> None:
        nonlocal done, told
        done += 1
        if done < total and monotonic() - told >= EACH:
            told = monotonic()
            tell(f"{done} of {total} {noun}, {_rate(done, begun)}")

    yield ended


def _rate(done: float, begun: float) -> str:
    return f"{60 * done / max(monotonic() - begun, 1e-3):.0f} a minute"
