"""A lesson held over HTTP: a server with its two workers, phones that follow, and the time from the teacher's step to their boards."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec

from records.core.viewers import LOCAL
from records.games.castle_rampage.model.commands import Place
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.chapters.events import AcceptedMove, FindMove
from support.processes import ended
from support.served import served
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    Serves = Callable[[str], AbstractContextManager[tuple[int, int]]]

PATIENCE = 30
TOLD = ("began", "shown", "poll", "closed", "revealed", "ended")


@dataclass(frozen=True)
class HeldClass:
    """A class on a server."""

    host: str
    port: int
    id: str
    code: str
    chapter: str
    steps: int
    other_port: int
    """Of the other server, where there are two."""

    @property
    def address(self) -> str:
        """Of the server."""
        return f"http://{self.host}:{self.port}"

    def ask(
        self, path: str, cookie: str = "", fields: Mapping[str, object] | None = None, key: str = ""
    ) -> tuple[int, dict[str, str], str]:
        """Status, headers in small letters, and text of an answer; with ``key`` what is sent again is written once."""
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            sent = self.headers(cookie) | ({"Idempotency-Key": key} if key else {})
            connection.request("GET" if fields is None else "POST", path, None if fields is None else urlencode(fields), sent)
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
        finally:
            connection.close()

    def headers(self, cookie: str = "") -> dict[str, str]:
        """What a browser sends along."""
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.address, "Accept-Language": "en"}
        return sent | ({"Cookie": cookie} if cookie else {})

    def lead(self, act: str, **fields: object) -> float:
        """Let the teacher do something; returns when."""
        begun = time.time()
        status, _headers, text = self.ask(f"/classes/{self.id}/live", fields={"act": act, **fields})
        assert status == 303, (act, fields, status, text[:300])
        return begun

    def show(self, step: int) -> float:
        """Show a step."""
        return self.lead("show", chapter=self.chapter, step=step)


@contextmanager
def held_class(
    folder: Path, *, program: bool = True, move: bool = False, serving: Serves | None = None, store: str = ""
) -> Iterator[HeldClass]:
    """A class in a lesson on a game of its own, on a server as ``kiebitz serve`` starts it.

    With ``move`` its chapter ends where that is asked for; then it is seen through the chapter's eyes. Without ``program`` two servers of
    this process take the place of its workers: one hears of the other's writing by the store alone. ``serving`` serves the store at its URL
    instead, and gives the ports of two servers, or one twice. ``store`` is another one than a file in ``folder``.
    """
    store = store or f"sqlite:///{folder}/lesson.sqlite"
    with GameBook.open(store) as book:
        record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
        study = book.studies.open_study(LOCAL, "Lesson")
        steps = book.record(LOCAL, record).steps
        whole = NewChapter(title="All of it", record=record, viewer="B")
        book.studies.add_chapter(LOCAL, study.id, asking_for_a_move(book, record) if move else whole)
        chapter = book.studies.publish_study(LOCAL, study.id).chapters[0].id
        held = book.classes.open_class(LOCAL, study.id, "Tuesdays").id
        code = book.classes.set_class_code(LOCAL, held)
        book.classes.begin_session(LOCAL, held, "chapter" if move else "seats")
    with (serving or (_serving if program else _two_servers))(store) as ports:
        yield HeldClass("127.0.0.1", ports[0], held, code, chapter, steps, ports[1])


def asking_for_a_move(book: GameBook, record: str) -> NewChapter:
    """A chapter that asks which move, where a card can be placed; every one is right."""
    view = book.record(LOCAL, record, "B")
    assert view.game.play is not None
    at = next(
        at
        for at in range(9, view.steps)
        if any(isinstance(one, Place) and one.seat == "B" for one in view.game.play.legal(view.position(at)))
    )
    task = FindMove(answers=(AcceptedMove(pattern=msgspec.Raw(b'{"type": "place"}'), worth=100),))
    return NewChapter(title="Which move?", record=record, viewer="B", last=at, task=task)


@contextmanager
def _two_servers(store: str) -> Iterator[tuple[int, int]]:
    with ExitStack() as opened:
        ports = []
        for _ in range(2):
            book = opened.enter_context(GameBook.open(store, create=False))
            ports.append(opened.enter_context(served(create_app(book), waits=False)))
        yield ports[0], ports[1]


@contextmanager
def _serving(store: str) -> Iterator[tuple[int, int]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [sys.executable, "-m", "web.cli", "serve", "--port", str(port)]
    environment = {**os.environ, "KIEBITZ_STORE": store}
    with ended(subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL, text=True)) as process:
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
        yield port, port
        process.terminate()
        process.wait(PATIENCE)


@dataclass
class Phone:
    """A phone of the lesson: it hears that something happened, fetches what it shows, and answers what is asked."""

    held: HeldClass
    nickname: str
    told: list[tuple[int, str, bytes]] = field(default_factory=list)
    """Version, name and all bytes of each event, in the order in which they came."""
    shown: dict[int, float] = field(default_factory=dict)
    """When the board of each step was there."""
    page: str = ""
    answered: list[int] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        status, headers, text = self.held.ask("/join", fields={"code": self.held.code, "nickname": self.nickname})
        assert status == 200, (status, text[:300])
        self.cookie = headers["set-cookie"].partition(";")[0]
        self._over, self._cut, self._stream = threading.Event(), threading.Event(), None
        self._page = HTTPConnection(self.held.host, self.held.port, timeout=PATIENCE)
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def start(self) -> Phone:
        """Open the stream."""
        self._look()
        self._thread.start()
        return self

    def cut(self) -> None:
        """Lose the connection, as a phone does that goes through a tunnel."""
        self._cut.set()
        if self._stream is not None:
            self._stream.shutdown(socket.SHUT_RDWR)

    def back(self) -> None:
        """Find the connection again."""
        self._cut.clear()

    def join(self) -> None:
        """Wait until it heard that the lesson has ended."""
        self._over.wait(PATIENCE)
        self._page.close()

    def _follow(self) -> None:
        while not self._over.is_set():
            if self._cut.is_set():
                time.sleep(0.05)
                continue
            try:
                self._hear()
            except (OSError, HTTPException, ValueError, AttributeError) as error:
                if not self._cut.is_set():
                    self.failed.append(repr(error))
                    time.sleep(0.2)

    def _hear(self) -> None:
        connection = HTTPConnection(self.held.host, self.held.port, timeout=PATIENCE)
        last = str(self.told[-1][0]) if self.told else ""
        headers = self.held.headers(self.cookie) | ({"Last-Event-ID": last} if last else {})
        try:
            connection.request("GET", f"/classes/{self.held.id}/phone/events?after=0", headers=headers)
            self._stream = connection.sock
            answer: HTTPResponse = connection.getresponse()
            if answer.status != 200:
                raise HTTPException(f"{answer.status}: {answer.read()[:200]!r}")
            said: list[bytes] = []
            while line := answer.readline():
                if line.strip():
                    said.append(line)
                    continue
                self._heard(said)
                said = []
                if self._over.is_set():
                    return
        finally:
            connection.close()

    def _heard(self, said: Sequence[bytes]) -> None:
        parts = [line.decode().strip().partition(":") for line in said]
        fields = {name: value.lstrip() for name, _colon, value in parts if name}
        if "id" not in fields:  # a word in between, or that the server restarts
            return
        self.told.append((int(fields["id"]), fields["event"], b"".join(said)))
        self._look()
        if fields["event"] == "poll":
            poll = json.loads(fields["data"])["poll"]
            choice = len(self.nickname) % 2
            status, _headers, text = self.held.ask(f"/classes/{self.held.id}/phone", self.cookie, {"poll": poll, "choice": choice})
            if status == 303:
                self.answered.append(poll)
            else:
                self.failed.append(f"answer {poll}: {status} {text[:200]}")
        if fields["event"] == "ended":
            self._over.set()

    def _look(self) -> None:
        try:
            self._page.request("GET", f"/classes/{self.held.id}/phone/now", headers=self.held.headers(self.cookie))
            answer = self._page.getresponse()
            page, status = answer.read().decode(), answer.status
        except (OSError, HTTPException):
            self._page.close()
            self._page.request("GET", f"/classes/{self.held.id}/phone/now", headers=self.held.headers(self.cookie))
            answer = self._page.getresponse()
            page, status = answer.read().decode(), answer.status
        if status != 200:
            self.failed.append(f"page: {status}")
            return
        self.page = page
        found = re.search(r'data-live="table" data-key="\d+:\w+:(\d+):', page)
        if found is not None:
            self.shown.setdefault(int(found[1]), time.time())


def p95(times: Sequence[float]) -> float:
    """The time within which nineteen of twenty came."""
    return sorted(times)[int(len(times) * 0.95)]
