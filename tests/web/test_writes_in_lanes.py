"""What is written and thinks has a lane too; what is sent comes whole before that."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from records.service import GameBook
from web.app import create_app
from web.guards.entrances import EntrancesDifferError
from web.guards.lane_guard import guard_lanes
from web.lanes import LaneLimits, Lanes, LaneUser
from web.settings import Settings

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

FORM = "application/x-www-form-urlencoded"
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.1"}
WRITES = (
    "/upload",
    "/merge",
    "/notation",
    "/notation/draft",
    "/records/RECORD/notes/file",
    "/records/RECORD/notes",
    "/records/RECORD/lines",
)


def sent(app: Flask, path: str, body: io.RawIOBase | None = None) -> TestResponse:
    """The answer to a form from another machine."""
    stream: Any = io.BytesIO(b"text=x") if body is None else body
    environ = {**ELSEWHERE, "wsgi.input": stream, "wsgi.input_terminated": True, "CONTENT_TYPE": FORM, "HTTP_SEC_FETCH_SITE": "same-origin"}
    return app.test_client().open(path, method="POST", environ_overrides=environ)


@pytest.mark.parametrize("path", WRITES)
def test_number_9_what_is_written_takes_a_lane(book: GameBook, record: str, path: str) -> None:
    """While somebody else's question is worked out it waits, and then is refused with the time to ask again; it is done when that ends."""
    app = create_app(book, Settings(open_to_all=True, lanes=LaneLimits(lanes=1, queue=1, writing=0.05)))
    address, lanes = path.replace("RECORD", record), app.extensions["kiebitz-lanes"]
    with lanes.lane(LaneUser("somebody else", guest=False)):
        full = sent(app, address)
    assert (full.status_code, full.headers["Retry-After"]) == (503, "1")
    assert sent(app, address).status_code != 503


def test_number_9_what_comes_slowly_holds_no_lane(book: GameBook) -> None:
    """It is read first: a line that is slow keeps nobody else from an answer."""
    app = create_app(book, Settings(open_to_all=True, lanes=LaneLimits(lanes=1)))
    lanes: Lanes = app.extensions["kiebitz-lanes"]
    taken: list[bool] = []

    class Watched(io.BytesIO):
        """A body that looks whether the lane is taken while it is read."""

        def readinto(self, buffer: Any) -> int:
            """Read, and look."""
            try:
                with lanes.lane(LaneUser("somebody else", guest=False), 0):
                    taken.append(False)
            except Exception:  # noqa: BLE001 -- whatever keeps it
                taken.append(True)
            return super().readinto(buffer)

    sent(app, "/notation", Watched(b"text=x"))  # type: ignore[arg-type] # a body is read, no more
    assert taken
    assert not any(taken)


def test_number_9_a_route_in_a_lane_says_how_much_it_is_sent(book: GameBook) -> None:
    """Else its body would be read in the lane: then the program does not start."""
    app = create_app(book)
    app.view_functions = {endpoint: lambda: "" for endpoint in app.view_functions}
    with pytest.raises(EntrancesDifferError, match="does not say how much"):
        guard_lanes(app, Settings())
