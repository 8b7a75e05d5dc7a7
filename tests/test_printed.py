"""Tables of the documents are as the code has them."""

from __future__ import annotations

import pytest

from records.games.castle_rampage.cards import POWERS, PowerForm
from support.documents import ROOT
from support.printed.documents import PRINTED, filled, printed

MAY_BE_EMPTY = {"lanes"}
"""Tables in which the last cell of a row says something for some rows only."""


@pytest.mark.parametrize("path", PRINTED)
def test_tables_of_the_document_are_as_the_code_has_them(path: str) -> None:
    """Else ``make tables`` prints them anew."""
    assert printed(path) == (ROOT / path).read_text("utf-8")


@pytest.mark.parametrize("between", ["", "\n", "\nold\n\n"])
def test_a_table_replaces_what_stood_between_its_comments(between: str) -> None:
    """Also where they follow each other at once."""
    text = f"a\n<!--printed:one-->\n{between}<!--end-->\nb"
    assert filled(text, {"one": "| new |"}) == "a\n<!--printed:one-->\n\n| new |\n\n<!--end-->\nb"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<!--printed:one-->\n<!--end--><!--printed:none-->\n<!--end-->", "no table for the marks: none"),
        ("<!--printed:one-->\n<!--end--><!--printed:one-->\n<!--end-->", "no table for the marks: one"),
        ("no comment", "printed, but not marked by <!--printed:NAME--> and <!--end-->: one, two"),
        ("<!--printed:one-->\nb\n<!--printed:two-->\n<!--end-->", "no <!--end--> after <!--printed:one-->"),
    ],
)
def test_comments_that_do_not_fit_are_named(text: str, says: str) -> None:
    """And nothing is written over the text behind them."""
    tables = {"one": "| 1 |", "two": "| 2 |"} if "two" in f"{text}{says}" else {"one": "| 1 |"}
    with pytest.raises(ValueError, match=f"^{says}$"):
        filled(text, tables)


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
