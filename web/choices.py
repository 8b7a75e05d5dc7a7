"""What a reader chooses by a link of a page, and what holds from then on: kept in a cookie, so that no other link needs to carry it."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from flask import has_request_context, request

if TYPE_CHECKING:
    from flask import Flask, Response

Stride: TypeAlias = Literal["event", "turn", "round"]
"""How far arrows, swipes and Play lead: to the next step that is told, or to the beginning of a turn or of a round."""
STRIDES: tuple[Stride, ...] = get_args(Stride)
BY = "by"
CHOICES: Mapping[str, tuple[str, ...]] = {"suspense": ("on", "off"), BY: STRIDES}
"""What may be chosen, by the parameter of the address and the name of the cookie."""
_YEAR = 365 * 24 * 3600


def chosen(name: str) -> str:
    """Return what this request's address says, else what was chosen before; "" for neither, for no choice of ours, without a request."""
    if not has_request_context():
        return ""
    wish = request.args.get(name) or request.cookies.get(name, "")
    return wish if wish in CHOICES[name] else ""


def stride() -> Stride:
    """Return how far arrows lead in this request."""
    return next((known for known in STRIDES if known == chosen(BY)), "event")


def keep_choices(app: Flask) -> None:
    """Let ``app`` keep what a page's link asked for."""
    app.after_request(_remember)


def _remember(response: Response) -> Response:
    for name, choices in CHOICES.items():
        wish = request.args.get(name)
        if wish in choices and response.status_code == HTTPStatus.OK and response.mimetype == "text/html":
            response.set_cookie(name, wish, max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return response
