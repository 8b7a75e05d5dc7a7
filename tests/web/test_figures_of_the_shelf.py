"""The shelf in figures: of what is found, with its numbers as tables, and nothing in suspense."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """Six games of Castle Rampage and five of Regicide."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as opened:
        for name, count in (("castle-rampage", 6), ("regicide", 5)):
            for nth, game in enumerate(simulate(library()[name], seed=3, games=count, players=2)):
                opened.writing.add(LOCAL, replace(game, names={"A": "Ana", "B": "Ben" if nth else "Cleo"}))
        yield opened


@pytest.mark.soak
def test_figures_are_drawn_and_stand_in_tables(book: GameBook, client: FlaskClient) -> None:
    """Lengths, who won in turn order, how often all won, who played: each drawn, each as numbers that the shelf itself gives."""
    page = client.get("/figures")
    assert page.status_code == 200
    assert "11 records (Castle Rampage: 6 and Regicide: 5)" in page.text
    found = BeautifulSoup(page.text, "html.parser")
    assert [one["id"] for one in found.select(".panel h2")] == ["h-lengths", "h-won-castle-rampage-2", "h-won-regicide-team"]
    for script in found.select("script[data-figure]"):
        assert {*json.loads(script.text)} == {"data", "layout"}
        assert found.select_one(f"#{script['data-figure']}")
    rows = [
        [cell.text for cell in row.select("th, td")] for row in found.select("section[aria-labelledby=h-won-castle-rampage-2] tbody tr")
    ]
    outcomes = [entry.outcome for entry in book.records.shelf(LOCAL).entries if entry.game == "castle-rampage"]
    assert sum(int(row[1]) for row in rows) == sum(len(one.winners) for one in outcomes if one is not None)
    people = [row.select("th, td")[0].text for row in found.select("section[aria-labelledby=h-people] tbody tr")]
    assert people == ["Ana", "Ben", "Cleo"]


@pytest.mark.soak
def test_what_is_found_is_counted(client: FlaskClient) -> None:
    """The search and the game of the shelf lead there and back; too few records make no figure; what cannot be is refused."""
    assert "/figures?q=ana&amp;game=regicide" in client.get("/?q=ana&game=regicide").text
    page = client.get("/figures?q=cleo")
    assert "2 records" in page.text
    assert "script data-figure" not in page.text
    assert "/?q=cleo" in page.text
    assert "too few records" in client.get("/figures?q=nobody").text
    for query in ("game=chess", "sort=oldest"):
        assert client.get(f"/figures?{query}").status_code == 422


def test_in_suspense_nothing_is_told(client: FlaskClient) -> None:
    """Neither the page nor the way to it."""
    assert "/figures" in client.get("/").text
    assert "/figures" not in client.get("/?suspense=on").text
    assert client.get("/figures").status_code == 422
