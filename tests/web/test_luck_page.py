"""Luck and skill over many games as page, CSV and JSON: of what a caller may see, and it says what it leaves out."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup
from flask import render_template

from records.core.viewers import LOCAL, OPEN
from records.review.many_games import GameParts, player_parts
from records.service import GameBook
from records.service.reviews.many import ManyGames
from records.service.writing.simulation import simulate
from records.store import JobLimits, Pairing
from support.reviewed import reviewed
from web.app import create_app
from web.pages.figures.luck import LuckPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

    from records.review.many_games import PlayerParts


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """Two reviewed games of two, one of them at an event, one that waits, and one that is not over."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('luck')}/book.sqlite") as opened:
        two, other, waits = (
            added.id for added in opened.writing.add(LOCAL, *simulate(opened.games["regicide"], seed=12, games=3, players=2))
        )
        for record in (two, other):
            reviewed(opened, record)
        for record in (two, waits):
            opened.people.pair(LOCAL, record, Pairing("Autumn Cup", "1", ""))
        yield opened


@pytest.fixture(scope="module")
def reader(book: GameBook) -> FlaskClient:
    """The one local reader."""
    return create_app(book).test_client()


def told(answer: Any) -> BeautifulSoup:
    """A page."""
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


def test_the_page_has_players_with_intervals_and_says_what_waits(reader: FlaskClient) -> None:
    """In both languages; the record that waits is led to, with the command that reviews all."""
    page = told(reader.get("/figures/luck"))
    assert [cell.text for cell in page.select("tbody th")] == ["Ana", "Ben"]
    assert "2 reviewed records" in page.select_one("header p").text  # type: ignore[union-attr]
    assert "1 record is not reviewed yet" in page.text
    assert "kiebitz review --all" in page.text
    (waits,) = page.select("main ul a[href*='/review']")
    assert waits.text.startswith("Ana and Ben, Regicide, ")
    german = told(reader.get("/figures/luck", headers={"Accept-Language": "de"}))
    assert "Glück und Können" in german.select_one("h1").text  # type: ignore[union-attr]
    assert "Ergebnis ohne Zufall" in german.text


@pytest.mark.parametrize(("address", "ways"), [("", ["/figures"]), ("?event=Autumn+Cup", ["/events", "/events?event=Autumn+Cup"])])
def test_the_masthead_leads_where_the_reader_came_from(reader: FlaskClient, address: str, ways: list[str]) -> None:
    """To the figures or to the event; each of these links has words."""
    links = told(reader.get(f"/figures/luck{address}")).select("nav[aria-label='This page'] a")
    assert [link["href"] for link in links] == [*ways, "#main"]
    assert all(link.text.strip() for link in links)


def test_only_games_that_have_reviews_are_offered(reader: FlaskClient) -> None:
    """A table that is known by its log has no simulated player; a link to it that somebody kept still works."""
    offered = [link["href"] for link in told(reader.get("/figures/luck")).select("nav[aria-label=Game] a")]
    assert "/figures/luck?game=regicide" in offered
    assert "/figures/luck?game=observed" not in offered
    assert "0 reviewed records" in told(reader.get("/figures/luck?game=observed")).text


def test_lines_are_told_where_there_are_some(reader: FlaskClient) -> None:
    """Two games are too few for an interval: nothing is said of lines that are not drawn."""
    page = told(reader.get("/figures/luck"))
    assert "The lines hold the true mean" not in page.text
    assert "Nobody here has the 5 games" in page.text
    figure = json.loads(page.select_one("script[data-figure]").text)  # type: ignore[union-attr]
    assert {*figure["data"][0]["error_x"]["array"]} == {0}
    assert figure["layout"]["xaxis"]["title"] == {"text": "Points a game"}


def parted(name: str, games: int, unjudged: str) -> PlayerParts:
    """A player whose games are all alike."""
    share = {"result": "1", "start": "1/2", "chance": "1/4", "skill": "0", "others": "0", "lay": "1/4", "unjudged": unjudged}
    return player_parts(name, [GameParts(**{part: Fraction(of) for part, of in share.items()})] * games)


def page_of(book: GameBook, found: ManyGames) -> LuckPage:
    """The page of some players."""
    page = LuckPage(book, LOCAL, {})
    page.found = found
    return page


