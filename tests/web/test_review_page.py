"""The page of a review: what it says of made rows, whose eyes they are for, and where its forms lead."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPEN
from records.review.passes import CHART, FAST
from records.service.library import library
from records.service.reviews.looking import ReviewLook
from records.service.reviews.views import SeatReviewView
from records.service.writing.simulation import simulate
from records.studies.chapters.events import FindMove
from support import books
from support.reviewed import MadeHands, reviewed
from web.app import create_app
from web.pages.review import page as page_module

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from flask.testing import FlaskClient
    from playwright.sync_api import Page

    from records.service import GameBook

A, MINUS = SeatKey("A"), chr(0x2212)
book = books.shared


@pytest.fixture(scope="module")
def record(book: GameBook) -> str:
    """A game of three that ended, with the reviews of all seats and of the open table."""
    found = game(book)
    reviewed(book, found)
    return found


@pytest.fixture(scope="module")
def app(book: GameBook) -> Flask:
    """The pages."""
    return create_app(book)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A reader."""
    return app.test_client()


@pytest.fixture(scope="module")
def page(app: Flask, record: str) -> BeautifulSoup:
    """The open table's review."""
    return read(app.test_client(), record)


@pytest.fixture(scope="module")
def own_page(app: Flask, record: str) -> BeautifulSoup:
    """That of seat A."""
    return read(app.test_client(), record, "A")


def game(book: GameBook) -> str:
    """A game of three that ended."""
    return book.writing.add(LOCAL, *simulate(library()["regicide"], seed=12, games=1, players=3))[0].id


