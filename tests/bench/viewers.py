"""Two hundred readers at human pace on two hundred records: answers a second, how long they take, processor and memory.

``make soak`` runs it (``test_viewers.py``); by itself it prints what it found. The server is ``kiebitz serve`` with two processes, and the
readers ask from here: what they take of the processors is told apart.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support.processes import ended

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GAMES: dict[str, dict[str, Any]] = {
    "castle-rampage": {"ruleset": "castle-rampage/plain"},
    "regicide": {"players": 3},
    "creature-crush": {},
}
EYES = ("A", "B", "open", "public")
PACE = 2.0
"""Seconds from one step of a reader to the next; with 0 it asks as soon as the one before is there: as many as there can be."""
REST = 0.7
"""Seconds that a reader rests on a step before the page asks what is against the rules."""
LINES = 2
"""Connections of one reader, used in turn: so both processes are asked for each record."""
BROWSER = "Host: 127.0.0.1\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\nAccept-Language: en\r\n\r\n"
PATIENCE = 60
"""Seconds for one answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What came of it."""

    readers: int
    pace: float
    """Seconds from one step of a reader to the next."""
    seconds: float
    answers: int
    """Steps that were shown."""
    beside: int
    """Other answers: what is against the rules."""
    faults: int
    """Answers other than 200, or none."""
    times: Sequence[float]
    """Seconds that steps took, sorted."""
    server: float
    """Seconds of processor that the server took."""
    readers_cpu: float
    """That the readers took."""
    others: float
    """That all else on the machine took."""
    processes: Sequence[dict[str, Any]]
    """Of each process of the server: memory, and what it keeps."""
    asked: Sequence[Counter[str]]
    """Of each, hits and misses by sort while it was measured, as ``seen hits``."""

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.answers / self.seconds

    @property
    def wanted(self) -> float:
        """Steps a second that the readers want: without end where they do not pause."""
        return self.readers / self.pace if self.pace else float("inf")

    @property
    def cpu(self) -> float:
        """Milliseconds of processor that a request took."""
        return 1000 * self.server / max(1, self.answers + self.beside)

    def percentile(self, share: float) -> float:
        """Return the milliseconds in which that share of the steps was shown."""
        return 1000 * self.times[min(len(self.times) - 1, int(len(self.times) * share))] if self.times else 0.0

    def lines(self) -> Iterator[str]:
        """Yield it in words."""
        wanted = f" of {self.wanted:.0f}" if self.pace else ""
        yield f"{self.readers} readers, {self.seconds:.0f} s: {self.rate:.1f}{wanted} steps a second, {self.faults} faults"
        yield f"a step: p50 {self.percentile(0.5):.0f} ms, p95 {self.percentile(0.95):.0f} ms, p99 {self.percentile(0.99):.0f} ms"
        yield f"processor a request: {self.cpu:.1f} ms ({self.answers} steps, {self.beside} looks at what is against the rules)"
        shares = [100 * taken / self.seconds for taken in (self.server, self.readers_cpu, self.others)]
        yield "processors, % of one: server {:.0f}, readers {:.0f}, all else {:.0f}".format(*shares)
        for one, asked in zip(self.processes, self.asked, strict=True):
            kept = one["kept"]
            yield f"process {one['process']}: {one['memory'] >> 20} MB" + (
                "" if kept is None else f", {kept['bytes'] >> 20} of {kept['most'] >> 20} MB kept"
            )
            for sort, section in ({} if kept is None else kept["sections"]).items():
                hits, misses = asked[f"{sort} hits"], asked[f"{sort} misses"]
                if hits + misses:
                    share = f"{100 * hits / (hits + misses):.1f} % of {hits + misses} found"
                    yield f"  {sort}: {section['entries']} kept, {section['bytes'] >> 10} kB; {share}, {asked[f'{sort} dropped']} dropped"


def fill(url: str, records: int) -> list[tuple[str, int]]:
    """Record so many simulated games, of each sort as many; returns each with its steps."""
    games, found = library(), []
    with GameBook.open(url) as book:
        for nth, (game, how) in enumerate(GAMES.items()):
            number = records // len(GAMES) + (nth < records % len(GAMES))
            for new in simulate(games[game], seed=27, games=number, **how):
                stored = book.writing.add(LOCAL, new)[0].id
                found.append((str(stored), book.record(LOCAL, stored, "public").steps))
    random.Random(27).shuffle(found)  # noqa: S311 -- a benchmark, not a secret
    return found


@contextlib.contextmanager
def serving(url: str, workers: int, words: Sequence[str]) -> Iterator[int]:
    """Serve a store; gives the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = {**os.environ, "KIEBITZ_STORE": url, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), str(Path.cwd())])}
    command = [sys.executable, "-m", "bench.viewers_served", "serve", "--port", str(port), "--workers", str(workers), *words]
    with ended(subprocess.Popen(command, env=environment, text=True)) as process:
        end = time.monotonic() + PATIENCE
        while len(told(port, workers)) < workers:
            if time.monotonic() > end or process.poll() is not None:
                raise AssertionError("the server did not start")
            time.sleep(0.2)
        yield port
        process.terminate()
        process.wait(15)


