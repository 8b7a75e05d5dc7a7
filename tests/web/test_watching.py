"""What an operator sees of a running server, and what nobody sees in it."""

from __future__ import annotations

import io
import json
import logging
import re
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from records.errors import CorruptRecord, StoreAway
from records.service import GameBook
from records.values import replace
from web import tracing
from web.app import create_app
from web.settings import Settings
from web.watching import logs

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is logged, as JSON with a line for each request."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    logs.configure("json", access=True)
    written = io.StringIO()
    handler = root.handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    yield written
    root.handlers[:] = before
    root.setLevel(level)
    logs.ACCESS.setLevel(logging.NOTSET)


def logged(lines: io.StringIO) -> list[dict[str, object]]:
    """The lines, read."""
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def test_health_says_that_the_process_answers_and_ready_that_it_can_work(client: FlaskClient) -> None:
    """Neither is kept by a proxy."""
    alive, ready = client.get("/health"), client.get("/health/ready")
    assert (alive.status_code, alive.json) == (200, {"alive": True})
    assert (ready.status_code, ready.json) == (200, {"ready": True, "checks": {"database": "ok", "schema": "ok", "disk": "ok"}})
    assert alive.headers["Cache-Control"] == ready.headers["Cache-Control"] == "no-store"


def test_ready_says_what_is_wrong(book: GameBook, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A full disk, a database that does not answer and a closed book are 503; the process is alive all the same."""
    usage = shutil.disk_usage(tmp_path)
    with monkeypatch.context() as full:
        full.setattr("records.store.care.room.shutil.disk_usage", lambda _path: usage._replace(free=1000))
        assert client.get("/health/ready").json == {"ready": False, "checks": {"database": "ok", "schema": "ok", "disk": "full"}}

    def away() -> None:
        raise StoreAway("nobody answers")

    with monkeypatch.context() as gone:
        gone.setattr(book.writing, "room", away)
        said = client.get("/health/ready")
        assert (said.status_code, said.json) == (503, {"ready": False, "checks": {"database": "does not answer"}})
        assert client.get("/health").status_code == 200
    shut = create_app(None).test_client()
    assert (shut.get("/health/ready").status_code, shut.get("/health").status_code) == (503, 200)


def test_a_fault_is_found_in_the_log_by_the_number_on_its_page(
    book: GameBook, client: FlaskClient, record: str, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The traceback stands in the log, and nothing of it on the page."""

    def broken(*_asked: object) -> None:
        raise CorruptRecord(record, 3, "S3CRET reason")

    monkeypatch.setattr(book.records, "record", broken)
    page = client.get(f"/records/{record}")
    assert page.status_code == 500
    number = page.headers["X-Request-Id"]
    assert re.fullmatch("[0-9a-f]{8}", number)
    assert f"In the server's log this request has the number {number}." in page.text
    assert "S3CRET" not in page.text
    assert "Traceback" not in page.text
    fault = next(one for one in logged(lines) if one["level"] == "error")
    assert fault["request"] == number
    assert "S3CRET reason" in str(fault["traceback"])
    assert str(fault["message"]).startswith("GET /records/<record>: ")
    again = client.get(f"/api/records/{record}")
    assert again.headers["X-Request-Id"] not in {number, ""}


def test_an_answer_that_is_no_fault_names_no_number(client: FlaskClient, record: str) -> None:
    """So refusals of what is hidden and of what is not there stay the same to the byte."""
    assert "X-Request-Id" not in client.get(f"/records/{record}").headers
    assert "X-Request-Id" not in client.get(f"/records/{'0' * 16}").headers


def test_a_line_for_each_request_names_nobody_and_nothing(client: FlaskClient, record: str, lines: io.StringIO) -> None:
    """Route, status and time stand there; no id, no name, no token of a link, and nothing of a query."""
    client.get(f"/records/{record}?as=A&at=3")
    client.get("/?q=moonpebble")
    client.get("/s/AT0KEN/records/none?code=C0DE")
    client.get(f"/nowhere/{record}?token=T0KEN2", headers={"Authorization": "Bearer S3CRET"})
    shown = [(one["method"], one["route"], one["status"]) for one in logged(lines) if one["logger"] == "kiebitz.access"]
    assert shown == [("GET", "/records/<record>", 200), ("GET", "/", 200), ("GET", "/records/<record>", 404), ("GET", "-", 404)]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", str(one["time"])) for one in logged(lines))
    for secret in (record, "moonpebble", "AT0KEN", "C0DE", "T0KEN2", "S3CRET", "as=A", "127.0.0.1"):
        assert secret not in lines.getvalue()


def test_without_being_asked_no_request_is_logged(client: FlaskClient, lines: io.StringIO) -> None:
    """The log of a server has its faults only."""
    logs.ACCESS.setLevel(logging.WARNING)
    client.get("/")
    assert lines.getvalue() == ""


def test_a_line_of_text_stays_one_line() -> None:
    """Whatever a message quotes, it begins no line that looks like another."""
    line = logs._TextLine().format(logging.LogRecord("web.x", logging.WARNING, "", 0, "one\n2026 ERROR two", (), None))
    assert re.fullmatch(r"\S+Z WARNING - web\.x: one\\n2026 ERROR two", line)
    token = tracing.begin(tracing.Trace("GET", id="abcd0123"))
    try:
        assert " abcd0123 " in logs._TextLine().format(logging.LogRecord("web.x", logging.WARNING, "", 0, "x", (), None))
    finally:
        tracing.end(token)


def figures_of(client: FlaskClient, **more: Any) -> dict[str, float]:
    """The figures, by name and labels."""
    answer = client.get("/metrics", **more)
    assert answer.status_code == 200
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in answer.text.splitlines() if line[0] != "#")}


