"""The page of a table: its rail, what it opens only when asked, and the scene at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service import RecordView

book = books.shared
GAMES = rest_soaked(["castle-rampage", "regicide", "creature-crush"])


def played(book: GameBook, game: str) -> RecordView:
    """A game of two that played itself to its end, as its first seat saw it."""
    new = next(iter(simulate(library()[game], seed=5, games=1, players=2)))
    return book.record(LOCAL, book.writing.add(LOCAL, new)[0].id, "A")


def page(client: FlaskClient, address: str) -> BeautifulSoup:
    """Get a page that must be there."""
    answer = client.get(address)
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


@pytest.mark.parametrize("game", GAMES)
def test_the_last_step_says_who_won_and_what_decided_it(book: GameBook, client: FlaskClient, game: str) -> None:
    """With at most three moments, none the end itself, and the game once more as two seats, the viewer's first; no step before has that."""
    view = played(book, game)
    record, last = view.header.record, view.steps
    scene = page(client, f"/records/{record}?at={last}&as=A").select_one("#board .ending")
    assert scene is not None
    assert scene.select_one(".verdict") is not None
    points = view.turning_points(last)
    moments = [str(link["href"]) for link in scene.select("ol a[data-step]")]
    assert len(moments) == min(3, len([at for at in points if at != last]))
    assert set(moments) <= {f"/records/{record}?at={at}&as=A" for at in points if at != last}
    again = [str(link["href"]) for link in scene.select(".again a")]
    assert again == [f"/records/{record}?at={view.timeline.first_move}&as={eyes}" for eyes in "AB"]
    assert all(client.get(address).status_code == 200 for address in (*moments, *again))
    before = page(client, f"/records/{record}?at={view.timeline.versions[-2]}&as=A")
    assert not before.select(".ending, .verdict")


def test_each_tab_leads_to_a_panel_and_one_is_shown(book: GameBook, client: FlaskClient) -> None:
    """Story first; each panel has a name, and what stood round the board is in one of them or in the sheet of the head."""
    view = played(book, "castle-rampage")
    at = view.steps // 2
    shown = page(client, f"/records/{view.header.record}?at={at}&as=A")
    tabs = [str(link["href"]) for link in shown.select("#rail a[data-tab]")]
    assert tabs == ["#story", "#review", "#odds", "#notes", "#rules"]
    panels = [shown.select_one(f"#rail > {tab}.panel") for tab in tabs]
    assert all(panel is not None and panel.get("aria-label") for panel in panels)
    assert [panel["id"] for panel in shown.select(".panel[data-shown]")] == ["story"]
    inside = {
        "#story": "#narration",
        "#review": "#turning-list",
        "#odds": "a[href*='/charts']",
        "#notes": "a[href*='/quiz']",
        "#rules": "a[href*='/findings']",
        ".acts": "a[href*='/lines'], a[href*='/cases']",
        "#viewpoint": "a[href*='/eyes']",
        "#menu": "a[href*='/offline'], a[href*='/event'], a[href*='/sheet']",
        "#place": "[data-control=first], [data-control=last], #speed, #stride, input[name=step]",
    }
    for part, wanted in inside.items():
        for one in wanted.split(", "):
            assert shown.select(f"{part} {one}"), (part, one)


def test_no_seal_is_seen_in_the_open_view(book: GameBook, client: FlaskClient) -> None:
    """Where all is seen the board says so, and the style sheet leaves out who knows what; a seat's board keeps its seals."""
    view = played(book, "castle-rampage")
    at = view.steps // 2
    for eyes, is_open in (("open", True), ("A", False)):
        (board,) = page(client, f"/records/{view.header.record}?at={at}&as={eyes}").select("#board")
        assert board.has_attr("data-open") == is_open
