"""A record as a native file, and as columns."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from flask import current_app

from importers import native
from records.core.sentences import N_
from records.core.viewers import viewer_key
from records.errors import NoAnalytics
from web.api.operations import get
from web.callers import current_book, current_caller
from web.datasets import parquet
from web.looking import look
from web.problems import Refused
from web.schemas.questions import LookQuery
from web.words import texts
from web.words.texts import _

if TYPE_CHECKING:
    from flask import Response

NDJSON = "application/x-ndjson"
PARQUET = "application/vnd.apache.parquet"
_NO_FILE_NAME = re.compile(r"[^0-9A-Za-z-]")


@get(
    "/records/<record>/export",
    N_("A record as a native file: complete for the open table, sealed for everybody else"),
    asks=LookQuery,
    gives={"type": "string", "description": "JSON Lines: a header, the names, one line an event, a footer"},
    media=NDJSON,
)
def export(asked: dict[str, Any], record: str) -> Response:
    """Send what ``kiebitz import`` takes; for all but the open table what the viewer was not shown is replaced by its seal."""
    viewer = look(current_book(), current_caller(), record, asked["viewer"]).viewer
    data = native.write(current_book().games, current_book().records.export(current_caller(), record, viewer), viewer_key(viewer))
    return _attached(data, NDJSON, f"{record}-{viewer_key(viewer)}", native.SUFFIX)


@get(
    "/records/<record>/events.parquet",
    N_("The events of a record as a table of columns"),
    asks=LookQuery,
    gives={"type": "string", "format": "binary", "description": "a Parquet file: one row an event"},
    media=PARQUET,
)
def events_parquet(asked: dict[str, Any], record: str) -> Response:
    """Send one row an event, as the viewer was shown it. Needs the extra ``analytics``."""
    return _table(record, asked["viewer"], parquet.EVENTS)


@get(
    "/records/<record>/games.parquet",
    N_("A record as a row of a table of games"),
    asks=LookQuery,
    gives={"type": "string", "format": "binary", "description": "a Parquet file of one row"},
    media=PARQUET,
)
def games_parquet(asked: dict[str, Any], record: str) -> Response:
    """Send the record as one row. Needs the extra ``analytics``."""
    return _table(record, asked["viewer"], parquet.GAMES)


def _table(record: str, viewer: str | None, table: str) -> Response:
    view = look(current_book(), current_caller(), record, viewer)
    try:
        data = parquet.bytes_of(view, table, texts)
    except NoAnalytics:
        reason = _("Parquet is not installed here: it comes with the extra “analytics”.")
        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, reason) from None
    return _attached(data, PARQUET, f"{record}-{viewer_key(view.viewer)}-{table}", ".parquet")


def _attached(data: bytes, media: str, name: str, suffix: str) -> Response:
    response = current_app.response_class(data, mimetype=media)
    response.headers.set("Content-Disposition", "attachment", filename=file_name(name) + suffix)
    return response


def file_name(text: str) -> str:
    """Return a text as the name of a file, without a suffix."""
    return _NO_FILE_NAME.sub("_", text)
