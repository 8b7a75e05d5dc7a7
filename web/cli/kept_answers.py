"""What a command found out of records, kept line by line in the user's cache folder: a run that was stopped goes on there."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec
from platformdirs import user_cache_path

from records.service.jobs.engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from records.service import RecordView


class Kept(Protocol):
    """An answer."""

    @property
    def key(self) -> str:
        """By what it is found; "" for one that is not kept."""


A = TypeVar("A", bound=Kept)


def kept_file(name: str) -> Path:
    """Return the file of a command."""
    return user_cache_path("kiebitz", appauthor=False) / f"{name}.jsonl"


def key_of(view: RecordView, *more: str) -> str:
    """Return the key of an answer: of the record as it is, what was asked of it, and the program."""
    last, header = view.events[-1] if view.events else None, view.header
    edition = header.ruleset_hash, header.catalogue_hash
    parts = [engine().mark, header.record, len(view.events), last.prev if last else "", str(view.viewer), *edition, *more]
    return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def kept(file: Path, what: type[A]) -> Iterator[tuple[str, A]]:
    """Yield what was found before, by its key; a line that was cut off is passed over."""
    try:
        lines = file.read_bytes().splitlines()
    except OSError:
        return
    for line in lines:
        with suppress(msgspec.MsgspecError):
            told = msgspec.json.decode(line, type=what)
            if told.key:
                yield told.key, told


@contextmanager
def keeping(file: Path) -> Iterator[Callable[[Kept], None]]:
    """Write what is found, line by line, for this user alone; where the folder cannot be written to, nothing is kept."""
    with ExitStack() as open_:
        out: Any = None
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            out = open_.enter_context(os.fdopen(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab", buffering=0))

        def keep(told: Kept) -> None:
            if out is not None and told.key:
                out.write(b"\n" + msgspec.json.encode(told) + b"\n")  # a line of its own, also behind one that was cut off

        yield keep
