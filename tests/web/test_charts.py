"""The charts of a game: whose numbers they show, what they add up to, and that only their page relaxes its policy."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from records.core.faces import known
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPEN, PUBLIC, Caller, viewer_key
from records.knowledge import engine
from records.knowledge.engine import Known
from records.service import GameBook
from records.service.access import AccessSight, LocalPolicy
from records.service.library import library
from records.service.measuring import series
from records.service.measuring.measures import STRENGTH, UNCERTAINTY, Measure, entropy
from records.service.measuring.series import Series, measure
from records.service.writing.simulation import simulate
from records.store import open_store
from records.values import replace
from support import books
from support.documents import ROOT
from support.soaking import one_in, rest_soaked
from web.app import create_app
from web.charts import CHARTS, Chart
from web.charts.lines import ChartLine, ChartPoint
from web.charts.script import SCRIPT
from web.guards.headers import CONTENT_POLICY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from bs4 import BeautifulSoup
    from flask.testing import FlaskClient

    from records.knowledge.answers import Knowledge
    from records.service import RecordView
    from records.store import RecordAccess

    Read = Callable[..., BeautifulSoup]


BEGUN = 80
"""Entries of a game that is still going on: enough for several questions."""


HANDS = Measure("hands", lambda view, at: {seat: hand.count for seat, hand in view.position(at).table.hands.items()})
"""How many cards each hand has."""


def lines_of_hands(all_series: Sequence[Series[Mapping[SeatKey, int]]]) -> tuple[ChartLine, ...]:
    """Return a line for each hand."""
    return tuple(
        ChartLine(f"hand:{seat}", viewer_key(one.viewer), tuple(ChartPoint(at, hands.get(seat, 0)) for at, hands in one.measured.items()))
        for one in all_series
        for seat in map(SeatKey, "AB")
    )


class NotAsBen(LocalPolicy):
    """Everybody may look through every eye but Ben's."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight:  # noqa: ARG002 -- every policy's
        """Leave out seat B."""
        return AccessSight(viewers=(SeatKey("A"), PUBLIC, OPEN), default=OPEN)


book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game that played itself."""
    return book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain"))[0].id


def some(view: RecordView) -> tuple[int, ...]:
    """Return the start and some steps of a log."""
    return (0, *view.timeline.versions[::9])


def figures(page: BeautifulSoup) -> list[dict[str, Any]]:
    """Return the figures of a page as plotly gets them."""
    return [json.loads(it.get_text()) for it in page.select("script[data-figure]")]


def test_entropy_is_counted_in_bits() -> None:
    """What is certain lacks nothing, one of two equal ones a bit, one of eight three."""
    assert entropy([Fraction(1)]) == 0
    assert entropy([Fraction(1, 2)] * 2) == 1
    assert entropy([Fraction(1, 8)] * 8) == pytest.approx(3)


def test_as_it_was_is_the_sum_of_the_defences(book: GameBook, played: str) -> None:
    """At the open table each pile is worth what its cards defend there, at every step."""
    view = book.record(LOCAL, played, "open")
    worth = view.game.board.worth(view.header)  # type: ignore[misc]
    seen = 0
    for at, sums in measure(view, some(view), STRENGTH).measured.items():
        table = view.position(at).table
        for pile, found in sums.items():
            laid = sum(worth[pile.partition(":")[0]][str(table.slots[slot].face)] for slot in table.piles.get(pile, ()))
            assert found is not None
            assert (found.expected, found.least, found.most) == (laid, laid, laid)
            seen += laid
    assert seen > 0


@pytest.mark.parametrize("viewer", rest_soaked(["A", "B", "public"]))
def test_bounds_hold_what_really_lay_there(book: GameBook, played: str, viewer: str) -> None:
    """What a pile was worth is never outside the bounds of any viewer, and the mean is between them; one's own laid cards are known."""
    view = book.record(LOCAL, played, viewer)
    truth = measure(book.record(LOCAL, played, OPEN), some(view), STRENGTH).measured
    for at, sums in measure(view, some(view), STRENGTH).measured.items():
        for pile, found in sums.items():
            was = truth[at][pile]
            assert found is not None
            assert was is not None
            assert found.least <= was.least <= found.most
            assert found.least <= found.expected <= found.most
            table = view.position(at).table
            if all(known(table.slots[slot].face) for slot in table.piles.get(pile, ())):
                assert found.least == found.most == was.least


