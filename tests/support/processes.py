"""Processes that no test leaves behind, however it ends."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that is killed in the end if it still runs."""
    with process:
        try:
            yield process
        finally:
            process.kill()  # does nothing to one that has ended
