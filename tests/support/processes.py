"""Processes that no test leaves behind, however it ends."""

from __future__ import annotations

import random
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
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


PORTS = range(15_000, 32_000)
"""Below those that a system gives away by itself, so that no connection takes one while a server that is killed has yet to come back."""


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    for port in random.sample(PORTS, 100):
        with suppress(OSError), closing(socket.create_server(("127.0.0.1", port))):
            return port
    raise AssertionError("of a hundred ports none is free")
