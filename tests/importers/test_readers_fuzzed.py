"""Good files with something changed, for every reader of foreign files: taken whole, or refused in words of ours, and soon."""

from __future__ import annotations

import json
import os
import time
import zipfile
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from importers import ImportOptions, native, read_file
from importers.maps.explain import explain
from importers.maps.mapping import MapFile, parse_map, shipped
from importers.sources import sources
from importers.storing import store_file
from records.core.viewers import LOCAL, PUBLIC
from records.errors import MalformedCommand, RecordsError
from records.service import GameBook
from records.service.library import library
from records.store import open_store
from support.soaking import rest_soaked
from support.tiny import GAMES as TINY_GAMES

from .test_maps import TINY_MAP, WHOLE
from .test_native_fuzzed import rechained
from .test_native_fuzzed import whole as native_of
from .test_texts import LOG, LONG, PAGE, SHEET

if TYPE_CHECKING:
    from collections.abc import Callable

INPUTS = 20_000
"""Of each reader in the soak; ``make test`` takes a hundredth."""
SECONDS = 1.0
"""Of computing, for one input."""
STORED_EACH = 20
GAMES = {**library(), **TINY_GAMES}
ARCHIVE = json.dumps(WHOLE).encode()
BITS = (
    b"", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\n\n", b"\r", b"'", b'"', b'""', b",", b";;", b"\t", b"{", b"}", b"[" * 50, b"${",
    b"{@seat}", b"*", b"\\", b"\\u0000", b"\\ud800", b"0", b"-1", b"9" * 30, b"1e999", b"null", b"true", b"NaN", b"Anna",
    b"84000017", "⟦A⟧".encode(), b": ", b"Players: x", b"Date: 2024-02-30", b"25:99 ", b"HistoryMove[1] = '",
    b"9999-12-31 23:59:59 ", b"x" * 5000, b"<b>", "½".encode(),
)  # fmt: skip
"""What is put into files: what readers split at, count by, or believe."""


def changed(data: bytes, random: Random) -> bytes:
    """Return a file with one to four things changed."""
    for _ in range(random.randint(1, 4)):
        at, length = random.randrange(len(data) + 1), random.choice((0, 1, 1, 2, 5, 40))
        other = random.randrange(len(data) + 1)
        match random.randrange(6):
            case 0:
                data = data[:at] + random.choice(BITS) + data[at:]
            case 1:
                data = data[:at] + data[at + length :]
            case 2:
                data = data[:at] + random.choice(BITS) + data[at + length :]
            case 3:
                data = data[:at] + data[other : other + 200] + data[at:]
            case 4:
                data = data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
            case _:
                lines = data.split(b"\n") if random.random() < 0.5 else data.split(b", ")
                sign = b"\n" if b"\n".join(lines) == data else b", "
                first, second = random.randrange(len(lines)), random.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                data = sign.join(lines)
    return data


@cache
def tiny_map() -> MapFile:
    """The mapping of the small game."""
    return MapFile("tiny.toml", TINY_MAP, parse_map(TINY_MAP, "tiny.toml"))


def imported(data: bytes, options: ImportOptions, number: int) -> None:
    """Read a file, and store what is read of a share of those that are taken."""
    read_file(GAMES, data, "file", options)
    if number % STORED_EACH:
        return
    with GameBook(open_store("sqlite:///:memory:"), games=GAMES) as book:
        try:
            stored = store_file(book, LOCAL, data, "file", options)
        except RecordsError:
            assert (book.records.count(LOCAL), book.records.shelf(LOCAL).total) == ((0, 0), 0)
            raise
        assert book.records.shelf(LOCAL).total == len(stored)
        assert list(book.records.verify(LOCAL)) == []
        view = book.record(LOCAL, stored[0].id, PUBLIC)
        assert view.timeline.steps is not None


def unzipped(data: bytes, folder: Path) -> None:
    """Read all of a zip file."""
    path = folder / "x.zip"
    path.write_bytes(data)
    for source in sources(str(path)):
        source.read()


def zipped(folder: Path) -> bytes:
    """Return a zip file with two archives."""
    with zipfile.ZipFile(folder / "good.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.json", ARCHIVE)
        packed.writestr("in/b.json", ARCHIVE * 2)
    return (folder / "good.zip").read_bytes()


NAMED = ImportOptions(players=("Anna", "Ben"), day="2024-07-15")


def by_changed_map(data: bytes, _number: int, _folder: Path) -> None:
    """Read the good archive by a mapping."""
    read_file(GAMES, ARCHIVE, "file", ImportOptions(map_file=MapFile("m", data, parse_map(data, "m"))))


def archived(data: bytes, number: int, _folder: Path) -> None:
    """Read an archive by the good mapping."""
    imported(data, ImportOptions(map_file=tiny_map()), number)


def plainly(data: bytes, number: int, _folder: Path) -> None:
    """Read a file as whoever drops it: told apart by its content."""
    imported(data, ImportOptions(), number)


def chained_anew(data: bytes, number: int, _folder: Path) -> None:
    """Read a native file of these events, one a line, whose chain holds."""
    try:
        bodies = [msgspec.json.decode(line) for line in data.split(b"\n")]
    except (msgspec.MsgspecError, ValueError) as error:
        raise MalformedCommand(str(error)) from None
    file = rechained(native_of("regicide"), bodies)
    if file is None:
        raise MalformedCommand("an event that is none")
    imported(file, ImportOptions(), number)


FORM = shipped()["regicide"].read_bytes().replace(b'type = ""', b'type = "x"')
NAMED = ImportOptions(players=("Anna", "Ben"), day="2024-07-15")
BEST = ImportOptions(columns=(("best", "highest"),))
RECORD = native.write(GAMES, native_of("regicide"), "open")
NARROW = (Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-example-castle.jsonl").read_bytes()
READERS: dict[str, tuple[bytes | None, Callable[[bytes, int, Path], object]]] = {
    "native record": (RECORD, plainly),
    "another native record": (NARROW, plainly),
    "events of a native record": (b"\n".join(msgspec.json.encode(one.event) for one in native_of("regicide").log), chained_anew),
    "archive": (ARCHIVE, plainly),
    "archive by a mapping": (ARCHIVE, archived),
    "mapping": (TINY_MAP, lambda data, _number, _folder: parse_map(data, "m")),
    "changed mapping": (TINY_MAP, by_changed_map),
    "form of a mapping": (FORM, lambda data, _number, _folder: parse_map(data, "m")),
    "explained archive": (ARCHIVE, lambda data, _number, _folder: explain(data, "file")),
    "text log": (LOG.encode(), lambda data, number, _folder: imported(data, ImportOptions(), number)),
    "text with options": (LOG.split("\n\n")[1].encode(), lambda data, number, _folder: imported(data, NAMED, number)),
    "page": (PAGE.encode(), lambda data, number, _folder: imported(data, NAMED, number)),
    "score sheet": (SHEET.encode(), lambda data, number, _folder: imported(data, ImportOptions(), number)),
    "long score sheet": (LONG.encode(), lambda data, number, _folder: imported(data, BEST, number)),
    "zip file": (None, lambda data, _number, folder: unzipped(data, folder)),
}


def fuzzed(reader: str, inputs: int, seed: int, folder: Path) -> tuple[int, int]:
    """Return how many changed files were taken, and how many were refused; anything but a refusal of ours is raised."""
    good, read = READERS[reader]
    data = zipped(folder) if good is None else good
    read(data, 0, folder)
    random = Random(seed)  # noqa: S311 -- no secret
    taken = refused = 0
    for number in range(inputs):
        one = changed(data, random)
        since = time.thread_time()
        try:
            read(one, number, folder)
            taken += 1
        except RecordsError:  # ours, with a reason
            refused += 1
        except Exception as error:
            raise AssertionError(f"{reader}: {one!r}") from error
        assert time.thread_time() - since < SECONDS, one
    return taken, refused


@pytest.mark.parametrize("reader", rest_soaked(READERS, keep=5))
def test_a_changed_file_is_taken_or_refused(reader: str, tmp_path: Path) -> None:
    """No traceback, nothing stored of what is refused, and an answer within a second of computing."""
    taken, refused = fuzzed(reader, INPUTS // 100, 7, tmp_path)
    assert taken + refused == INPUTS // 100
    assert refused


@pytest.mark.soak
@pytest.mark.parametrize("reader", READERS)
def test_many_changed_files_are_taken_or_refused(reader: str, tmp_path: Path) -> None:
    """The same for a hundred times as many, another seed each time."""
    seed = int(os.environ.get("KIEBITZ_SEED", time.time_ns() % 10**9))
    taken, refused = fuzzed(reader, INPUTS, seed, tmp_path)
    assert taken + refused == INPUTS, seed
