"""Tables of the documents are as the code has them."""

from __future__ import annotations

import pytest

from records.games.castle_rampage.cards import POWERS, PowerForm
from support.documents import ROOT
from support.printed.documents import PRINTED, printed

MAY_BE_EMPTY = {"lanes"}
"""Tables in which the last cell of a row says something for some rows only."""


@pytest.mark.parametrize("path", PRINTED)
def test_tables_of_the_document_are_as_the_code_has_them(path: str) -> None:
    """Else ``make tables`` prints them anew."""
    assert printed(path) == (ROOT / path).read_text("utf-8")


def test_every_row_says_something() -> None:
    """No option, field, method, parameter or power is printed without a word about it."""
    silent = [
        f"{path}, {name}: {row}"
        for path, tables in PRINTED.items()
        for name, table in tables().items()
        for row in table.splitlines()
        if name not in MAY_BE_EMPTY and (row.endswith(("|  |", ": ")))
    ]
    assert silent == []
    assert all(form.does for form in POWERS.values())


def test_an_argument_is_the_same_in_every_power() -> None:
    """So its bounds are printed once."""

    def bounds(form: PowerForm) -> set[tuple[str, object]]:
        return {*form.numbers.items(), *form.words.items()}

    every = set[tuple[str, object]]().union(*map(bounds, POWERS.values()))
    assert len(every) == len({name for name, _ in every})
