"""Observed tables: events of several kilobytes, and whole archives from file to shelf."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from bench.archive import archive
from bench.measure import Way, in_turns
from bench.raw import RowCount
from bench.report import Row, section
from bench.shelf import open_book, sqlite_url
from importers import ImportOptions, read_file
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.chain import Chain
from records.core.logs.seals import Sealer
from records.core.viewers import LOCAL, PUBLIC
from records.games.observed import OBSERVED
from records.knowledge.door import veil
from records.service import NewGame
from records.service.library import library

REAL = Path(__file__).parents[3] / "shared" / "data" / "bga" / "two-players-complete.json"
MS = 1000
"""A way that counts a thousand is told in milliseconds."""


def measure(folder: Path, *, turns: int, moves: int, real: bool) -> None:
    """Print the section; the real archive too, where it is there."""
    made = archive(moves)
    game = _game(made)
    header, key = _header(game), secrets.token_bytes(32)
    chain = Chain(OBSERVED, header, key)
    both = [chain.add(entry.at, entry.event, entry.cause) for entry in game.entries]
    log, lines = [recorded for recorded, _ in both], [line for _, line in both]
    sealer, size = Sealer(OBSERVED.parts, key), sum(map(len, lines)) / len(lines)
    files = {"made-up": made} | ({"real": REAL.read_bytes()} if real and REAL.exists() else {})
    with open_book(sqlite_url(folder / "observed.db")) as book:
        games = {name: _game(data) for name, data in files.items()}
        times = in_turns(
            {
                "decode": Way(lambda _: [OBSERVED.codec.decode(line) for line in lines], len(lines)),
                "encode": Way(lambda _: [OBSERVED.codec.encode(recorded) for recorded in log], len(lines)),
                "seal": Way(lambda _: [sealer.hash(bytes(32), recorded) for recorded in log], len(lines)),
                "door": Way(lambda _: veil(OBSERVED.parts, log, PUBLIC), len(lines)),
            },
            turns,
        )
        total = RowCount(folder / "observed.db").count
        ways = {}
        for name, game in games.items():
            ways[f"{name} read"] = Way(_game, MS, lambda name=name: files[name])
            count = len(game.entries)
            ways[f"{name} stored"] = Way(
                lambda made: book.writing.add(LOCAL, made), MS, lambda game=game: _fresh(game), total=total, grows=count
            )
        whole = in_turns(ways, max(3, turns // 3))
    rows = [
        Row(f"a line of {size:.0f} bytes decoded", times["decode"]),
        Row("encoded", times["encode"]),
        Row("sealed and chained", times["seal"]),
        Row("shown to the public", times["door"]),
    ]
    for name, game in games.items():
        rows += [
            Row(f"{name} archive: {len(files[name]) / 1e6:.1f} MB read into {len(game.entries)} events", whole[f"{name} read"], unit="ms"),
            Row(f"{name} archive: chained, folded and stored", whole[f"{name} stored"], unit="ms"),
        ]
    missing = [] if REAL.exists() else ["No real archive is here to import."]
    section("OBSERVED TABLES; us an event, ms an archive", rows, *missing)


def _game(data: bytes) -> NewGame:
    (read,) = read_file(library(), data, "archive.json", ImportOptions())
    if not isinstance(read, NewGame):
        raise TypeError("an archive gives a new game")
    return read


def _fresh(game: Any) -> NewGame:
    """Return the game as if its file had never been read before."""
    values = {name: getattr(game, name) for name in NewGame.__slots__}
    return NewGame(**values | {"origin": secrets.token_hex(16)})


def _header(game: NewGame) -> Header:
    return Header(
        record=RecordId("observed00000000"),
        game=game.game,
        ruleset=game.ruleset,
        ruleset_hash=game.ruleset_hash,
        catalogue=game.catalogue,
        catalogue_hash=game.catalogue_hash,
        seats=game.seats,
        started=game.started,
    )
