"""Identity of a program, as far as it determines results: equal programs give the same rows."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

LEFT_OUT = "__pycache__"


class Engine(msgspec.Struct, frozen=True):
    """A program that can do work."""

    kiebitz: str
    """Its version."""
    mark: str
    """A hash of rules, cards, and everything that affects results: development versions have one number and different marks."""
    python: str
    """Python's version, without the last number."""

    def __str__(self) -> str:
        return f"Kiebitz {self.kiebitz} ({self.mark[:8]}) on Python {self.python}"


@cache
def engine() -> Engine:
    """Return the engine of this process; the first call reads every file of ``records``."""
    mark = blake2b(digest_size=16)
    for name, file in sorted(_files(files("records"), "records")):
        data = file.read_bytes()
        mark.update(f"{name} {len(data)}\n".encode())
        mark.update(data)
    return Engine(version("kiebitz"), mark.hexdigest(), f"{sys.version_info.major}.{sys.version_info.minor}")


def _files(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for inner in folder.iterdir():
        if inner.is_dir():
            if inner.name != LEFT_OUT:
                yield from _files(inner, f"{name}/{inner.name}")
        else:
            yield f"{name}/{inner.name}", inner
