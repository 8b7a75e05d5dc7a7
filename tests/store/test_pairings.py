"""Where in an event a game was played: rows beside a record, of which nobody is told who may not know of the record."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from records.store import (
    NO_PAIRING,
    TO_ACCOUNTS,
    TO_EVERYBODY,
    Bound,
    HandsOpen,
    Head,
    LinkRow,
    Listed,
    NewRecord,
    Onlookers,
    Pairing,
    Release,
    Row,
    ShelfReach,
    ShelfRow,
    open_store,
)
from records.values import replace
from support.soaking import sqlite_daily

if TYPE_CHECKING:
    from records.store import Store

SHOWN = Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, hands=HandsOpen.NEVER, names=True)
STATES = {
    "shown": SHOWN,
    "nameless": replace(SHOWN, names=False),
    "members": replace(SHOWN, listed=Listed.ACCOUNTS),
    "players": replace(SHOWN, listed=Listed.PLAYERS),
    "hidden": Release(),
    "trashed": SHOWN,
}
EVERYBODY, ZED = ShelfReach("", TO_EVERYBODY), ShelfReach("zed", TO_ACCOUNTS)
BOB, CAL = ShelfReach("bob", TO_ACCOUNTS), ShelfReach("cal", TO_ACCOUNTS)


def filled(store: Store, prefix: str = "") -> None:
    """Store a record in each state, Bob's each, Cal at a seat of each; all of one event."""
    row = ShelfRow(id="", game="observed", ruleset="none", seats=1, started=None, ended=None, steps=1, turns=1)
    for name, release in STATES.items():
        ident = prefix + name
        rows, head = [Row(1, "x/1", b"{}")], Head(1, bytes(32))
        store.create(
            NewRecord(
                id=ident,
                header=b"{}",
                key=None,
                names={"A": "Ann"},
                origin=None,
                rows=rows,
                head=head,
                shelf=replace(row, id=ident),
                owner="bob",
            )
        )
        store.access.release(ident, release)
        store.access.claim(ident, "A", "cal")
        store.pairings.put(ident, Pairing("Cup", "1", name))
    store.trash(f"{prefix}trashed")


def test_an_event_holds_what_is_there_for_the_caller_and_names_its_players(store: Store) -> None:
    """By owner, seat and release; in the trash nobody's, and where names are kept back only theirs whose it is."""
    filled(store)
    own = {"shown", "nameless", "members", "players", "hidden"}
    for reach, expected in (
        (EVERYBODY, {"shown"}),
        (ZED, {"shown", "members"}),
        (BOB, own),
        (CAL, own),
        (None, own),
    ):
        assert {*store.pairings.of_event("Cup", reach, 99)} == expected, reach
        assert [(one.event, one.records) for one in store.pairings.events(reach, 99)] == [("Cup", len(expected))], reach
    assert store.pairings.of_event("Cup", None, 2).keys() == {"hidden", "members"}
    assert store.pairings.of_event("cup", None, 99) == {}
    assert store.pairings.of_event("C\0", None, 99) == {}


@sqlite_daily
def test_hidden_records_change_no_event(store: Store) -> None:
    """Records that are not there for somebody come into the event, into another one and out of it: what is told stays."""
    filled(store)
    before = [repr((store.pairings.of_event("Cup", reach, 99), store.pairings.events(reach, 99))) for reach in (EVERYBODY, ZED)]
    for name in ("hidden", "players", "nameless", "trashed"):
        store.pairings.put(name, Pairing("Zebra", "9", "9"))
    assert [repr((store.pairings.of_event("Cup", reach, 99), store.pairings.events(reach, 99))) for reach in (EVERYBODY, ZED)] == before


@sqlite_daily
def test_a_store_of_the_schema_before_is_brought_up(url: str, outside: Any) -> None:
    """It knew no events, and no link of it opens cases or stays behind a game."""
    now = datetime.now(UTC)
    link = LinkRow(digest="d", id="i", maker="", record="shown", viewer="A", origins=(), label="", made_at=now, ends_at=now)
    with open_store(url) as store:
        filled(store)
        store.sign_ins.put_link(link)
    for statement in ("DROP TABLE pairings", "UPDATE meta SET value = '6' WHERE name = 'schema'"):
        outside.run(statement)
    for column in ("cases", "delay_steps", "delay_minutes"):
        outside.run(f"ALTER TABLE links DROP COLUMN {column}")
    with open_store(url) as store:
        assert store.sign_ins.links_to("shown") == [link]
        assert store.pairings.events(None, 9) == []
        store.pairings.put("shown", Pairing("Cup"))
        store.sign_ins.put_link(replace(link, digest="e", id="j", cases=True, delay_steps=3, delay_minutes=20))
        found = {one.id: (one.cases, one.delay_steps, one.delay_minutes) for one in store.sign_ins.links_to("shown")}
        assert found == {"i": (False, 0, 0), "j": (True, 3, 20)}


@sqlite_daily
def test_a_pairing_is_changed_and_goes_with_its_record(store: Store) -> None:
    """One for each record; without an event there is none, and nothing is left of a record that is deleted for good."""
    filled(store)
    assert store.pairings.of("shown") == Pairing("Cup", "1", "shown")
    store.pairings.put("shown", Pairing("Cup", "2"))
    assert store.pairings.of("shown") == Pairing("Cup", "2")
    store.pairings.put("shown", NO_PAIRING)
    assert store.pairings.of("shown") == NO_PAIRING
    store.purge("trashed", bound=Bound.WITH)
    assert store.pairings.of("trashed") == NO_PAIRING
