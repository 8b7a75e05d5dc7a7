"""How far a command is that takes long, on standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from web.cli.output import console, tell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")
TOLD_EACH = 100
"""Things between two lines of progress where there is no terminal."""


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
