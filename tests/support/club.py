"""A club with accounts, whose passwords are hashed at no cost and whose clock a test moves."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from records.accounts import passwords
from records.core.viewers import LOCAL, OPERATOR
from records.service import GameBook
from records.service.accounts.signing import SignIns

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOME, HOTEL = "192.0.2.7", "198.51.100.9"
SECRET = "lapwing over the dyke"  # noqa: S105 -- of a test


class Clock:
    """The time that sign-ins are told."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        """Return it."""
        return self.now


def hash_at_no_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords at no cost: what they cost is another test's."""
    monkeypatch.setattr(passwords, "hashed", lambda password: f"hash of {password}")
    monkeypatch.setattr(passwords, "matches", lambda stored, password: stored == f"hash of {password}")
    monkeypatch.setattr(passwords, "needs_rehash", lambda _stored: False)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that are hashed at no cost."""
    hash_at_no_cost(monkeypatch)


@pytest.fixture
def present() -> Clock:
    """A clock that shows the present, until it is moved."""
    return Clock()


def found_club(book: GameBook, clock: Clock) -> None:
    """Give a store an admin, Ada, and a player, Ben, who have chosen their passwords at home."""
    book.sign_ins = SignIns(book._office.store, clock)
    ada = book.people.add_member(LOCAL, "Ada", ["admin", "recorder"])
    ben = book.people.add_member(OPERATOR, "Ben")
    for code in (ada, ben):
        book.sign_ins.choose_password(code, SECRET, HOME)


@pytest.fixture
def members(tmp_path: Path, clock: Clock) -> Iterator[GameBook]:
    """A store with Ada and Ben; its test names the ``clock``."""
    with GameBook.open(f"sqlite:///{tmp_path}/club.sqlite") as opened:
        found_club(opened, clock)
        yield opened
