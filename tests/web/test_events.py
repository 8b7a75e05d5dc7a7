"""Events in the browser, over the API and at the command line: rounds, tables, results and standings, for whom the records are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.position import Outcome
from records.core.viewers import LOCAL, OPERATOR
from records.errors import MalformedCommand, RecordNotFound
from records.service import GameBook, NewTable
from records.service.desks.pairings import standings
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Listed, Onlookers, Pairing, Release
from records.studies.cases.events import AdjustedResult
from records.values import replace
from support import books
from web.app import create_app
from web.settings import Settings

if TYPE_CHECKING:
    from flask.testing import FlaskClient


OURS = {"Sec-Fetch-Site": "same-origin"}
A, B = SeatKey("A"), SeatKey("B")


book = books.own


def played(book: GameBook, count: int) -> list[str]:
    """Store finished games of two, and say that they are called so."""
    games = simulate(library()["castle-rampage"], seed=3, games=count)
    found = [one.id for game in games for one in book.writing.add(LOCAL, replace(game, names={A: "Ben", B: "<b>Cleo"}))]
    assert len(found) == count
    return found


def browser(book: GameBook) -> FlaskClient:
    """Return a browser of its own."""
    return create_app(book, Settings()).test_client()


def test_games_are_shown_by_round_and_table_with_results_and_standings(book: GameBook) -> None:
    """Rounds and tables are ordered as numbers; what the form says is what the pages show, in German too, and a name is no markup."""
    first, second, third = played(book, 3)
    client = browser(book)
    assert "No game here belongs to an event yet." in client.get("/events").text
    assert 'href="/events"' in client.get("/").text
    assert f'href="/records/{first}/event"' in client.get(f"/records/{first}").text
    for record, round_, table in ((first, "10", "1"), (second, "2", "12"), (third, "2", "3")):
        answer = client.post(f"/records/{record}/event", data={"event": " Autumn Cup ", "round": round_, "table": table}, headers=OURS)
        assert (answer.status_code, answer.location) == (303, "/events?event=Autumn+Cup")
    assert 'value="Autumn Cup"' in client.get(f"/records/{first}/event").text
    listed = client.get("/events?lang=de").text
    assert "Autumn Cup" in listed
    assert "3 Partien" in listed
    page = client.get("/events?event=Autumn+Cup&lang=en").text
    places = [page.index(f"/records/{record}") for record in (third, second, first)]
    assert places == sorted(places)
    assert [page.count(f"Round {name}<") for name in ("2", "10")] == [1, 1]
    assert "<b>Cleo" not in page
    won = {"Ben": 0, "<b>Cleo": 0}
    for record in (first, second, third):
        outcome = book.record(LOCAL, record).outcome
        assert outcome is not None
        for seat in outcome.winners:
            won["Ben" if seat == A else "<b>Cleo"] += 1
    told = client.get("/api/event?event=Autumn+Cup").get_json()
    assert [(game["round"], game["at_table"], game["record"]["id"]) for game in told["games"]] == [
        ("2", "3", third),
        ("2", "12", second),
        ("10", "1", first),
    ]
    assert {one["name"]: one["won"] for one in told["standings"]} == won
    assert all(one["played"] == 3 and one["won"] + one["drawn"] + one["lost"] == 3 for one in told["standings"])
    assert client.get("/api/events").get_json()["events"][0]["records"] == 3
    for address in ("/events?event=Cup", "/api/event?event=Cup"):
        assert client.get(address).status_code == 404
    assert client.get("/api/event").status_code == 422


def test_what_is_no_event_is_refused_and_an_empty_one_takes_it_away(book: GameBook) -> None:
    """A round of no event, two lines, too long a text; without an event a record belongs to none."""
    (record,) = played(book, 1)
    client = browser(book)
    for fields in ({"event": "", "round": "1"}, {"event": "a\nb"}, {"event": "x" * 101}):
        answer = client.post(f"/records/{record}/event", data=fields, headers=OURS)
        assert answer.status_code == 422
        assert "a table needs an event" in answer.text
        with pytest.raises(MalformedCommand):
            book.people.pair(LOCAL, record, Pairing(**fields))
    book.people.pair(LOCAL, record, Pairing("Cup"))
    answer = client.post(f"/records/{record}/event", data={"event": " "}, headers=OURS)
    assert (answer.status_code, answer.location) == (303, f"/records/{record}")
    with pytest.raises(RecordNotFound):
        book.people.event(LOCAL, "Cup")


def test_in_suspense_an_event_tells_no_result(book: GameBook) -> None:
    """Nor how players stand, on the page and over the API."""
    (record,) = played(book, 1)
    book.people.pair(LOCAL, record, Pairing("Cup"))
    client = browser(book)
    assert "Standings" in client.get("/events?event=Cup").text
    client.set_cookie("suspense", "on")
    hidden = client.get("/events?event=Cup").text
    assert "Standings" not in hidden
    assert "won" not in hidden
    told = client.get("/api/event?event=Cup").get_json()
    assert (told["standings"], told["games"][0]["record"]["outcome"]) == (None, None)


def test_a_stranger_finds_the_events_of_released_records_alone(book: GameBook) -> None:
    """An event of hidden records is answered as one that is not there, in the same bytes; where names are kept back no event is told.

    Who may not name a record does not say where it was played.
    """
    shown, hidden, nameless = played(book, 3)
    running = book.writing.begin(LOCAL, NewTable(game="castle-rampage", names=("Ben", "Cleo"), begins=A, dealt=True))
    book.people.add_member(LOCAL, "Ada", ["admin"])
    for record, event in ((shown, "Cup"), (hidden, "Cup"), (nameless, "Cup"), (running, "Secret")):
        book.people.pair(OPERATOR, record, Pairing(event, "1"))
    released = Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True)
    book.access.release_record(OPERATOR, shown, released)
    book.access.release_record(OPERATOR, nameless, replace(released, names=False))
    client = browser(book)
    page = client.get("/events?event=Cup").text
    assert shown in page
    assert hidden not in page
    assert nameless not in page
    assert "Secret" not in client.get("/events").text
    asked = [client.get(f"/events?event={event}") for event in ("Secret", "Nowhere")]
    assert [answer.status_code for answer in asked] == [404, 404]
    assert asked[0].text.replace("Secret", "Nowhere") == asked[1].text
    assert [one["played"] for one in client.get("/api/event?event=Cup").get_json()["standings"]] == [1, 1]
    assert client.get(f"/records/{shown}/event").status_code == 403
    assert client.get(f"/records/{hidden}/event").status_code == 404
    assert client.post(f"/records/{shown}/event", data={"event": "Mine"}, headers=OURS).status_code in {401, 403}


def test_standings_count_each_finished_game_by_the_result_that_counts(book: GameBook) -> None:
    """A ruling's result instead of the one that was played; a draw for both; a game without a result for nobody; one name in any case."""
    (record,) = played(book, 1)
    book.people.pair(LOCAL, record, Pairing("Cup"))
    (game,) = book.people.event(LOCAL, "Cup")

    def told(*games: object) -> list[tuple[str, int, int, int, int]]:
        return [(one.name, one.played, one.won, one.drawn, one.lost) for one in standings(games)]  # type: ignore[arg-type]

    ben = replace(game, entry=replace(game.entry, outcome=Outcome(winners=(A,))))
    drawn = replace(game, entry=replace(game.entry, outcome=Outcome(drawn=True), names={A: "BEN", B: "<b>Cleo"}))
    open_ = replace(game, entry=replace(game.entry, outcome=None))
    assert told(ben, drawn, open_) == [("Ben", 2, 1, 1, 0), ("<b>Cleo", 2, 0, 1, 1)]
    assert told(replace(ben, adjusted=AdjustedResult(winners=(B,)))) == [("<b>Cleo", 1, 1, 0, 0), ("Ben", 1, 0, 0, 1)]
    assert told(open_) == []
