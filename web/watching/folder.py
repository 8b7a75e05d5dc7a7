"""The folder in which the processes of a server keep figures together; it is named before ``prometheus_client`` is imported."""

from __future__ import annotations

import os
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which the library finds it."""


@contextmanager
def shared_figures() -> Iterator[None]:
    """Have a folder for the processes that are started meanwhile."""
    with TemporaryDirectory(prefix="kiebitz-figures-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            os.environ.pop(FOLDER, None)


def are_shared() -> bool:
    """Whether this process shares its figures with others."""
    return FOLDER in os.environ


def bury(pid: int) -> None:
    """Count what a process that died had open no more."""
    if are_shared():
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

        mark_process_dead(pid)  # type: ignore[no-untyped-call]