def test_nothing_is_lacking_before_a_card_is_dealt(book: GameBook, played: str) -> None:
    """No bit is lacking at the start, and some are once the other side holds cards; who sits there lacks less than who does not."""
    ana, public = (book.record(LOCAL, played, viewer) for viewer in ("A", "public"))
    at = next(version for version in ana.timeline.versions if version > 60)
    start, later = measure(ana, (0, at), UNCERTAINTY).measured.values()
    assert start.bits == 0
    assert 0 < later.bits < measure(public, (at,), UNCERTAINTY).measured[at].bits


def test_a_chart_of_what_all_see_asks_nobody_what_could_be_known(client: FlaskClient, played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many cards a hand has is measured at every step without a question to the engine; what a pile is worth is not."""
    asked: list[int] = []
    at = Known.at

    def counted(known: Known, version: int) -> Knowledge:
        asked.append(version)
        return at(known, version)

    monkeypatch.setattr(Known, "at", counted)
    of_all: Chart[Any] = CHARTS["strength"]
    monkeypatch.setitem(CHARTS, "hands", replace(of_all, name="hands", with_record=False, measure=HANDS, lines=lines_of_hands))  # type: ignore[arg-type]
    (ana, ben) = client.get(f"/api/records/{played}/charts/hands?as=A&grain=step").get_json()["lines"]
    assert (ana["of"], ben["of"], asked) == ("hand:A", "hand:B", [])
    assert {point["value"] for point in ben["points"]} > {0, 1, 2, 3}
    client.get(f"/api/records/{played}/charts/strength?as=A&grain=step")
    assert asked


def test_every_chart_is_in_the_document_of_the_api() -> None:
    """With its name, its sentence and its unit, and no other is."""
    rows = (ROOT / "docs" / "api.md").read_text().split("| chart | what it shows | unit |\n|---|---|---|\n")[1].split("\n\n")[0]
    assert rows.splitlines() == [f"| `{chart.name}` | {chart.says} | {chart.unit} |" for chart in CHARTS.values()]


def test_what_can_be_known_is_worked_out_once_for_all_charts(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two charts of the same steps cost the engine as much as one, however few of its answers are kept."""
    monkeypatch.setattr(engine, "KEPT", 2)
    (record,) = book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain"))
    view = book.record(LOCAL, record.id, "A")
    steps = view.timeline.versions[:40:4]
    assert view.seen.work == 0
    assert measure(view, steps, STRENGTH).pending == ()
    work = view.seen.work
    assert work > 0
    assert measure(view, steps, UNCERTAINTY).pending == ()
    assert view.seen.work == work


@pytest.mark.soak
def test_a_seat_is_shown_its_own_numbers_only(read: Read, played: str) -> None:
    """Ana's page has a line of hers in each panel; the open table's has what was and both seats."""
    for viewer, names in (("A", ["Ana"]), ("public", ["Spectator"]), ("open", ["as it was", "Ana", "Ben"])):
        page = read(f"/records/{played}/charts/strength?as={viewer}")
        panels = page.select(".panel")
        assert [it.get_text() for it in page.select(".panel h2")] == [
            f"{place} of {name} sum of the defence values" for name in ("Ana", "Ben") for place in ("Gate", "Castle")
        ]
        assert all([it.get_text() for it in panel.select(".keys li")] == names for panel in panels)
        assert all({trace["name"] for trace in figure["data"] if "name" in trace} == set(names) for figure in figures(page))


def test_a_seat_that_one_may_not_look_as_is_left_out(tmp_path: Path) -> None:
    """The open table draws the estimates of those seats alone as which the caller may look."""
    store = open_store(f"sqlite:///{tmp_path / 'policy.sqlite'}")
    with GameBook(store, policy=NotAsBen()) as book:
        games = simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain")
        (record,) = [stored.id for stored in book.writing.add(LOCAL, *games)]
        client = create_app(book).test_client()
        lines = client.get(f"/api/records/{record}/charts/strength?as=open").get_json()["lines"]
        assert {line["eyes"] for line in lines} == {"open", "A"}
        assert client.get(f"/api/records/{record}/charts/strength?as=B").status_code == 403


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("viewer", rest_soaked(["A", "open"]))
def test_table_and_downloads_say_the_same(  # noqa: PLR0917 -- fixtures and the cases
    read: Read, client: FlaskClient, book: GameBook, played: str, chart: str, viewer: str
) -> None:
    """Each line of the chart is a column of the table, each told step a row that leads there; JSON and CSV hold the same points."""
    address, data = f"/api/records/{played}/charts/{chart}?as={viewer}", None
    while data != (data := client.get(address).get_json()):  # a part at a time, until all of it is measured
        pass
    page = read(f"/records/{played}/charts/{chart}?as={viewer}&at=60")
    assert len(page.select(".numbers thead th")) == 2 + len(data["lines"])
    steps = [int(it.get_text()) for it in page.select(".numbers tbody th")]
    timeline = book.record(LOCAL, played, viewer).timeline
    measured = {point["at"] for line in data["lines"] for point in line["points"]}
    assert steps == [0, *(nth for nth, version in enumerate(timeline.versions, 1) if version in measured and version <= 60)]
    assert page.select_one(".numbers tbody th a")["href"] == f"/records/{played}?at=0&as={viewer}"  # type: ignore[index]
    answer = client.get(f"/api/records/{played}/charts/{chart}.csv?as={viewer}")
    assert answer.headers["Content-Disposition"] == f"attachment; filename={played}-{chart}-{viewer}.csv"
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    points = [(line["of"], line["eyes"], point["at"], point["value"]) for line in data["lines"] for point in line["points"]]
    assert [(row["of"], row["eyes"], int(row["at"]), float(row["value"])) for row in rows] == points


def test_turn_by_turn_or_step_by_step(client: FlaskClient, book: GameBook, played: str) -> None:
    """The usual chart is measured after the last step of each turn, the finer one after each that the viewer is told of."""
    timeline = book.record(LOCAL, played, "A").timeline
    ends = [0, *(turn.told[-1].version for turn in timeline.turns if turn.told)]
    for grain, wanted in (("", ends), ("&grain=turn", ends), ("&grain=step", [0, *timeline.versions])):
        (line, *_rest) = client.get(f"/api/records/{played}/charts/strength?as=A{grain}").get_json()["lines"]
        assert [point["at"] for point in line["points"]] == wanted
    assert client.get(f"/records/{played}/charts/strength?as=A&grain=day").status_code == 422


def test_the_steps_that_told_the_most_are_told_in_order(read: Read, played: str) -> None:
    """Of each seat a list of steps, the one that took most bits away first, each a link."""
    parts = (read(f"/records/{played}/charts/uncertainty?as=open") for _ in range(20))
    page = next(page for page in parts if not page.select_one("#working progress"))
    lists = page.select(".tolds > div")
    assert [it.h3.get_text() for it in lists if it.h3] == ["Ana", "Ben"]
    for told in lists:
        bits = [float(it.get_text().removeprefix("\u2212")) for it in told.select("b")]
        assert bits == sorted(bits, reverse=True)
        assert bits[-1] > 0
        assert all("?at=" in str(it["href"]) for it in told.select("a"))


def test_only_the_page_of_a_chart_relaxes_its_policy(client: FlaskClient, played: str) -> None:
    """Styles that plotly writes are let through on that page alone; scripts stay as strict, and no other site is named."""
    usual = client.get(f"/records/{played}").headers["Content-Security-Policy"]
    chart = client.get(f"/records/{played}/charts/strength").headers["Content-Security-Policy"]
    assert "unsafe" not in usual
    assert chart == usual.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    assert CONTENT_POLICY["style-src"] == "'self'"
    for other in (f"/records/{played}/rules", f"/records/{played}/odds", f"/charts/{SCRIPT}", f"/api/records/{played}/charts/strength"):
        assert client.get(other).headers["Content-Security-Policy"] == usual


def test_the_script_comes_from_the_package(client: FlaskClient, read: Read, played: str) -> None:
    """Plotly's own script is served from here, kept for good by its version, and named by the page of a chart alone."""
    (script,) = [it["src"] for it in read(f"/records/{played}/charts/strength").select("script[src]") if "plotly" in str(it["src"])]
    answer = client.get(str(script))
    assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
    assert "immutable" in answer.headers["Cache-Control"]
    assert "plotly.js v" in answer.text[:200]
    assert "plotly" not in client.get(f"/records/{played}").text
    assert client.get("/charts/plotly-0.0.0.js").status_code == 404


def test_the_first_chart_is_where_charts_lead(client: FlaskClient, played: str) -> None:
    """The address without a chart's name leads to the first one, with step and viewer; a record without cards has none."""
    answer = client.get(f"/records/{played}/charts?at=7&as=A")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/records/{played}/charts/strength?at=7&as=A")


@pytest.mark.parametrize(
    ("address", "status"),
    one_in(
        3,
        [
            ("/records/RECORD/charts/none", 404),
            ("/records/RECORD/charts/strength?at=9999", 404),
            ("/records/RECORD/charts/strength?as=Nobody", 422),
            ("/records/RECORD/charts/strength?sa=A", 422),
            ("/records/none/charts/strength", 404),
            ("/api/records/RECORD/charts/none", 404),
            ("/api/records/RECORD/charts/none.csv", 404),
            ("/api/records/RECORD/charts/strength.csv?sa=A", 422),
        ],
    ),
)
def test_what_is_not_there_is_refused(client: FlaskClient, played: str, address: str, status: int) -> None:
    """A chart, a step, a viewer or a parameter that is not there."""
    assert client.get(address.replace("RECORD", played)).status_code == status


@pytest.mark.soak
def test_numbers_are_written_as_the_reader_writes_them(read: Read, played: str) -> None:
    """A German page has German words, decimal commas in the table, and tells plotly so."""
    page = read(f"/records/{played}/charts/strength?as=A&lang=de")
    assert "wie stark jeder stapel ist" in page.get_text().lower()
    assert all(figure["layout"]["separators"] == ",." for figure in figures(page))
    assert any("," in it.get_text() for it in page.select(".numbers td.n"))


def test_number_12_nothing_is_drawn_across_steps_that_are_not_worked_out(
    read: Read, client: FlaskClient, book: GameBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bands and lines end where a number is missing, and begin anew after it; one that stands alone has a mark."""
    (game,) = simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain")
    played = book.writing.add(LOCAL, replace(game, entries=tuple(game.entries)[:BEGUN]))[0].id
    monkeypatch.setattr(series, "WORK", 12_000)
    page = read(f"/records/{played}/charts/strength?as=public&grain=step")
    (bar,) = page.select("#working progress")
    pending = int(str(bar["max"])) - int(str(bar["value"]))
    assert pending > 0
    bands = 0
    for figure in figures(page):
        (mean,) = (trace for trace in figure["data"] if "customdata" in trace)
        missing = {x for x, y in zip(mean["x"], mean["y"], strict=True) if y is None}
        pending -= len(missing)
        for band in (trace for trace in figure["data"] if trace is not mean):
            bands += 1
            assert not any(min(band["x"]) <= x <= max(band["x"]) for x in missing)
        told = [y is not None for y in mean["y"]]
        alone = [nth for nth, here in enumerate(told) if here and True not in told[max(0, nth - 1) : nth] + told[nth + 1 : nth + 2]]
        assert all(mean["marker"]["size"][nth] > 0 for nth in alone)
    assert (bands > 0, pending) == (True, 0)


@pytest.mark.soak
def test_a_chart_that_takes_long_goes_on_where_it_ended(
    client: FlaskClient, read: Read, book: GameBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What does not fit the work of one question is pending and no number; asked again and again, all is there."""
    (game,) = simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain")
    begun = replace(game, entries=tuple(game.entries)[:BEGUN])
    played = book.writing.add(LOCAL, begun)[0].id
    with monkeypatch.context() as little:
        little.setattr(series, "WORK", 4_000)
        path = f"/api/records/{played}/charts/uncertainty?as=public&grain=step"
        pending: list[int] = []
        while not pending or pending[-1]:
            data = client.get(path).get_json()
            pending.append(data["pending"])
            points = data["lines"][0]["points"]
            assert [point["at"] for point in points] == [0, *book.record(LOCAL, played, PUBLIC).timeline.versions]
            missing = [line["points"][nth]["value"] is None for line in data["lines"] for nth in range(len(points))]
            assert sum(missing) == 3 * pending[-1]
            if len(pending) == 1:
                page = read(f"/records/{played}/charts/uncertainty?as=public&grain=step")
                assert "not calculated yet" in page.get_text()
                assert page.select_one("p.remark[role=status] a") is not None
    assert pending == sorted(pending, reverse=True)
    assert len(pending) > 1
