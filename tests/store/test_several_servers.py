"""Two servers on one PostgreSQL behind nginx: a class of forty phones, a server killed amid the lesson, and both exchanged under load.

``KIEBITZ_OLD_TREE`` names the folder of an earlier version, which both servers begin with; else the exchange is one of equals.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.lesson import HeldClass, Phone, held_class, p95
from support.lesson_held import check_lesson, lesson
from support.processes import ended, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

ROOT = Path(__file__).parents[2]
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [pytest.mark.soak, pytest.mark.skipif(NGINX is None, reason="nginx is not installed")]
PHONES, STEPS, POLLS, PAUSE = 40, 8, 2, 2.0
PATIENCE, AGAIN = 180, 0.3
"""Seconds that somebody sends one thing again, and between two times."""
TAKEN_BACK = 3.0
"""Seconds after which the proxy sends something to a server again that had failed."""


class Server:
    """One of the servers: started, killed with all its processes, or told to end."""

    def __init__(self, store: str, tree: Path) -> None:
        self.port, self._store, self._tree = free_port(), store, tree
        self._process: subprocess.Popen[str] | None = None

    def start(self, tree: Path | None = None) -> None:
        """Start it, of another version where that is given, and wait until it answers."""
        self._tree = tree or self._tree
        words = [sys.executable, "-m", "web.cli", "serve", "--port", str(self.port), "--workers", "1"]
        environment = os.environ | {"KIEBITZ_STORE": self._store, "PYTHONPATH": str(self._tree)}
        self._process = subprocess.Popen(
            words, env=environment, cwd=self._tree, stderr=subprocess.DEVNULL, text=True, start_new_session=True
        )
        held, until = HeldClass("127.0.0.1", self.port, "", "", "", 0, self.port), time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError, HTTPException):
                if held.ask("/health/ready")[0] == 200:
                    return
            time.sleep(0.1)
        raise AssertionError("a server did not start")

    def stop(self, how: signal.Signals) -> None:
        """End it: told so, or all its processes at once."""
        process = self._process
        if process is not None and process.poll() is None:
            if how is signal.SIGKILL:
                os.killpg(process.pid, how)
            else:
                process.send_signal(how)
            process.wait(PATIENCE)


@dataclass(frozen=True)
class PatientClass(HeldClass):
    """A class whose people send again, with its key, what was not answered or with 5xx."""

    healed: Counter[str] = field(default_factory=Counter)

    def ask(
        self, path: str, cookie: str = "", fields: Mapping[str, object] | None = None, key: str = ""
    ) -> tuple[int, dict[str, str], str]:
        """Status, headers and text of the answer that came at last."""
        until, key = time.monotonic() + PATIENCE, key or ("" if fields is None else secrets.token_hex(8))
        while True:
            try:
                answer = super().ask(path, cookie, fields, key)
                if answer[0] < 500 or time.monotonic() > until:
                    return answer
                self.healed[str(answer[0])] += 1
            except (OSError, HTTPException) as error:
                if time.monotonic() > until:
                    raise
                self.healed[type(error).__name__] += 1
            time.sleep(AGAIN)


class PatientPhone(Phone):
    """A phone of such a class."""

    def _look(self) -> None:
        status, _headers, self.page = self.held.ask(f"/classes/{self.held.id}/phone/now", self.cookie)
        if status != 200:
            self.failed.append(f"page: {status}")
        elif (found := re.search(r'data-live="table" data-key="\d+:\w+:(\d+):', self.page)) is not None:
            self.shown.setdefault(int(found[1]), time.time())


@contextmanager
def _nginx(folder: Path, ports: tuple[int, int]) -> Iterator[int]:
    """The proxy of ``deploy`` before two servers, without https and with the addresses of this test."""
    port = free_port()
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    (upstream,) = re.findall(r"(?ms)^upstream kiebitz \{.*?^\}", text)
    upstream = upstream.replace("server 127.0.0.1:8000;", " ".join(f"server 127.0.0.1:{one} max_fails=3 fail_timeout=2s;" for one in ports))
    (location,) = re.findall(r"(?ms)^    location / \{.*?^    \}", text)
    location = re.sub(r"proxy_set_header (X-)?Forwarded.*?;", "", location).replace("Host $host", "Host $http_host")  # its people are local
    server = f"server {{ listen 127.0.0.1:{port}; access_log off; {location} }}"
    kept = " ".join(f"{one}_temp_path {folder}/{one};" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; worker_processes 1; events {{ worker_connections 1024; }} http {{ {kept} {upstream} {server} }}"
    )
    words = [str(NGINX), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    with ended(subprocess.Popen(words, stderr=subprocess.DEVNULL, text=True)) as process:
        yield port
        process.terminate()  # its own workers end with it
        process.wait(PATIENCE)


def test_a_class_loses_nothing_when_a_server_is_killed_and_both_are_exchanged(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """Each phone hears all of the lesson once and in order, each answer counts once, and no 5xx stays when it is sent again."""
    monkeypatch.setattr("support.lesson.PATIENCE", PATIENCE)
    servers: list[Server] = []
    acts: list[str] = []

    @contextmanager
    def serving(store: str) -> Iterator[tuple[int, int]]:
        old = Path(os.environ.get("KIEBITZ_OLD_TREE", ROOT))
        servers.extend(Server(store, old) for _ in range(2))
        try:
            for server in servers:
                server.start()
            with _nginx(tmp_path, (servers[0].port, servers[1].port)) as port:
                yield port, port
        finally:
            for server in servers:
                server.stop(signal.SIGKILL)

    def exchange() -> None:
        begun = time.monotonic()
        for at, server, how in ((0.2, servers[0], signal.SIGKILL), (0.45, servers[1], signal.SIGTERM), (0.7, servers[0], signal.SIGTERM)):
            time.sleep(max(0.0, STEPS * PAUSE * at - (time.monotonic() - begun)))
            server.stop(how)
            server.start(ROOT)
            time.sleep(TAKEN_BACK)
            acts.append(how.name)

    with held_class(tmp_path, serving=serving, store=postgres_url) as plain:
        held = PatientClass(plain.host, plain.port, plain.id, plain.code, plain.chapter, plain.steps, plain.other_port)
        phones = [PatientPhone(held, f"phone{'x' * (nth % 2)} {nth}") for nth in range(PHONES)]
        for phone in phones:
            phone.start()
        exchanging = threading.Thread(target=exchange)
        exchanging.start()
        shown = lesson(held, phones, steps=STEPS, polls=POLLS, pause=PAUSE, patience=PATIENCE)
        exchanging.join()
        cut = Counter(re.split(r"[(:]", one)[0] for phone in phones for one in phone.failed if not one.startswith(("answer", "page")))
        for phone in phones:
            phone.failed = [one for one in phone.failed if one.startswith(("answer", "page"))]
        assert [one for phone in phones for one in phone.failed] == []
        check_lesson(held, phones, tmp_path, steps=STEPS, polls=POLLS, store=postgres_url)
    assert acts == ["SIGKILL", "SIGTERM", "SIGTERM"]
    waits = [phone.shown[step] - begun for phone in phones for step, begun in shown.items() if step in phone.shown]
    record_property(
        "measured",
        f"{PHONES} phones, {STEPS} steps: from step to board {sorted(waits)[len(waits) // 2]:.2f} s in the median, "
        f"{p95(waits):.2f} at p95; sent again and answered: {dict(held.healed)}; streams opened anew: {dict(cut)}",
    )
