"""Choices that a reader makes by a link of a page, kept in a cookie from then on, so that no other link needs to carry them."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from flask import has_request_context, request

if TYPE_CHECKING:
    from flask import Flask, Response

Stride: TypeAlias = Literal["event", "turn", "round"]
"""How far arrows, swipes and Play lead: to the next narrated step, or to the beginning of a turn or of a round."""
STRIDES: tuple[Stride, ...] = get_args(Stride)
BY = "by"
LARGE = "large"
"""Cards as large as the page is wide, for a projector or for eyes that want them; the page's script changes it too."""
CHOICES: Mapping[str, tuple[str, ...]] = {"suspense": ("on", "off"), BY: STRIDES, LARGE: ("on", "off")}
"""The possible values, by the parameter of the address, which is also the name of the cookie."""
HIDE, SHOW = "hide", "show"
"""Parameters of the replay page: the id of a layer whose notes are left out from then on, or shown again."""
HIDDEN = "hidden-layers"
"""Cookie: the ids of those left out, the latest last."""
MOST_HIDDEN = 60
_YEAR = 365 * 24 * 3600


def chosen(name: str) -> str:
    """Return the choice in this request's address, else the earlier one; "" for neither, for an unknown value, or without a request."""
    if not has_request_context():
        return ""
    wish = request.args.get(name) or request.cookies.get(name, "")
    return wish if wish in CHOICES[name] else ""


def stride() -> Stride:
    """Return how far arrows lead in this request."""
    return next((known for known in STRIDES if known == chosen(BY)), "event")


def large_cards() -> bool:
    """Return whether this request wants large cards."""
    return chosen(LARGE) == "on"


def hidden_layers() -> tuple[str, ...]:
    """Return the ids of the layers whose notes this request leaves out."""
    if not has_request_context():
        return ()
    hidden = dict.fromkeys(filter(str.isalnum, request.cookies.get(HIDDEN, "").split(".")))
    if request.args.get(HIDE, "").isalnum():
        hidden[request.args[HIDE]] = None
    hidden.pop(request.args.get(SHOW, ""), None)
    return tuple(hidden)[-MOST_HIDDEN:]


def keep_choices(app: Flask) -> None:
    """Make ``app`` keep choices from a page's links."""
    app.after_request(_remember)


def _remember(response: Response) -> Response:
    if {HIDE, SHOW} & set(request.args) and response.status_code == HTTPStatus.OK and response.mimetype == "text/html":
        response.set_cookie(HIDDEN, ".".join(hidden_layers()), max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    for name, choices in CHOICES.items():
        wish = request.args.get(name)
        if wish in choices and response.status_code == HTTPStatus.OK and response.mimetype == "text/html":
            response.set_cookie(name, wish, max_age=_YEAR, samesite="Lax", httponly=name != LARGE, secure=request.is_secure)
    return response
