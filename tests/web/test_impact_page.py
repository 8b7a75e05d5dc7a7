"""The page of a shelf under other readings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from records.service import GameBook, RecordView
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from web.app import create_app
from web.pages.rereading import impact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

DRAWING = "drawing=one player after the other"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A book with three games of Regicide for two."""
    with GameBook(open_store(f"sqlite:///{tmp_path_factory.mktemp('book') / 'impact.sqlite'}")) as opened:
        opened.writing.add(LOCAL, *simulate(library()["regicide"], seed=5, games=3, players=2))
        yield opened


@pytest.fixture
def reader(book: GameBook) -> FlaskClient:
    """Somebody who reads pages of a server that has asked nothing yet."""
    return create_app(book).test_client()


def read(reader: FlaskClient, game: str = "regicide", code: int = 200, **asked: str) -> BeautifulSoup:
    """The page, as it is sent."""
    answer = reader.get(f"/rules/{game}/impact", query_string=asked)
    assert answer.status_code == code
    return BeautifulSoup(answer.text, "html.parser")


def bars(page: BeautifulSoup) -> dict[str, int]:
    """Records changed, by the reading's address."""
    return {str(bar["href"]): int(bar.select_one("rect.part")["width"]) for bar in page.select(".bars a")}  # type: ignore[index,arg-type]


@pytest.mark.soak
def test_each_bar_is_as_long_as_the_records_are_many_in_which_a_moment_goes_otherwise(reader: FlaskClient, book: GameBook) -> None:
    """As each record tells of each reading by itself, and the list behind a bar names their steps."""
    page = read(reader)
    changed = {}
    for entry in book.records.shelf(LOCAL).entries:
        view = book.record(LOCAL, entry.id)
        own = view.reading()
        for switch in own.switches:
            for value in switch.values:
                found = [one for one in view.moments(own, view.reading("", {switch.name: value})) if one.status == "parts"]
                if found:
                    changed.setdefault(f"{switch.name}={value}", {})[entry.id] = [
                        str(view.timeline.step_number(one.play.last)) for one in found
                    ]
    assert sorted(bars(page).values()) == sorted(len(records) for records in changed.values())
    assert len(changed) > 1
    listed = read(reader, switch=DRAWING)
    told = [[link.text.strip("?") for link in row.select("span a")] for row in listed.select(".records li")]
    assert sorted(told) == sorted(changed[DRAWING].values())
    assert "/compare?" in str(listed.select(".records li > a")[0]["href"])


@pytest.mark.soak
def test_a_long_shelf_is_asked_step_by_step_and_nothing_twice(reader: FlaskClient, book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request asks so many events; the page goes on by itself where it stopped, also without a script."""
    whole = bars(read(reader))
    monkeypatch.setattr(impact, "MOST_EVENTS", 1)
    asked: list[str] = []
    told = RecordView.impact
    monkeypatch.setattr(RecordView, "impact", lambda view: asked.append(view.header.record) or told(view))
    fresh = create_app(book).test_client()
    for done in (1, 2):
        page = read(fresh)
        assert page.select_one("progress")["value"] == str(done)  # type: ignore[index]
        assert page.select_one("meta[http-equiv=refresh]") is not None
    last = read(fresh)
    assert last.select("progress, meta[http-equiv=refresh]") == []
    assert bars(last) == whole == bars(read(fresh))
    assert sorted(asked) == sorted(entry.id for entry in book.records.shelf(LOCAL).entries)


def test_what_cannot_be_asked_is_refused(reader: FlaskClient) -> None:
    """A game without rules, a reading that is none, and in suspense; who is no viewer of a record learns nothing of it."""
    read(reader, "observed", code=404)
    assert "There is no point of the rules" in read(reader, switch="drawing=none", code=422).text
    page = read(reader, **{"as": "nobody"})
    assert bars(page) == {}
    assert "3 of them cannot be checked." in page.text
    reader.get("/?suspense=on")
    read(reader, code=422)


def test_the_rules_of_a_game_lead_there(reader: FlaskClient) -> None:
    """In both languages."""
    page = BeautifulSoup(reader.get("/rules/regicide?lang=de").text, "html.parser")
    (link,) = page.select('a[href="/rules/regicide/impact"]')
    assert link.text == "Was andere Lesarten geändert hätten"
