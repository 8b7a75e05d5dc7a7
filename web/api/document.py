"""The API's description of itself: OpenAPI for programs at ``/api/openapi.json``, a page for people at ``/api/``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import flask
from flask import Flask, render_template, request
from flask_smorest import Api

from web.api import asking, cases, charts, club_events, exporting, layers, records, retelling, reviews, shelf, studies, thinking
from web.api.operations import JSON, operations, refuse_unacceptable
from web.api.wire import WireJson
from web.queries import read_query
from web.refusal import Refusal
from web.words.texts import translated

if TYPE_CHECKING:
    from flask import Response

TOPICS = (shelf, club_events, records, layers, retelling, reviews, cases, studies, thinking, asking, charts, exporting)
"""Where the operations are declared."""
document = flask.Blueprint("document", __name__, url_prefix="/api")


class _Api(Api):  # type: ignore[misc] # flask-smorest ships no types
    ERROR_SCHEMA = Refusal

    def _register_error_handlers(self) -> None:
        """Leave all refusals to ``web.problems``."""

    def _register_pagination_header(self) -> None:
        """Leave it out: the answer itself describes the pages of a list."""


def add_api(app: Flask) -> None:
    """Give ``app`` its API."""
    app.json = WireJson(app)
    app.register_blueprint(operations)
    app.register_blueprint(document)


@cache
def described() -> dict[str, Any]:
    """Return the document. It describes the program, not a book, and is made when first it is asked for: an app takes less."""
    app = Flask(__name__)
    app.config.update(API_TITLE="Kiebitz", API_VERSION="1", OPENAPI_VERSION="3.1.0")
    api = _Api(app, spec_kwargs={"info": {"description": "Records of card games, as each player saw them. Only disputes are written."}})
    api.register_blueprint(operations)
    made: dict[str, Any] = api.spec.to_dict()
    made["paths"] = dict(sorted(made["paths"].items()))
    return made


@document.get("/openapi.json")
def openapi() -> Response:
    """Send the document."""
    read_query(request.args)
    refuse_unacceptable(JSON)
    return flask.jsonify(described())


@document.get("/")
def page() -> str:
    """Show the operations to people."""
    read_query(request.args)
    paths = described()["paths"]
    told = [
        (path, method, of[method], of.get("parameters", [])) for path, of in paths.items() for method in ("get", "post") if method in of
    ]
    return render_template("pages/api.html", operations=told, body_of=_body_of, translated=translated)


def _body_of(told: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of the body that an operation takes, by name; none for one that is read."""
    if "requestBody" not in told:
        return {}
    schemas = described()["components"]["schemas"]
    body: dict[str, Any] = schemas[told["requestBody"]["content"][JSON]["schema"]["$ref"].rpartition("/")[2]]
    return {name: {**field, "required": name in body.get("required", ())} for name, field in body["properties"].items()}
