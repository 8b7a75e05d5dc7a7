"""Limits that an operator sets to what is taken in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.viewers import LOCAL, Caller, CallerKind, Role
from records.errors import LimitReached
from records.service import GameBook, NewTable
from records.service.writing.limits import StoreLimits
from records.store.recorders import owned
from support.recording_forms import NEW
from web.app import create_app

if TYPE_CHECKING:
    from pathlib import Path

TABLE = NewTable(game="castle-rampage", names=("Ben", "Cleo"), begins=SeatKey("A"), dealt=True)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[GameBook]:
    """A book with accounts."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as book:
        book.people.add_member(LOCAL, "Zoe", ["admin"])
        yield book


def account(name: str, *roles: Role) -> Caller:
    """Somebody who has signed in."""
    return Caller(kind=CallerKind.ACCOUNT, account=name, name=name, roles=frozenset(roles or (Role.RECORDER,)))


def begun(book: GameBook, caller: Caller, count: int = 1) -> list[str]:
    """Games that are begun."""
    return [book.writing.begin(caller, TABLE) for _ in range(count)]


@pytest.mark.parametrize(
    ("limits", "what"),
    [(StoreLimits(records=2), "records"), (StoreLimits(day=2), "day"), (StoreLimits(bytes=3000), "bytes"), (StoreLimits(store=1), "store")],
)
def test_nothing_is_stored_beyond_a_limit(shelf: GameBook, limits: StoreLimits, what: str) -> None:
    """Of each account by itself, but for the size of the store; what was stored before goes on."""
    ada, ben = account("ada"), account("ben")
    first = begun(shelf, ada, 2)
    shelf.writing.limits = limits
    with pytest.raises(LimitReached) as refused:
        begun(shelf, ada, 3)
    assert refused.value.limit == what
    assert shelf.records.count(shelf.keeper)[0] < 5
    view = shelf.record(shelf.keeper, first[0], "public")
    assert view.steps > 0
    if what == "store":
        with pytest.raises(LimitReached):
            begun(shelf, ben)
    else:
        begun(shelf, ben)


def test_a_limit_counts_what_comes_at_once(shelf: GameBook) -> None:
    """And nothing of it is stored where it is too much; what is in the trash counts too."""
    ada = account("ada")
    shelf.writing.limits = StoreLimits(records=3)
    (first,) = begun(shelf, ada)
    shelf.records.trash(ada, first)
    begun(shelf, ada, 2)
    with pytest.raises(LimitReached):
        begun(shelf, ada)
    shelf.records.purge(shelf.keeper, first)
    begun(shelf, ada)


def test_admins_and_the_operator_are_bound_by_the_store_alone(shelf: GameBook) -> None:
    """They are who makes room."""
    shelf.writing.limits = StoreLimits(records=1, day=1, bytes=1)
    begun(shelf, account("zoe", Role.ADMIN), 2)
    begun(shelf, shelf.keeper, 2)
    shelf.writing.limits = StoreLimits(store=1)
    with pytest.raises(LimitReached):
        begun(shelf, shelf.keeper)


def test_without_limits_nothing_is_counted(shelf: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose operator sets none asks the store nothing more."""
    monkeypatch.setattr(owned, "SELECT_OWNED", "this is no statement")
    begun(shelf, account("ada"))


def test_a_page_says_which_limit_it_is(tmp_path: Path) -> None:
    """In the reader's language, with status 507."""
    with GameBook.open(f"sqlite:///{tmp_path}/local.sqlite") as book:
        book.writing.limits = StoreLimits(store=1)
        client = create_app(book).test_client()
        answer = client.post("/records/new?lang=de", data={**NEW, "chance": "dealt"}, headers={"Origin": "http://localhost"})
        assert (answer.status_code, "Dieser Server nimmt nichts mehr auf." in answer.text) == (507, True)
