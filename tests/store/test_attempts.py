"""What failed is counted by either database alike, by many at once, and leaves no row once it counts no more."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from records.store import CountedAttempts, open_store
from records.store.schema import attempts, browsers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.store import Store

NOW = datetime(2026, 1, 1, tzinfo=UTC)
FIVE, THREE = CountedAttempts("five", 60_000, 5), CountedAttempts("three", 60_000, 3)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store of each kind."""
    with open_store(url) as opened:
        yield opened


def test_a_count_fills_and_empties(store: Store) -> None:
    """By one each so often; where one has no room none is counted, unless it is counted where there is room."""
    rows = store.attempts
    for turn in range(1, 4):
        assert rows.count([FIVE, THREE], NOW) == {"five": turn, "three": turn}
    assert rows.count([FIVE, THREE], NOW) is None
    assert rows.count([FIVE, THREE], NOW, where_room=frozenset({"three"})) == {"five": 4}
    assert (rows.wait([FIVE], NOW), rows.wait([FIVE, THREE], NOW)) == (0, 60)
    assert rows.count([THREE], NOW + timedelta(seconds=59)) is None
    assert rows.count([THREE], NOW + timedelta(seconds=60)) == {"three": 3}
    rows.take_back([THREE], [FIVE])
    assert rows.count([FIVE, THREE], NOW + timedelta(seconds=60)) == {"five": 1, "three": 3}


def test_many_count_at_once(store: Store) -> None:
    """Of forty who count the same two in different orders as many have room as there is."""
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda turn: store.attempts.count([FIVE, THREE][:: 1 if turn % 2 else -1], NOW), range(40)))
    assert sum(one is not None for one in found) == 3


def test_rows_go_and_a_wrong_clock_is_forgiven(store: Store) -> None:
    """Whoever counts next deletes what counts no more, and what would count for more than a day."""
    store.attempts.count([FIVE], NOW)
    store.attempts.count([THREE], NOW + timedelta(days=4000))
    store.attempts.count([CountedAttempts("other", 1000, 5)], NOW + timedelta(minutes=2))
    with store.transactions.reading() as connection:
        assert connection.execute(select(attempts.c.key)).scalars().all() == ["other"]


def test_a_browser_is_seen_again_and_forgotten(store: Store) -> None:
    """Two who see it at once are no error; a year later it is nobody's."""
    rows = store.sign_ins
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: rows.welcome("ada", "net", "hash", NOW), range(8)))
    assert rows.holders("hash", NOW) == ["ada"]
    assert rows.knows("ada", "net", NOW)
    assert not rows.knows("ada", "net", NOW + timedelta(days=91))
    assert rows.holders("hash", NOW + timedelta(days=366)) == []
    rows.welcome("ada", "other", "another", NOW + timedelta(days=366))
    with store.transactions.reading() as connection:
        assert connection.execute(select(func.count()).select_from(browsers)).scalar() == 1


def test_which_classes_ask_is_found_by_study(store: Store) -> None:
    """The last question of each class, for a while, until it ends."""
    rows = store.asked
    rows.put("one", "study", NOW)
    rows.put("two", "study", NOW)
    rows.put("two", "study", NOW + timedelta(hours=1))
    assert rows.of("study", NOW) == ["one", "two"]
    assert rows.of("study", NOW + timedelta(minutes=1)) == ["two"]
    rows.end("two")
    assert (rows.of("study", NOW), rows.of("other", NOW)) == (["one"], [])
