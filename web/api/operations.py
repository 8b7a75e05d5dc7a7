"""How a route of the API is declared: one decorator, so that none can be read less strictly than the others."""

from __future__ import annotations

from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar, cast

from flask import current_app, request
from flask_smorest import Blueprint
from marshmallow import RAISE

from records.core.sentences import N_
from web.charts import CHARTS
from web.problems import Refused
from web.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from marshmallow import Schema

    from records.service import GameBook
    from web.schemas.questions import Query
    from web.settings import Settings

JSON = "application/json"
F = TypeVar("F", bound="Callable[..., Any]")
operations = Blueprint("api", __name__, url_prefix="/api", description="Read only.")
IN_PATH = {
    "record": {"description": N_("A record's id, in full."), "schema": {"type": "string", "minLength": 1}},
    "at": {
        "description": N_("Number of the event; 0 is the start."),
        "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    },
    "place": {
        "description": N_("A slot (s31), a hand (hand:B) or a deck (draw)."),
        "schema": {"type": "string", "minLength": 1, "pattern": "^[^/]+$"},
    },
    "chart": {"description": N_("A chart's name."), "schema": {"type": "string", "enum": list(CHARTS)}},
}
"""Parts of the path, for the document."""


def get(rule: str, summary: str, asks: type[Query], gives: type[Schema] | dict[str, Any], media: str = JSON) -> Callable[[F], F]:
    """Declare the operation at ``rule``: the function gets the parameters that ``asks`` read, and the parts of the path by name.

    ``summary`` is a message id; the page for people shows it in their language.
    """
    named = [{"in": "path", "name": name, **told} for name, told in IN_PATH.items() if f"<{name}>" in rule]

    def declare(function: F) -> F:
        @wraps(function)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            refuse_unacceptable(media)
            return function(*args, **kwargs)

        answering = operations.response(HTTPStatus.OK, gives, content_type=media)(guarded)
        asking = operations.arguments(asks, location="query", unknown=RAISE)(answering)
        described = operations.doc(summary=summary, operationId=function.__name__)(asking)
        return cast("F", operations.route(rule, parameters=named)(described))

    return declare


def refuse_unacceptable(media: str) -> None:
    """Raise Refused (406) for who takes anything but ``media``."""
    if request.accept_mimetypes and not request.accept_mimetypes.quality(media):
        raise Refused(HTTPStatus.NOT_ACCEPTABLE, _("This address answers with %(media)s only.", media=media), ("header", "Accept"))


def book() -> GameBook:
    """Return the book that the app shows."""
    opened: GameBook = current_app.extensions["kiebitz-book"]
    return opened


def settings() -> Settings:
    """Return the app's settings."""
    given: Settings = current_app.extensions["kiebitz-settings"]
    return given
