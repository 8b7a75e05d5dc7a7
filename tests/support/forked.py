"""The program as a process that begins at once: it is forked from one that has imported all of it, and is a program in all other ways."""

from __future__ import annotations

import atexit
import functools
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

MOST = 200_000
"""Bytes of what a program is begun with: its words and its environment."""
NUMBER = 20
"""Bytes of a number that is told."""


class Forked(subprocess.Popen[str]):
    """``subprocess.Popen`` of ``kiebitz`` and its words; standard streams, ``cwd``, ``env`` and ``start_new_session`` as there."""

    def __init__(self, *words: str, **how: Any) -> None:
        """Begin it."""
        super().__init__(words, **{"text": True, **how})

    def _execute_child(self, args: Any, _executable: Any, *how: Any) -> None:
        # in the order in which subprocess calls it
        folder, env, pipes, session = how[3] or Path.cwd(), how[4], how[8:14], how[19]
        given = [here if here >= 0 else usual for here, usual in zip((pipes[0], pipes[3], pipes[5]), (0, 1, 2), strict=True)]
        self._told, told = os.pipe()
        try:
            asked = json.dumps([args, dict(os.environ if env is None else env), str(folder), bool(session)])
            socket.send_fds(_server(), [asked.encode()], [*given, told])
        finally:
            os.close(told)
            self._close_pipe_fds(*pipes)  # type: ignore[attr-defined] # of Popen
        self._child_created = True
        self.pid = int(os.read(self._told, NUMBER))

    def _internal_poll(self, **_how: Any) -> int | None:
        if self.returncode is None:
            os.set_blocking(self._told, False)
            self._read()
        return self.returncode

    def _try_wait(self, flags: int) -> tuple[int, int]:
        os.set_blocking(self._told, not flags)
        return (self.pid, self._status) if self._read() else (0, 0)

    def _read(self) -> bool:
        """Read how it ended, if it has."""
        if self.returncode is None:
            try:
                self._status = int(os.read(self._told, NUMBER))
            except BlockingIOError:
                return False
            os.close(self._told)
            self.returncode = os.waitstatus_to_exitcode(self._status)
        return True


@functools.cache
def _server() -> socket.socket:
    """The process that forks, begun when it is first needed; it ends with this one."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", f"from support.forked import serve; serve({there.fileno()})"]
    process = subprocess.Popen(command, env=environment, pass_fds=[there.fileno()], start_new_session=True)
    there.close()

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


def serve(line: int) -> None:
    """Fork the program for whoever asks on a socket, and tell its number and later its status; ends when the socket is closed."""
    import psycopg  # noqa: F401, PLC0415 -- what every program would import

    import web.cli.incoming.importing  # noqa: PLC0415
    import web.cli.serving  # noqa: PLC0415
    import web.workers.supervising  # noqa: F401, PLC0415
    from web.serving import prepare  # noqa: PLC0415

    prepare()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=line) as asks:
        while True:
            asked, given, *_ = socket.recv_fds(asks, MOST, 4)
            if not asked:
                return
            if not os.fork():
                asks.close()
                break
            for one in given:
                os.close(one)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    *streams, told = given
    if pid := os.fork():
        for one in streams:
            os.close(one)
        while json.loads(asked)[3] and os.getsid(pid) != pid:
            time.sleep(0.001)  # who is told the number may signal its group
        os.write(told, b"%*d" % (NUMBER, pid))
        os.write(told, b"%*d" % (NUMBER, os.waitpid(pid, 0)[1]))
        os._exit(0)
    os.close(told)
    _be(*json.loads(asked), streams)


def _be(words: list[str], environment: dict[str, str], folder: str, session: bool, streams: list[int]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if session:
        os.setsid()
    for to, one in enumerate(streams):
        os.dup2(one, to)
        os.close(one)
    sys.stdin, sys.stdout, sys.stderr = (
        open(to, mode, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115 -- as a program has them, to its end
        for to, mode, errors in ((0, "r", "strict"), (1, "w", "strict"), (2, "w", "backslashreplace"))
    )
    sys.stderr.reconfigure(line_buffering=True)  # type: ignore[attr-defined]
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["kiebitz", *words]
    from web.cli import main  # noqa: PLC0415 -- imported before the fork

    main()
