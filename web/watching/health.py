"""``/health``: the process answers. ``/health/ready``: so does its database, which fits this program and has room on its disk."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import current_app, jsonify, make_response, request

from records.errors import RecordsError, StoreMissing, WrongSchema
from web.queries import read_query

if TYPE_CHECKING:
    from flask import Response

    from records.service import GameBook

LEAST_FREE = 64 << 20
"""Bytes on the disk below which the server is not ready: a backup or an upload would fill it."""


def alive() -> Response:
    """Answer that the process does."""
    read_query(request.args)
    return jsonify({"alive": True})


def ready() -> Response:
    """Answer whether requests can be answered and written; 503 with what is wrong, in one word each."""
    read_query(request.args)
    found = _checks(current_app.extensions["kiebitz-book"])
    fine = set(found.values()) == {"ok"}
    return make_response(jsonify({"ready": fine, "checks": found}), HTTPStatus.OK if fine else HTTPStatus.SERVICE_UNAVAILABLE)


def _checks(book: GameBook | None) -> dict[str, str]:
    if book is None:
        return {"database": "closed"}
    try:
        room = book.writing.room()
    except WrongSchema:
        return {"database": "ok", "schema": "of another version"}
    except StoreMissing:
        return {"database": "removed or replaced"}
    except RecordsError:
        return {"database": "does not answer"}
    return {"database": "ok", "schema": "ok", "disk": "ok" if room.free is None or room.free >= LEAST_FREE else "full"}
