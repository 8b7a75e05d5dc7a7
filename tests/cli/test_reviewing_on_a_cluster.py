"""``kiebitz review --all --scheduler``: whole reviews by Dask's own programs, with certificates, come to what this machine comes to."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service.library import library
from records.service.reviews.terms import FOLDER
from records.service.writing.simulation import simulate
from support.command_line import Cli
from support.processes import ended

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OPENSSL = shutil.which("openssl")
pytestmark = [
    pytest.mark.soak,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(OPENSSL is None, reason="openssl makes the certificates"),
]
DASK = Path(sys.executable).parent / "dask"
LONG = 600.0


def certificates(folder: Path) -> Sequence[str]:
    """Make somebody who signs, and a certificate signed by them; return the three options that name them."""

    def openssl(*words: str) -> None:
        subprocess.run([str(OPENSSL), *words], cwd=folder, check=True, capture_output=True)

    new = ("-newkey", "rsa:2048", "-nodes", "-subj")
    openssl("req", "-x509", *new, "/CN=signer", "-days", "2", "-keyout", "ca-key.pem", "-out", "ca.pem")
    openssl("req", *new, "/CN=127.0.0.1", "-keyout", "key.pem", "-out", "asked.pem")
    openssl(
        "x509", "-req", "-in", "asked.pem", "-CA", "ca.pem", "-CAkey", "ca-key.pem", "-CAcreateserial", "-days", "2", "-out", "cert.pem"
    )
    return ("--tls-ca-file", f"{folder}/ca.pem", "--tls-cert", f"{folder}/cert.pem", "--tls-key", f"{folder}/key.pem")


class SafeCluster:
    """A scheduler and its workers as processes, as the documents start them."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self.options = certificates(folder)
        self._stack, self._folder = stack, folder
        self._environment = os.environ | {FOLDER: str(folder / "playouts"), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
        where = folder / "scheduler.json"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(where))
        self.address = str(json.loads(_written(where))["address"])
        self.workers = [self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard") for _ in range(2)]

    def _start(self, *words: str) -> subprocess.Popen[str]:
        command = [str(DASK), *words, *self.options]
        quiet = subprocess.DEVNULL
        started = subprocess.Popen(command, cwd=self._folder, env=self._environment, stdout=quiet, stderr=quiet, text=True)
        return self._stack.enter_context(ended(started))


def _written(file: Path) -> str:
    until = time.monotonic() + LONG
    while not file.exists() or not file.read_text("utf-8").endswith("}"):
        assert time.monotonic() < until, f"{file} is not there"
        time.sleep(0.1)
    return file.read_text("utf-8")


@pytest.fixture
def safe(tmp_path: Path) -> Iterator[SafeCluster]:
    """A cluster that speaks to nobody without a certificate."""
    with ExitStack() as stack:
        yield SafeCluster(stack, tmp_path)


def rows(cli: Cli) -> dict[tuple[str, str], bytes]:
    """All rows of all reviews, by key and name."""
    with cli.book() as book:
        return {
            (key, name): row
            for entry in book.records.shelf(LOCAL).entries
            for key in book.jobs.keys("review", entry.id)
            for name, row in book.jobs.rows("review", key).items()
        }


def test_whole_reviews_on_a_cluster_are_those_of_one_process(
    cli: Cli, safe: SafeCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte, over TLS, with a worker killed when the first record is done; without a certificate nobody is answered."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "playouts"))  # who asks decides how much is played out, by what is compiled here
    games = [list(simulate(library()["regicide"], seed=3, games=40, players=2))[number] for number in (39, 36)]
    with cli.book() as book:
        book.writing.add(LOCAL, *games)
    other = Cli(tmp_path, f"sqlite:///{tmp_path}/alone.sqlite")
    cli("migrate", "--from", cli.store, "--to", other.store)
    assert "no scheduler answers at" in cli("review", "--all", "--scheduler", safe.address, code=1).stderr
    command = ("review", "--all", "--scheduler", safe.address, *safe.options)
    with cli.at_a_terminal(*command) as running:
        _until_rows(cli)
        safe.workers[0].send_signal(signal.SIGKILL)
        assert running.wait(LONG) == 0
    assert "2 records before" in cli(*command).stderr
    other("review", "--all")
    found = rows(cli)
    assert len(found) > 20
    assert found == rows(other)


def _until_rows(cli: Cli) -> None:
    until = time.monotonic() + LONG
    while not rows(cli):
        assert time.monotonic() < until
        time.sleep(0.2)
