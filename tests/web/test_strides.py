"""Event, turn and round: how far the arrows lead, what is counted, and how a step is found without its number."""

from __future__ import annotations

import re
from copy import copy
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from records.projections.timeline import Timeline
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import rest_soaked
from web.app import create_app
from web.pages.replay.controls import round_start, turn_start

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service import RecordView


book = books.shared


@pytest.fixture(scope="module", params=rest_soaked(["castle-rampage", "regicide"]))
def view(request: pytest.FixtureRequest, book: GameBook) -> RecordView:
    """A game with a set-up, some turns and rounds, as A saw it."""
    game = next(game for game in simulate(library()[request.param], seed=9, games=9) if len(game.entries) > 90)
    return book.record(LOCAL, book.writing.add(LOCAL, game)[0].id, "A")


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A reader."""
    return create_app(book).test_client()


def read(client: FlaskClient, address: str) -> BeautifulSoup:
    """A page that must be there."""
    answer = client.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200, answer.text[-300:]
    return BeautifulSoup(answer.text, "html.parser")


def leads(client: FlaskClient, page: BeautifulSoup, control: str) -> int | None:
    """The step that a control leads to, asked for where it says so only then."""
    (link,) = page.select(f'[data-control="{control}"]') or [{}]
    address = str(link.get("href", ""))
    if "data-leads" in getattr(link, "attrs", {}):
        answer = client.get(address)
        assert answer.status_code == 303
        address = answer.headers["Location"]
    found = re.search(r"[?&]at=(\d+)", address)
    return int(found[1]) if found else None


@pytest.mark.parametrize(
    ("by", "suspense"),
    rest_soaked([("event", "on"), ("turn", "off"), ("round", "on"), ("event", "off"), ("turn", "on"), ("round", "off")], keep=2),
)
def test_arrows_go_over_the_whole_game_and_back(client: FlaskClient, view: RecordView, by: str, suspense: str) -> None:
    """From the start each way on leads to the next one and each way back to the one before; the number counts them one by one."""
    client.set_cookie("by", by)
    client.set_cookie("suspense", suspense)
    record, timeline = view.header.record, view.timeline
    starts = {"event": timeline.stops, "turn": timeline.turn_starts, "round": timeline.round_starts}[by]
    stops = [0, *starts, *([view.steps] if starts[-1] < view.steps else [])]
    for nth in (0, 1, 2, len(stops) - 2, len(stops) - 1):
        page = read(client, f"/records/{record}?at={stops[nth]}&as=A")
        assert leads(client, page, "on") == (stops[nth + 1] if nth + 1 < len(stops) else None)
        assert leads(client, page, "back") == (stops[nth - 1] if nth else None)
        (number,) = page.select("#where input[type=number]")
        assert ("max" in number.attrs) == (suspense == "off")
        if 0 < nth <= len(starts):
            assert int(str(number["value"])) == nth - (by != "event" and timeline.told_turns[0].number == 0)


@pytest.mark.parametrize(("what", "start"), rest_soaked([("step", Timeline.version_of), ("turn", turn_start), ("round", round_start)]))
def test_a_step_turn_or_round_is_found_by_its_number(client: FlaskClient, view: RecordView, what: str, start: object) -> None:
    """As the form of the dock asks for it; one that is not there is refused, and so are two numbers at once."""
    client.set_cookie("by", {"step": "event"}.get(what, what))
    record = view.header.record
    rounds = len(view.timeline.round_starts) - 1 + view.timeline.first_round
    last = {"step": len(view.timeline.stops), "turn": view.timeline.numbers, "round": rounds}[what]
    for number in (0, 1, 2, last):
        answer = client.get(f"/records/{record}?{what}={number}&as=A")
        assert answer.status_code == 303
        at = start(view.timeline, number)  # type: ignore[operator]
        assert answer.headers["Location"] == f"/records/{record}?at={at}&as=A"
        page = read(client, answer.headers["Location"])
        assert page.select(f"#where input[name={what}]")[0]["value"] == str(number)
    client.set_cookie("suspense", "on")
    refused = client.get(f"/records/{record}?{what}={last + 1}&as=A")
    assert refused.status_code == 404
    assert str(view.steps) not in re.sub(r"[?&]v=[0-9a-f]+", "", refused.text).replace(record, "")
    assert client.get(f"/records/{record}?{what}=1&at=3&as=A").status_code == 422


@pytest.mark.soak
def test_the_choice_is_kept(client: FlaskClient, view: RecordView) -> None:
    """The link of the dock leads through all three and back; a word that is none is refused."""
    record = view.header.record
    for by, word in (("event", "Step"), ("turn", "Turn"), ("round", "Round"), ("event", "Step")):
        page = read(client, f"/records/{record}?at=20&as=A")
        (switch,) = page.select("#where a[data-by]")
        assert switch.get_text() == word
        assert page.select(f"#where input[name={'step' if by == 'event' else by}]")
        assert client.get(str(switch["href"])).status_code == 200
    assert client.get(f"/records/{record}?at=20&as=A&by=hour").status_code == 422


def test_sentences_of_steps_are_told_a_hundred_at_a_time(client: FlaskClient, view: RecordView) -> None:
    """Those of the viewer's own timeline, each with its turn; what is quiet is passed over."""
    record = view.header.record
    told = [
        step
        for first in range(0, len(view.timeline.stops) + 1, 100)
        for step in client.get(f"/records/{record}/told/{first}?as=A").get_json()["steps"]
    ]
    assert [step["at"] for step in told] == list(view.timeline.stops)
    assert [step["number"] for step in told] == [*range(1, len(told) + 1)]
    assert [step["turn"] for step in told] == [step.turn for step in view.timeline.told]
    assert all(step["says"] for step in told)


