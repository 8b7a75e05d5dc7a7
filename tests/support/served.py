"""An app on a port of this machine, for real browsers."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from werkzeug.serving import WSGIRequestHandler, make_server

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

POLLS = 0.02
"""Seconds between two looks whether the server is to end."""


class _Quiet(WSGIRequestHandler):
    """Says nothing of the requests that it answers."""

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 -- its name there
        """Say nothing."""


@contextmanager
def served(app: WSGIApplication, *, waits: bool = True) -> Iterator[int]:
    """Serve an app; the value is its port. ``waits``: an answer under way ends before the book is closed below it; streams do not end."""
    server = make_server("127.0.0.1", 0, _closing(app), threaded=True, request_handler=_Quiet)
    server.daemon_threads = not waits  # type: ignore[attr-defined] # of the threading mixin
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": POLLS})
    thread.start()
    try:
        yield server.server_port
    finally:
        if (watch := getattr(app, "extensions", {}).get("kiebitz-watch")) is not None:
            watch.end()  # as a worker does that is told to end
        server.shutdown()
        thread.join()
        server.server_close()


def _closing(app: WSGIApplication) -> WSGIApplication:
    """Close an answer once it is sent: where the browser has gone by then, this server of werkzeug's does not come to it."""

    def closing(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = app(environ, start)
        try:
            yield from answer
        finally:
            if (close := getattr(answer, "close", None)) is not None:
                close()

    return closing
