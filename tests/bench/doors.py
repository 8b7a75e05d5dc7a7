"""What it costs to show each viewer only what it was shown, to write that into a file, and to check a chain."""

from __future__ import annotations

import secrets
from pathlib import Path

from bench.measure import Way, in_turns
from bench.play import EVENTS, SEATS, entries, new_game
from bench.report import Row, section
from bench.shelf import chained, new_header, open_book, sqlite_url
from bench.skirmish import SKIRMISH
from records.core.logs.chain import Chain
from records.core.logs.seals import Sealer
from records.core.viewers import LOCAL, OPEN, PUBLIC, Viewer
from records.knowledge.door import redact, veil


def measure(folder: Path, *, turns: int, records: int) -> None:
    """Print the section."""
    header, key = new_header(), secrets.token_bytes(32)
    logs, lines, ends = zip(*(chained(header, key, entries(seed)) for seed in range(records)), strict=True)
    sealer = Sealer(SKIRMISH.parts, key)
    count = EVENTS * records

    def veiled(viewer: Viewer) -> Way:
        return Way(lambda _: [veil(SKIRMISH.parts, log, viewer) for log in logs], count)

    def redacted(viewer: Viewer) -> Way:
        return Way(lambda _: [redact(sealer, log, viewer) for log in logs], count)

    def accept(_: None) -> list[bytes]:
        heads = []
        for log in logs:
            chain = Chain(SKIRMISH, header, key)
            for recorded in log:
                chain.accept(recorded)
            heads.append(chain.hash)
        return heads

    with open_book(sqlite_url(folder / "verify.db")) as book:
        book.writing.add(LOCAL, *(new_game(entries(seed)) for seed in range(records)))
        times = in_turns(
            {
                "seat": veiled(SEATS[0]),
                "public": veiled(PUBLIC),
                "open": veiled(OPEN),
                "seat file": redacted(SEATS[0]),
                "public file": redacted(PUBLIC),
                "encode": Way(lambda _: [[SKIRMISH.codec.encode(recorded) for recorded in log] for log in logs], count),
                "decode": Way(lambda _: [[SKIRMISH.codec.decode(line) for line in page] for page in lines], count),
                "accept": Way(accept, count, check=lambda heads: heads == [end.hash for end in ends]),
                "verify": Way(lambda _: list(book.records.verify(LOCAL)), count, check=lambda found: found == []),
            },
            turns,
        )
    section(
        "THE DOOR, and the chain checked; us an event",
        [
            Row("what a seat was shown", times["seat"]),
            Row("what the public was shown", times["public"]),
            Row("the open table", times["open"]),
            Row("redacted for a seat's file, with salts and commitments", times["seat file"]),
            Row("redacted for the public's file", times["public file"]),
            Row("one line encoded", times["encode"]),
            Row("one line decoded", times["decode"]),
            Row("a chain walked, events in memory", times["accept"]),
            Row("book.records.verify, from the file", times["verify"]),
        ],
    )