def test_in_suspense_nothing_later_is_told(client: FlaskClient, view: RecordView) -> None:
    """Neither a sentence nor a number of what comes after the step, and none at all without one."""
    client.set_cookie("suspense", "on")
    record = view.header.record
    told = client.get(f"/records/{record}/told/0?as=A&at=40").get_json()["steps"]
    timeline = view.timeline
    assert [step["at"] for step in told] == [version for version in timeline.versions if version <= 40]
    assert client.get(f"/records/{record}/told/0?as=A").get_json()["steps"] == []
    page = read(client, f"/records/{record}?at=40&as=A")
    assert page.select("#overview")[0]["data-told"] == f"/records/{record}/told/FIRST?as=A&at=40"
    assert page.select("#overview")[0]["data-count"] == str(timeline.step_number(40))
    for address in (f"/told/0?as=A&at={view.steps + 1}", f"/onward?as=A&at={view.steps + 1}", f"/turning?as=A&at={view.steps + 1}"):
        answer = client.get(f"/records/{record}{address}")
        assert answer.status_code == 404
        assert str(view.steps) not in re.sub(r"[?&]v=[0-9a-f]+", "", answer.text).replace(record, "").replace(str(view.steps + 1), "")


def test_a_turn_is_told_with_whose_it_is(client: FlaskClient, view: RecordView) -> None:
    """Not with who acts in it: an attacked seat may discard in another's turn."""
    steps = ((turn, step) for turn in view.timeline.told_turns for step in turn.told if turn.number and turn.seat is not None)
    turn, step = next(((turn, step) for turn, step in steps if step.seat not in (None, turn.seat)), (None, None))
    if turn is None or step is None or turn.seat is None:
        pytest.skip("nobody acts in another's turn in this game")
    page = read(client, f"/records/{view.header.record}?at={step.version}&as=A&by=event")
    bar = page.select_one("#overview")
    assert bar is not None
    assert str(bar["data-words"]).endswith(f", turn {turn.number}, {view.names[turn.seat]}")


@pytest.mark.parametrize("by", rest_soaked(["event", "turn"]))
def test_a_step_in_short_names_what_both_neighbours_show(client: FlaskClient, view: RecordView, by: str) -> None:
    """What is only named stands on the whole pages of both neighbours, letter by letter the same; all else is sent, and it is less."""
    record, timeline = view.header.record, view.timeline
    at = timeline.versions[len(timeline.versions) // 2]
    page = f"/records/{record}/steps/{{}}?as=A&by={by}"
    short, whole = (read(client, page.format(at) + more) for more in ("&short=on", ""))
    controls = [str(short.select(f'[data-control="{name}"]')[0].get("href")) for name in ("back", "on")]
    around = [read(client, page.format(re.search(r"at=(\d+)", address)[1])) for address in controls]  # type: ignore[index]
    named = [str(part["data-stays"]) for part in short.select("[data-stays]")]
    for name in named:
        drawn = {str(it.select_one(f'[data-same="{name}"]')) for it in (whole, *around)}
        assert len(drawn) == 1
    for part in short.select("[data-stays]"):
        part.replace_with(*(copy(it) for it in whole.select(f"[data-same={part['data-stays']}]")))
    assert [str(short.select_one(f"#{region}")) for region in ("narration", "cells", "board")] == [
        str(whole.select_one(f"#{region}")) for region in ("narration", "cells", "board")
    ]
    assert named
