"""By which names and below which path this server is called: a strange site cannot point its own name at our door.

Flask's ``TRUSTED_HOSTS`` knows no IPv6 address and fails on a name that is too long, so the names are compared here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import request
from werkzeug.exceptions import SecurityError
from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from flask import Flask

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\.?)(?::[0-9]{1,5})?")
"""A name or an address, and perhaps a port."""
LONGEST_HOST = 261
"""Characters: a name has up to 253, its dot and port come on top."""
_PREFIX = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)*")
LONGEST_PREFIX = 200
_HEADER, _BROKEN = "HTTP_X_FORWARDED_PREFIX", "kiebitz.broken_prefix"


def name_in(host: str) -> str:
    """Return the name in a ``Host`` header, without its port and in lower case: ``[::1]`` for ``[::1]:8000``; "" for what is none."""
    found = _HOST.fullmatch(host) if len(host) <= LONGEST_HOST else None
    return found[1].lower().removesuffix(".") if found else ""


def own_name(name: str) -> str:
    """Return a name of this server as a browser sends it, in ASCII (``xn--``) for other scripts; "" for an invalid one."""
    try:
        return name_in(name if name.isascii() else name.encode("idna").decode("ascii"))
    except UnicodeError:
        return ""


def guard_hosts(app: Flask, names: Collection[str]) -> None:
    """Answer 400 to every request to ``app`` under another name than ``names``; if there are none, any name is accepted.

    Invalid names in ``names`` are ignored; the command line refuses them.
    """
    known = frozenset(filter(None, map(own_name, names)))

    def refuse_strange_names() -> None:
        if _BROKEN in request.environ or (names and name_in(request.headers.get("Host", "")) not in known):
            raise SecurityError

    app.before_request(refuse_strange_names)


def believe_proxy(app: WSGIApplication) -> WSGIApplication:
    """Return ``app`` below a proxy that names the client, the host, the protocol and the path (``X-Forwarded-Prefix``).

    A path that is not clean is not trusted, and ``guard_hosts`` refuses the request, because it would prefix every address of a page.
    """
    fixed = ProxyFix(app, x_for=1, x_proto=1, x_host=1, x_prefix=1)

    def call(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        said = environ.pop(_HEADER, "")
        prefix = said.removesuffix("/")
        if len(prefix) > LONGEST_PREFIX or not _PREFIX.fullmatch(prefix):
            environ[_BROKEN] = True
        elif prefix:
            environ[_HEADER] = prefix
        return fixed(environ, start)

    return call
