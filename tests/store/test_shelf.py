"""The shelf: pulled, tracked, searched, rebuilt."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest

from records.errors import MalformedCommand, StoreRefused
from records.store import ShelfOrder, ShelfQuery, ShelfRow, Trash, open_store
from support.soaking import sqlite_daily

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from records.store import Head, NewRecord, Row, Store

NOON = datetime(2026, 11, 21, 12, 0, 0, 120000, tzinfo=UTC)


def row(record: str, **facts: Any) -> ShelfRow:
    """Return a shelf row with plain facts but for those given."""
    plain: dict[str, Any] = {
        "game": "observed",
        "ruleset": "as noted",
        "seats": 2,
        "started": NOON,
        "ended": None,
        "steps": 3,
        "turns": 1,
    }
    return ShelfRow(id=record, **{**plain, **facts})


def found(store: Store, **query: Any) -> list[str]:
    """Return the ids that the shelf answers with."""
    return [hit.row.id for hit in store.shelf.search(ShelfQuery(**query)).hits]


@pytest.fixture
def library(store: Store, new: Callable[..., NewRecord]) -> Store:
    """Four records of two games on the shelf."""
    return filled(store, new)


@pytest.fixture(scope="module")
def shelf(shared_url: str, new: Callable[..., NewRecord]) -> Iterator[Store]:
    """The same four, in a store that is only read."""
    with open_store(shared_url) as store:
        yield filled(store, new)


def filled(store: Store, new: Callable[..., NewRecord]) -> Store:
    """Put four records of two games on the shelf."""
    store.create_many(
        [
            new("r1", names={"A": "Änne", "B": "Ben"}),
            new("r2", names={"A": "Carl", "B": "Ben_jamin"}),
            new("r3", names={"A": "Dora", "B": "Emil"}),
            new("r4", names={"A": "Zoë", "B": "Emil"}),
        ]
    )
    pulled = store.shelf.pull()
    store.shelf.put(
        [
            row("r1", steps=30, result='{"winner":"A","why":["Résigné"]}'),
            row("r2", steps=10, started=NOON + timedelta(days=1), words="Schloßsturm 50%"),
            row("r3", steps=20, started=None, game="regicide"),
            row("r4", steps=20, started=NOON - timedelta(days=1), game="regicide", ruleset="official/2"),
        ],
        pulled,
    )
    return store


def test_pull_gives_what_is_new(
    store: Store, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
) -> None:
    """Records come in the order of the log, once each, and not again after they were put."""
    store.create_many([new("r2"), new("r1")])
    pulled = store.shelf.pull()
    assert (pulled.records, pulled.more) == (("r2", "r1"), False)
    assert store.shelf.pull() == pulled
    assert store.shelf.put([row("r2"), row("r1")], pulled)
    assert store.shelf.pull().records == ()
    store.append("r2", rows(1, after=3), expected=3, head=head(4))
    assert store.shelf.pull().records == ("r2",)


def test_pull_in_small_steps(store: Store, new: Callable[..., NewRecord]) -> None:
    """A limit cuts the log and says so; a record may come again with its later events."""
    store.create_many([new("r1", 3), new("r2", 2)])
    steps = []
    while (pulled := store.shelf.pull(2)).records:
        steps.append((pulled.records, pulled.more))
        assert store.shelf.put([], pulled)
    assert steps == [(("r1",), True), (("r1", "r2"), True), (("r2",), False)]


def test_who_pulled_before_another_put_stores_nothing(store: Store, new: Callable[..., NewRecord]) -> None:
    """Of two that pulled the same stretch the second is told to pull again, and its rows are not stored."""
    store.create(new("r1"))
    first, second = store.shelf.pull(), store.shelf.pull()
    assert store.shelf.put([row("r1", steps=1)], first)
    assert not store.shelf.put([row("r1", steps=2)], second)
    assert store.shelf.search(ShelfQuery()).hits[0].row.steps == 1


def test_a_purged_record_does_not_come_back(store: Store, new: Callable[..., NewRecord]) -> None:
    """Who pulled before a record was deleted for good cannot put it onto the shelf again."""
    store.create_many([new("r1"), new("r2")])
    pulled = store.shelf.pull()
    store.trash("r1")
    store.purge("r1")
    assert not store.shelf.put([row("r1"), row("r2")], pulled)
    assert store.shelf.search(ShelfQuery()).total == 0
    assert store.shelf.pull().records == ("r2",)


@pytest.mark.soak
def test_nothing_is_missed_after_a_purge(store: Store, new: Callable[..., NewRecord]) -> None:
    """Row numbers that SQLite gives a second time do not hide a new record from the read models."""
    store.create_many([new("r1"), new("r2")])
    store.shelf.put([], store.shelf.pull())
    store.trash("r2")
    store.purge("r2")
    assert store.shelf.pull().records == ()
    store.create(new("r3"))
    assert store.shelf.pull().records == ("r3",)
    for record in ("r1", "r3"):
        store.trash(record)
        store.purge(record)
    assert store.shelf.pull().records == ()
    store.create(new("r4", 1))
    assert store.shelf.pull().records == ("r4",)


def test_nothing_is_missed_after_dump_and_restore(sqlite_url: str, sqlite_path: Path, new: Callable[..., NewRecord]) -> None:
    """A restored SQLite file numbers its rows anew, and the read models still know where they were."""
    with open_store(sqlite_url) as store:
        store.create_many([new("r1"), new("r2")])
        store.shelf.put([], store.shelf.pull())
        store.trash("r1")
        store.purge("r1")
    restored = sqlite_path.with_name("restored.db")
    with closing(sqlite3.connect(sqlite_path)) as old, closing(sqlite3.connect(restored)) as fresh:
        fresh.executescript("\n".join(old.iterdump()))
        numbers = "SELECT MAX(rowid) FROM stored_events"
        assert fresh.execute(numbers).fetchone() < old.execute(numbers).fetchone()
    with open_store(f"sqlite:///{restored}") as store:
        assert store.shelf.pull().records == ()
        store.create(new("r3", 1))
        assert store.shelf.pull().records == ("r3",)


def test_rebuild_from_zero(library: Store) -> None:
    """Emptied read models are pulled again from the first event; who pulled before cannot put any more."""
    library.shelf.clear()
    late = library.shelf.pull()
    library.shelf.clear()
    assert library.shelf.search(ShelfQuery()).total == 0
    assert not library.shelf.put([row("r1")], late)
    pulled = library.shelf.pull()
    assert pulled.records == ("r1", "r2", "r3", "r4")
    assert library.shelf.put([row(record) for record in pulled.records], pulled)
    assert library.shelf.search(ShelfQuery()).total == 4


def test_position_and_rows_are_one_transaction(library: Store, new: Callable[..., NewRecord], outside: Any) -> None:
    """If a row cannot be stored the position stays, and the next pull gives the record again."""
    library.create(new("r5"))
    pulled = library.shelf.pull()
    with pytest.raises(StoreRefused, match=r"(?i)unique"):
        library.shelf.put([row("r5"), row("r5")], pulled)
    assert library.shelf.pull() == pulled
    assert found(library, text="r5") == []


@sqlite_daily
def test_many_threads_pull_and_put(store: Store, new: Callable[..., NewRecord]) -> None:
    """Threads that write records and threads that keep the shelf wait for each other and none fails."""
    failures: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            try:
                work()
            except BaseException as error:  # noqa: BLE001 - a thread's error must reach the test
                failures.append(error)

        return run

    def write(name: str) -> None:
        for number in range(10):
            store.create(new(f"{name}{number}"))

    def keep() -> None:
        for _ in range(10):
            pulled = store.shelf.pull(7)
            store.shelf.put([row(record) for record in pulled.records], pulled)
            store.shelf.search(ShelfQuery(text="a", limit=5))

    works = [lambda: write("a"), lambda: write("b"), keep, keep]
    threads = [threading.Thread(target=guarded(work)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    while (pulled := store.shelf.pull(7)).records:
        assert store.shelf.put([row(record) for record in pulled.records], pulled)
    assert store.shelf.search(ShelfQuery()).total == 20


def test_a_row_comes_back_as_it_was_put(library: Store) -> None:
    """All facts, times in UTC to the microsecond, the names of now, and when it was added."""
    hit = library.shelf.search(ShelfQuery(text="schloßsturm")).hits[0]
    assert hit.row == row("r2", steps=10, started=NOON + timedelta(days=1), words="Schloßsturm 50%")
    assert (hit.names, hit.trashed) == ({"A": "Carl", "B": "Ben_jamin"}, None)
    assert hit.added == library.info("r2").created_at
    library.people.rename("r2", "A", "Karl")
    assert library.shelf.search(ShelfQuery(text="karl")).hits[0].names["A"] == "Karl"


def test_times_of_other_zones_sort_as_times(store: Store, new: Callable[..., NewRecord]) -> None:
    """A later moment written in a zone behind UTC sorts after an earlier one."""
    store.create_many([new("r1"), new("r2")])
    later = (NOON + timedelta(hours=1)).astimezone(timezone(timedelta(hours=-8)))
    store.shelf.put([row("r1", started=later), row("r2")], store.shelf.pull())
    assert found(store) == ["r1", "r2"]
    assert store.shelf.search(ShelfQuery()).hits[0].row.started == later


@pytest.mark.soak
@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", ["r1", "r2", "r3", "r4"]),
        ("änne", ["r1"]),
        ("ÄNNE ben", ["r1"]),
        ("ben", ["r1", "r2"]),
        ("  emil   ZOË ", ["r4"]),
        ("résig", ["r1"]),
        ("winner", []),
        ("REGICIDE", ["r3", "r4"]),
        ("official", ["r4"]),
        ("schlosssturm", ["r2"]),
        ("50%", ["r2"]),
        ("anne", ["r1"]),
        ("RESIGNE", ["r1"]),
        ("zoe", ["r4"]),
        ("jamin", ["r2"]),
        ("min", []),
        ("2026-11-22", ["r2"]),
        ("22.11.2026", ["r2"]),
        ("2026-11", ["r1", "r2", "r4"]),
        ("November 22, 2026", ["r2"]),
        ("22. november 2026", ["r2"]),
        ("2026-22-11", []),
        ("%", []),
        ("_", []),
        ("emil nobody", []),
        ("a\0b", []),
        ("\ud800", []),
    ],
)
def test_search(shelf: Store, text: str, ids: list[str]) -> None:
    """Every word must be found in names, game, ruleset, result, day or words, by its beginning, in any case and without accents."""
    answer = shelf.shelf.search(ShelfQuery(text=text))
    assert sorted(hit.row.id for hit in answer.hits) == ids
    assert answer.total == len(ids)


@pytest.mark.parametrize(
    ("order", "ascending"),
    [
        (ShelfOrder.STARTED, ["r4", "r1", "r2", "r3"]),
        (ShelfOrder.PLAYERS, ["r2", "r3", "r4", "r1"]),
        (ShelfOrder.STEPS, ["r2", "r3", "r4", "r1"]),
        (ShelfOrder.ADDED, ["r1", "r2", "r3", "r4"]),
        (ShelfOrder.GAME, ["r1", "r2", "r3", "r4"]),
        (ShelfOrder.TURNS, ["r1", "r2", "r3", "r4"]),
        (ShelfOrder.ENDED, ["r1", "r2", "r3", "r4"]),
    ],
)
def test_order(shelf: Store, order: ShelfOrder, ascending: list[str]) -> None:
    """Each order runs both ways, equal ones by id the same way, and what is unknown stands last either way."""
    assert found(shelf, order=order, descending=False) == ascending
    downwards = found(shelf, order=order)
    if order is ShelfOrder.STARTED:
        assert downwards == ["r2", "r1", "r4", "r3"]
    if order is ShelfOrder.STEPS:
        assert downwards == ["r1", "r4", "r3", "r2"]
    if order is ShelfOrder.PLAYERS:
        assert downwards == ["r1", "r4", "r3", "r2"]


def test_pages(shelf: Store) -> None:
    """A limit and an offset cut a page out; the total stays; no limit means everything."""
    query = {"order": ShelfOrder.STEPS, "descending": False}
    answer = shelf.shelf.search(ShelfQuery(limit=2, **query))
    assert [hit.row.id for hit in answer.hits] == ["r2", "r3"]
    assert answer.total == 4
    assert found(shelf, limit=2, offset=2, **query) == ["r4", "r1"]
    assert found(shelf, offset=3, **query) == ["r1"]
    assert found(shelf, limit=0) == found(shelf, offset=9) == []
    for wrong in ({"limit": -1}, {"offset": -1}, {"text": "x" * 501}):
        with pytest.raises(MalformedCommand):
            shelf.shelf.search(ShelfQuery(**wrong))


def test_games_are_counted(shelf: Store) -> None:
    """The counts by game follow the search but not the choice of games; the total follows both."""
    answer = shelf.shelf.search(ShelfQuery(games=("regicide",)))
    assert ({hit.row.id for hit in answer.hits}, answer.total) == ({"r3", "r4"}, 2)
    assert answer.games == {"observed": 2, "regicide": 2}
    answer = shelf.shelf.search(ShelfQuery(text="ben", games=("regicide", "bridge")))
    assert (answer.hits, answer.total, answer.games) == ((), 0, {"observed": 2})


def test_trash_is_left_out_unless_asked_for(library: Store) -> None:
    """Trashed records are on the shelf only when asked for, and are counted only then."""
    library.trash("r1")
    assert sorted(found(library)) == ["r2", "r3", "r4"]
    assert library.shelf.search(ShelfQuery()).games == {"observed": 1, "regicide": 2}
    only = library.shelf.search(ShelfQuery(trash=Trash.ONLY)).hits
    assert [hit.row.id for hit in only] == ["r1"]
    assert only[0].trashed == library.info("r1").trashed_at
    assert sorted(found(library, trash=Trash.INCLUDED)) == ["r1", "r2", "r3", "r4"]


def test_forgotten_people_are_not_found(library: Store) -> None:
    """The search knows no old name: names are joined when it is asked."""
    library.people.forget("Emil", replacement="somebody")
    assert found(library, text="emil") == []
    assert sorted(found(library, text="somebody")) == ["r3", "r4"]


@pytest.mark.soak
@sqlite_daily
def test_a_large_shelf_unpaged(store: Store, new: Callable[..., NewRecord]) -> None:
    """More records than one statement takes parameters for come back whole, each with its names."""
    store.create_many([new(f"r{number:04}", 1, names={"A": f"P{number}"}) for number in range(1200)])
    pulled = store.shelf.pull()
    store.shelf.put([row(record) for record in pulled.records], pulled)
    hits = store.shelf.search(ShelfQuery()).hits
    assert [(hit.row.id, hit.names) for hit in hits[:2]] == [("r1199", {"A": "P1199"}), ("r1198", {"A": "P1198"})]
    assert all(hit.names == {"A": f"P{int(hit.row.id[1:])}"} for hit in hits)
    assert len(hits) == 1200
