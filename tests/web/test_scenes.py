"""The list of games: finished games come first, and games are drawn above it as this reader may see them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bench.work import counted
from importers.base import ImportOptions
from importers.storing import store_file
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, PUBLIC
from records.service import GameBook, NewTable
from records.service.writing.simulation import simulate
from support import books
from support.recording_forms import soup
from web.app import create_app
from web.suspense import MOST_PLACES

if TYPE_CHECKING:
    from bs4 import Tag
    from flask.testing import FlaskClient

GAMES = Path(__file__).parents[2] / "examples" / "games"
FILES = ("castle-rampage-plain.jsonl", "regicide-gold.jsonl", "creature-crush-together.jsonl", "night-ferry.json")

book = books.shared


@pytest.fixture(scope="module")
def records(book: GameBook) -> dict[str, str]:
    """Four games, one of them known by its log alone, and two that were only begun; ids by file, the begun ones by game."""
    stored = {file: store_file(book, LOCAL, (GAMES / file).read_bytes(), file, ImportOptions())[0].id for file in FILES}
    table = NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True)
    return stored | {name: book.writing.begin(LOCAL, table, ()) for name in ("begun", "begun too")}


@pytest.fixture
def client(book: GameBook, records: dict[str, str]) -> FlaskClient:
    """A browser that has seen nothing yet."""
    return create_app(book).test_client()


def scenes(client: FlaskClient, address: str = "/") -> list[Tag]:
    """The drawn games."""
    return soup(client.get(address)).select(".scene")


def record_in(scene: Tag) -> str:
    """The id of the game that is drawn."""
    return str(scene["href"]).partition("?")[0].rpartition("/")[2]


def test_three_games_are_drawn_at_a_telling_step(client: FlaskClient, book: GameBook, records: dict[str, str]) -> None:
    """One of each game whose cards are known, as a spectator saw it; each leads to the page of that very step, and has a picture of it."""
    drawn = scenes(client)
    assert {record_in(scene) for scene in drawn} == {records[file] for file in FILES[:3]}
    for scene in drawn:
        moment = str(scene["href"]).partition("?")[2]
        picture = str(scene.select("img")[0]["src"])
        assert moment in picture
        assert moment.endswith("as=public")
        assert client.get(str(scene["href"])).status_code == 200
        assert client.get(picture).text.startswith("<svg")
        version = int(re.findall(r"at=(\d+)", moment)[0])
        assert version in book.record(LOCAL, record_in(scene), PUBLIC).turning_points(10_000), "a turning point"


@pytest.mark.soak
def test_the_first_leads_back_to_where_one_was(client: FlaskClient, records: dict[str, str]) -> None:
    """Through the same eyes; the page that was looked at last counts, and a cookie that nobody could have got is passed over."""
    for file, at in ((FILES[0], 9), (FILES[1], 12), (FILES[0], 11)):
        client.get(f"/records/{records[file]}?at={at}&as=A")
    first, *others = scenes(client)
    assert first["href"] == f"/records/{records[FILES[0]]}?at=11&as=A"
    assert "Go on where you were" in first.get_text()
    assert len(others) == 2
    assert records[FILES[0]] not in map(record_in, others)
    for wrong in ("", "..", "x-1-A", f"{records[FILES[0]]}-999999-A", f"{records[FILES[0]]}-3-Z", f"{records[FILES[0]]}-3"):
        client.set_cookie("places", wrong)
        assert len(scenes(client)) == 3, wrong
        assert "where you were" not in soup(client.get("/")).get_text()


def test_no_more_places_are_kept_than_a_list_needs(client: FlaskClient, records: dict[str, str]) -> None:
    """The cookie does not grow without end."""
    client.set_cookie("places", ".".join(f"r{number}-3-A" for number in range(99)))
    client.get(f"/records/{records[FILES[0]]}?at=9&as=A")
    cookie: Any = client.get_cookie("places")
    assert len(cookie.value.split(".")) == MOST_PLACES
    assert cookie.value.endswith(f".{records[FILES[0]]}-9-A")


def test_in_suspense_only_steps_already_seen_are_drawn(client: FlaskClient, records: dict[str, str]) -> None:
    """A game that was looked at is drawn where the reader was, one that was not stays closed; what was read to the end is drawn as ever."""
    client.set_cookie("suspense", "on")
    closed = scenes(client)
    assert len(closed) == 3
    assert not any(scene.select("img") for scene in closed)
    assert all("?" not in str(scene["href"]) for scene in closed)
    castle = records[FILES[0]]
    client.get(f"/records/{castle}?at=9&as=A")
    pictures = {record_in(scene): str(image["src"]) for scene in scenes(client) for image in scene.select("img")}
    assert {record: picture.partition("&theme")[0] for record, picture in pictures.items()} == {
        castle: f"/records/{castle}/scene.svg?at=9&as=A"
    }


def test_in_suspense_the_choice_of_games_says_nothing_of_how_they_went(client: FlaskClient, records: dict[str, str]) -> None:
    """It follows the list, which is in the order in which they were played; nothing is folded, and the order by end is refused."""
    client.set_cookie("suspense", "on")
    page = soup(client.get("/"))
    listed = [str(link["href"]).rpartition("/")[2] for link in page.select(".record h2 a")]
    firsts = [records[name] for name in ("begun", "begun too", *FILES)]
    assert sorted(listed) == sorted(firsts)
    assert not page.select(".starts")
    assert client.get("/?sort=finished").status_code == 422
    assert "finished" not in {option["value"] for option in page.select("option")}


def test_a_begun_game_is_folded_below_the_finished_ones(client: FlaskClient, records: dict[str, str]) -> None:
    """As long as hardly anything of it is written down; a search shows it like the others."""
    page = soup(client.get("/"))
    folded = {str(link["href"]).rpartition("/")[2] for link in page.select(".starts .record h2 a")}
    assert folded == {records["begun"], records["begun too"]}
    assert "Unfinished (2)" in page.select(".starts summary")[0].get_text()
    above = page.select("ol.records")[0]
    assert {str(link["href"]).rpartition("/")[2] for link in above.select("h2 a")} == {records[file] for file in FILES}
    found = soup(client.get("/?q=ana"))
    assert not found.select(".starts")
    assert found.select(".record")


def test_chips_count_and_narrow(client: FlaskClient) -> None:
    """Each game with its number of records; the chosen one is marked, and the search keeps it."""
    page = soup(client.get("/"))
    chips = {chip.get_text(" ", strip=True): str(chip["href"]) for chip in page.select(".chips a")}
    assert {"All 6", "Castle Rampage 3", "Regicide 1", "CreatureCrush 1", "Observed table 1", "Live 2"} == set(chips)
    narrowed = soup(client.get(chips["Regicide 1"]))
    assert [chip.get_text(" ", strip=True) for chip in narrowed.select(".chips [aria-current]")] == ["Regicide 1"]
    assert len(narrowed.select(".record")) == 1
    assert narrowed.select('#query [name="game"]')[0]["value"] == "regicide"
    assert not narrowed.select(".scene")


@pytest.mark.soak
def test_more_games_take_no_more_statements(book: GameBook, records: dict[str, str], client: FlaskClient) -> None:
    """What is drawn is three games, however many there are; the first visit after a start aside."""

    def visit() -> bytes:
        return client.get("/").data

    visit()
    before = max(counted(visit).statements for _ in range(2))  # now and then a visit also does what is due by the clock
    more = [book.writing.add(LOCAL, new)[0].id for new in simulate(book.games["regicide"], seed=2, games=3)]
    visit()
    after = min(counted(visit).statements for _ in range(2))
    for record in more:
        book.records.trash(LOCAL, record)
    assert 0 < after <= before
    assert len(soup(client.get("/")).select(".record")) == len(records)
