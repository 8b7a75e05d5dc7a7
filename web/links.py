"""Links: the caller of every request below ``/s/TOKEN`` is the link's holder, and all addresses stay below it.

The token is moved into the root of the application, so that pages, scripts and the API need not know of it. Cookies are dropped, but for
what the reader chose, and ``Authorization`` too: two links in two windows never mix, and a link gains nothing from a signed-in account.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any

from flask import g, request

from records.core.viewers import CallerKind
from web.callers import LINK, ROOT, own_root
from web.choices import CHOICES
from web.languages import COOKIE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from flask import Flask, Response

PREFIX = "/s/"
KEPT = frozenset({COOKIE, "theme", *CHOICES})
"""Cookies that contain reading choices, not identities."""


class LinkLayer:
    """A WSGI application that hands requests below a link to another one."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        path = environ.get("PATH_INFO", "")
        if path.startswith(PREFIX):
            token, slash, rest = path.removeprefix(PREFIX).partition("/")
            root = environ.get("SCRIPT_NAME", "")
            cookies = _kept(environ.get("HTTP_COOKIE", ""))
            environ = {name: value for name, value in environ.items() if name not in {"HTTP_COOKIE", "HTTP_AUTHORIZATION"}}
            environ |= {LINK: token, ROOT: root, "SCRIPT_NAME": f"{root}{PREFIX}{token}", "PATH_INFO": f"{slash}{rest}" or "/"}
            environ |= {"HTTP_COOKIE": cookies} if cookies else {}
        return self._app(environ, start_response)


def guard_links(app: Flask) -> None:
    """Put the layer around ``app``, and its own headers on every answer below a link."""
    app.wsgi_app = LinkLayer(app.wsgi_app)  # type: ignore[method-assign]  # Flask's own way
    app.after_request(_protect)


def asset_root() -> str:
    """Return the root of pictures and scripts: outside of every link, so that a browser caches them once."""
    return own_root()


def is_below() -> bool:
    """Return whether this request came by a link."""
    return LINK in request.environ


def _protect(response: Response) -> Response:
    if not is_below():
        return response
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    caller = g.get("caller")
    origins = caller.grant.origins if caller is not None and caller.kind is CallerKind.LINK and caller.grant is not None else ()
    policy = response.headers.get("Content-Security-Policy", "")
    if origins and "frame-ancestors 'none'" in policy:
        response.headers["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(origins)}")
        response.headers.pop("X-Frame-Options", None)
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _kept(cookies: str) -> str:
    try:
        found = SimpleCookie(cookies)
    except CookieError:
        return ""
    return "; ".join(f"{name}={morsel.coded_value}" for name, morsel in found.items() if name in KEPT)
