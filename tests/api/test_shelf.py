"""The shelf and the games over the API."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from support import tiny
from support.programs import GAMES, app_on, open_book
from support.soaking import rest_soaked
from web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    Ask = Callable[..., Any]

PEOPLE = [("Anna", "Ben"), ("Cleo", "Dora"), ("Emil", "Fred"), ("Gus", "Anna"), ("Ina", "Jo")]


@pytest.fixture
def five(tmp_path: Path) -> Iterator[FlaskClient]:
    """A shelf of five records, three to a page where nobody says otherwise."""
    with open_book(tmp_path / "five.sqlite") as book:
        for people in PEOPLE:
            book.writing.add(LOCAL, tiny.new_game(names=people))
        yield app_on(book, Settings(page_size=3)).test_client()


def pairs(answer: Any) -> list[tuple[str, ...]]:
    """Return who plays in each record of an answer."""
    return [tuple(entry["players"]) for entry in answer.get_json()["records"]]


def test_entries_are_the_book_s(ask: Ask, book: GameBook) -> None:
    """Each entry tells what the book's shelf tells, with the total and the count by game."""
    found = book.records.shelf(LOCAL)
    sent = ask("/api/records")
    assert (sent["total"], sent["page"], sent["pages"], sent["page_size"]) == (len(GAMES), 1, 1, 50)
    assert sent["games"] == dict(found.games) == dict.fromkeys(GAMES, 1)
    for told, entry in zip(sent["records"], found.entries, strict=True):
        assert [told[key] for key in ("id", "game", "ruleset", "steps", "turns")] == [
            entry.id, entry.game, entry.ruleset, entry.steps, entry.turns,
        ]  # fmt: skip
        assert (told["seats"], told["players"]) == ([*entry.seats], [entry.names[seat] for seat in entry.seats])
        assert (told["outcome"] is None) == (entry.outcome is None)


def test_an_entry_agrees_with_the_public_s_header(ask: Ask) -> None:
    """What the shelf says of a record is what the record itself says to the public."""
    for entry in ask("/api/records")["records"]:
        header = ask(f"/api/records/{entry['id']}?as=public")
        shared = {key: entry[key] for key in ("id", "game", "ruleset", "seats", "players", "steps", "outcome", "started")}
        assert {key: header[key] for key in shared} == shared


def test_a_game_is_found_by_its_title_in_either_language(ask: Ask) -> None:
    """Whatever language the page is in."""
    found = [ask(f"/api/records?{query}")["records"] for query in ("game=observed", "q=beobachteter+tisch", "q=observed+table&lang=de")]
    assert len(found[0]) == 1
    assert [[entry["id"] for entry in each] for each in found] == [[found[0][0]["id"]]] * 3


@pytest.mark.soak
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=anna", {PEOPLE[0], PEOPLE[3]}),
        ("q=ANNA+ben", {PEOPLE[0]}),
        ("q=nobody", set()),
        ("game=tiny", {*PEOPLE}),
        ("game=hollow&game=observed", set()),
        ("game=hollow&game=tiny&q=dora", {PEOPLE[1]}),
        ("q=%25", set()),
        ("q=", {*PEOPLE}),
    ],
)
def test_search_is_the_shelf_s(five: FlaskClient, query: str, found: set[tuple[str, ...]]) -> None:
    """Words must all be found, in any case; of several games any will do; nothing in a word is a wildcard."""
    answer = five.get(f"/api/records?{query}&page_size=200")
    assert set(pairs(answer)) == found
    assert answer.get_json()["total"] == len(found)


def test_the_list_is_sorted_as_asked(five: FlaskClient) -> None:
    """The words for the order are those of the page."""
    assert pairs(five.get("/api/records?sort=players&page_size=9")) == sorted(PEOPLE)
    assert pairs(five.get("/api/records?sort=added&page_size=9")) == PEOPLE[::-1]


def test_pages_cover_the_list_once(five: FlaskClient) -> None:
    """Pages of every size hold each record once, and say how many they are."""
    for size, pages in ((1, 5), (2, 3), (3, 2), (5, 1), (200, 1)):
        answers = [five.get(f"/api/records?sort=players&page={page}&page_size={size}") for page in range(1, pages + 1)]
        assert [people for answer in answers for people in pairs(answer)] == sorted(PEOPLE)
        assert {answer.get_json()["pages"] for answer in answers} == {pages}
        assert five.get(f"/api/records?page={pages + 1}&page_size={size}").status_code == 404
    usual = five.get("/api/records").get_json()
    assert (usual["page_size"], len(usual["records"]), usual["pages"]) == (3, 3, 2)


