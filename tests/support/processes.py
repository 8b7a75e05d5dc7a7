"""Processes that no test leaves behind, however it ends."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that is killed in the end if it still runs."""
    with process:
        try:
            yield process
        finally:
            process.kill()  # does nothing to one that has ended


def descendants(pid: int) -> list[int]:
    """All living processes below one, on Linux."""
    try:
        children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return [*children, *(below for child in children for below in descendants(child))]


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])
