"""What access costs: questions to the policy, and the shelf of who is not let see everything."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from bench.listing import PAGE, short_records
from bench.measure import Samples, Way, in_turns
from bench.report import Row, section
from bench.shelf import sqlite_url
from records.core.ids import SeatKey
from records.core.viewers import Caller, CallerKind, Role
from records.service import GameBook, NewTable
from records.service.access import Permission
from records.service.accounts.policy import AccountPolicy
from records.store import TO_ACCOUNTS, TO_EVERYBODY, Account, Listed, Onlookers, Release, ShelfOrder, ShelfQuery, ShelfReach, open_store
from records.store.schema import releases
from records.store.shelf.shelf import enter

if TYPE_CHECKING:
    from records.store import Store

AT_ONCE = 1000
A_QUESTION, A_PAGE = 0.2, 30.0
"""Milliseconds of CPU."""
ANN = Caller("Ann", CallerKind.ACCOUNT, account="ann", roles=frozenset({Role.RECORDER, Role.PLAYER}), via="session")


def measure(folder: Path, *, turns: int, records: int) -> None:
    """Print what a question to the policy costs, and a page of 50 of ``records`` records, few or many of which are there for the caller."""
    _questions(folder / "questions.db", turns)
    with open_store(sqlite_url(folder / "restricted.db")) as store:
        chosen = iter(short_records(records))
        while part := list(islice(chosen, AT_ONCE)):
            store.create_many(part)
        ids = store.ids()
        _release(store, ids[:: max(1, records // 40)], owner="few")
        rows = _pages(store, turns, "few of them", ShelfReach("few", TO_ACCOUNTS))
        _release(store, ids[:: max(1, records // 3000)], owner=None)
        rows += _pages(store, turns, "3,000 listed", ShelfReach("few", TO_EVERYBODY))
        _release(store, ids[1::3], owner="many")
        rows += _pages(store, turns, "a third", ShelfReach("many", TO_ACCOUNTS))
    section(f"A SHELF OF {records} RECORDS, of which not all are there; ms of one core a page of 50", rows)


def _questions(path: Path, turns: int) -> None:
    store = open_store(sqlite_url(path))
    store.accounts.put(Account(key=ANN.account, name=ANN.name, roles=frozenset({"recorder", "player"}), created_at=datetime.now(UTC)))
    with GameBook(store, policy=AccountPolicy(store)) as book:
        record = book.writing.begin(ANN, NewTable(game="castle-rampage", names=("Ann", "Ben"), begins=SeatKey("A"), dealt=True))
        book.access.close_record(ANN, record)
        book.access.release_record(ANN, record, Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True))
        eve, gate, many = Caller("Eve", CallerKind.ACCOUNT, account="eve", via="session"), book._office.gate, 200
        ways = {
            "how a stranger may look at a record, the live law with it": Way(
                lambda _: [gate.sight(eve, record) for _ in range(many)], many, clock=process_time
            ),
            "whether its owner may write": Way(
                lambda _: [gate.may(ANN, Permission.WRITE, record) for _ in range(many)], many, clock=process_time
            ),
            "which records there are": Way(lambda _: [gate.within(ANN) for _ in range(many)], many, clock=process_time),
        }
        times = in_turns(ways, turns)
    rows = [Row(name, Samples(tuple(value / 1000 for value in taken.values)), aim=A_QUESTION, unit="ms") for name, taken in times.items()]
    section("QUESTIONS TO THE POLICY; ms of one core each", rows)


def _pages(store: Store, turns: int, what: str, within: ShelfReach) -> list[Row]:
    queries = {
        "the first page": ShelfQuery(limit=PAGE),
        "by players": ShelfQuery(limit=PAGE, order=ShelfOrder.PLAYERS, descending=False),
        "a name of many": ShelfQuery(limit=PAGE, text="anna"),
        "a game": ShelfQuery(limit=PAGE, games=("regicide",)),
    }
    ways = {
        f"{what}: {name}": Way(lambda _, query=query: store.shelf.search(query, within), 1, clock=process_time)
        for name, query in queries.items()
    }
    return [
        Row(name, Samples(tuple(value / 1000 for value in taken.values)), aim=A_PAGE, unit="ms")
        for name, taken in in_turns(ways, turns).items()
    ]


def _release(store: Store, ids: list[str], owner: str | None) -> None:
    """Release records as the book does, many at once."""
    row = {"listed": "everybody", "after": "public", "live": 0, "owner": owner}
    with store._opened.database.writing() as connection:
        here = {record for (record,) in connection.execute(releases.select().with_only_columns(releases.c.record))}
        new = [record for record in ids if record not in here]
        if not new:
            return
        connection.execute(releases.insert(), [{"record": record, **row, "names": number % 2} for number, record in enumerate(new)])
        enter(connection, new)
