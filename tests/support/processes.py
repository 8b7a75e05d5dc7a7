"""Processes that no test leaves behind, however it ends."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that is killed in the end if it still runs."""
    with process:
        try:
            yield process
        finally:
            process.kill()  # does nothing to one that has ended


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])
