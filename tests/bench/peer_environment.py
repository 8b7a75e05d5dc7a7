"""The environment of the peers, apart from Kiebitz' own: made from ``peers.lock`` in ``build/peers``, and kept until that changes."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support.processes import ended

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCK = Path(__file__).with_name("peers.lock")
WORKER = Path(__file__).with_name("peer_worker.py")
PLACE = Path(__file__).parents[2] / "build" / "peers"


class NoPeersError(Exception):
    """The environment cannot be made here, for this reason."""


class PeerProcess:
    """A process that does what its peers can do, one task at a time."""

    def __init__(self, process: subprocess.Popen[str], events: Path) -> None:
        self._process = process
        self.seconds = 0.0
        """That all its tasks took together: the clock of whoever times one."""
        self.versions: dict[str, str] = self._asked(str(events))

    def ask(self, task: str) -> Any:
        """Do a task of ``peer_worker.py`` and return what came out; ``seconds`` grows by what it took."""
        answer = self._asked(task)
        self.seconds += answer["seconds"]
        return answer["told"]

    def _asked(self, line: str) -> Any:
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("it was started with pipes")
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise AssertionError(f"the peers' process ended over {line!r}")
        return json.loads(answer)


@contextmanager
def peers(folder: Path, events: Path, place: Path = PLACE) -> Iterator[PeerProcess]:
    """Start the peers' process, which writes below ``folder``; its environment is made where it is missing.

    Raises ``NoPeersError`` where what it needs cannot be installed.
    """
    words = [str(_made(place)), str(WORKER), str(folder)]
    with ended(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)) as process:
        yield PeerProcess(process, events)


def _made(place: Path) -> Path:
    """Return the Python of the environment; the stamp is written last, so one that was interrupted is made anew."""
    python, stamp = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"), place / "stamp"
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text("ascii") == digest:
        return python
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    for command in ([sys.executable, "-m", "venv", "--clear", str(place)], [*pip, "--require-hashes", "-r", str(LOCK)]):
        done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise NoPeersError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"{command[0]} failed")
    stamp.write_text(digest, "ascii")
    return python
