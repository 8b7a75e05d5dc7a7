"""``/metrics``: figures for Prometheus, for this machine or for who has the token; for others there is nothing there."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from flask import Response, current_app, request
from werkzeug.exceptions import NotFound

from web.callers import BEARER, current_settings
from web.guards.entrances import is_here
from web.queries import read_query

if TYPE_CHECKING:
    from web.watching.figures import Figures

TEXT = "text/plain; version=0.0.4; charset=utf-8"


def metrics() -> Response:
    """Send the figures; raises ``NotFound`` where there are none, and for who may not read them."""
    figures: Figures | None = current_app.extensions["kiebitz-figures"]
    if figures is None or not _may_read():
        raise NotFound
    read_query(request.args)
    return Response(figures.text(), content_type=TEXT)


def _may_read() -> bool:
    """Whether the token is there, or this machine asks; behind a proxy everybody may seem to be this machine, so only the token counts."""
    settings = current_settings()
    said = request.headers.get("Authorization", "")
    if settings.metrics_token and said.lower().startswith(BEARER):
        return hmac.compare_digest(said[len(BEARER) :].strip().encode(), settings.metrics_token.encode())
    return is_here(request.remote_addr) and not settings.behind_proxy