def told(port: int, workers: int) -> list[dict[str, Any]]:
    """What each process says of itself; fewer where not all answer yet."""
    found: dict[int, dict[str, Any]] = {}
    for _ in range(200):
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", "/-/kept")
            one = json.loads(connection.getresponse().read())
        except OSError:
            break
        finally:
            connection.close()
        found[one["process"]] = one
        if len(found) == workers:
            break
    return [found[process] for process in sorted(found)]


@dataclass(slots=True)
class Counts:
    """What the readers saw while it was measured."""

    measuring: bool = False
    times: list[float] = field(default_factory=list)
    beside: int = 0
    faults: int = 0


class Reader:
    """One of them, on one record through one pair of eyes."""

    def __init__(self, port: int, nth: int, records: Sequence[tuple[str, int]], counts: Counts, pace: float = PACE) -> None:
        self._port, self._counts, self._pace = port, counts, pace
        self._record, self._steps = records[nth % len(records)]
        self._eyes = EYES[nth % len(EYES)]
        self._random = random.Random(nth)  # noqa: S311 -- the same
        self._at = self._random.randrange(self._steps // 2)
        self._lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None] = [None] * LINES
        self._asked, self._clean = 0, False

    async def read(self, begin: float, end: float) -> None:
        """Open the record, then ask for a step at each pace until ``end``."""
        await asyncio.sleep(begin - time.monotonic())
        try:
            await self._get(f"?at={self._at}&as={self._eyes}")
            await self._look_for_breaches()
            due = time.monotonic()
            while (due := max(due + self._pace, time.monotonic())) < end:
                await asyncio.sleep(due - time.monotonic())
                self._at = self._next()
                asked = time.monotonic()
                got = await self._get(f"/steps/{self._at}?as={self._eyes}&short=on")
                if self._counts.measuring and got is not None:
                    self._counts.times.append(time.monotonic() - asked)
                await self._look_for_breaches()
        finally:
            for line in self._lines:
                if line is not None:
                    line[1].close()

    def _next(self) -> int:
        how = self._random.random()
        if how < 0.1:
            return self._random.randrange(self._steps)
        return max(0, self._at - 1) if how < 0.2 else min(self._steps, self._at + 1)

    async def _look_for_breaches(self) -> None:
        if self._clean or not self._pace:
            return
        await asyncio.sleep(REST)
        body = await self._get(f"/breaches?at={self._at}&as={self._eyes}", plain=True)
        self._clean = body is None or b"data-clean" in body
        self._counts.beside += self._counts.measuring

    async def _get(self, path: str, *, plain: bool = False) -> bytes | None:
        nth = self._asked % LINES
        self._asked += 1
        asks = BROWSER.replace("Accept-Encoding: gzip\r\n", "") if plain else BROWSER
        try:
            line = self._lines[nth] or await asyncio.open_connection("127.0.0.1", self._port)
            self._lines[nth] = line
            line[1].write(f"GET /records/{self._record}{path} HTTP/1.1\r\n{asks}".encode())
            async with asyncio.timeout(PATIENCE):
                head = (await line[0].readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                body = await self._body(line[0], head)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self._lines[nth] = None
            self._counts.faults += 1
            return None
        if " 200 " not in head.split("\r\n", 1)[0]:
            self._counts.faults += not plain  # a store that judged on the page has no such page
            return None
        return body

    @staticmethod
    async def _body(line: asyncio.StreamReader, head: str) -> bytes:
        for named in head.split("\r\n"):
            if named.startswith("content-length:"):
                return await line.readexactly(int(named.partition(":")[2]))
        body = b""
        while size := int(await line.readline(), 16):
            body += await line.readexactly(size)
            await line.readexactly(2)
        await line.readline()
        return body


def measure(
    url: str,
    records: Sequence[tuple[str, int]],
    *,
    readers: int,
    seconds: float,
    workers: int = 2,
    words: Sequence[str] = (),
    pace: float = PACE,
) -> Found:
    """Let so many read; what is measured begins when all have come and read a while."""
    with serving(url, workers, words) as port:
        return asyncio.run(_measured(port, records, readers=readers, seconds=seconds, workers=workers, pace=pace))


async def _measured(port: int, records: Sequence[tuple[str, int]], *, readers: int, seconds: float, workers: int, pace: float) -> Found:
    counts, come = Counts(), readers / 8
    start = time.monotonic()
    begin = start + come + 5 * PACE
    tasks = [
        asyncio.create_task(Reader(port, nth, records, counts, pace).read(start + come * nth / readers, begin + seconds))
        for nth in range(readers)
    ]
    await asyncio.sleep(begin - time.monotonic())
    before, mine, busy = await asyncio.to_thread(told, port, workers), time.process_time(), _busy()
    counts.measuring, began = True, time.monotonic()
    await asyncio.sleep(seconds)
    counts.measuring = False
    taken = time.monotonic() - began
    after, mine, busy = await asyncio.to_thread(told, port, workers), time.process_time() - mine, _busy() - busy
    await asyncio.gather(*tasks)
    server = sum(one["cpu"] for one in after) - sum(one["cpu"] for one in before)
    return Found(
        readers=readers,
        pace=pace,
        seconds=taken,
        answers=len(counts.times),
        beside=counts.beside,
        faults=counts.faults,
        times=sorted(counts.times),
        server=server,
        readers_cpu=mine,
        others=max(0.0, busy - server - mine),
        processes=after,
        asked=[_asked(one) - _asked(earlier) for earlier, one in zip(before, after, strict=True)],
    )


def _asked(process: dict[str, Any]) -> Counter[str]:
    sections = {} if process["kept"] is None else process["kept"]["sections"]
    return Counter({f"{sort} {what}": section[what] for sort, section in sections.items() for what in ("hits", "misses", "dropped")})


def _busy() -> float:
    """Seconds that the processors of this machine were busy so far."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - getattr(times, "iowait", 0.0) - getattr(times, "guest", 0.0) - getattr(times, "guest_nice", 0.0))


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=PACE, help="seconds from one step of a reader to the next; 0: as many as can be had")
    parser.add_argument("--cache", type=int, help="MB that each process may keep (default: as kiebitz serve)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kiebitz-viewers-") as folder:
        url = f"sqlite:///{folder}/viewers.db"
        records = fill(url, options.records)
        words = () if options.cache is None else ("--cache", str(options.cache))
        for line in measure(url, records, readers=options.readers, seconds=options.seconds, words=words, pace=options.pace).lines():
            print(line, flush=True)


if __name__ == "__main__":
    main()
