"""What pages keep of a log counts with it, piece by piece, and a process holds no more than it was given."""

from __future__ import annotations

import gc
import os
import socket
import subprocess
import sys
import tracemalloc
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from records.core.viewers import LOCAL
from records.errors import StoreRefused
from records.service import GameBook
from records.service.library import library
from records.service.memory import MEGABYTE
from records.service.writing.simulation import simulate
from records.values import replace
from support.pages_kept import KEPT_GAMES
from support.soaking import shares
from web import books
from web.app import create_app
from web.cli import kiebitz, serving
from web.cli.machine import LEAST, MOST, UNKNOWN, machine_memory, usual_cache
from web.serving import Serving, load_app

GIVEN, BESIDE = 24, 16
"""MB of a process: what it may keep, and what it may take beside that, for what it is at and what lies between."""
LOOK = """
import gc, sys
import psutil
from records.core.viewers import LOCAL
from records.errors import StoreRefused
from records.service import GameBook, ShelfQuery
from records.service.memory import MEGABYTE
from web import books
from web.app import create_app
from web.cli import kiebitz, serving
me = psutil.Process()
with GameBook.open(sys.argv[1], memory=int(sys.argv[2]) * MEGABYTE) as book:
    client = create_app(book).test_client()
    ids = [entry.id for entry in book.records.shelf(LOCAL, ShelfQuery(limit=200)).entries]
    taken = []
    for nth, record in enumerate(ids):
        for at in range(3, 90, 3):
            assert client.get(f"/records/{record}/steps/{at}?as={('A', 'open', 'public')[nth % 3]}").status_code == 200
        if nth == 2:
            gc.collect()
            taken.append(me.memory_info().rss - book.kept.bytes)
    gc.collect()
    kept = book.kept
    print((me.memory_info().rss - taken[0]) // MEGABYTE, kept.bytes * 100 // kept.most, sum(one.dropped for one in kept.sections.values()))
"""


def store(tmp_path: Path, number: int, *games: str) -> tuple[str, list[str]]:
    """A store of so many short records of each game, and their ids."""
    url = f"sqlite:///{tmp_path}/kept.sqlite"
    with GameBook.open(url) as book:
        ids = []
        for game in games:
            new = next(simulate(library()[game], games=1, **KEPT_GAMES[game]))
            short = replace(new, entries=tuple(islice(new.entries, 100)), origin=None)
            ids += [str(one.id) for one in book.writing.add(LOCAL, *[short] * number)]
    return url, ids


BEFORE = 6
"""Steps that are looked at before anything is counted."""
ELSEWHERE = [f"*/site-packages/{name}/*" for name in ("sqlalchemy", "werkzeug", "eventsourcing", "flask", "msgspec")]
"""What keeps things of its own about requests and statements, as the standard library does."""


def _held() -> int:
    """Bytes that our own code holds, and what it had written by others."""
    gc.collect()
    others = (*ELSEWHERE, f"{Path(os.__file__).parent}/[!s]*", tracemalloc.__file__)
    snapshot = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(False, name) for name in others])
    return sum(trace.size for trace in snapshot.traces)


@pytest.mark.parametrize("steps", shares(8, 30))
def test_pieces_of_pages_are_counted(tmp_path: Path, steps: int) -> None:
    """HTML of steps and turns, and drawn cards: within three tenths of what the interpreter counts."""
    url, (first, second) = store(tmp_path, 2, "castle-rampage")
    with GameBook.open(url) as book:
        client = create_app(book).test_client()

        def look(record: str, begin: int, end: int) -> None:
            for at in range(begin, end):
                assert client.get(f"/records/{record}/steps/{2 * at}?as=A").status_code == 200

        look(first, 0, BEFORE + steps)  # what a process keeps of a game, and not of a record
        seen = book.record(LOCAL, second, "A")
        seen.timeline.told, [seen.position(at) for at in range(2 * (BEFORE + steps))]
        look(second, 0, BEFORE)  # what is kept once, with the first pieces of a record
        tracemalloc.start()
        try:
            held, counted = _held(), book.kept.sections["pieces"].bytes
            look(second, BEFORE, BEFORE + steps)
            held, counted = _held() - held, book.kept.sections["pieces"].bytes - counted
        finally:
            tracemalloc.stop()
    assert counted > steps * 2_000
    assert abs(counted - held) <= 0.3 * held, (held, counted)


@pytest.mark.soak
def test_a_process_with_all_it_may_keep_takes_no_more(tmp_path: Path) -> None:
    """It looked at more than it may keep; what it took since the first looks is that, and a bounded rest."""
    url, _ids = store(tmp_path, 40, *KEPT_GAMES)
    done = subprocess.run([sys.executable, "-c", LOOK, url, str(GIVEN)], check=True, capture_output=True, text=True, env=dict(os.environ))
    grown, full, dropped = map(int, done.stdout.split())
    assert dropped > 0
    assert full > 80
    assert grown <= GIVEN + BESIDE, f"{grown} MB were taken where {GIVEN} may be kept"


def test_processes_share_what_the_machine_has(tmp_path: Path) -> None:
    """A quarter of the machine's memory, or of the container's, between bounds; a book alone keeps 64 MB."""
    limit = tmp_path / "memory.max"
    found = []
    for text in (f"{1 << 30}\n", f"{1 << 20}\n", "max\n"):
        limit.write_text(text, encoding="ascii")
        found.append([usual_cache(processes, (str(limit),)) for processes in (1, 2, 4)])
    assert found[0] == [256, 128, 64]
    assert found[1] == [LEAST] * 3
    assert all(LEAST <= one <= MOST for one in found[2])
    assert (machine_memory(()) or 0) > 0 or usual_cache(1, ()) == UNKNOWN
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as book:
        assert book.kept.most == 64 * MEGABYTE


def test_what_the_command_line_says_is_what_a_process_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--cache 7` lets each worker keep 7 MB; without it each has its share."""
    found, open_book = [], books.open_book

    def opened(*asked: Any, **named: Any) -> GameBook:
        if "memory" not in named:
            return open_book(*asked, **named)
        found.append(named["memory"])
        raise StoreRefused("this is as far as the test goes")

    monkeypatch.setenv("KIEBITZ_STORE", f"sqlite:///{tmp_path}/kept.sqlite")
    handed: list[Serving] = []
    monkeypatch.setattr(serving, "_run", lambda served, *_asked, **_more: handed.append(served))
    monkeypatch.setattr("web.serving.follow_parent", lambda: None)
    monkeypatch.setattr(books, "open_book", opened)
    for words in (("--cache", "7"), ()):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        done = CliRunner().invoke(kiebitz, ["serve", "--port", str(port), "--workers", "3", *words])
        assert done.exit_code == 0, done.output
        with pytest.raises(StoreRefused):
            load_app(handed[-1], None)
    assert found == [7 * MEGABYTE, usual_cache(3) * MEGABYTE]
