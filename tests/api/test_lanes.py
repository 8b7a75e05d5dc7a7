"""Every route that thinks has a lane, and no other: what is cheap never waits for what is not."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest

from importers import ImportOptions
from importers.native_streams import write_stream
from importers.retelling.telling import Telling, next_place, telling_of
from importers.storing import store_file
from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service.chapters.drafts import NewChapter
from records.store import Bound
from records.studies.chapters.events import AskCandidates
from support.command_line import plain_archive
from support.programs import app_on, open_book
from support.reviewed import reviewed
from support.stocked import begun
from support.thinking import WITHOUT_LANE, tapped, watched
from web.guards.entrances import ENTRANCES, Entrance

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask

    from records.service import GameBook


@pytest.fixture(scope="module", name="fresh")
def fresh_fixture(shelf_file: Path) -> Iterator[GameBook]:
    """The same shelf in a book that keeps nothing yet."""
    with open_book(shelf_file) as opened:
        yield opened


@pytest.fixture(scope="module", name="app")
def app_fixture(fresh: GameBook) -> Flask:
    """Its app, in which a route that begins to think is heard of."""
    app = app_on(fresh)
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return app


@pytest.fixture(name="study")
def study_fixture(fresh: GameBook, ids: dict[str, str]) -> Iterator[str]:
    """A published study that asks what a closed card can be."""
    view = fresh.record(LOCAL, ids["castle-rampage"], "A")
    place = next(slot for slot, one in sorted(view.knowledge(40).slots.items()) if one.exact and one.certain is None)
    study = fresh.studies.open_study(LOCAL, "x").id
    chapter = NewChapter(title="x", record=ids["castle-rampage"], viewer="A", last=40, task=AskCandidates(place=place))
    fresh.studies.add_chapter(LOCAL, study, chapter)
    fresh.studies.publish_study(LOCAL, study)
    yield study
    fresh.studies.remove_study(LOCAL, study)


@pytest.fixture(name="line")
def line_fixture(fresh: GameBook, ids: dict[str, str]) -> Iterator[tuple[str, str]]:
    """A line of nothing yet: its layer, and its own id."""
    begun = fresh.notes.begin_line(LOCAL, ids["regicide"], 6)
    yield begun.layer, begun.id
    fresh.notes.prune_line(LOCAL, begun.layer, begun.id)


@pytest.fixture(name="layer")
def layer_fixture(fresh: GameBook, line: tuple[str, str]) -> bytes:
    """The file of its layer."""
    return write_stream(fresh.notes.files.export_layer(LOCAL, line[0]))


@pytest.fixture(scope="module", name="telling")
def telling_fixture(fresh: GameBook) -> Iterator[Telling]:
    """A game that is written down beside its log, of which nothing is told yet."""
    (log,) = store_file(fresh, LOCAL, json.dumps(plain_archive()).encode(), "log.json", ImportOptions())
    record = begun(fresh)
    fresh.retelling.begin_retelling(LOCAL, record, log.id)
    told = telling_of(fresh, LOCAL, fresh.record(LOCAL, record))
    assert told is not None
    yield told
    for one in (record, log.id):
        fresh.records.trash(LOCAL, one)
        fresh.records.purge(LOCAL, one, Bound.WITH)


STEP = "/api/records/CASTLE/positions/40"
ADDRESSES = {
    "api.all_cases": "/api/cases",
    "api.cases": "/api/records/CASTLE/cases?as=A",
    "api.chart": "/api/records/CASTLE/charts/uncertainty?as=A",
    "api.chart_csv": "/api/records/CASTLE/charts/uncertainty.csv?as=A",
    "api.drift": "/api/records/CASTLE/drift?as=A",
    "api.explain": f"{STEP}/explanation?as=A",
    "api.findings": "/api/records/CASTLE/findings?as=A",
    "api.knowledge": f"{STEP}/knowledge?as=A",
    "api.odds_answer": "/api/records/REGICIDE/positions/6/odds/answer?as=A&ask=survive&let=seat=B",
    "api.odds_of_attack": f"{STEP}/odds/attack?as=A&strength=5&by=A",
    "api.odds_of_draw": f"{STEP}/odds/draw?as=A&number=1&card=knight",
    "api.precedent_moments": "/api/records/CASTLE/precedents?as=A",
    "api.precedents": "/api/precedents",
    "api.team": "/api/records/REGICIDE/positions/20/team?as=A",
    "api.why": f"{STEP}/why/draw?as=A",
    "cases.beside": "/records/CASTLE/cases?at=40&as=A",
    "charts.chart": "/records/CASTLE/charts/uncertainty?as=A",
    "lines.begin": "/records/REGICIDE/lines",
    "lines.grow": "/lines/LAYER/LINE",
    "lines.keep": "/lines/LAYER/LINE/keep",
    "notes.answer": "/records/CASTLE/quiz",
    "notes.draft": "/records/CASTLE/notes/draft",
    "notes.edit": "/records/CASTLE/notes/edit?at=40&as=A",
    "notes.moments": "/records/CASTLE/moments?as=A",
    "notes.take_in": "/records/REGICIDE/notes/file",
    "notes.write": "/records/CASTLE/notes",
    "notes.quiz": "/records/CASTLE/quiz?at=40&as=A",
    "pages.breaches": "/records/CASTLE/breaches?at=40&as=A",
    "pages.explain": "/records/CASTLE/explain?at=40&as=A",
    "pages.merge": "/merge",
    "pages.notation_draft": "/notation/draft",
    "pages.notation_sent": "/notation",
    "pages.upload": "/upload",
    "pages.odds": "/records/CASTLE/odds?at=40&as=A",
    "pages.place": "/records/CASTLE/places/draw?at=40&as=A",
    "pages.slot": "/records/CASTLE/slots/SLOT?at=40&as=A",
    "pages.team": "/records/REGICIDE/team?at=20&as=A",
    "pages.why": "/records/CASTLE/why/draw?at=40&as=A",
    "offline.record": "/records/CASTLE/offline?as=A",
    "studies.chapter": "/studies/STUDY/chapters/new?record=CASTLE&as=A&last=40&kind=candidates",
    "studies.write": "/studies/STUDY/chapters/new",
    "studies.change": "/studies/STUDY",
    "pages.log_sent": "/log",
    "recording.tell": "/records/TOLD/log",
    "rereading.compare": "/records/CASTLE/compare?as=A&switch=strengthening_when%3Dbefore+other+cards",
    "rereading.findings": "/records/CASTLE/findings?as=A",
    "rereading.impact": "/rules/castle-rampage/impact",
    "review.change": "/records/REGICIDE/review",
    "rules.record": "/records/CASTLE/rules?at=40&as=A",
}
"""An address of each route with a lane at which it thinks."""
FORMS: dict[str, dict[str, str]] = {
    "lines.begin": {"at": "6", "as": "open", "dealt": "lay"},
    "lines.grow": {"node": "0", "as": "open", "action": "0"},
    "lines.keep": {"act": "note", "node": "0", "as": "open", "text": "Better."},
    "notes.take_in": {"file": "FILE"},
    "notes.write": {"act": "write", "at": "40", "as": "A", "text": "A knight.", "to": "*", "since": "here"},
    "pages.log_sent": {"players": "Ana, Ben", "text": "Ana passes."},
    "pages.merge": {"files": "FILE", "trust": ""},
    "pages.notation_draft": {"text": "1. A castle", "line": "1"},
    "pages.notation_sent": {"text": "1. A castle"},
    "pages.upload": {"files": "FILE"},
    "recording.tell": {"do": "skip", "at": "PLACE", "version": "STEPS"},
    "notes.answer": {"at": "40", "as": "A", "slot": "SLOT", "card": "knight"},
    "notes.draft": {"at": "40", "as": "A", "text": "A knight.", "to": "*", "since": "here"},
    "review.change": {"as": "A", "act": "planned", "at": "DECISION"},
    "studies.change": {"act": "publish"},
    "studies.write": {"act": "look", "record": "CASTLE", "as": "A", "last": "40", "last-step": "", "kind": "candidates", "title": "x"},
}


class Thought(Exception):
    """A route began to think."""


def test_the_table_of_lanes_is_asked_whole() -> None:
    """Each route with a lane has an address here, and what needs none is named with its reason."""
    lanes = {endpoint for endpoint, entrance in ENTRANCES.items() if Entrance.LANE in entrance}
    assert lanes == ADDRESSES.keys()
    assert not lanes & WITHOUT_LANE.keys()
    assert WITHOUT_LANE.keys() <= ENTRANCES.keys()


def reviewed_decision(book: GameBook, record: str) -> str:
    """Have a record reviewed as A, and return the event of a decision."""
    return str(reviewed(book, record, SeatKey("A")).seats[0].decisions[0].version)


@pytest.mark.parametrize("endpoint", ADDRESSES)
def test_every_route_with_a_lane_thinks(  # noqa: PLR0917 -- a case and what it asks about
    request: pytest.FixtureRequest, app: Flask, fresh: GameBook, ids: dict[str, str], telling: Telling, endpoint: str
) -> None:
    """One that does not would wait for nothing."""
    table = fresh.record(LOCAL, ids["castle-rampage"], "A").position(40).table
    closed = next(slot for slots in table.piles.values() for slot in slots if not table.slots[slot].up)
    address = ADDRESSES[endpoint]
    line = request.getfixturevalue("line") if address.startswith("/lines/") else ("", "")
    named = {
        "CASTLE": ids["castle-rampage"],
        "REGICIDE": ids["regicide"],
        "SLOT": closed,
        "STUDY": request.getfixturevalue("study") if "STUDY" in address else "",
        "TOLD": telling.view.header.record,
        "PLACE": next_place(telling),
        "STEPS": str(telling.view.steps),
        "LAYER": line[0],
        "LINE": line[1],
        "DECISION": reviewed_decision(fresh, ids["regicide"]) if endpoint == "review.change" else "",
    }

    def say(text: str) -> str:
        for word, value in named.items():
            text = text.replace(word, value)
        return text

    def think() -> None:
        raise Thought

    fields = FORMS.get(endpoint, {}).items()
    file = request.getfixturevalue("layer") if ("files", "FILE") in fields or ("file", "FILE") in fields else b""
    form: dict[str, Any] = {
        name: [(BytesIO(file), f"{nth}.jsonl") for nth in "12"] if value == "FILE" else say(value) for name, value in fields
    }
    with tapped(think), pytest.raises(Thought):
        app.test_client().open(say(address), method="POST" if form else "GET", data=form)


def test_the_watch_over_all_routes_bites(fresh: GameBook, ids: dict[str, str]) -> None:
    """A route that thinks and has no lane is found by whichever test asks it; stepping is let pass."""
    client, castle = app_on(fresh).test_client(), ids["castle-rampage"]
    addresses = (f"/records/{castle}?at=40&as=A", f"/records/{castle}/steps/41?as=A", f"/api/records/{castle}/positions/40/knowledge?as=A")
    with watched() as found, watched({**ENTRANCES, "api.knowledge": Entrance.RECORD}) as found_then:
        for address in addresses:
            assert client.get(address).status_code == 200
    assert (found, found_then) == (set(), {"api.knowledge"})
