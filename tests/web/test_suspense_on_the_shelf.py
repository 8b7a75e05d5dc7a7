"""Suspense as a setting of the shelf: lengths and results are kept back there until a record was read to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

    from records.service import GameBook, NewGame


@pytest.fixture
def records(book: GameBook, new_game: Callable[..., NewGame]) -> tuple[str, str]:
    """A short game and a longer one, which is read first where the longest comes first."""
    return book.writing.add(LOCAL, new_game("Anna", "Ben", rounds=2))[0].id, book.writing.add(LOCAL, new_game("Cleo", "Dora", rounds=9))[
        0
    ].id


def rows(client: FlaskClient, address: str = "/") -> dict[str, tuple[int, str, str]]:
    """By id of a record the blocks of its spine, the words below it, and the result."""
    page = BeautifulSoup(client.get(address).text, "html.parser")
    return {
        str(row.select("h2 a")[0]["href"]).rpartition("/")[2]: (
            len(row.select(".spine rect")),
            row.select(".spine small")[0].get_text(),
            row.select(".state")[0].get_text(),
        )
        for row in page.select(".record")
    }


def test_the_shelf_switches_it_on_and_off(client: FlaskClient, records: tuple[str, str]) -> None:
    """By its own link, which keeps the list; all rows are alike then, and the choice holds on the replay page too."""
    plain = rows(client)
    assert len({told[0] for told in plain.values()}) == 2
    page = BeautifulSoup(client.get("/?q=anna").text, "html.parser")
    assert page.select(".suspense-choice")[0]["href"] == "/?q=anna&suspense=on"
    hidden = rows(client, "/?suspense=on")
    assert set(hidden) == set(records)
    assert set(hidden.values()) == {(0, "", "Length and result are hidden")}
    assert 'max="' not in client.get(f"/records/{records[0]}?at=3&as=A").text
    assert rows(client, "/?suspense=off") == plain


def test_no_order_tells_which_game_is_longer(client: FlaskClient, records: tuple[str, str]) -> None:
    """It is offered no more, and refused; the link that switches suspense on leaves it."""
    assert 'value="longest"' in client.get("/").text
    assert BeautifulSoup(client.get("/?sort=longest").text, "html.parser").select(".suspense-choice")[0]["href"] == "/?suspense=on"
    client.set_cookie("suspense", "on")
    assert 'value="longest"' not in client.get("/").text
    assert client.get("/?sort=longest").status_code == client.get("/api/records?sort=longest").status_code == 422
    assert set(rows(client)) == set(records)


def test_who_has_read_to_the_end_is_told_the_result(client: FlaskClient, book: GameBook, records: tuple[str, str]) -> None:
    """Of that record only; a step that was fetched ahead of its time counts for nothing."""
    client.set_cookie("suspense", "on")
    first, second = records
    steps = book.record(LOCAL, first).steps
    client.get(f"/records/{first}/steps/{steps}?as=A")
    client.get(f"/records/{first}?at={steps - 1}&as=A")
    assert rows(client)[first] == (0, "", "Length and result are hidden")
    client.get(f"/records/{first}?at={steps}&as=A")
    assert rows(client)[first][2].startswith("Anna won")
    assert rows(client)[first][0] > 0
    assert rows(client)[second] == (0, "", "Length and result are hidden")


@pytest.mark.parametrize("asked", ["address", "cookie"])
def test_the_api_keeps_it_back_too(client: FlaskClient, records: tuple[str, str], asked: str) -> None:
    """On the shelf and in a record's header; without suspense it is all there."""
    first = records[0]
    said = "suspense=on" if asked == "address" else ""
    assert client.get(f"/api/records/{first}?as=A").get_json()["outcome"]["winners"] == ["A"]
    if asked == "cookie":
        client.set_cookie("suspense", "on")
    header = client.get(f"/api/records/{first}?as=A&{said}").get_json()
    for told in (header, *client.get(f"/api/records?{said}").get_json()["records"]):
        assert (told["steps"], told["turns"], told["outcome"], told.get("ended")) == (None, None, None, None)