def test_moves_that_are_not_weighed_have_a_column(book: GameBook, reader: FlaskClient) -> None:
    """Where there are none it is left out; how cards lay is told without them, and levels have no sign."""
    with reader.application.test_request_context("/figures/luck"):
        plain, parts = (page_of(book, ManyGames(players=(parted("Ana", 5, share),))) for share in ("0", "-1/8"))
        assert "Moves not weighed" not in plain.columns
        assert dict(zip(parts.columns, parts.rows[0], strict=True))["Moves not weighed"].endswith("12.5")
        assert dict(zip(plain.columns, plain.rows[0], strict=True))["How cards lay"] == "+25.0"
        assert plain.rows[0][2:4] == ("100.0", "50.0")
        assert plain.has_intervals


def test_what_waits_and_is_not_listed_is_counted(book: GameBook, reader: FlaskClient) -> None:
    """Ten are led to, and the page says how many more there are."""
    with reader.application.test_request_context("/figures/luck"):
        (record,) = LuckPage(book, LOCAL, {}).found.waiting
        page = page_of(book, ManyGames(waiting=(record,) * 14))
        assert (len(page.waiting), page.more_waiting) == (10, 4)
        assert "<li>4 more</li>" in render_template("pages/luck.html", page=page, script="")


def test_an_event_has_its_own(reader: FlaskClient) -> None:
    """Its page leads there."""
    page = told(reader.get("/figures/luck?event=Autumn+Cup"))
    assert "1 reviewed record." in page.text
    assert page.select_one("a[href='/figures/luck.csv?event=Autumn+Cup']")
    assert told(reader.get("/events?event=Autumn+Cup")).select_one("a[href='/figures/luck?event=Autumn+Cup']")
    assert reader.get("/figures/luck?event=None+such").status_code == 404
    assert reader.get("/figures/luck?game=chess").status_code == 422


def test_the_file_adds_up(reader: FlaskClient) -> None:
    """A line for each player: the result is the sum of its parts."""
    answer = reader.get("/figures/luck.csv")
    assert answer.mimetype == "text/csv"
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(row["player"], row["games"]) for row in rows] == [("Ana", "2"), ("Ben", "2")]
    for row in rows:
        parts = sum(float(row[name]) for name in ("start", "chance", "skill", "others", "lay", "unjudged"))
        assert parts == pytest.approx(float(row["result"]), abs=1e-3)
        assert float(row["less_chance"]) == pytest.approx(float(row["result"]) - float(row["start"]) - float(row["chance"]), abs=1e-3)
        assert row["skill_half_width"] == ""


def test_programs_get_the_same(reader: FlaskClient, book: GameBook) -> None:
    """With what is not counted, and why."""
    answer = reader.get("/api/luck").json
    assert answer is not None
    assert (answer["counted"], len(answer["waiting"]), answer["closed"]) == (2, 1, 0)
    (record,) = answer["waiting"]
    assert book.reviews.review(LOCAL, record, OPEN).open.splits == ()  # type: ignore[union-attr]
    ana = answer["players"][0]
    assert ana["result"] == pytest.approx(sum(ana[part] for part in ("start", "chance", "own", "others", "lay", "unjudged")))
    assert ana["less_chance"]["half"] is None


def test_an_empty_shelf_says_what_to_do(tmp_path: Any) -> None:
    """No table, and a way to a game."""
    with GameBook.open(f"sqlite:///{tmp_path}/empty.sqlite") as empty:
        page = told(create_app(empty).test_client().get("/figures/luck"))
        assert not page.select("table")
        assert "No record here is reviewed so far" in page.text
        assert page.select_one("main .nothing a.btn")


def test_a_review_counts_as_long_as_its_rows_are_there(tmp_path: Any) -> None:
    """Somebody who asks for reviews of ever more games does not lose the first of them."""
    with GameBook.open(f"sqlite:///{tmp_path}/many.sqlite") as many:
        many._office.store.jobs.limits = JobLimits(ended=1)
        for added in many.writing.add(LOCAL, *simulate(many.games["regicide"], seed=12, games=3, players=1)):
            reviewed(many, added.id)
        assert "3 reviewed records" in told(create_app(many).test_client().get("/figures/luck")).text
