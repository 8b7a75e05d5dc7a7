"""The shelf of who is not let see everything: only what is theirs or listed to them is there, in every answer, on both databases."""

from __future__ import annotations

import random
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from records.errors import AccountTaken, NotYours, RecordNotFound
from records.store import (
    TO_ACCOUNTS,
    TO_EVERYBODY,
    TO_NOBODY_ELSE,
    AccessChange,
    Account,
    Bound,
    GameLabel,
    HandsOpen,
    Head,
    Listed,
    NewRecord,
    Onlookers,
    Pairing,
    Release,
    Row,
    SeatLaw,
    ShelfOrder,
    ShelfQuery,
    ShelfReach,
    ShelfRow,
    TrailStep,
    Trash,
    open_store,
)
from records.store.shelf import pages as shelf_pages
from records.values import replace
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from records.store import RecordAccess, ShelfSlice, Store

NOON = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)
GAMES = ("observed", "castle-rampage", "regicide")
NAMES = ("Anna", "Ben", "Carl", "Ina", "Outis", "Into")
EVERYBODY, ACCOUNTS = ShelfReach("", TO_EVERYBODY), ShelfReach("zed", TO_ACCOUNTS)
ANN, CAL = ShelfReach("ann", TO_ACCOUNTS), ShelfReach("cal", TO_ACCOUNTS)
REACHES = (EVERYBODY, ACCOUNTS, ANN, CAL)
TEXTS = ("", "anna", "in", "out", "ina ben", "castle", "verein", "r00003")


@dataclass(frozen=True)
class Case:
    """How a record is released, and whose it is."""

    owner: str | None
    release: Release
    live: bool
    seated: bool
    trashed: bool


@cache
def case_of(number: int) -> Case:
    """Return one of many mixtures."""
    chance = random.Random(number)  # noqa: S311 -- a mixture, no secret
    return Case(
        owner=chance.choice(["ann", "bob", None]),
        release=Release(
            listed=chance.choice([*Listed]),
            after=chance.choice([*Onlookers]),
            hands=chance.choice([*HandsOpen]),
            names=chance.random() < 0.5,
        ),
        live=chance.random() < 0.25,
        seated=chance.random() < 0.25,
        trashed=chance.random() < 0.15,
    )


def record_of(number: int) -> NewRecord:
    """Return a record of one event; two players, in one of three games."""
    name = f"r{number:05}"
    row = ShelfRow(
        id=name,
        game=GAMES[number % 3],
        ruleset="none",
        seats=2,
        started=NOON + timedelta(hours=number * 7 % 31),
        ended=None if case_of(number).live else NOON + timedelta(hours=number),
        steps=number % 9,
        turns=number % 5,
        result='{"why":["Victory"]}',
    )
    return NewRecord(
        id=name,
        header=b"{}",
        key=None,
        names={"A": NAMES[number % 6], "B": NAMES[number % 5]},
        origin=None,
        rows=[Row(1, "x/1", b"{}")],
        head=Head(1, bytes(32)),
        shelf=row,
        owner=case_of(number).owner,
        live=case_of(number).live,
        label=GameLabel(title="Verein" if number % 5 == 0 else ""),
    )


def filled(store: Store, numbers: Iterable[int]) -> None:
    """Store records in all states of release."""
    numbers = list(numbers)
    store.create_many([record_of(number) for number in numbers])
    for number in numbers:
        name, case = f"r{number:05}", case_of(number)
        store.access.release(name, case.release)
        if case.seated:
            store.access.claim(name, "B", "cal")
        if case.trashed:
            store.trash(name)


def holds(number: int, reach: ShelfReach) -> bool:
    """Whether a record is somebody's own: by ownership, or by a seat."""
    case = case_of(number)
    if reach.account and reach.account == case.owner:
        return True
    return reach.account == "cal" and case.seated and not case.trashed


def there(number: int, reach: ShelfReach) -> bool:
    """Whether a record is there for somebody, by the words of the design: own, seated, or listed and shown."""
    case = case_of(number)
    listed = {Listed.ACCOUNTS: TO_ACCOUNTS, Listed.EVERYBODY: TO_EVERYBODY}.get(case.release.listed, 0)
    shown = case.live or case.release.after is not Onlookers.NOTHING
    return holds(number, reach) or (not case.trashed and shown and listed >= reach.listed)


