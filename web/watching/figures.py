"""Figures for Prometheus: what the processes of the server do together. Labels are routes and statuses, never an address, a name or an id.

The processes of a server share a folder (``folder.py``); without one a process has its own figures.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from records.errors import RecordsError
from web.watching.folder import are_shared

if TYPE_CHECKING:
    from flask import Flask

    from records.service import GameBook
    from records.service.memory import KeptSection
    from web.guards.bodies import Bodies
    from web.lanes import Lanes
    from web.live.slots import StreamSlots
    from web.tracing import Trace

EVERY = 5.0
"""Seconds between two looks at lanes, streams and memory."""
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
"""Others are counted together: a client may send any word."""


class Figures:
    """The figures of a process, added to those of the others where they are read."""

    def __init__(self, app: Flask, book: GameBook | None) -> None:
        self._app, self._book = app, book
        registry = self._registry = CollectorRegistry()
        self._requests = Counter("kiebitz_requests", "Requests answered.", ("method", "route", "status"), registry=registry)
        self._seconds = Histogram(
            "kiebitz_request_seconds", "Seconds until the answer began.", ("route",), buckets=BUCKETS, registry=registry
        )
        live: dict[str, Any] = {"multiprocess_mode": "livesum", "registry": registry}
        self._lanes = Gauge("kiebitz_lanes", "Lanes for calculations, and questions that wait for one.", ("state",), **live)
        self._streams = Gauge("kiebitz_streams", "Streams of classes and running games that are open.", **live)
        self._bodies = Gauge("kiebitz_bodies", "Bodies of requests that are being read.", **live)
        self._kept = Gauge("kiebitz_cache_bytes", "Bytes kept of records, by sort.", ("sort",), **live)
        self._asked = Counter("kiebitz_cache", "How what is kept was asked: hit, miss, or dropped.", ("sort", "what"), registry=registry)
        recent: dict[str, Any] = {"multiprocess_mode": "mostrecent", "registry": registry}
        self._up = Gauge("kiebitz_store_up", "Whether the database answers and fits this program.", **recent)
        self._taken = Gauge("kiebitz_store_bytes", "Bytes that the database takes.", **recent)
        self._free = Gauge("kiebitz_store_free_bytes", "Bytes left on the disk of a SQLite file.", **recent)
        self._before: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def count(self, trace: Trace) -> None:
        """Count a request whose answer begins."""
        method = trace.method if trace.method in METHODS else "other"
        self._requests.labels(method, trace.route, str(trace.status)).inc()
        self._seconds.labels(trace.route).observe(trace.seconds)

    def look(self) -> None:
        """Take the figures of this process that are not counted by request."""
        held = self._app.extensions
        lanes: Lanes = held["kiebitz-lanes"]
        streams: StreamSlots = held["kiebitz-streams"]
        bodies: Bodies | None = held.get("kiebitz-bodies")
        for state, number in (("all", lanes.limits.lanes), ("taken", lanes.taken), ("waiting", lanes.waiting)):
            self._lanes.labels(state).set(number)
        self._streams.set(streams.held)
        self._bodies.set(bodies.now if bodies is not None else 0)
        with self._lock:
            for sort, section in self._book.kept.sections.items() if self._book is not None else ():
                self._kept.labels(sort).set(section.bytes)
                self._add(sort, section)

    def keep_looking(self) -> None:
        """Look in a thread of its own for as long as the process lives: another process may be the one that is asked."""

        def looking() -> None:
            while True:
                self.look()
                time.sleep(EVERY)

        threading.Thread(target=looking, name="figures", daemon=True).start()

    def text(self) -> bytes:
        """Return the figures of all processes in Prometheus' form of text."""
        self.look()
        self._measure()
        if not are_shared():
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)

    def _add(self, sort: str, section: KeptSection) -> None:
        for what, number in (("hit", section.hits), ("miss", section.misses), ("dropped", section.dropped)):
            self._asked.labels(sort, what).inc(number - self._before.get((sort, what), 0))
            self._before[sort, what] = number

    def _measure(self) -> None:
        try:
            room = self._book.writing.room() if self._book is not None else None
        except RecordsError:
            room = None
        self._up.set(room is not None)
        if room is not None:
            self._taken.set(room.taken)
            if room.free is not None:
                self._free.set(room.free)
