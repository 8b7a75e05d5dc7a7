"""Opens a stream as the answer to a request, and gives an app what its streams share."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Response, current_app

from records.service.pieces import LogPieces
from web.callers import current_settings
from web.guards.waiting import bounded
from web.live.drawn import DrawnTables
from web.live.slots import NoStreamError, StreamSlots
from web.live.watch import StreamWatch
from web.live.wire import StreamBody
from web.problems import Refused
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from records.service import GameBook
    from web.live.wire import News

STREAM = "text/event-stream"


def start_live(app: Flask, book: GameBook | None) -> None:
    """Give an app what its streams share."""
    count = book.class_door.counts if book is not None else lambda _streams: {}
    app.extensions["kiebitz-watch"] = StreamWatch(bounded(count, app.extensions["kiebitz-settings"]))
    app.extensions["kiebitz-streams"] = StreamSlots()
    app.extensions["kiebitz-drawn"] = DrawnTables(book.pieces if book is not None else LogPieces())


def watch() -> StreamWatch:
    """Return what waits for classes and games."""
    found: StreamWatch = current_app.extensions["kiebitz-watch"]
    return found


def opened(read: Callable[[int], News], *, caller: str, stream: str, after: int) -> Response:
    """Return the answer that tells what ``read`` finds, from ``after`` on; ``caller`` is by whom streams are counted.

    Raises what ``read`` does where access is missing, as a page; and Refused (429, 503) where there is no room.
    """
    asked = bounded(read, current_settings())
    asked(after)
    slots: StreamSlots = current_app.extensions["kiebitz-streams"]
    try:
        slots.take(caller)
    except NoStreamError as error:
        status = HTTPStatus.TOO_MANY_REQUESTS if error.own else HTTPStatus.SERVICE_UNAVAILABLE
        raise Refused(status, _("Too many connections are open; the page will try again by itself."), retry_after=5) from error
    response = Response(StreamBody(asked, watch(), slots, caller=caller, stream=stream, after=after), mimetype=STREAM)
    response.headers["X-Accel-Buffering"] = "no"  # a proxy in front passes each event on at once
    return response