def read(client: FlaskClient, record: str, viewer: str = "open", language: str = "en") -> BeautifulSoup:
    """The page."""
    answer = client.get(f"/records/{record}/review?as={viewer}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


def text(part: Any) -> str:
    """The text of a part, its white space as one space."""
    return re.sub(r"\s+", " ", part.get_text(" ")).strip()


def test_no_mark_stands_without_its_loss_and_error(page: BeautifulSoup) -> None:
    """Each mark is in the same element as "x ± y points"; what is below two standard errors says that no difference could be told."""
    costs = page.select(".decisions summary .cost")
    marked = [one for one in costs if one.get("data-mark")]
    assert {str(one["data-mark"]) for one in marked} == {"mistake", "blunder"}
    assert all(re.search(r"(mistake|blunder) ?: costs \d+ ± \d points \(\d+ % → \d+ %\)", text(one)) for one in marked)
    others = [text(one) for one in costs if not one.get("data-mark")]
    assert any(re.fullmatch(r"no difference could be told \(± 1\.5 points\)", one) for one in others)
    words = [one for one in page.find_all(string=re.compile("blunder")) if "Marks begin at" not in one and one.parent.name != "script"]
    assert words
    assert all("cost" in one.parent.parent["class"] for one in words)


def test_it_begins_with_three_sentences(page: BeautifulSoup) -> None:
    """The greatest slip, the luckiest and the unluckiest moment; luck and skill stand in two columns, and all of it adds up."""
    slip, lucky, unlucky = map(text, page.select(".closing p"))
    assert slip.startswith("The greatest slip: step ")
    assert "costs 18 ± " in slip
    assert re.match(r"The luckiest moment: step \d+ : .*, \+\d+ ± \d", lucky)
    assert re.match(rf"The unluckiest moment: step \d+ : .*, {MINUS}\d+ ± \d", unlucky)
    assert [text(one) for one in page.select(".two h2")] == ["Luck", "Skill"]
    parts = text(page.select_one(".parts"))
    assert parts.startswith("Of 64 points lost: draws ")
    assert sum(int(one.replace(MINUS, "-")) for one in re.findall(rf"[+{MINUS}]\d+", parts)) == pytest.approx(-64, abs=3)


def test_a_seat_sees_nothing_of_the_open_table(page: BeautifulSoup, own_page: BeautifulSoup) -> None:
    """Its page has its own decisions and chances alone, and nothing of how the cards lay."""
    assert not own_page.select(".parts")
    assert "As the cards lay" in page.get_text()
    assert "As the cards lay" not in own_page.get_text()
    figure = json.loads(own_page.select_one("script[data-figure]").get_text())  # type: ignore[union-attr]  # there
    assert {trace["name"] for trace in figure["data"] if "name" in trace} == {"Ana"}
    assert len(own_page.select(".decisions > li")) < len(page.select(".decisions > li"))


def test_each_decision_says_what_else_could_have_been_done(own_page: BeautifulSoup, book: GameBook, record: str) -> None:
    """The moves with their chances and errors, which was played, which are among the best, and which the simulated player makes."""
    weighed = [one for one in book.reviews.review(LOCAL, record, A).seats[0].decisions if one.weighed]
    listed = own_page.select(".decisions > li")
    assert [len(one.select(".options li")) for one in listed] == [len(one.options) for one in weighed]
    for one in listed:
        assert len(one.select("[data-played]")) == 1
        assert all(re.fullmatch(r"(≈ )?\d+ %( ± \d(\.\d)?)?", text(chance)) for chance in one.select(".options li > b"))
        assert {"among the best", "the simulated player", "played"} <= {text(tag) for tag in one.select(".tag")}
    assert "The rules allowed one move alone." in text(own_page.select_one("#apart"))


def test_the_chart_has_a_band_a_table_and_signs(page: BeautifulSoup) -> None:
    """Each line has its bounds; marked decisions have a sign with loss and error; the table says the same numbers."""
    figure = json.loads(page.select_one("script[data-figure]").get_text())  # type: ignore[union-attr]  # there
    *seats, opened = [trace for trace in figure["data"] if "fill" in trace]
    assert len({seat["fillpattern"]["shape"] for seat in seats}) == len({seat["line"]["dash"] for seat in seats}) == 3
    assert ["fillcolor" in trace for trace in (*seats, opened)] == [False, False, False, True], "colours that lie on each other turn grey"
    assert all("costs" in said for said in figure["data"][-1]["customdata"])
    assert figure["layout"]["yaxis"]["range"] == [0, 100]
    assert figure["layout"]["margin"]["t"] >= 12, (
        "half of a label of 14 pixels, and its line's height: the script drops one that does not fit"
    )
    heads = [text(one) for one in page.select("#chance-heads th")]
    assert heads == ["Step", "What happened", "Ana", "Ben", "Jona", "as it was"]
    cells = [text(cell) for cell in page.select("#rows td.n")]
    assert len(cells) > len(heads)
    assert all(re.fullmatch(r"(\d+ %( ± \d)?)?", cell) for cell in cells)


def test_the_line_of_the_open_table_says_whose_chance_it_is(client: FlaskClient, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where seats play against each other, what is one's chance is not the other's."""
    monkeypatch.setattr("web.pages.review.page.for_whom", lambda _view, _review: "Ana")
    assert [text(key) for key in read(client, record).select("#chance-keys li")][-1] == "as it was, for Ana"


def test_it_says_that_there_is_none_yet(client: FlaskClient, book: GameBook) -> None:
    """A look starts no work; one button asks for it, and then the work is there with a link that leads on without a script."""
    record = game(book)
    working = read(client, record).select_one("#working")
    assert "There is no review of this game yet." in text(working)
    assert [str(one["value"]) for one in working.select("button")] == ["ask"]  # type: ignore[union-attr]  # there
    assert book.reviews.review(LOCAL, record, OPEN).seats[0].work.state == "none"
    answer = client.post(f"/records/{record}/review", data={"as": "open", "act": "ask"})
    assert answer.headers["Location"] == f"/records/{record}/review?as=open"
    working = read(client, record).select_one("#working")
    assert "The review waits for its turn." in text(working)
    assert working.select("a[data-goes-on]")  # type: ignore[union-attr]  # there
    assert [str(one["value"]) for one in working.select("button")] == ["cancel"]  # type: ignore[union-attr]  # there
    client.post(f"/records/{record}/review", data={"as": "open", "act": "cancel"})
    working = read(client, record).select_one("#working")
    assert "The review was stopped" in text(working)
    assert [str(one["value"]) for one in working.select("button")] == ["ask"]  # type: ignore[union-attr]  # there


def test_all_may_be_asked_for_while_the_work_at_one_seat_goes_on(client: FlaskClient, book: GameBook) -> None:
    """Whoever wants the open table's review need not wait for that of a seat, which the same button would have begun."""
    record = game(book)
    book.reviews.ask(LOCAL, record, A)

    def offered(viewer: str) -> list[str]:
        return [str(one["value"]) for one in read(client, record, viewer).select("#working button")]

    assert (offered("A"), offered("open")) == (["cancel"], ["ask", "cancel"])
    assert client.post(f"/records/{record}/review", data={"as": "open", "act": "ask"}).status_code == 303
    assert (offered("A"), offered("open")) == (["cancel"], ["cancel"])


def test_it_says_how_far_the_work_is(client: FlaskClient, book: GameBook) -> None:
    """The pass, its rows, and how sure the losses are by now, beside what is there; and that it failed. A chart alone finds no slip."""
    record = game(book)
    reviewed(book, record, A, hands=MadeHands(most=4), seconds=0.6)
    page = read(client, record, "A")
    assert re.search(r"Pass \d: .*\d+ of \d+ done", text(page.select_one("#working")))
    assert "No decision is weighed so far." in text(page.select_one(".closing"))
    record = game(book)
    reviewed(book, record, A, hands=MadeHands(broken=True), seconds=5)
    assert "The review could not be finished." in text(read(client, record, "A").select_one("#working"))


def test_of_a_whole_review_nothing_more_is_to_come(
    client: FlaskClient, book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing stands out, it says "so far" only while rows may come."""
    monkeypatch.setattr(page_module, "moments", lambda _view, _review: [])
    assert text(read(client, record).select_one(".moments .none")) == "Nothing stands out."
    assert text(read(client, record, language="de").select_one(".moments .none")) == "Nichts sticht heraus."
    half = game(book)
    reviewed(book, half, A, hands=MadeHands(most=4), seconds=0.6)
    page = read(client, half, "A")
    assert text(page.select_one(".moments .none")) == "Nothing stands out so far."
    for said in page.select(".closing p"):
        assert "so far" in text(said).lower() or said.select("a"), said


def test_a_review_that_waits_counts_nothing(client: FlaskClient, book: GameBook) -> None:
    """Before it is planned nobody knows how many parts it has."""
    record = game(book)
    book.reviews.ask(LOCAL, record, A)
    working = text(read(client, record, "A").select_one("#working"))
    assert "The review waits for its turn." in working
    assert " of 0" not in working


def test_it_says_why_there_is_none(client: FlaskClient, book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that is closed, one that is stale, slow play-outs where nothing compiles; and a game that is not reviewed."""
    whole = book.reviews.review(LOCAL, record, OPEN)
    first, second, third = whole.seats
    seats = (msgspec.structs.replace(first, stale=True), SeatReviewView(seat=second.seat, closed=True), third)
    changed = msgspec.structs.replace(whole, seats=seats, compiled=False)
    monkeypatch.setattr(ReviewLook, "view", lambda _look: changed)
    said = text(read(client, record).select_one("#working"))
    assert "Ana : It was made before the record changed" in said
    assert "Ben : This player keeps the review to themselves." in said
    assert "Slow:" in said
    assert "no review" not in said
    changed = msgspec.structs.replace(whole, seats=(), open=None, apart="goes-on", may_ask=False)
    said = text(read(client, record).select_one("#working"))
    assert said == "There is no review of this game. The game is not over."


def test_a_review_that_is_kept_is_opened_again_where_it_was_closed(
    client: FlaskClient, book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its holder reads it on, and finds the way back; to others it is closed, which is not to say that there is none."""
    own = book.reviews.review(LOCAL, record, A)
    for kept, says in ((False, "Keep the review of Ana to myself"), (True, "Show the review of Ana to others again")):
        shown = msgspec.structs.replace(own, seats=(msgspec.structs.replace(own.seats[0], kept=kept),), may_close=(A,))
        monkeypatch.setattr(ReviewLook, "view", lambda _look, shown=shown: shown)
        page = read(client, record, "A")
        assert [text(one) for one in page.select("button") if one.get("value") in {"open", "close"}] == [says]
        assert page.select(".decisions > li")
    shown = msgspec.structs.replace(own, seats=(SeatReviewView(seat=A, closed=True),))
    monkeypatch.setattr(ReviewLook, "view", lambda _look: shown)
    assert text(read(client, record, "A").select_one("#working")) == "Ana : This player keeps the review to themselves."


@pytest.mark.parametrize(
    "sent", [{"act": "gamble"}, {}, {"act": "close", "seat": "Z"}, {"act": "closer", "at": "x"}, {"act": "ask", "as": "public"}]
)
def test_bad_forms_are_refused(client: FlaskClient, record: str, sent: Any) -> None:
    """An act that is none, a seat that nobody has, a step that is no number, and the public, who has no review."""
    assert client.post(f"/records/{record}/review", data={"as": "open", **sent}).status_code == 422


def test_looking_closer_asks_for_one_decision(client: FlaskClient, book: GameBook, record: str) -> None:
    """Its button asks for a job of its own, and leads back."""
    at = next(one.version for one in book.reviews.review(LOCAL, record, A).seats[0].decisions if one.mark)
    answer = client.post(f"/records/{record}/review", data={"as": "A", "act": "closer", "at": str(at)})
    assert answer.status_code == 303
    assert len([job for job in book.jobs.of_caller(LOCAL) if job.record == record and job.state == "open"]) == 1


def test_trying_a_move_begins_a_line_with_it(client: FlaskClient, own_page: BeautifulSoup, book: GameBook, record: str) -> None:
    """The line begins before the decision, with the move that was touched, and is played on there."""
    row = next(one for one in own_page.select(".decisions > li") if one.get("data-mark"))
    fields = {str(one["name"]): str(one["value"]) for one in row.select("form")[0].select("input")}
    wanted = row.select("button[name=option]")[0]
    answer = client.post(f"/records/{record}/review", data={**fields, "option": wanted["value"]})
    assert answer.status_code == 303
    assert str(wanted["aria-label"]).removeprefix("Try it: ").split(" ", 2)[2] in client.get(answer.headers["Location"]).text
    (begun,) = book.notes.layers(LOCAL, record, A)[0].lines
    assert begun.base == int(fields["at"]) - 1


def test_mark_as_planned_writes_a_note_and_changes_no_number(
    client: FlaskClient, own_page: BeautifulSoup, book: GameBook, record: str
) -> None:
    """The note stands at the decision's step, in one's own layer, for who decided."""
    at = next(one.version for one in book.reviews.review(LOCAL, record, A).seats[0].decisions if one.mark)
    answer = client.post(f"/records/{record}/review", data={"as": "A", "act": "planned", "at": str(at)})
    assert answer.headers["Location"] == f"/records/{record}?at={at}&as=A"
    notes = [note for layer in book.notes.layers(LOCAL, record, A) for note in layer.notes]
    assert [(note.at.v, note.text, note.known_to) for note in notes] == [(at, "Played so on purpose.", ("A",))]
    assert text(read(client, record, "A").select_one(".two")) == text(own_page.select_one(".two"))


def test_it_is_hidden_in_suspense(client: FlaskClient, record: str) -> None:
    """A review tells how the game goes on."""
    client.set_cookie("suspense", "on")
    assert client.get(f"/records/{record}/review?as=A").status_code == 422


def test_it_speaks_german(client: FlaskClient, record: str) -> None:
    """Sentences, marks and numbers."""
    page = read(client, record, "A", "de")
    assert text(page.select_one(".closing p")).startswith("Der größte Fehlgriff: Schritt ")
    assert re.search(r"Fehler : kostet 8 ± 2 Punkte \(\d+ % → \d+ %\)", text(page))


def test_ways_lead_to_it_once_the_game_is_over(client: FlaskClient, book: GameBook, record: str) -> None:
    """From the turning points of the replay and from its end, and from the line on the shelf; no onlooker is led there."""
    end = book.record(LOCAL, record, A).steps
    address = f"/records/{record}/review?as=A"
    for at, ways in ((6, 1), (end, 2)):
        page = BeautifulSoup(client.get(f"/records/{record}?at={at}&as=A").text, "html.parser")
        assert len(page.select(f'a[href="{address}"]')) == ways
    public = BeautifulSoup(client.get(f"/records/{record}?at={end}&as=public").text, "html.parser")
    assert not public.select('a[href*="/review"]')
    shelf = BeautifulSoup(client.get("/").text, "html.parser")
    assert shelf.select(f'.to-review[href="/records/{record}/review"]')
    client.set_cookie("suspense", "on")
    assert "/review" not in client.get(f"/records/{record}?at={end}&as=A").text


def test_the_replay_is_sent_signs_and_what_turning_points_were_worth(client: FlaskClient, book: GameBook, record: str) -> None:
    """Marked decisions with loss and error, the turning points by their worth; none where there is no review, and no work."""
    found = BeautifulSoup(client.get(f"/records/{record}/review/marks?as=A").text, "html.parser")
    signs = found.select("[data-reviewed-found] li[data-x]")
    marked = [one for one in book.reviews.review(LOCAL, record, A).seats[0].decisions if one.mark]
    assert [int(str(one["data-at"])) for one in signs] == [one.version for one in sorted(marked, key=lambda one: -one.loss.mean)]
    assert all(re.search(r"(mistake|blunder) ?: costs \d+ ± \d points", text(one)) for one in signs)
    worths = [abs(int(text(one).replace(MINUS, "-").split()[0])) for one in found.select(".worth")]
    assert worths == sorted(worths, reverse=True)
    assert len(worths) == len(book.record(LOCAL, record, A).turning_points(999))
    fresh = game(book)
    assert client.get(f"/records/{fresh}/review/marks?as=A").text.count("data-none") == 1
    assert fresh not in {job.record for job in book.jobs.of_caller(LOCAL)}


def test_turning_points_are_worth_nothing_known_while_the_chart_is_made(client: FlaskClient, book: GameBook) -> None:
    """Between two far points of it lie several turning points, none of which alone moved the chance from one to the other."""
    record = game(book)
    reviewed(book, record, A, hands=MadeHands(most=2), seconds=0.6)
    (seat,) = book.reviews.review(LOCAL, record, A).seats
    assert seat.chart
    assert seat.work.passed < CHART
    assert not BeautifulSoup(client.get(f"/records/{record}/review/marks?as=A").text, "html.parser").select(".worth")


@pytest.mark.soak
@pytest.mark.browser
def test_signs_come_to_the_bar_behind_the_reader(visit: Callable[..., Page], book: GameBook, record: str) -> None:
    """They come when the reader rests, stand up to the present step, and the list is ordered by worth."""
    versions = sorted(one.version for one in book.reviews.review(LOCAL, record, A).seats[0].decisions if one.mark)
    page = visit(f"/records/{record}?at={versions[0]}&as=A")
    expect(page.locator("#overview .slip")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator("#overview .slip")).to_have_count(len(versions))
    page.locator('a[data-tab][href="#review"]').click()
    expect(page.locator("#review [data-reviewed] .worth").first).to_be_visible()
    expect(page.locator("#turning-list > .points")).to_be_hidden()
    boxes = [one.bounding_box() for one in page.locator("#review [data-reviewed] .points a:visible > span:last-child").all()]
    edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box is not None and box["height"]]
    assert all(later[0] - before[1] >= 6 for before, later in pairwise(edges)), "what is said of one step would run into the next"


def test_marked_decisions_are_offered_as_tasks(client: FlaskClient, book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the moments into a chapter that asks for the better move: the best are worth all; key, worth and comment are frozen in it."""
    monkeypatch.setattr(ReviewLook, "_passes", FAST)
    moments = BeautifulSoup(client.get(f"/records/{record}/moments?as=A").text, "html.parser")
    decision = max((one for one in book.reviews.review(LOCAL, record, A).seats[0].decisions if one.mark), key=lambda one: one.loss.mean)
    offered = [str(one["href"]) for one in moments.select('a[href*="kind=move"]')]
    assert f"at={decision.version - 1}&as=A&kind=move" in offered[0]
    study, last = book.studies.open_study(LOCAL, "Better moves").id, decision.version - 1
    form = f"/studies/{study}/chapters/new"
    page = BeautifulSoup(client.get(f"{form}?record={record}&as=A&last={last}&kind=move&title=x").text, "html.parser")
    fields = {str(one["name"]): str(one["value"]) for one in page.select('input[name^="worth-"]')}
    fields |= {str(one["name"]): one.get_text() for one in page.select('[name^="said-"]') if one.name == "textarea"}
    fields |= {str(one["name"]): str(one.get("value", "")) for one in page.select('input[name^="said-"]')}
    for select in page.select('select[name^="move-"]'):
        chosen = select.select_one("option[selected]")
        fields[str(select["name"])] = str(chosen["value"]) if chosen is not None else ""
    assert (fields["move-0"], fields["worth-0"]) == (decision.best[0], "100")
    about = {"record": record, "as": "A", "last": str(last), "kind": "move", "title": "x", "conceal": "until solved", "act": "save"}
    assert client.post(form, data=about | fields).status_code == 303
    (chapter,) = book.studies.study(LOCAL, study).chapters
    task = chapter.body.task  # type: ignore[union-attr]  # it is there
    assert isinstance(task, FindMove)
    frozen = {bytes(one.pattern).decode(): (one.worth, one.says) for one in task.answers}
    assert frozen[decision.best[0]][0] == 100
    assert "by the simulated player" in frozen[decision.played][1]
    assert frozen[decision.played][0] < 100


def test_a_game_of_estimates_says_so_and_lists_decisions_by_turn(book: GameBook, app: Flask) -> None:
    """Its chances are called estimates with their band; what was only looked at is not judged, and has neither mark nor number."""
    (found,) = book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=2, games=1, ruleset="castle-rampage/plain"))
    reviewed(book, found.id, A)
    page = read(app.test_client(), found.id, "A")
    said, rows = page.select_one("#chances-estimated"), page.select_one("#rows")
    assert said is not None
    assert re.search("estimates .* ± [0-9]+ points", said.text)
    assert rows is not None
    assert "estimated" in rows.text
    turns = page.select("#decisions h3.turn")
    assert {one.text.split()[0] for one in turns} == {"Before", "Turn"}
    assert len(page.select("#decisions ol.decisions")) == len(turns)
    costs = [one.text for one in page.select("#decisions .cost")]
    looked = [one for one in costs if one == "looked at by estimates, not judged"]
    assert len(looked) >= len(costs) - 10 > 0
