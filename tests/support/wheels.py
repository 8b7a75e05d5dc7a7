"""The program as others install it: built, put into an environment of its own, and asked for its first board."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import venv
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds."""
_BOARD = re.compile(r'href="(/records/[a-z0-9]{16})"')


def build(folder: Path, *targets: str) -> list[Path]:
    """Build ``sdist`` or ``wheel`` into a folder; return the files that are there then."""
    command = [Path(sys.executable).parent / "hatchling", "build", "--directory", folder]
    for target in targets:
        command += ["--target", target]
    _run(command, ROOT)
    return sorted(folder.iterdir())


def install(folder: Path, package: Path, *, borrowed: bool) -> Path:
    """Install a package into a new environment and return its program.

    With ``borrowed`` its libraries are those of these tests, else pip fetches them.
    """
    venv.create(folder, with_pip=True, clear=True)
    python = folder / "bin" / "python"
    # A line of a .pth file is one more place to look, and its own .pth files (this checkout's is one) are not read.
    if borrowed:
        inside = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True, check=True
        )
        Path(inside.stdout.strip(), "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    _run([python, "-m", "pip", "install", "--quiet", *(["--no-deps", "--no-build-isolation"] if borrowed else []), package], folder)
    return folder / "bin" / "kiebitz"


class FirstBoard(NamedTuple):
    """How long the first board took."""

    seconds: float
    processor: float
    """Seconds of processors, which do not count what else the machine does; to the program's end."""

    def __str__(self) -> str:
        return f"first board after {self.seconds:.1f} s, {self.processor:.1f} s of processors"


def first_board(program: Path, folder: Path) -> FirstBoard:
    """Start ``demo`` with an empty data folder, wait until its first board has come over, and end it.

    Raises ``TimeoutError``, and ``AssertionError`` if it does not end well.
    """
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = int(probe.getsockname()[1])
    words = [program, "demo", "--no-browser", "--port", str(port)]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "HOME": str(folder), "PYTHONPATH": ""}
    begun, before = time.monotonic(), os.times()
    with subprocess.Popen(words, env=environment, cwd=folder, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            while not _has_board(port):
                if process.poll() is not None or time.monotonic() - begun > PATIENCE:
                    raise TimeoutError(f"no board after {PATIENCE} seconds")
                time.sleep(0.05)
            took = time.monotonic() - begun
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
            after = os.times()
            used = after.children_user + after.children_system - before.children_user - before.children_system
            return FirstBoard(took, used)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def _has_board(port: int) -> bool:
    try:
        found = _BOARD.search(_get(port, "/"))
        return found is not None and 'id="board"' in _get(port, f"{found[1]}?at=3")
    except (OSError, HTTPException):
        return False


def _get(port: int, path: str) -> str:
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.read().decode() if answer.status == 200 else ""


def _run(command: Sequence[Path | str], where: Path) -> None:
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
