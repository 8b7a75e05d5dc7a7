"""PostgreSQL's log while several write to it: writers do not wait for each other, and no reader of the log passes over an event."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count
from typing import TYPE_CHECKING

import psycopg
import pytest
from msgspec.structs import replace

from records.errors import AlreadyStored, LimitReached, StoreAway
from records.store import ShelfRow, open_store
from records.store.recorders import settled
from records.store.rows import OwnerLimits
from records.store.times import text_time

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.store import Head, NewRecord, Row

EVENT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (%s, 1, 'x/1', '')"
WRITERS, PULLS = 4, 10


def test_a_writer_waits_for_no_other_and_a_reader_passes_over_nobody(postgres_url: str, new: Callable[..., NewRecord]) -> None:
    """A record is stored while another writer has its number already; who pulls waits for that one, and is given both."""
    with open_store(postgres_url) as store, psycopg.connect(postgres_url) as slow, ThreadPoolExecutor(1) as thread:
        slow.execute(EVENT, ("r1",))
        store.create(new("r2"))
        pulling = thread.submit(store.shelf.pull)
        time.sleep(0.2)
        assert not pulling.done()
        slow.commit()
        assert pulling.result(timeout=30).records == ("r1", "r2")


def test_a_reader_that_follows_writers_is_given_every_event(postgres_url: str) -> None:
    """Writers draw numbers, wait, and commit or take back in any order: the reader is given what is kept, each once, and nothing else."""
    kept: set[str] = set()
    enough = threading.Event()

    def write(name: int) -> None:
        dice = random.Random(name)  # noqa: S311 - when a writer waits is no secret
        with psycopg.connect(postgres_url) as connection:
            for number in count():
                record = f"{name}-{number}"
                connection.execute(EVENT, (record,))
                time.sleep(dice.random() * 0.02)
                if dice.random() < 0.2:
                    connection.rollback()
                else:
                    connection.commit()
                    kept.add(record)
                if enough.is_set():
                    return

    found: list[str] = []
    with open_store(postgres_url) as store, ThreadPoolExecutor(WRITERS) as threads:
        writers = [threads.submit(write, name) for name in range(WRITERS)]
        for turn in count():
            if turn == PULLS:
                enough.set()
                wait(writers)
            pulled = store.shelf.pull(50)
            assert store.shelf.put([], pulled)
            found += pulled.records
            if turn >= PULLS and not pulled.records:
                break
    assert sorted(found) == sorted(kept)


def test_a_reader_waits_for_a_while_only(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who writes for too long makes the reader say so, and nothing is passed over."""
    monkeypatch.setattr(settled.settled_end, "__defaults__", (0.05,))
    with open_store(postgres_url) as store, psycopg.connect(postgres_url) as slow:
        slow.execute(EVENT, ("r1",))
        with pytest.raises(StoreAway, match="being written"):
            store.shelf.pull()
        slow.commit()
        assert store.shelf.pull().records == ("r1",)


def test_what_a_writer_brought_to_the_shelf_itself_is_not_pulled(
    postgres_url: str, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
) -> None:
    """The log is read past events that the shelf knows, and stops at those that it does not, whoever wrote later."""
    with open_store(postgres_url) as store:
        for record in ("r1", "r2"):
            store.create(replace(new(record), shelf=_row(record, 3)))
        assert store.shelf.pull().records == ()
        store.append("r1", rows(1, after=3), expected=3, head=head(4))
        store.append("r2", rows(1, after=3), expected=3, head=head(4), shelf=_row("r2", 4))
        assert store.shelf.pull().records == ("r1",)
        assert store.shelf.pending() == (frozenset({"r1"}), None)


def test_of_two_that_store_one_file_at_the_same_moment_one_does(postgres_url: str, new: Callable[..., NewRecord]) -> None:
    """The other is told which record it is, and stores nothing."""
    with open_store(postgres_url) as store, open_store(postgres_url) as other, ThreadPoolExecutor(1) as thread:
        with store._opened.database.together(lambda _: None):
            store.create(new("r1", origin="file"))
            waiting = thread.submit(other.create, new("r2", origin="file"))
            time.sleep(0.2)
            assert not waiting.done()
        with pytest.raises(AlreadyStored, match="as record r1"):
            waiting.result(timeout=30)
        assert store.ids() == ["r1"]


def test_an_owner_that_stores_twice_at_the_same_moment_has_no_more_than_the_limit(postgres_url: str, new: Callable[..., NewRecord]) -> None:
    """Who comes second counts what the first is about to keep."""
    limits = OwnerLimits(owner="o", records=1, bytes=0, day=0, since=text_time("2026-11-21T00:00:00Z"))

    def owned(record: str) -> NewRecord:
        return replace(new(record), owner="o", limits=limits)

    with open_store(postgres_url) as store, open_store(postgres_url) as other, ThreadPoolExecutor(1) as thread:
        with store._opened.database.together(lambda _: None):
            store.create(owned("r1"))
            waiting = thread.submit(other.create, owned("r2"))
            time.sleep(0.2)
        with pytest.raises(LimitReached):
            waiting.result(timeout=30)
        assert store.ids() == ["r1"]


def _row(record: str, steps: int) -> ShelfRow:
    return ShelfRow(id=record, game="observed", ruleset="as noted", seats=2, started=None, ended=None, steps=steps, turns=1)
