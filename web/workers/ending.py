"""How a worker ends whose socket goes on without it: it takes no more connections, reads what those that it took ask, and ends then.

Granian closes connections of which it has read nothing when it is told to end: who had just connected would get no answer.
"""

from __future__ import annotations

import os
import signal
import socket
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    SocketId = tuple[int, int]

READS = 0.5
"""Seconds in which a worker reads what was asked on the last connections that it took; it takes milliseconds on a machine with time."""


def id_of(descriptor: int) -> SocketId:
    """Return by which a socket is known in all processes that hold it."""
    about = os.fstat(descriptor)
    return about.st_dev, about.st_ino


def take_no_more(listens: SocketId) -> None:
    """Let this process take no more connections from a socket; they wait there for others, as it is not closed (Linux)."""
    with suppress(FileNotFoundError), socket.create_server(("127.0.0.1", 0)) as nobody_knows:
        nobody_knows.setblocking(False)
        for descriptor in Path("/proc/self/fd").iterdir():
            with suppress(OSError):  # the one by which the folder was read
                if id_of(int(descriptor.name)) == listens:
                    os.dup2(nobody_knows.fileno(), int(descriptor.name), inheritable=False)


def gently(set_signals: Callable[[], Any], listens: SocketId) -> Callable[[], Any]:
    """Return what sets granian's handlers as ``set_signals`` does, with this before them."""

    def set_gentle_signals() -> Any:
        event = set_signals()
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, partial(_end, listens, signal.getsignal(each)))
        return event

    return set_gentle_signals


def _end(listens: SocketId, handler: Any, *told: Any) -> None:
    take_no_more(listens)
    time.sleep(READS)
    handler(*told)
