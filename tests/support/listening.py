"""Those who follow a running game, each in a thread, in rounds: a round is over when all of them wait for the next one."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from web.live.watch import StreamWatch

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

PATIENCE = 30.0
"""Seconds until a round that does not end fails the test."""


class Rounds(StreamWatch):
    """A watch in whose rounds everybody looks once, whatever the clock does."""

    def __init__(self) -> None:
        super().__init__(lambda _streams: {}, every=3600)
        self._round, self._waiting = 0, dict[int, int]()

    def wait(self, stream: str, known: int, seconds: float) -> bool:  # noqa: ARG002 -- as of every watch
        """Wait for the next round."""
        with self._changed:
            mine = self._round
            self._waiting[threading.get_ident()] = mine
            self._changed.notify_all()
            while self._round == mine and not self.ended:
                self._changed.wait()
        return True

    def hear_out(self, listeners: list[Listener]) -> None:
        """Let all go, as at the end of the process."""
        self.end()
        for one in listeners:
            one.join(PATIENCE)
            one.answer.close()

    def next(self) -> None:
        """Let everybody look once more."""
        with self._changed:
            self._round += 1
            self._changed.notify_all()

    def settle(self, listeners: list[Listener]) -> None:
        """Return once all of them have looked in this round, or hear nothing more."""

        def settled() -> bool:
            return all(not one.is_alive() or self._waiting.get(one.ident or 0) == self._round for one in listeners)

        with self._changed:
            assert self._changed.wait_for(settled, PATIENCE), "somebody still listens"


class Listener(threading.Thread):
    """Somebody who follows a game."""

    def __init__(self, app: Flask, address: str, headers: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.answer: TestResponse = app.test_client(use_cookies=False).get(address, headers=headers, buffered=False)
        self.status = self.answer.status_code
        self.sent = (self.status, sorted(self.answer.headers.items()))
        self._heard: list[bytes] = []
        self._watch = app.extensions["kiebitz-watch"]
        self.start()

    def run(self) -> None:
        """Listen until it ends."""
        for chunk in self.answer.response:
            self._heard.append(chunk)  # type: ignore[arg-type]  # bytes, as our streams give them
        with self._watch._changed:
            self._watch._changed.notify_all()

    def heard(self) -> bytes:
        """Return what came since the last time."""
        heard, self._heard = b"".join(self._heard), []
        return heard
