"""What an account may store holds in the transaction that stores it, on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL, Caller, CallerKind, Role
from records.errors import LimitReached
from records.service import GameBook
from records.service.writing.limits import StoreLimits
from records.store import Store, open_store
from records.values import replace
from support.tiny import GAMES, new_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.store import NewRecord

ADA = Caller(kind=CallerKind.ACCOUNT, account="ada", name="Ada", roles=frozenset({Role.RECORDER}))


@pytest.mark.parametrize("limited", ["records", "day", "bytes"])
def test_two_uploads_at_the_same_moment_do_not_exceed_a_limit_together(url: str, limited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are made before either is stored; one of them is, and of the other nothing."""
    create, both = Store.create_many, Barrier(2)

    def create_together(store: Store, new: Sequence[NewRecord]) -> None:
        both.wait(20)
        create(store, new)

    def upload(book: GameBook) -> str:
        try:
            return book.writing.add(ADA, new_game())[0].id
        except LimitReached as error:
            return error.limit

    with GameBook.open(url) as made:
        made.people.add_member(LOCAL, "Zoe", ["admin"])
    with GameBook(open_store(url), games=GAMES) as one, GameBook(open_store(url), games=GAMES) as other:
        first = one.writing.add(ADA, new_game())[0].id
        most = one._office.store.size(first) * 5 // 2 if limited == "bytes" else 2
        one.writing.limits = other.writing.limits = replace(StoreLimits(), **{limited: most})
        monkeypatch.setattr(Store, "create_many", create_together)
        with ThreadPoolExecutor() as threads:
            said = list(threads.map(upload, (one, other)))
        (second,) = {*said} - {limited}
        assert limited in said
        assert {*one._office.store.ids()} == {first, second}
        assert all(raw.rows and raw.head is not None for raw in one._office.store.raw())