def ids(page: ShelfSlice) -> list[str]:
    """Return the ids of a page."""
    return [hit.row.id for hit in page.hits]


PAIRS = [
    *(("sqlite", 0, 100), ("postgresql", 200, 100), ("postgresql", 0, 3)),
    *(("sqlite", 200, 100), ("postgresql", 0, 100), ("sqlite", 0, 3)),
]
"""Each database and each way to find a record: every day one on each of them, in one test or another."""


@pytest.mark.parametrize(("url", "few", "walked"), rest_soaked(PAIRS), indirect=["url"])
def test_the_shelf_holds_what_is_there_for_the_caller(store: Store, few: int, walked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every order, filter and way to find: records, totals, counts of games and pages are those of a shelf without the others."""
    monkeypatch.setattr(shelf_pages, "FEW", few)
    monkeypatch.setattr(shelf_pages, "WALKED", walked)
    filled(store, range(60))
    for reach in REACHES:
        wanted = {f"r{number:05}" for number in range(60) if there(number, reach) and not case_of(number).trashed}
        for turn, order in enumerate(ShelfOrder):
            asked: dict[str, Any] = {"order": order, "descending": turn % 2 == 0}
            page = store.shelf.search(ShelfQuery(**asked), reach)
            assert {*ids(page)} == wanted
            assert sum(page.games.values()) == len(wanted)
            assert page.total == len(wanted) or not few
            pages, more = list[str](), bool(wanted)
            while more:
                part = store.shelf.search(ShelfQuery(limit=4, after=pages[-1] if pages else "", **asked), reach)
                pages, more = pages + ids(part), part.more
            assert pages == ids(page)
        own = {f"r{number:05}" for number in range(60) if there(number, reach) and case_of(number).trashed}
        assert {*ids(store.shelf.search(ShelfQuery(trash=Trash.ONLY), reach))} == own
        assert {*ids(store.shelf.search(ShelfQuery(trash=Trash.INCLUDED), reach))} == wanted | own
        assert {*store.ids_with_prefix("r0000", within=reach)} == {one for one in wanted | own if one.startswith("r0000")}
        for hidden in [f"r{number:05}" for number in range(60) if not there(number, reach)][:3]:
            with pytest.raises(RecordNotFound, match="is on the shelf, so no page begins there"):
                store.shelf.search(ShelfQuery(after=hidden), reach)
            assert store.shelf.hits([hidden], reach) == []
    assert store.shelf.search(ShelfQuery(), ShelfReach("", TO_NOBODY_ELSE)).hits == ()
    assert len(store.shelf.search(ShelfQuery()).hits) == sum(not case_of(number).trashed for number in range(60))


@pytest.mark.parametrize(("url", "few", "walked"), rest_soaked([PAIRS[1], PAIRS[0], PAIRS[3], PAIRS[4]]), indirect=["url"])
def test_names_that_are_not_shown_find_nothing(store: Store, few: int, walked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name, or what the game is called, finds a record where it is shown, or whose it is, and nobody else; everybody finds the rest."""
    monkeypatch.setattr(shelf_pages, "FEW", few)
    monkeypatch.setattr(shelf_pages, "WALKED", walked)
    filled(store, range(60))
    for reach in REACHES:
        for text in ("anna", "in", "out", "verein"):
            wanted = set()
            for number in range(60):
                case = case_of(number)
                named = case.release.names or holds(number, reach)
                called = [NAMES[number % 6], NAMES[number % 5], *(["Verein"] if number % 5 == 0 else [])]
                if not case.trashed and there(number, reach) and named and any(word.lower().startswith(text) for word in called):
                    wanted.add(f"r{number:05}")
            page = store.shelf.search(ShelfQuery(text=text), reach)
            assert {*ids(page)} == wanted, (reach, text)
            assert page.total == len(wanted) or not few
        for hit in store.shelf.search(ShelfQuery(), reach).hits:
            number = int(hit.row.id[1:])
            shown = case_of(number).release.names or holds(number, reach)
            assert bool(hit.names) == shown
            assert (hit.label.title == "Verein") == (shown and number % 5 == 0)
        assert {*ids(store.shelf.search(ShelfQuery(text="regicide"), reach))} == {
            f"r{number:05}" for number in range(2, 60, 3) if there(number, reach) and not case_of(number).trashed
        }
    assert len(store.shelf.search(ShelfQuery(text="anna")).hits) == sum(
        "Anna" in (NAMES[number % 6], NAMES[number % 5]) for number in range(60) if not case_of(number).trashed
    )


@pytest.mark.parametrize("url", rest_soaked(["sqlite", "postgresql"]), indirect=True)
def test_searcher_names_totals(store: Store) -> None:
    """Records that are not there for somebody are added, renamed, labelled, trashed and deleted: every answer keeps its bytes."""
    filled(store, range(40))

    def told() -> list[str]:
        answers = []
        for reach in REACHES:
            for text in TEXTS:
                for order in (ShelfOrder.STARTED, ShelfOrder.PLAYERS):
                    answers.append(repr(store.shelf.search(ShelfQuery(text=text, order=order, limit=5), reach)))  # noqa: PERF401
            answers.append(repr(store.ids_with_prefix("r", within=reach)))
        return answers

    before = told()
    hidden = [number for number in range(40) if not any(there(number, reach) for reach in REACHES)]
    assert len(hidden) > 5
    for number in hidden[:-2]:
        name = f"r{number:05}"
        store.people.rename(name, "A", "Anna Ina")
        store.label(name, GameLabel(title="Verein", site="bga", number="1"))
        store.trash(name)
    store.create_many([replace(record_of(number), owner="bob", live=False, names={"A": "Anna", "B": "Ina"}) for number in range(100, 140)])
    purged = f"r{hidden[-1]:05}"
    store.trash(purged)
    store.purge(purged, bound=Bound.WITH)
    assert told() == before
    assert store.access.of(purged) is None


def test_a_record_goes_with_all_that_was_said_of_it(store: Store) -> None:
    """Whose it is, what is released and who sits there goes with a record that is deleted for good; the trail stays."""
    store.create(replace(record_of(10), owner="bob"))
    store.access.claim("r00010", "B", "cal")
    store.access.leave_trail(TrailStep(record="r00010", account="ann", via="s1", viewer="B", ground="owner"))
    access = store.access.of("r00010")
    assert access is not None
    assert (access.owner, access.seats, access.seats_of("cal"), access.trashed) == ("bob", 2, ("B",), False)
    store.access.agree("r00010", "cal", agreed=True)
    assert [claim.agreed for claim in getattr(store.access.of("r00010"), "claims", ())] == [True]
    store.trash("r00010")
    store.purge("r00010")
    assert store.access.of("r00010") is None
    assert [step.viewer for step in store.access.trail("r00010")] == ["B"]
    assert store.shelf.search(ShelfQuery(), CAL).hits == ()


def test_rows_of_no_record_are_found(url: str, outside: Any) -> None:
    """Of releases, seats, events, links, codes and trails; what a deleted record leaves in the trail is none."""
    with open_store(url) as store:
        for number in (10, 11):
            store.create(replace(record_of(number), owner="bob"))
            store.access.claim(f"r000{number}", "B", "cal")
            store.pairings.put(f"r000{number}", Pairing("Cup"))
            store.access.leave_trail(TrailStep(record=f"r000{number}", account="ann", via="s1", viewer="B", ground="owner"))
        store.trash("r00010")
        store.purge("r00010")
        assert store.access.loose_rows() == []
        for table, columns, values in (
            ("claims", "seat, account", "'A', 'cal'"),
            ("pairings", "event, round, at_table", "'Cup', '', ''"),
            ("releases", "live", "0"),
            ("codes", "digest, purpose, ends_at", "'d', 'seat', ''"),
            ("trail", "at, account, via, viewer, ground, reason", "'2026-01-01T00:00:00.000000Z', 'ann', '', 'A', 'owner', ''"),
            (
                "links",
                "digest, id, maker, viewer, first, names, export, origins, label, made_at, ends_at",
                "'d', 'i', '', 'A', 0, 0, 0, '', '', '', ''",
            ),
        ):
            outside.run(f"INSERT INTO {table} (record, {columns}) VALUES ('r0nowhere', {values})")  # noqa: S608 -- names from above
        assert sorted(store.access.loose_rows()) == [
            (table, "r0nowhere") for table in ("claims", "codes", "links", "pairings", "releases", "trail")
        ]


def test_the_trail_is_only_added_to(url: str, outside: Any) -> None:
    """Once for each way in; what was written can be changed by nobody, and deleted after 400 days alone."""
    step = TrailStep(record="r1", account="ann", via="s1", viewer="B", ground="released")
    with open_store(url) as store:
        assert store.access.leave_trail(step)
        assert not store.access.leave_trail(step)
        assert store.access.leave_trail(replace(step, via="s2"))
        assert [one.via for one in store.access.trail("r1")] == ["s2", "s1"]
        refusals = (sqlite3.IntegrityError, psycopg.errors.RaiseException)
        statements = ["UPDATE trail SET viewer = 'A'", "DELETE FROM trail", *([] if outside.sqlite else ["TRUNCATE trail"])]
        for statement in statements:
            with pytest.raises(refusals, match="append-only"):
                outside.run(statement)
        columns = "at, record, account, via, viewer, ground, reason"
        outside.run(f"INSERT INTO trail ({columns}) VALUES ('2020-01-01T00:00:00.000000Z', 'r9', 'ann', '', 'A', 'owner', '')")  # noqa: S608
        outside.run("DELETE FROM trail WHERE record = 'r9'")
        assert len(store.access.trail("r1")) == 2
        assert store.access.trail("r9") == []


def test_accounts_are_kept_by_key_and_called_by_one_name(store: Store) -> None:
    """Of two accounts none has the other's name, in any case; one that was changed keeps its key."""
    assert not store.accounts.any()
    ann = Account(key="k1", name="Änn", roles=frozenset({"player", "recorder"}), created_at=NOON)
    store.accounts.put(ann)
    assert store.accounts.any()
    assert store.accounts.find(name="änn") == store.accounts.find(key="k1") == ann
    with pytest.raises(AccountTaken):
        store.accounts.put(replace(ann, key="k2", name="ÄNN"))
    store.accounts.put(replace(ann, name="Ann", ended_at=NOON))
    assert [(one.name, one.ended_at) for one in store.accounts.all()] == [("Ann", NOON)]
    assert store.accounts.find(name="Änn") is None


def test_a_change_of_access_is_decided_and_written_at_once(store: Store) -> None:
    """By what is so at that moment, with everybody who ever sat there and the trail; nothing of it where it is refused."""
    record = "r00010"
    store.create(replace(record_of(10), owner="bob"))
    seen: list[Any] = []

    def sits(seat: str, account: str) -> Callable[[RecordAccess, Sequence[TrailStep]], AccessChange]:
        def decide(access: RecordAccess, trail: Sequence[TrailStep]) -> AccessChange:
            seen.append((len(access.sittings), len(trail)))
            step = TrailStep(record=record, account="ann", via="s", viewer=seat, ground="sits", whom=account)
            return AccessChange(seats={seat: account}, seat_law=SeatLaw.HOLDS, trail=(step, step))

        return decide

    for seat, account in (("A", "ben"), ("B", "cal"), ("A", "ina")):
        store.access.change(record, sits(seat, account))
    assert seen == [(0, 0), (1, 2), (2, 4)]
    access = store.access.of(record)
    assert access is not None
    assert [(one.seat, one.account) for one in access.sittings] == [("A", "ben"), ("A", "ina"), ("B", "cal")]
    assert [access.holder(seat) for seat in "ABC"] == ["ina", "cal", None]
    assert (access.guarded, access.sat_at("ben"), access.seats_of("ben")) == (True, ("A",), ())
    assert [step.whom for step in store.access.trail(record)] == ["ina", "ina", "cal", "cal", "ben", "ben"]

    def refuses(_access: RecordAccess, _trail: Sequence[TrailStep]) -> AccessChange:
        raise NotYours("no")

    with pytest.raises(NotYours):
        store.access.change(record, refuses)
    store.access.change(record, lambda _access, _trail: AccessChange(live=True, final=True))
    closed = store.access.of(record)
    assert closed is not None
    assert (closed.live, closed.final, closed.guarded, closed.sittings) == (True, True, False, access.sittings)
    with pytest.raises(RecordNotFound):
        store.access.change("none", lambda _access, _trail: AccessChange())
