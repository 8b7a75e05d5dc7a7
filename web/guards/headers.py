"""The headers of every answer: which code may run in it, and how long it may be cached.

The ETag is a hash of the bytes that this viewer is sent, made after everything hidden has been left out.
"""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from flask import request
from flask_compress import Compress
from flask_talisman import Talisman

from web.callers import has_accounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask, Response

    from web.settings import Settings

CONTENT_POLICY = {
    "default-src": "'none'",
    "style-src": "'self'",
    "script-src": "'self'",
    "img-src": "'self' data:",  # data: for the shapes that the style sheets draw themselves
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
DRAWING_POLICY = {**CONTENT_POLICY, "style-src": "'self' 'unsafe-inline'"}
"""For a page with a chart: plotly's script writes its own styles. Scripts stay as strict as everywhere."""
LASTING = "public, max-age=31536000, immutable"
_ETAG_BYTES = 16
_PACKED = 5
"""Level of gzip: at 6 a step takes a third longer to pack, and is 4 % smaller."""
OF_THE_MOMENT = "watching"
"""The blueprint whose answers are valid only at the moment: they must not be cached."""


def guard(app: Flask, settings: Settings) -> None:
    """Give every answer of ``app`` its headers. Flask runs these backwards: stamp, then compress, then answer 304, then protect."""
    Talisman(
        app,
        content_security_policy=CONTENT_POLICY,
        content_security_policy_nonce_in=[],
        force_https=False,  # the server listens on this machine; a proxy in front brings https
        strict_transport_security=False,
        frame_options="DENY",
        referrer_policy="same-origin",  # reveals nothing to other sites; without a referrer our own forms could not prove their origin
        session_cookie_secure=settings.secure,
        permissions_policy={"browsing-topics": "()", "camera": "()", "geolocation": "()", "microphone": "()"},
    )
    app.after_request(answer_unchanged)
    app.config["COMPRESS_LEVEL"] = _PACKED
    Compress(app)
    app.after_request(stamp)


def drawing(view: Callable[..., Any]) -> Callable[..., Any]:
    """Mark the function of a route whose page draws a chart; no other page gets its policy."""
    view.talisman_view_options = {"content_security_policy": DRAWING_POLICY}  # type: ignore[attr-defined]
    return view


def stamp(response: Response) -> Response:
    """Say how long an answer may be kept and, for a page, which bytes it is."""
    if request.endpoint == "static":
        lasting = response.status_code == HTTPStatus.OK and request.args.get("v")
        if response.status_code == HTTPStatus.OK:  # read whole and closed, which never happens to a body compressed as a stream
            response.direct_passthrough = False
            close = getattr(response.response, "close", None)
            response.make_sequence()
            if close is not None:
                close()
        response.headers["Cache-Control"] = LASTING if lasting else "no-cache"
        return response
    if request.endpoint == "charts.script" and response.status_code == HTTPStatus.OK:
        response.headers["Cache-Control"] = LASTING
        return response
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.vary.update(["Accept-Language", "Cookie", *(["Authorization"] if has_accounts() else [])])
    if response.status_code == HTTPStatus.OK and not response.is_streamed and request.blueprint != OF_THE_MOMENT:
        response.headers["Cache-Control"] = "private, no-cache"
        response.set_etag(hashlib.blake2b(response.get_data(), digest_size=_ETAG_BYTES).hexdigest())
    else:
        response.headers["Cache-Control"] = "no-store"
    return response


def answer_unchanged(response: Response) -> Response:
    """Answer 304 if the browser has these very bytes; compressed answers have been compared already.

    A compressor may write the same page with other bytes (gzip writes the time), so the tag of a compressed answer is weak.
    """
    if "Content-Encoding" in response.headers:
        tag, weak = response.get_etag()
        if tag is not None and not weak:
            response.set_etag(tag, weak=True)
    if request.method in {"GET", "HEAD"} and not response.is_streamed and "Content-Encoding" not in response.headers:
        response.make_conditional(request)
    return response
