"""Questions that take work: so many at a time, one for a caller, and the game can be read meanwhile."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from records.core.viewers import ANONYMOUS, LOCAL, Caller, CallerKind
from records.service import GameBook
from records.service.access import AccessSight, LocalPolicy, RecordReach
from web import serving as worker
from web.app import create_app
from web.cli import kiebitz, serving
from web.guards import bodies, lane_guard
from web.lanes import LaneLimits, Lanes, LaneUser, NoLaneError, processors
from web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from werkzeug.test import TestResponse

    from records.store import RecordAccess

LONG = 60
"""Seconds after which a test gives up."""
AT_ONCE = LaneLimits(lanes=1, queue=0, patience=0)
ANNA, BEN, CARA, DORA = (LaneUser(name, guest=False) for name in ("anna", "ben", "cara", "dora"))
ONE, OTHER, THIRD = (LaneUser(f"192.0.2.{number}", guest=True) for number in (1, 2, 3))


class Shut(LocalPolicy):
    """There is no record for anybody."""

    def reach(self, caller: Caller) -> RecordReach:  # noqa: ARG002 -- every policy's
        """Nothing."""
        return RecordReach(everything=False)

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:  # noqa: ARG002 -- every policy's
        """None."""
        return None


def is_refused(lanes: Lanes, user: LaneUser) -> str:
    """What a caller is told who does not wait: "" for a lane."""
    try:
        with lanes.lane(user):
            return ""
    except NoLaneError as error:
        return "own" if error.own else "full"


def test_a_caller_has_one_lane() -> None:
    """And a lane is free again when its question is answered, or failed."""
    lanes = Lanes(LaneLimits(lanes=2, patience=0))
    with lanes.lane(ANNA):
        assert is_refused(lanes, ANNA) == "own"
        assert is_refused(lanes, BEN) == ""
        with lanes.lane(BEN):
            assert (is_refused(lanes, ANNA), is_refused(lanes, BEN), is_refused(lanes, CARA)) == ("own", "own", "full")
        with pytest.raises(RuntimeError), lanes.lane(BEN):
            raise RuntimeError
        assert is_refused(lanes, BEN) == ""
    assert is_refused(lanes, ANNA) == ""


def test_guests_have_half_of_the_lanes() -> None:
    """However many they are; where there is one lane it is theirs too."""
    lanes = Lanes(LaneLimits(lanes=4, patience=0))
    with lanes.lane(ONE), lanes.lane(OTHER):
        assert is_refused(lanes, THIRD) == "full"
        with lanes.lane(ANNA), lanes.lane(BEN):
            assert is_refused(lanes, CARA) == "full"
    assert is_refused(Lanes(AT_ONCE), ONE) == ""


def test_who_waits_is_served_in_turn() -> None:
    """In the order of the queue, but for who is being answered already: their place is passed over."""
    lanes, order, threads = Lanes(LaneLimits(lanes=1, patience=LONG)), list[str](), list[threading.Thread]()

    def ask(user: LaneUser) -> None:
        with lanes.lane(user):
            order.append(user.name)

    with lanes.lane(ANNA):
        for number, user in enumerate((BEN, CARA, BEN, ONE), 1):
            threads.append(threading.Thread(target=ask, args=(user,)))
            threads[-1].start()
            _until(lambda number=number: lanes.waiting == number)
    for thread in threads:
        thread.join(LONG)
    assert order == ["ben", "cara", "ben", "192.0.2.1"]
    assert lanes.waiting == 0


def test_a_full_queue_refuses_at_once() -> None:
    """Nobody has more than half of it, and guests together no more than that either."""
    lanes, threads = Lanes(LaneLimits(lanes=1, queue=4, patience=LONG)), list[threading.Thread]()

    def ask(user: LaneUser) -> None:
        with lanes.lane(user):
            pass

    def wait(user: LaneUser, number: int) -> None:
        threads.append(threading.Thread(target=ask, args=(user,)))
        threads[-1].start()
        _until(lambda: lanes.waiting == number)

    with lanes.lane(ANNA):
        wait(ONE, 1)
        wait(OTHER, 2)
        assert is_refused(lanes, THIRD) == "full"
        wait(ANNA, 3)
        wait(ANNA, 4)
        assert (is_refused(lanes, ANNA), is_refused(lanes, DORA)) == ("own", "full")
    for thread in threads:
        thread.join(LONG)
    assert is_refused(lanes, THIRD) == ""


@pytest.mark.parametrize("wrong", [{"lanes": 0}, {"lanes": 1, "queue": -1}, {"lanes": 1, "patience": -0.1}])
def test_no_lane_at_all_is_refused(wrong: dict[str, Any]) -> None:
    """Such a server would answer nothing."""
    with pytest.raises(ValueError, match="lanes"):
        LaneLimits(**wrong)


def _until(holds: Any) -> None:
    end = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.001)


def opened(book: GameBook, limits: LaneLimits, **settings: Any) -> Flask:
    """An app that is open to all."""
    return create_app(book, Settings(open_to_all=True, lanes=limits, **settings))


def lanes_of(app: Flask) -> Lanes:
    """The lanes of an app's process."""
    lanes: Lanes = app.extensions["kiebitz-lanes"]
    return lanes


