"""Blocks of the documents: those that are run line by line, those that are whole files, changes of files, and commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# ([\w/]+\.py)\n")
_CHANGE = re.compile(r"^```diff\n--- (\S+)\n(?:\+\+\+ (\S+)\n)?(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMANDS = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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


def changes(document: Path) -> dict[str, str]:
    """Return the files of the project as a document changes them, by path; ``+++`` names a copy that is changed instead of the file.

    Raises ``ValueError`` for a change whose lines do not stand in the file, or more than once.
    """
    changed: dict[str, str] = {}
    for path, copy, change in _CHANGE.findall(document.read_text(encoding="utf-8")):
        name = copy or path
        text = changed.get(name) or (ROOT / path).read_text(encoding="utf-8")
        for hunk in change.split("@@\n")[1:]:
            before, after = ("".join(f"{line[1:]}\n" for line in hunk.splitlines() if line[:1] != other) for other in "+-")
            if f"\n{text}".count(f"\n{before}") != 1:
                raise ValueError(f"{document.name}: these lines do not stand in {path}, or more than once:\n{before}")
            text = f"\n{text}".replace(f"\n{before}", f"\n{after}").removeprefix("\n")
        changed[name] = text
    return changed


def commands(document: Path) -> list[tuple[str, str]]:
    """Return each command of a document (a line after ``$``) with the output shown below it."""
    text = "".join(_COMMANDS.findall(document.read_text(encoding="utf-8")))
    return re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)


def shell(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run lines of a shell in a folder with a store of its own, as a reader of the document would."""
    usual = {
        "KIEBITZ_STORE": f"sqlite:///{folder}/book.sqlite",
        "LANGUAGE": "en",
        "LC_ALL": "C.UTF-8",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    command = ["bash", "-euo", "pipefail", "-c", script]
    return subprocess.run(command, env=os.environ | usual | environment, cwd=folder, capture_output=True, text=True, check=False)


def write_files(document: Path, folder: Path) -> None:
    """Write the files of a document below ``folder``."""
    for block in blocks(document):
        if block.path:
            path = folder / block.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
