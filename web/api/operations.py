"""How a route of the API is declared: one decorator, so that none can be read less strictly than the others."""

from __future__ import annotations

from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from flask import jsonify, request
from flask_smorest import Blueprint
from marshmallow import EXCLUDE, RAISE, Schema, fields
from werkzeug import Response

from records.core.sentences import N_
from web.charts import CHARTS
from web.guards import repeats
from web.problems import Refused
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from web.schemas.questions import Query

JSON = "application/json"
F = TypeVar("F", bound="Callable[..., Any]")
operations = Blueprint("api", __name__, url_prefix="/api", description="Records of card games, as each player saw them.")
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
    "study": {"description": N_("A study's id, in full."), "schema": {"type": "string", "minLength": 1, "pattern": "^[^/]+$"}},
    "table": {
        "description": N_("The id of a table of words, in full."),
        "schema": {"type": "string", "minLength": 1, "pattern": "^[^/]+$"},
    },
    "case": {"description": N_("A case's id, in full."), "schema": {"type": "string", "minLength": 1, "pattern": "^[^/]+$"}},
}
"""Parts of the path, for the document."""


def get(rule: str, summary: str, asks: type[Query], gives: type[Schema] | dict[str, Any], media: str = JSON) -> Callable[[F], F]:
    """Declare the operation at ``rule``: the function gets the parameters that ``asks`` read, and the parts of the path by name.

    It returns a file, or what ``gives`` makes of its answer (``ApiAnswer.data``).
    ``summary`` is a message id; the page for people shows it in their language.
    """

    def declare(function: F) -> F:
        @wraps(function)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            refuse_unacceptable(media)
            answer = function(*args, **kwargs)
            return answer if isinstance(answer, Response) else jsonify(answer)

        answering = operations.response(HTTPStatus.OK, gives, content_type=media)(guarded)
        asking = operations.arguments(asks, location="query", unknown=RAISE)(answering)
        described = operations.doc(summary=summary, operationId=function.__name__)(asking)
        return cast("F", operations.route(rule, parameters=_in_path(rule))(described))

    return declare


class _Key(Schema):
    """What makes a request that writes one of its own; read by ``repeats.once``."""

    class Meta:
        """Other headers are not looked at."""

        unknown = EXCLUDE

    key = fields.String(
        data_key=repeats.HEADER,
        metadata={
            "description": N_("A key of your own: a repeated request with the same key writes only once."),
            "minLength": 1,
            "maxLength": repeats.LONGEST_KEY,
        },
    )


def post(
    rule: str,
    summary: str,
    *,
    asks: type[Query],
    takes: type[Schema],
    gives: type[Schema],
    largest: int,
    answers: Callable[[Any], dict[str, Any]],
    refusing: Callable[[], AbstractContextManager[None]],
) -> Callable[[F], F]:
    """Declare an operation that writes: the function gets the query, the body that ``takes`` read, and the parts of the path by name.

    ``answers`` makes of what it returns what is sent in the shape of ``gives``, and ``refusing`` words what the book refuses meanwhile.
    ``largest`` is how many bytes a body may have. With an ``Idempotency-Key`` the same request writes once.
    """

    def answered(function: Callable[..., Any], *told: Any, **parts: str) -> Response:
        with refusing():
            written = answers(function(*told, **parts))
        return repeats.wrote(jsonify(written))

    def declare(function: F) -> F:
        @wraps(function)
        def guarded(_key: dict[str, Any], asked: dict[str, Any], body: dict[str, Any], **parts: str) -> Any:
            refuse_unacceptable(JSON)
            digest = repeats.digest_of({"query": [request.query_string.decode("latin-1")]}, [request.get_data()])
            return repeats.once("", digest, lambda: answered(function, asked, body, **parts))

        answering = operations.response(HTTPStatus.OK, gives)(guarded)
        taking = operations.arguments(takes, location="json")(answering)
        asking = operations.arguments(asks, location="query", unknown=RAISE)(taking)
        keyed = operations.arguments(_Key, location="headers", unknown=EXCLUDE)(asking)
        described = operations.doc(summary=summary, operationId=function.__name__)(keyed)

        @wraps(described)
        def bounded(**parts: str) -> Any:
            request.max_content_length = largest
            _check_json()
            return described(**parts)

        return cast("F", operations.route(rule, methods=["POST"], parameters=_in_path(rule))(bounded))

    return declare


def _check_json() -> None:
    """Raise Refused for a body that is no JSON: 415 where it says so itself, else 422."""
    if request.mimetype != JSON:
        reason = _("This address takes %(media)s only.", media=JSON)
        raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, reason, ("header", "Content-Type"))
    try:
        msgspec.json.decode(request.get_data())
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("What was sent is not JSON."), ("json", "_schema")) from error


def _in_path(rule: str) -> list[dict[str, Any]]:
    return [{"in": "path", "name": name, **told} for name, told in IN_PATH.items() if f"<{name}>" in rule]


def refuse_unacceptable(media: str) -> None:
    """Raise Refused (406) for a request that accepts only other types than ``media``."""
    if request.accept_mimetypes and not request.accept_mimetypes.quality(media):
        raise Refused(HTTPStatus.NOT_ACCEPTABLE, _("This address answers with %(media)s only.", media=media), ("header", "Accept"))