def ask(app: Flask, path: str, address: str, language: str = "en") -> TestResponse:
    """Ask from an address."""
    return app.test_client().get(path, environ_base={"REMOTE_ADDR": address}, headers={"Accept-Language": language})


def test_cost_by_get(book: GameBook, record: str) -> None:
    """While the lanes are taken, four wait and the others are sent away at once; every step is shown, and who waited is answered."""
    app = opened(book, LaneLimits(lanes=4, queue=8, patience=LONG))
    asked = [(f"/api/records/{record}/positions/5/knowledge?as=A", f"198.51.100.{number}") for number in range(40)]
    with ThreadPoolExecutor(40) as pool:
        with lanes_of(app).lane(ONE), lanes_of(app).lane(OTHER):
            answers = as_completed([pool.submit(ask, app, *one) for one in asked], LONG)
            away = [next(answers).result() for _ in range(36)]
            assert lanes_of(app).waiting == 4
            for path in ("", "?at=5&as=A", "/steps/5?as=A", "/picture.svg?at=5"):
                assert ask(app, f"/records/{record}{path}", "198.51.100.7").status_code == 200, path
            assert ask(app, f"/api/records/{record}/positions/5", "198.51.100.7").status_code == 200
        assert {answer.status_code for answer in away} == {503}
        assert {answer.headers["Retry-After"] for answer in away} == {str(LONG)}
        assert [answer.result().status_code for answer in answers] == [200] * 4


def test_the_refusal_is_a_page_and_an_answer_in_both_languages(book: GameBook, record: str) -> None:
    """429 to who is being answered, 503 to others, each with what to do and when."""
    app = opened(book, LaneLimits(lanes=1, queue=0, patience=1.5))
    page, data = f"/records/{record}/odds?as=A", f"/api/records/{record}/positions/5/knowledge?as=A"
    said = {
        ("192.0.2.1", "en"): (429, "Too many requests", "One question at a time"),
        ("192.0.2.1", "de"): (429, "Zu viele Anfragen", "Nur eine Frage auf einmal"),
        ("192.0.2.2", "en"): (503, "Too many questions at once", "Too many other questions are waiting"),
        ("192.0.2.2", "de"): (503, "Zu viele Fragen auf einmal", "Zu viele andere Fragen warten"),
    }
    with lanes_of(app).lane(ONE):
        for (address, language), (status, heading, sentence) in said.items():
            shown, told = ask(app, page, address, language), ask(app, data, address, language)
            assert (shown.status_code, told.status_code) == (status, status)
            assert f"<h1>{heading}</h1>" in shown.text
            assert sentence in shown.text
            assert f'href="{page}"' in shown.text
            assert told.json["message"].startswith(sentence)
            assert (told.json["code"], told.json["errors"]) == (status, {})
            assert {shown.headers["Retry-After"], told.headers["Retry-After"]} == {"2"}
            assert {shown.headers["Cache-Control"], told.headers["Cache-Control"]} == {"no-store"}


