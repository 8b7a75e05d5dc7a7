"""A record as a native file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flask import current_app

from importers import native
from records.core.sentences import N_
from records.core.viewers import viewer_key
from web.api.operations import book, get
from web.callers import current_caller
from web.looking import look
from web.schemas.questions import LookQuery

if TYPE_CHECKING:
    from flask import Response

NDJSON = "application/x-ndjson"
_NO_FILE_NAME = re.compile(r"[^0-9A-Za-z-]")


@get(
    "/records/<record>/export",
    N_("A record as a native file: whole for the open table, sealed for everybody else"),
    asks=LookQuery,
    gives={"type": "string", "description": "JSON Lines: a header, the names, one line an event, a footer"},
    media=NDJSON,
)
def export(asked: dict[str, Any], record: str) -> Response:
    """Send what ``kiebitz import`` takes; for all but the open table what the viewer was not shown is replaced by its seal."""
    viewer = look(book(), current_caller(), record, asked["viewer"]).viewer
    data = native.write(book().games, book().export(current_caller(), record, viewer), viewer_key(viewer))
    response = current_app.response_class(data, mimetype=NDJSON)
    name = file_name(f"{record}-{viewer_key(viewer)}") + native.SUFFIX
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def file_name(text: str) -> str:
    """Return a text as the name of a file, without a suffix."""
    return _NO_FILE_NAME.sub("_", text)
