"""The program, started anew in no time: each is forked from a process that has imported all of it."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


END_WITH_PARENT = 1
"""Linux's ``PR_SET_PDEATHSIG``."""


class Forks:
    """Starts ``kiebitz`` with some words."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def start(self, store: str, said: Path, *words: str) -> int:
        """Return the number of a process that works on a store; what it prints goes to the end of a file."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([store, str(said), words]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@contextmanager
def forks() -> Iterator[Forks]:
    """A process that has imported the program."""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", "from support.kills.forked import serve; serve()"]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Forks(process)
        finally:
            process.kill()


def serve() -> None:
    """Fork the program for each line of standard input."""
    import psycopg  # noqa: F401, PLC0415 -- what every program would import

    import web.cli.incoming.importing  # noqa: PLC0415
    import web.cli.serving  # noqa: PLC0415
    import web.workers.supervising  # noqa: F401, PLC0415
    from web.serving import prepare  # noqa: PLC0415

    prepare()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for line in sys.stdin:
        store, said, words = json.loads(line)
        pid = os.fork()
        if not pid:
            _be(store, said, words)
        print(pid, flush=True)  # noqa: T201 -- for who asked


def _be(store: str, said: str, words: list[str]) -> None:
    ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)  # also where the tests are killed
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.environ["KIEBITZ_STORE"] = store
    sys.argv = ["kiebitz", *words]
    code = 1
    try:
        from web.cli import main  # noqa: PLC0415 -- imported before the fork

        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
