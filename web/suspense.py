"""Suspense: who reads a game and does not want to know how long it lasts, or how it ends, is sent neither.

It is chosen by a link of the replay page, and kept in a cookie, so that no other link needs to carry it.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import request

if TYPE_CHECKING:
    from flask import Flask, Response

NAME, ON, OFF = "suspense", "on", "off"
WISHES = (ON, OFF)
_YEAR = 365 * 24 * 3600


def in_suspense() -> bool:
    """Whether this request is to show nothing of what comes later: as its address says, else as it was chosen before."""
    return (request.args.get(NAME) or request.cookies.get(NAME)) == ON


def keep_suspense(app: Flask) -> None:
    """Let ``app`` keep what a page's link asked for."""
    app.after_request(_remember)


def _remember(response: Response) -> Response:
    wish = request.args.get(NAME)
    if wish in WISHES and response.status_code == HTTPStatus.OK and response.mimetype == "text/html":
        response.set_cookie(NAME, wish, max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return response
