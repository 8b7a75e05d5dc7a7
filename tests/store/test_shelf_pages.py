"""Pages of the shelf: by key, in a time that hardly grows with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from records.errors import MalformedCommand, RecordNotFound
from records.store import MOST_COUNTED, Head, NewRecord, Row, ShelfOrder, ShelfQuery, ShelfRow, Trash, open_store
from records.store.shelf import pages as shelf_pages
from records.store.shelf.search import search
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from records.store import Store

NOON = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)
NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil", "Zoë", "Mara", "Tobias")
GAMES = ("observed", "castle-rampage", "regicide")


def short(number: int) -> NewRecord:
    """Return a record of one event, later than those before it; every 500th is one of Kyrö's, the first 40 are Gus'."""
    record = f"r{number * 7919 % 100_003:06}"
    row = ShelfRow(
        id=record,
        game=GAMES[number % 3],
        ruleset="none",
        seats=2,
        started=NOON + timedelta(hours=number),
        ended=None if number % 5 else NOON + timedelta(hours=number, seconds=9),
        steps=number % 90,
        turns=number % 7,
        result='{"why":["Victory"]}',
    )
    names = {"A": NAMES[number % 8], "B": "Kyrö" if number % 500 == 0 else "Gus" if number < 40 else "Ina"}
    return NewRecord(
        id=record, header=b"{}", key=None, names=names, origin=None, rows=[Row(1, "x/1", b"{}")], head=Head(1, bytes(32)), shelf=row
    )


PAIRS = [
    *(("sqlite", 100, 100), ("postgresql", 0, 100), ("sqlite", 0, 3)),
    *(("postgresql", 100, 100), ("sqlite", 0, 100), ("postgresql", 0, 3)),
]
"""Each database and each way to find a record: every day each way on one of them."""
ways = pytest.mark.parametrize(("url", "few", "walked"), rest_soaked(PAIRS, keep=3), indirect=["url"])


@pytest.mark.soak
@ways
def test_pages_by_key_are_the_list(store: Store, few: int, walked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages after one another, there and back, hold each record once in the list's order, by whichever way it is found."""
    store.create_many([short(number) for number in range(60, 73)])
    monkeypatch.setattr(shelf_pages, "FEW", few)
    monkeypatch.setattr(shelf_pages, "WALKED", walked)
    for number, order in enumerate(ShelfOrder):
        asked: dict[str, Any] = {"order": order, "descending": number % 2 == 0, "text": "" if number % 3 == 0 else "ina"}
        whole = [hit.row.id for hit in store.shelf.search(ShelfQuery(**asked)).hits]
        assert len(whole) == 13
        there, more = list[str](), True
        while more:
            page = store.shelf.search(ShelfQuery(limit=5, after=there[-1] if there else "", **asked))
            there += [hit.row.id for hit in page.hits]
            more = page.more
        assert there == whole
        back, more = list[str](), True
        while more:
            page = store.shelf.search(ShelfQuery(limit=5, before=back[0] if back else whole[-1], **asked))
            back = [hit.row.id for hit in page.hits] + back
            more = page.more
        assert back == whole[:-1]


@pytest.mark.soak
@ways
def test_a_game_is_found_by_any_of_its_titles_and_a_record_by_its_id(
    store: Store, few: int, walked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word that begins a word of a title finds all of the game, with the other words and filters; six signs of an id find the record."""
    monkeypatch.setattr(shelf_pages, "FEW", few)
    monkeypatch.setattr(shelf_pages, "WALKED", walked)
    store.create_many([short(number) for number in range(60, 73)])
    titles = {"observed": ("Observed table", "Beobachteter Tisch"), "regicide": ("Königsmord",)}

    def found(text: str, **asked: Any) -> set[int]:
        page = store.shelf.search(ShelfQuery(text=text, titles=titles, limit=20, **asked))
        assert page.total == len(page.hits) or not few
        return {number for number in range(60, 73) for hit in page.hits if hit.row.id == short(number).id}

    observed = {60, 63, 66, 69, 72}
    assert found("beobacht tisch") == found("BEOBACHTETER") == observed
    assert found("konigs") == {62, 65, 68, 71}
    assert found("tisch zoe") == {69}
    assert found("tisch", games=("regicide",)) == found("achteter") == set()
    assert found(short(64).id) == found(short(64).id[:6]) == {64}
    assert found(short(64).id, games=("regicide",)) == found(short(64).id[:5]) == set()
    assert found(f"{short(64).id} tisch") == set()
    store.trash(short(64).id)
    assert found(short(64).id) == set()
    assert found(short(64).id, trash=Trash.ONLY) == {64}


def test_a_page_begins_at_a_record_of_the_shelf(store: Store) -> None:
    """A page behind a record that is not there, or at two places, is refused; one that was put into the trash still marks its place."""
    store.create_many([short(number) for number in range(3)])
    first, second, third = (hit.row.id for hit in store.shelf.search(ShelfQuery()).hits)
    with pytest.raises(RecordNotFound):
        store.shelf.search(ShelfQuery(after="nobody"))
    with pytest.raises(RecordNotFound):
        store.shelf.search(ShelfQuery(before="a\0b"))
    with pytest.raises(MalformedCommand):
        store.shelf.search(ShelfQuery(after=first, before=third))
    store.trash(second)
    assert [hit.row.id for hit in store.shelf.search(ShelfQuery(after=second)).hits] == [third]
    assert [hit.row.id for hit in store.shelf.search(ShelfQuery(text="victory", trash=Trash.ONLY)).hits] == [second]


@pytest.mark.soak
def test_a_page_costs_the_same_on_a_shelf_three_times_as_long(sqlite_url: str) -> None:
    """Counted in steps of SQLite's machine, no page costs more than half as much again; what is many is not counted."""
    queries = {
        "first": ShelfQuery(limit=50),
        "by length": ShelfQuery(limit=50, order=ShelfOrder.STEPS),
        "by player": ShelfQuery(limit=50, order=ShelfOrder.PLAYERS, descending=False),
        "after": ShelfQuery(limit=50, after=short(1200).id),
        "a game": ShelfQuery(limit=50, games=("regicide",)),
        "a name of many": ShelfQuery(limit=50, text="ina"),
        "all": ShelfQuery(limit=50, text="victory", order=ShelfOrder.ADDED),
        "old ones": ShelfQuery(limit=50, text="gus"),
        "nobody": ShelfQuery(limit=50, text="nobody"),
        "a day": ShelfQuery(limit=50, text="2026-11-22"),
        "a title": ShelfQuery(limit=50, text="tisch", titles=dict.fromkeys(GAMES, ("Beobachteter Tisch",))),
        "an id": ShelfQuery(limit=50, text=short(1200).id),
    }
    with open_store(sqlite_url) as store:
        store.create_many([short(number) for number in range(2500)])
        before = {name: _cost(store, query) for name, query in queries.items()}
        store.create_many([short(number) for number in range(2500, 7500)])
        after = {name: _cost(store, query) for name, query in queries.items()}
        assert store.shelf.search(ShelfQuery(limit=1)).total == MOST_COUNTED + 1
        assert store.shelf.search(ShelfQuery(text="kyro")).total == 15
    assert {name: (cost, after[name]) for name, cost in before.items() if after[name] > 1.5 * cost + 50} == {}


def _cost(store: Store, query: ShelfQuery) -> int:
    """Return how many hundred steps an answer takes."""
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    with store._opened.database.reading() as connection:
        raw: Any = connection.connection.driver_connection
        raw.set_progress_handler(count, 100)
        try:
            search(connection, query)
        finally:
            raw.set_progress_handler(None, 0)
    return steps
