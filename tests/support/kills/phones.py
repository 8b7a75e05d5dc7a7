"""Phones that write games down at a server, and send again what was not answered."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from itertools import count
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from support.recording_forms import NEW, fields

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import GameBook

PATIENCE = 60
"""Seconds that a phone sends one thing again."""
PAUSE = 0.03
"""Seconds before it does."""
DEALT = {**NEW, "chance": "dealt"}
AGAIN = 5
"""Things that each sends once more in the end, and is answered as it was."""
ACTIONS = 2
"""Of each game."""


@dataclass
class SentForm:
    """What a phone wrote, with the key under which it sends it again."""

    key: str
    path: str
    data: dict[str, Any]
    location: str
    """Where the answer led to."""


class Phone(threading.Thread):
    """Begins games, writes actions and opens disputes until it is told to end."""

    def __init__(self, port: int, name: str) -> None:
        super().__init__(daemon=True)
        self._port, self._keys, self._name = port, count(), name
        self.sent: list[SentForm] = []
        self.told_wrong: list[str] = []
        """Answers that no phone should be given."""
        self.ended = threading.Event()

    def run(self) -> None:
        """Write, and in the end send the last things again."""
        try:
            while not self.ended.is_set():
                self._write_a_game()
            for one in self.sent[-AGAIN:]:
                if (location := self._led_to(one)) != one.location:
                    self.told_wrong.append(f"{one.path}: first {one.location}, then {location}")
        except AssertionError as wrong:
            self.told_wrong.append(str(wrong))

    def _write_a_game(self) -> None:
        sheet = self._send("/records/new", DEALT)
        for _ in range(ACTIONS):
            form: Any = BeautifulSoup(self._ask("GET", sheet)[1], "html.parser").select_one("main form")
            self._send(sheet, {**fields(form), "action": "0"})
        self._send(sheet.removesuffix("record") + "cases", {"as": "open", "at": "2", "text": "Is that so?", "by": "Ana", "to": "*"})

    def _send(self, path: str, data: dict[str, Any]) -> str:
        sent = SentForm(f"{self._name}: {next(self._keys)}", path, data, "")
        sent.location = self._led_to(sent)
        self.sent.append(sent)
        return sent.location

    def _led_to(self, sent: SentForm) -> str:
        """Send it until it is answered, and return where that leads to."""
        location, text = self._ask("POST", sent.path, urlencode(sent.data, doseq=True), sent.key)
        assert location, f"{sent.path}: {text[:2000]}"
        return location

    def _ask(self, method: str, path: str, body: str = "", key: str = "") -> tuple[str, str]:
        """Return where an answer leads to, and its text; where none comes, or 503, it is asked again."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Idempotency-Key": key} if body else {}
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with closing(HTTPConnection("127.0.0.1", self._port, timeout=10)) as connection:
                    connection.request(method, path, body or None, {**headers, "Accept-Language": "en"})
                    answer = connection.getresponse()
                    text = answer.read().decode()
                if answer.status != HTTPStatus.SERVICE_UNAVAILABLE:
                    return (answer.headers["Location"] or "", text)
                said = f"{answer.status} {text[:2000]}"
            except (OSError, HTTPException) as error:
                said = repr(error)
            assert time.monotonic() < until, f"{method} {path}: {said}"
            time.sleep(PAUSE)


def nothing_lost(book: GameBook, phones: Sequence[Phone]) -> int:
    """Find everything that was acknowledged, once and whole, and nothing else; returns how many answers that were."""
    wrong = [said for phone in phones for said in phone.told_wrong]
    assert not wrong, wrong
    sent = [one for phone in phones for one in phone.sent]
    assert book.records.inspect(LOCAL).findings == ()
    records = {one.location.split("/")[2] for one in sent if one.path == "/records/new"}
    assert {*book._office.store.ids()} == records
    for record in records:
        written = [one for one in sent if one.path in {"/records/new", f"/records/{record}/record"} and f"/{record}/" in one.location]
        assert sum(one.event.sort.value == "decision" for one in book.record(LOCAL, record, "open").events) == len(written)
        opened = {one.location for one in sent if one.path == f"/records/{record}/cases"}
        assert len(book.cases.cases(LOCAL, record, "open")) == len(opened)
    return len(sent)
