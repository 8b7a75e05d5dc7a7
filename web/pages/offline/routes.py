"""The addresses of files that work without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, request, url_for

from records.core.ids import is_record_id
from web.callers import current_book, current_caller, own_root
from web.learning import read_reference
from web.pages.offline.document import case_document, record_file, study_file
from web.queries import read_number, read_query

if TYPE_CHECKING:
    from werkzeug import Response


offline = Blueprint("offline", __name__)


@offline.get("/records/<record>/offline")
def record(record: str) -> Response:
    """Send a record as one file, as viewer ``as`` saw it, up to step ``at`` or to its end; it opens at step ``open``."""
    asked = read_query(request.args, "at", "as", "open")
    at, opens = (read_number(name, asked[name]) if name in asked else None for name in ("at", "open"))
    home = _home(url_for("pages.replay", record=record))
    return _sent(record_file(current_book(), current_caller(), record, asked.get("as"), at, opens=opens, home=home), record)


@offline.get("/cases/<case>/offline")
def case(case: str) -> Response:
    """Send a dispute as one file, as reader ``as`` may have it."""
    asked = read_query(request.args, "as")
    home = _home(url_for("cases.case", case=case))
    return _sent(case_document(current_book(), current_caller(), case, asked.get("as"), home=home), case)


@offline.get("/learn/<ref>/offline")
def study(ref: str) -> Response:
    """Send a published study of the caller's as one file, with its keys."""
    read_query(request.args)
    study, number = read_reference(ref)
    return _sent(study_file(current_book(), current_caller(), study, number, home=_home(url_for("learning.lesson", ref=ref))), study)


def _home(path: str) -> str:
    """Return the address of what a file holds, "" below a link: its token is not passed on with the file."""
    return f"{request.host_url.rstrip('/')}{path}" if request.script_root == own_root() else ""


def _sent(text: str, name: str) -> Response:
    response: Response = current_app.response_class(text, mimetype="text/html")
    response.headers.set("Content-Disposition", "attachment", filename=f"kiebitz-{name if is_record_id(name) else 'file'}.html")
    return response
