"""Limits reading of request bodies: a number at a time in a process, and none that stalls.

The server hands a request over as soon as its head is there. Reading the body then holds a thread until it has come, and the server
has no time limit for that. So here bodies are counted while they are read, and one that comes too slowly is cut off, together with its
connection. Nothing is read before the program asks for it: what is refused first costs nothing.
"""

from __future__ import annotations

import inspect
import io
import threading
import time
from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

from web.guards.networks import network_of
from web.problems import Refused
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PIECE = 4096
"""Bytes that are read at a time, at most: how fast a body comes is seen after each piece."""
LOOKS = 1.0
"""Seconds between two looks for bodies that come too slowly."""
FLUSH = 0.01
"""Seconds in which the server sends an answer before it sees that it is broken."""
TOLD = b"408 The body of this request came too slowly.\n"


class BodyLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How many bodies are read at a time, and how slowly one may come. A line of 16 kbit/s is fast enough for a body of any size."""

    most: int
    """Bodies at a time in a process, at least 1."""
    of_network: int
    """Those of one network."""
    grace: float = 10.0
    """Seconds in which any pace will do; so long a small form may take."""
    pace: int = 2048
    """Bytes a second, on average since the grace was over."""
    pause: float = 30.0
    """Seconds for which nothing at all may come, if it came fast enough before."""


class _Connection(Protocol):
    """The server's connection for answering a request."""

    def response_iter(self, status: int, headers: list[tuple[str, str]], body: Iterator[bytes]) -> None: ...


class Bodies:
    """The bodies that a process reads; safe to be used by several threads. ``look`` is called again and again."""

    def __init__(self, limits: BodyLimits) -> None:
        self.limits = limits
        self._lock = threading.Lock()
        self._read: set[_Body] = set()
        self._networks: Counter[str] = Counter()

    @property
    def now(self) -> int:
        """How many bodies are being read."""
        return len(self._read)

    def begin(self, body: _Body) -> bool:
        """Count a body whose reading begins; False if no more can be read now."""
        with self._lock:
            if len(self._read) >= self.limits.most or self._networks[body.network] >= self.limits.of_network:
                return False
            self._read.add(body)
            self._networks[body.network] += 1
            return True

    def end(self, body: _Body) -> None:
        """Count a body no more."""
        with self._lock:
            if body in self._read:
                self._read.remove(body)
                self._networks[body.network] -= 1
                self._networks += Counter()  # drops callers that have none

    def look(self) -> None:
        """Cut off bodies that arrive too slowly."""
        with self._lock:
            late = [body for body in self._read if body.is_late()]
            for body in late:
                body.cut = True
        for body in late:
            body.let_fail()

    def watch(self) -> None:
        """Look in a thread of its own for as long as the process lives."""

        def looking() -> None:
            while True:
                time.sleep(LOOKS)
                self.look()

        threading.Thread(target=looking, name="bodies", daemon=True).start()


class _Body(io.RawIOBase):
    """A body that is counted and timed from the first byte that is asked for."""

    def __init__(self, environ: WSGIEnvironment, bodies: Bodies, connection: _Connection | None) -> None:
        self._environ, self._bodies, self._connection = environ, bodies, connection
        self._input: Any = environ["wsgi.input"]
        length = environ.get("CONTENT_LENGTH") or ""
        self._length = int(length) if length.isdecimal() else None
        self._received = 0
        self._begun = self._came = 0.0
        self.cut = False
        """Whether it is given up."""
        self.network = ""

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer`` in part; 0 at the end.

        Raises Refused (503) if too many bodies are being read, ``RequestTimeout`` for one that is too slow, and ``ClientDisconnected``
        for one that ends before its length: the server says nothing of a client that went.
        """
        if self._received == self._length:
            return 0
        if not self._begun:
            self._begin()
        wanted = min(len(buffer), PIECE, PIECE if self._length is None else self._length - self._received)
        data = self._input.read(wanted)
        self._received += len(data)
        self._came, late = time.monotonic(), self.is_late()
        ended = len(data) < wanted
        if late or ended or self._received == self._length:
            self.end()
        if late or self.cut:  # a body that is no longer counted is not cut off
            raise RequestTimeout
        if ended and self._length is not None:
            raise ClientDisconnected
        buffer[: len(data)] = data
        return len(data)

    def is_late(self) -> bool:
        """Whether it has come too slowly so far."""
        now, limits = time.monotonic(), self._bodies.limits
        return self._received < (now - self._begun - limits.grace) * limits.pace or now - self._came > limits.pause

    def let_fail(self) -> None:
        """Answer in place of the thread that waits for this body, and let its connection fail: only then does that thread go on.

        The answer is one byte shorter than it says, which the server takes for a broken answer. A whole one would leave it waiting for
        the rest of the body.
        """
        if self._connection is not None:
            said = [("content-type", "text/plain; charset=utf-8"), ("content-length", str(len(TOLD) + 1)), ("cache-control", "no-store")]
            self._connection.response_iter(HTTPStatus.REQUEST_TIMEOUT, said, _told())

    def end(self) -> None:
        """Count it no more."""
        self._bodies.end(self)

    def _begin(self) -> None:
        self.network = network_of(self._environ.get("REMOTE_ADDR", ""))  # a proxy's word has been taken in by now
        self._begun = self._came = time.monotonic()
        if not self._bodies.begin(self):
            self._begun = 0.0
            reason = _("Too many are sending something at the same time. Send it again in a moment; nothing was written.")
            seconds = int(self._bodies.limits.grace)
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, reason, heading=_("Too much is sent at once"), retry_after=seconds)


def _told() -> Iterator[bytes]:
    """Yield the answer to a body that is cut off; a generator, for the server closes what it iterates."""
    yield TOLD
    time.sleep(FLUSH)


def bounded(app: WSGIApplication, bodies: Bodies) -> WSGIApplication:
    """Return ``app`` reading bodies within the limits of ``bodies``; the outermost layer, called by the server itself."""

    def call(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ.get("CONTENT_LENGTH", "0") in {"", "0"} and "HTTP_TRANSFER_ENCODING" not in environ:
            return app(environ, start)
        body = environ["wsgi.input"] = _Body(environ, bodies, _connection())
        try:
            return app(environ, start)
        finally:
            body.end()

    return call


def _connection() -> _Connection | None:
    """Return what granian answers this request by: it is handed to no application, and is a name in who calls ours; None elsewhere."""
    here = inspect.currentframe()
    caller = here.f_back.f_back if here is not None and here.f_back is not None else None
    found: _Connection | None = caller.f_locals.get("proto") if caller is not None else None
    return found