def test_figures_count_requests_by_route_and_status(book: GameBook, record: str) -> None:
    """And what is open, kept and stored."""
    client = create_app(book, Settings(metrics=True)).test_client()
    for path in (f"/records/{record}", f"/records/{record}?at=1", f"/records/{'0' * 16}", "/nowhere"):
        client.get(path)
    client.open("/", method="BREW")
    found = figures_of(client)
    assert found['kiebitz_requests_total{method="GET",route="/records/<record>",status="200"}'] == 2
    assert found['kiebitz_requests_total{method="GET",route="/records/<record>",status="404"}'] == 1
    assert found['kiebitz_requests_total{method="GET",route="-",status="404"}'] == 1
    assert found['kiebitz_requests_total{method="other",route="-",status="405"}'] == 1
    assert found['kiebitz_request_seconds_count{route="/records/<record>"}'] == 3
    assert found['kiebitz_lanes{state="all"}'] >= 1
    assert found["kiebitz_streams"] == found["kiebitz_bodies"] == 0
    assert found['kiebitz_cache_bytes{sort="logs"}'] > 0
    assert found['kiebitz_cache_total{sort="seen",what="hit"}'] > 0
    assert found["kiebitz_store_up"] == 1
    assert found["kiebitz_store_bytes"] > 4096
    assert found["kiebitz_store_free_bytes"] > 0
    assert figures_of(client)['kiebitz_cache_total{sort="logs",what="miss"}'] == found['kiebitz_cache_total{sort="logs",what="miss"}']


def test_figures_name_nobody_and_nothing(book: GameBook, record: str) -> None:
    """No id, name, query or token is a label, however it was sent."""
    client = create_app(book, Settings(metrics=True, metrics_token="a-token-of-twenty-chars")).test_client()  # noqa: S106
    for path in (f"/records/{record}?as=A", "/?q=moonpebble", "/s/AT0KEN/records/none?code=C0DE", f"/x/{record}", "/rules/regicide"):
        client.get(path, headers={"User-Agent": "Ag3nt"})
    shown = client.get("/metrics").text
    for secret in (record, "AT0KEN", "C0DE", "regicide", "Ag3nt", "as=A", "a-token-of", "127.0.0.1", "moonpebble"):
        assert secret not in shown


def test_figures_are_for_this_machine_or_for_who_has_the_token(book: GameBook) -> None:
    """For others, and where nobody asked for them, there is nothing there; behind a proxy only the token counts."""
    token = {"Authorization": "Bearer a-token-of-twenty-chars"}
    far = {"REMOTE_ADDR": "192.0.2.7"}

    def status(settings: Settings, **asked: Any) -> int:
        return create_app(book, settings).test_client().get("/metrics", **asked).status_code

    shown = Settings(metrics=True, metrics_token="a-token-of-twenty-chars", open_to_all=True)  # noqa: S106
    assert status(Settings()) == 404
    assert status(shown) == 200
    assert status(shown, environ_overrides=far) == 404
    assert status(shown, environ_overrides=far, headers=token) == 200
    assert status(shown, environ_overrides=far, headers={"Authorization": "Bearer another"}) == 404
    assert status(replace(shown, behind_proxy=True)) == 404
    assert status(replace(shown, behind_proxy=True), headers=token) == 200
    assert status(replace(shown, metrics_token=""), environ_overrides=far, headers={"Authorization": "Bearer "}) == 404
    assert "a-token" not in repr(shown)


def test_a_database_that_does_not_answer_is_a_figure(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other figures are there all the same."""

    def away() -> None:
        raise StoreAway("nobody answers")

    client = create_app(book, Settings(metrics=True)).test_client()
    monkeypatch.setattr(book.writing, "room", away)
    assert figures_of(client)["kiebitz_store_up"] == 0
