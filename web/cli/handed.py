"""What systemd hands over and is told: a socket that listens already (``sd_listen_fds``), and when the server is ready (``sd_notify``)."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

FIRST = 3
"""The descriptor of the first socket that is handed over."""


def handed_socket() -> int | None:
    """Return the descriptor of the socket that this process was handed, if there is one; processes below it are handed none.

    Raises ``ValueError`` for more than one, and for one that does not listen for TCP.
    """
    given = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    os.environ.pop("LISTEN_FDNAMES", None)
    if given[0] != str(os.getpid()) or not given[1].isdecimal() or given[1] == "0":
        return None
    if given[1] != "1":
        raise ValueError(f"{given[1]} sockets were handed over; one is served")
    try:
        with socket.socket(fileno=os.dup(FIRST)) as handed:
            listens = handed.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
            fits = listens and handed.type == socket.SOCK_STREAM and handed.family in {socket.AF_INET, socket.AF_INET6}
    except OSError as error:
        raise ValueError(f"what was handed over is no socket: {error.strerror}") from None
    if not fits:
        raise ValueError("the socket that was handed over does not listen for TCP")
    os.set_inheritable(FIRST, False)
    return FIRST


def address_of(handed: int) -> tuple[str, int]:
    """Return the address and port of a socket."""
    with socket.socket(fileno=os.dup(handed)) as listens:
        host, port = listens.getsockname()[:2]
    return str(host), int(port)


def notify(state: str) -> None:
    """Tell who started this program what it is at (``READY=1``), if they asked to be told."""
    where = os.environ.get("NOTIFY_SOCKET")
    if where and hasattr(socket, "AF_UNIX"):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.connect(f"\0{where[1:]}" if where.startswith("@") else where)
            told.sendall(state.encode())
