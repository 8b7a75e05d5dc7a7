"""Blocks of the documents: those that are run line by line, and those that are whole files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import records.games
import support.laws.games

ROOT = Path(__file__).parent.parent.parent
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# ([\w/]+\.py)\n")


class Block(NamedTuple):
    """A Python block of a document."""

    line: int
    """Number of the line before its first."""
    text: str
    path: str
    """Of the file that it is, named by its first line; "" where it is run line by line."""


def blocks(document: Path) -> list[Block]:
    """Return the Python blocks of a document, in order; the line that names a file is taken off."""
    text = document.read_text(encoding="utf-8")
    found = []
    for block in _BLOCK.finditer(text):
        named = _FILE.match(block[2])
        if block[1] == "python":
            line = text[: block.start()].count("\n") + 1
            found.append(Block(line, block[2][named.end() :], named[1]) if named else Block(line, block[2], ""))
    return found


def write_files(document: Path, folder: Path) -> list[Path]:
    """Write the files of a document below ``folder``; return them."""
    written = []
    for block in blocks(document):
        if block.path:
            path = folder / block.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            written.append(path)
    return written


@contextmanager
def importable(document: Path, folder: Path) -> Iterator[None]:
    """Let the files of a document be imported as if they stood where it says; ``folder`` holds them."""
    packages = {records.games: "records/games", support.laws.games: "tests/support/laws/games"}
    before, modules = {package: package.__path__ for package in packages}, set(sys.modules)
    write_files(document, folder)
    try:
        for package, path in packages.items():
            package.__path__ = [*package.__path__, str(folder / path)]
        yield
    finally:
        for package, paths in before.items():
            package.__path__ = paths
        for name in set(sys.modules) - modules:
            if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]
