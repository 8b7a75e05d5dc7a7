"""The only way to a database server, which a test cuts off or freezes."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Road:
    """The only way to the server, on a port of this machine; it can be cut off."""

    def __init__(self, server: Path) -> None:
        self._server, self._ends = server, list[socket.socket]()
        self._door: socket.socket | None = None
        self.port = 0
        self._flows = threading.Event()
        self.thaw()
        self.open()

    def open(self) -> None:
        """Let everybody through."""
        self._door = socket.create_server(("127.0.0.1", self.port))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._door,), daemon=True).start()

    def cut(self) -> None:
        """Break every connection and take no new one."""
        if self._door is not None:
            with suppress(OSError):
                self._door.shutdown(socket.SHUT_RDWR)
            self._door.close()
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def freeze(self) -> None:
        """Let nothing through any more, and break nothing."""
        self._flows.clear()

    def thaw(self) -> None:
        """Let everything through that has come up to here."""
        self._flows.set()

    def _accept(self, door: socket.socket) -> None:
        while True:
            try:
                here, _ = door.accept()
            except OSError:
                return
            there = socket.socket(socket.AF_UNIX)
            there.connect(str(self._server))
            self._ends += [here, there]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._flows.wait()
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