def test_pages_go_on_behind_a_record(five: FlaskClient) -> None:
    """``next`` is what ``after`` is for the page behind, null on the last; the shelf's own page leads there and back the same way."""
    found, after = list[tuple[str, ...]](), ""
    while after is not None:
        answer = five.get(f"/api/records?sort=players&page_size=2&after={after}")
        found += pairs(answer)
        after = answer.get_json()["next"]
    assert found == sorted(PEOPLE)
    assert five.get("/api/records?after=nobody").status_code == 404
    first = five.get("/?sort=players").get_data(as_text=True)
    on = re.findall(r'rel="next" href="([^"]+)"', first)
    assert len(on) == 1
    second = five.get(html.unescape(on[0])).get_data(as_text=True)
    assert "Page 2 of 2" in second
    assert ["Gus" in first, "Gus" in second, "Ina" in second, 'rel="next"' in second] == [False, True, True, False]
    (back,) = re.findall(r'rel="prev" href="([^"]+)"', second)
    form_key = re.compile('name="once" value="[^"]+"')
    assert form_key.sub("", five.get(html.unescape(back)).get_data(as_text=True)) == form_key.sub("", first)


@pytest.mark.parametrize(
    "wrong", rest_soaked(["page=0", "page=-1", "page=x", "page=", "page_size=0", "page_size=201", "page_size=1e2", "page=%D9%A3"], keep=3)
)
def test_bounds_of_pages_are_kept(five: FlaskClient, wrong: str) -> None:
    """A page is a number from 1, its size one from 1 to 200; what is neither is refused by name."""
    answer = five.get(f"/api/records?{wrong}")
    assert answer.status_code == 422
    assert [*answer.get_json()["errors"]["query"]] == [wrong.partition("=")[0]]


def test_an_empty_shelf_has_one_page(tmp_path: Path) -> None:
    """Where nothing is, page 1 is empty."""
    with open_book(tmp_path / "empty.sqlite") as book:
        sent = app_on(book).test_client().get("/api/records").get_json()
    assert (sent["records"], sent["total"], sent["pages"]) == ([], 0, 1)


def test_the_trash_is_not_on_the_shelf(tmp_path: Path) -> None:
    """A record in the trash is not listed; whoever has its id can still look at it, as on its page."""
    with open_book(tmp_path / "trash.sqlite") as book:
        record = book.writing.add(LOCAL, tiny.new_game())[0].id
        book.records.trash(LOCAL, record)
        client = app_on(book).test_client()
        assert client.get("/api/records").get_json()["total"] == 0
        assert client.get(f"/api/records/{record}").status_code == client.get(f"/records/{record}").status_code


def test_the_trash_is_listed_apart(five: FlaskClient) -> None:
    """Each of its records as on the shelf, with the time at which it was put there, a page behind the other."""
    shelf = {one["id"]: one for one in five.get("/api/records?page_size=9").get_json()["records"]}
    assert five.get("/api/trash").get_json() == {"records": [], "total": 0, "next": None, "page_size": 200}
    thrown = [*shelf][:3]
    for record in thrown:
        assert five.post(f"/records/{record}/trash", data={"act": "trash", "sure": "1"}).status_code == 303
    listed, after = list[Any](), ""
    while after is not None:
        page = five.get(f"/api/trash?page_size=2&after={after}").get_json()
        assert (page["total"], page["page_size"]) == (3, 2)
        listed, after = listed + page["records"], page["next"]
    assert sorted(one["id"] for one in listed) == sorted(thrown)
    assert all(one == {**shelf[one["id"]], "trashed": one["trashed"]} and one["trashed"] > one["added"] for one in listed)
    assert five.post(f"/records/{thrown[0]}/trash", data={"act": "restore"}).status_code == 303
    assert {one["id"] for one in five.get("/api/trash").get_json()["records"]} == {*thrown[1:]}


def test_games_are_told_with_their_events(ask: Ask, book: GameBook) -> None:
    """Each game has its title in the reader's language, its rulesets and the stable names of all its events, by sort."""
    sent = {game["name"]: game for game in ask("/api/games?lang=de")["games"]}
    assert [*sent] == [*book.games]
    assert sent["observed"]["title"] == "Beobachteter Tisch"
    for name, game in book.games.items():
        assert sent[name]["rulesets"] == [*game.rules.names]
        assert {event["name"]: event["sort"] for event in sent[name]["events"]} == {
            event: cls.sort.value for event, cls in game.event_names.items()
        }


def test_every_event_that_is_sent_has_a_name_in_the_list(ask: Ask, ids: dict[str, str]) -> None:
    """A program that knows the list of games knows every event that it can meet."""
    known = {game["name"]: {event["name"] for event in game["events"]} for game in ask("/api/games")["games"]}
    for game, record in ids.items():
        assert {line["event"]["e"] for line in ask(f"/api/records/{record}/events")["events"]} <= known[game]
