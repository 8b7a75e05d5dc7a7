"""The command line on a store of its own, in this process and as a program, and an archive to feed it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from records.core.viewers import LOCAL
from records.service import GameBook
from support.archives import ANNA, BEN, archive, notif, packet
from support.forked import Forked
from support.processes import ended
from web.cli import kiebitz

PROGRAM = Path(sys.executable).parent / "kiebitz"
ANNAS, BENS = "quillfeather", "moonpebble"
"""Words that only Anna's and only Ben's channel carry."""


def told(who: int, name: str, log: str, **args: Any) -> dict[str, Any]:
    """A message with a player in it."""
    return notif(log, {"player_id": who, "player_name": name, **args})


def plain_archive(*extra: dict[str, Any]) -> dict[str, Any]:
    """An archive of three moves in which each player is told something alone."""
    return archive(
        packet(1, told(ANNA, "Anna", "${player_name} draws a card")),
        packet(1, told(ANNA, "Anna", "You draw ${card}", card=ANNAS), to=ANNA),
        packet(2, told(BEN, "Ben", "${player_name} draws a card"), second=5),
        packet(2, told(BEN, "Ben", "You draw ${card}", card=BENS), to=BEN, second=5),
        packet(2, notif("", {"id": 7, "active_player": str(ANNA), "type": "activeplayer"}, sort="gameStateChange"), second=6),
        packet(3, told(ANNA, "Anna", "${player_name} plays ${card}", card="Sea Turtle"), second=9),
        *extra,
    )


@dataclass(frozen=True)
class Cli:
    """The command line, its store and a folder for files."""

    folder: Path
    store: str

    def __call__(self, *words: str, stdin: bytes = b"", code: int = 0, **environment: str) -> Result:
        """Run a command in this process and ask for its exit code."""
        result = CliRunner().invoke(
            kiebitz, list(words), input=stdin, env={"KIEBITZ_STORE": self.store, "LC_ALL": "C.UTF-8", "LANGUAGE": "", **environment}
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, (result.exit_code, result.stdout, result.stderr)
        return result

    def json(self, *words: str, **more: Any) -> Any:
        """Run a command with ``--json`` and return the one document on its standard output."""
        return json.loads(self(*words, "--json", **more).stdout)

    def program(self, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
        """Run the program as a process."""
        usual: dict[str, Any] = {"env": os.environ | {"KIEBITZ_STORE": self.store}, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with Forked(*words, **(usual | more)) as process:
            said, told = process.communicate()
        return subprocess.CompletedProcess(words, process.returncode, said, told)

    def at_a_terminal(self, *words: str, stdin: int | None = None) -> AbstractContextManager[subprocess.Popen[str]]:
        """Start the program as one that Ctrl-C reaches, also where the tests run in the background, which is deaf to it.

        It is killed in the end if it still runs.
        """
        environment, pipe = os.environ | {"KIEBITZ_STORE": self.store}, subprocess.PIPE
        return ended(Forked(*words, env=environment, stdin=stdin, stdout=pipe, stderr=pipe))

    def shell(self, script: str) -> subprocess.CompletedProcess[str]:
        """Run a line of shell in which ``kiebitz`` is the program."""
        path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
        environment = os.environ | {"KIEBITZ_STORE": self.store, "PATH": path, "LC_ALL": "C.UTF-8"}
        return subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)  # noqa: S607 -- the reader's own

    def programs(self, *commands: tuple[str, ...], output: str) -> list[tuple[int, str]]:
        """Run the program once for each command with a file as its standard output, or with a pipe of which nobody reads for "|".

        Return exit codes and what was said on standard error.
        """
        done = []
        for words in commands:
            with _opened(output) as out:
                ran = self.program(*words, stdout=out)
            done.append((ran.returncode, ran.stderr))
        return done

    def file(self, name: str, content: Any) -> str:
        """Return the path of a new file with bytes, or with JSON."""
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    def dump(self) -> list[str]:
        """Return all tables as SQL."""
        with closing(sqlite3.connect(self.store.removeprefix("sqlite:///"))) as connection:
            return list(connection.iterdump())

    def book(self) -> GameBook:
        """Open the store."""
        return GameBook.open(self.store)

    def count(self) -> int:
        """Return how many records are on the shelf."""
        with self.book() as book:
            return book.records.shelf(LOCAL).total


@contextmanager
def _opened(output: str) -> Iterator[int]:
    """A file to write to, or a pipe that is closed at its other end."""
    if output == "|":
        reader, writer = os.pipe()
        os.close(reader)
    else:
        writer = os.open(output, os.O_WRONLY)
    try:
        yield writer
    finally:
        os.close(writer)
