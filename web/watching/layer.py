"""The outermost layer of the app: each request has a number, and what becomes of it is told to who watches."""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
from flask import request

from web import tracing
from web.tracing import Trace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from flask import Flask

HEADER = "X-Request-Id"
FAULT, MOST = 500, 20
"""Statuses from here on are the server's fault, and their answers name the number; so many are kept."""


class ServerFault(msgspec.Struct, frozen=True):
    """An answer that was the server's fault."""

    at: datetime
    id: str
    """Its number, under which the log says more."""
    route: str
    status: int


class ServerFaults:
    """The latest faults of a process."""

    def __init__(self) -> None:
        self.since = datetime.now(UTC)
        """When the process began to count."""
        self._latest: deque[ServerFault] = deque(maxlen=MOST)

    def note(self, trace: Trace) -> None:
        """Keep a request whose answer is a fault."""
        if trace.status >= FAULT:
            self._latest.appendleft(ServerFault(datetime.now(UTC), trace.id, trace.route, trace.status))

    def latest(self) -> tuple[ServerFault, ...]:
        """Return them, the latest first."""
        return tuple(self._latest)


class Watched:
    """A WSGI application that hands requests on, and calls ``told`` with each one whose answer begins."""

    def __init__(self, app: WSGIApplication, told: Sequence[Callable[[Trace], object]]) -> None:
        self._app, self._told = app, told

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        trace = environ[tracing.ENVIRON] = Trace(environ.get("REQUEST_METHOD", ""))

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            trace.status = int(status[:3])
            if trace.status >= FAULT:
                headers = [*headers, (HEADER, trace.id)]
            return start_response(status, headers, *more)

        token = tracing.begin(trace)
        try:
            answer = self._app(environ, start)
            for tell in self._told:
                tell(trace)
        finally:
            tracing.end(token)
        return answer


def watch(app: Flask, told: Sequence[Callable[[Trace], object]]) -> None:
    """Put the layer around ``app``; called when all other layers are there."""
    app.before_request_funcs.setdefault(None, []).insert(0, _name_route)
    app.wsgi_app = Watched(app.wsgi_app, told)  # type: ignore[method-assign]


def _name_route() -> None:
    trace: Trace | None = request.environ.get(tracing.ENVIRON)
    if trace is not None and request.url_rule is not None:
        trace.route = request.url_rule.rule