@pytest.mark.parametrize(
    ("settings", "address", "status"),
    [
        (Settings(lanes=AT_ONCE), "127.0.0.1", 200),
        (Settings(lanes=AT_ONCE, open_to_all=True), "127.0.0.1", 200),
        (Settings(lanes=AT_ONCE, open_to_all=True), "::1", 200),
        (Settings(lanes=AT_ONCE, open_to_all=True), "192.0.2.2", 503),
        (Settings(lanes=AT_ONCE, open_to_all=True), "192.0.2.1", 429),
        (Settings(lanes=AT_ONCE, open_to_all=True), "::ffff:192.0.2.1", 429),
        (Settings(lanes=AT_ONCE, open_to_all=True, behind_proxy=True), "127.0.0.1", 503),
    ],
)
def test_who_sits_at_the_machine_is_bounded_by_it_alone(book: GameBook, record: str, settings: Settings, address: str, status: int) -> None:
    """A browser asks for several parts at once. Behind a proxy that does not say who asks nobody is taken for the one at the machine."""
    app = create_app(book, settings)
    with lanes_of(app).lane(ONE):
        assert ask(app, f"/api/records/{record}/positions/5/knowledge?as=A", address).status_code == status


@pytest.mark.parametrize(
    ("caller", "user"),
    [
        (Caller("Anna", CallerKind.ACCOUNT, account="a1"), LaneUser("a1", guest=False)),
        (Caller("Anna's script", CallerKind.TOKEN, account="a1"), LaneUser("a1", guest=False)),
        (Caller("a link", CallerKind.LINK, account="a1"), LaneUser("192.0.2.1", guest=True)),
        (ANONYMOUS, LaneUser("192.0.2.1", guest=True)),
    ],
)
def test_an_account_is_one_caller_and_links_are_guests(
    book: GameBook, record: str, caller: Caller, user: LaneUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program asks for its account; who holds a link does not take the lane of who made it."""
    app = opened(book, LaneLimits(lanes=4, queue=0, patience=0))
    monkeypatch.setattr(lane_guard, "current_caller", lambda: caller)
    path = f"/api/records/{record}/positions/5/knowledge?as=A"
    assert ask(app, path, "192.0.2.1").status_code == 200
    with lanes_of(app).lane(user):
        assert ask(app, path, "192.0.2.1").status_code == 429


def test_one_house_is_one_caller(book: GameBook, record: str) -> None:
    """The lower half of an IPv6 address is its owner's choice, so another one is no other caller."""
    app = opened(book, LaneLimits(lanes=4, queue=0, patience=0))
    with lanes_of(app).lane(LaneUser("2001:db8:0:1::/64", guest=True)):
        path = f"/api/records/{record}/positions/5/knowledge?as=A"
        assert ask(app, path, "2001:db8:0:1:ffff::9").status_code == 429
        assert ask(app, path, "2001:db8:0:2::9").status_code == 200


def test_what_is_hidden_is_not_there_however_much_is_asked(book: GameBook, record: str, tmp_path: Path) -> None:
    """The policy is asked before the lanes, so that a full house does not tell which records there are."""
    assert book.record(LOCAL, record)
    with GameBook.open(f"sqlite:///{tmp_path / 'book.sqlite'}", policy=Shut()) as shut:
        app = opened(shut, AT_ONCE)
        with lanes_of(app).lane(ONE):
            for path in ("/api/records/{}/positions/5/knowledge", "/records/{}/odds"):
                hidden, missing = (ask(app, path.format(one), "192.0.2.2") for one in (record, "0" * 16))
                assert (hidden.status_code, missing.status_code) == (404, 404)
                assert hidden.text.replace(record, "0" * 16) == missing.text


@pytest.mark.parametrize(("words", "lanes"), [(("--lanes", "3"), 3), ((), processors())])
def test_serve_hands_its_lanes_to_every_process(
    words: tuple[str, ...], lanes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as were said; else as many as there are processors."""
    handed: list[worker.Serving] = []
    monkeypatch.setattr(serving, "_run", lambda served, *_, **_more: handed.append(served))
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    done = CliRunner().invoke(kiebitz, ["serve", "--port", str(port), "--store", f"sqlite:///{tmp_path}/x.sqlite", *words])
    assert done.exit_code == 0, done.output
    ends: list[Any] = []
    monkeypatch.setattr(worker, "follow_parent", lambda: None)
    monkeypatch.setattr(worker, "at_end", ends.append)
    apps: list[Flask] = []
    monkeypatch.setattr(bodies, "bounded", lambda app, _bodies: apps.append(app))
    ready = SimpleNamespace(value=0)
    worker.load_app(handed[0], ready)
    assert ready.value == 1
    for end in ends:
        end()
    assert lanes_of(apps[0]).limits.lanes == lanes
