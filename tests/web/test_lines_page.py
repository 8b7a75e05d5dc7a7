"""The pages of lines: begun at a step, gone on with move by move, without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

DRAWING = "drawing=one player after the other"


book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game that played itself."""
    return book.writing.add(LOCAL, *simulate(library()["regicide"], seed=5, games=1))[0].id


@pytest.fixture(scope="module")
def reader(book: GameBook) -> FlaskClient:
    """Somebody who reads pages."""
    return create_app(book).test_client()


def sent(reader: FlaskClient, form: BeautifulSoup, **chosen: str) -> BeautifulSoup:
    """What a form of a page leads to, sent as it stands but for what is ``chosen``."""
    found = form.select_one("main form")
    assert found is not None
    fields = {str(field["name"]): str(field["value"]) for field in found.select('input[type="hidden"]')}
    picked: dict[str, list[str]] = {}
    for select in found.select("select"):
        options = [str(option["value"]) for option in select.select("option") if option["value"] != ""]
        picked.setdefault(str(select["name"]), []).append(options[len(picked.get(str(select["name"]), ()))])
    answer = reader.post(str(found["action"]), data={**fields, **picked, **chosen}, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return BeautifulSoup(answer.text, "html.parser")


def begun(reader: FlaskClient, record: str, at: int, dealt: str, *, viewer: str = "open", switch: str = "") -> BeautifulSoup:
    """A line that begins after a step."""
    page = reader.get(
        f"/records/{record}/lines", query_string={"at": at, "as": viewer, "switch": switch} if switch else {"at": at, "as": viewer}
    )
    assert page.status_code == 200
    return sent(reader, BeautifulSoup(page.text, "html.parser"), dealt=dealt, name="what if")


def first_turn(book: GameBook, record: str) -> int:
    """The step before the first play of a game."""
    return max(one.v for one in book.record(LOCAL, record, "open").events if one.cause == 1)


@pytest.mark.soak
@pytest.mark.parametrize("dealt", ["lay", "known", "chosen"])
def test_a_line_goes_on_move_by_move(reader: FlaskClient, book: GameBook, played: str, dealt: str) -> None:
    """Legal moves are offered, one is made, questions of the table are asked where the author answers; the way here leads back."""
    page = begun(reader, played, first_turn(book, played), dealt)
    for moves in (1, 2):
        assert page.select("input[name=action]"), page.text
        page = sent(reader, page, action="0")
        while page.select_one("input[name=asked]") is not None:
            page = sent(reader, page)
        assert len(page.select(".way a")) == moves + 1
    back = page.select(".way a")[0]
    assert "Tried from here" in reader.get(str(back["href"])).text
    listed = reader.get(f"/records/{played}/lines?as=open").text
    assert "what if" in listed


def test_a_line_is_a_tree_that_is_named_noted_and_cut(reader: FlaskClient, book: GameBook, played: str) -> None:
    """Two moves tried from one place stand in a tree, with their signs, beside what was played; keys lead along; each part can be cut."""
    base = first_turn(book, played)
    line = book.notes.begin_line(LOCAL, played, base, viewer="open", dealt="lay", name="first name")
    play = book.record(LOCAL, played, "open").game.play
    assert play is not None
    legal = play.legal(book.notes.line_branch(LOCAL, line.layer, line.id).position)
    for command in legal[:2]:
        book.notes.grow_line(LOCAL, line.layer, line.id, command, parent=0)
    address = f"/lines/{line.layer}/{line.id}"
    keep = f"{address}/keep"
    assert reader.post(keep, data={"act": "note", "node": "2", "as": "open", "text": "*Better*", "glyph": "!"}).status_code == 303
    assert reader.post(keep, data={"act": "name", "node": "2", "as": "open", "text": "other name"}).status_code == 303
    page = BeautifulSoup(reader.get(f"{address}?node=2&as=open").text, "html.parser")
    assert "other name" in page.select("h1")[0].text
    assert [one.text for one in page.select(".note em")] == ["Better"]
    rows = page.select(".tree a")
    assert [row.get("aria-current") for row in rows] == [None, "step"]
    assert [row.text.startswith("!") for row in rows] == [False, True]
    assert f"at={base + 1}" in str(page.select(".played a")[0]["href"])
    assert {str(key["data-line"]): str(key["href"]).partition("?")[2] for key in page.select(".ways a[href]:not([data-line=beside])")} == {
        "back": "node=0&as=open",
        "first": "node=0&as=open",
        "up": "node=1&as=open",
    }
    assert not reader.get(f"/records/{played}?at={base}&as=open").text.count("Better"), "a note about a line stands at the line"
    assert reader.post(keep, data={"act": "prune", "node": "2", "as": "open"}).headers["Location"].endswith("node=0&as=open")
    assert reader.get(f"{address}?node=2&as=open").status_code == 404
    assert reader.post(keep, data={"act": "nonsense", "node": "0"}).status_code == 422
    assert reader.post(keep, data={"act": "prune", "node": "0", "as": "open"}).status_code == 303
    assert reader.get(f"{address}?as=open").status_code == 404


def test_a_line_by_another_reading_decides_by_it(reader: FlaskClient, book: GameBook, played: str) -> None:
    """It says its reading, and what it gives is what that reading gives, not the record's own rules."""
    page = begun(reader, played, first_turn(book, played), "lay", switch=DRAWING)
    assert "One player after the other" in page.text
    page = sent(reader, page, action="0")
    assert page.select(".way a")
    (layer,) = book.notes.layers(LOCAL, played, "open")
    line = next(line for line in layer.lines if line.reading is not None)
    assert line.reading == ("", (("drawing", "one player after the other"),))
    assert book.notes.line_branch(LOCAL, layer.id, line.id, 1, "open").position.state.rules["drawing"] == "one player after the other"


def test_a_line_as_it_lay_draws_what_the_record_drew(book: GameBook, played: str) -> None:
    """The recorded decision, made again in a line, gives the recorded faces again; nothing is asked."""
    view = book.record(LOCAL, played, "open")
    play = view.game.play
    assert play is not None
    base = first_turn(book, played)
    batch = [one for one in view.events if one.cause == base + 1]
    command = play.command_of(batch[0].event)
    line = book.notes.begin_line(LOCAL, played, base, viewer="open", dealt="lay")
    grown = book.notes.grow_line(LOCAL, line.layer, line.id, command, parent=0)
    log = book.notes.line_branch(LOCAL, grown.layer, grown.id, 1, "open").seen.events
    assert [one.event for one in log[base:]] == [one.event for one in batch]


def test_a_line_is_for_the_eyes_that_it_was_seen_by(reader: FlaskClient, book: GameBook, played: str) -> None:
    """The public and another seat find neither the line nor a word of it; how cards lay is offered to the open table alone."""
    base = first_turn(book, played)
    line = book.notes.begin_line(LOCAL, played, base, viewer="A", name="what Ana thinks of")
    for viewer in ("B", "public"):
        assert "what Ana thinks of" not in reader.get(f"/records/{played}/lines?as={viewer}").text
        assert reader.get(f"/lines/{line.layer}/{line.id}?as={viewer}").status_code == 404
    assert reader.get(f"/lines/{line.layer}/{line.id}?as=A").status_code == 200
    assert 'value="lay"' not in reader.get(f"/records/{played}/lines?at={base}&as=A").text
    assert 'value="lay"' in reader.get(f"/records/{played}/lines?at={base}&as=open").text


def test_what_cannot_be_is_refused_at_its_place(reader: FlaskClient, played: str) -> None:
    """A line, a node or a reading that is not there."""
    assert reader.get("/lines/0000000000000000/x?as=open").status_code == 404
    assert reader.get(f"/records/{played}/lines?switch=draws%3Dall").status_code == 422
    assert reader.get(f"/records/{played}/lines?at=9999").status_code == 404


def _moves(reader: FlaskClient, address: str) -> tuple[BeautifulSoup, dict[str, str]]:
    """A page with its moves, and what goes along with each of them."""
    page = BeautifulSoup(reader.get(address).text, "html.parser")
    return page, {str(field["name"]): str(field.get("value", "")) for field in page.select("input[data-carry]")}


def test_the_first_move_begins_the_line(reader: FlaskClient, book: GameBook, played: str) -> None:
    """What if is asked on the table itself: a line is there with its first move, and none where the move cannot be made."""
    base = first_turn(book, played)
    page, carried = _moves(reader, f"/records/{played}/lines?at={base}&as=open")
    before = sum(len(layer.lines) for layer in book.notes.layers(LOCAL, played, "open"))
    assert page.select("#board .card[data-card]"), "cards of the hand can be touched"
    assert page.select("#touch-data")
    refused = reader.post(f"/records/{played}/lines", data={**carried, "dealt": "lay", "touch": "hand:A/none"})
    assert refused.status_code == 422
    assert sum(len(layer.lines) for layer in book.notes.layers(LOCAL, played, "open")) == before
    made = reader.post(f"/records/{played}/lines", data={**carried, "dealt": "lay", "name": "at once", "action": "0"})
    assert made.headers["Location"].endswith("?node=1&as=open")
    (line,) = [line for layer in book.notes.layers(LOCAL, played, "open") for line in layer.lines if line.name == "at once"]
    assert (line.base, list(line.nodes)) == (base, [1])
    later = reader.get(f"/records/{played}/lines?at={base + 3}&as=open").text
    assert f"at={base}&amp;as=open" in later, "the same is asked before the move that led there"


@pytest.mark.soak
def test_what_is_imagined_says_so_beside_what_was_played(reader: FlaskClient, book: GameBook, played: str) -> None:
    """The strip above the table, what followed from the move, both tables with their differences; in suspense nothing of the record."""
    base = first_turn(book, played)
    line = book.notes.begin_line(LOCAL, played, base, viewer="open", dealt="lay")
    play = book.record(LOCAL, played, "open").game.play
    assert play is not None
    recorded = play.command_of(book.record(LOCAL, played, "open").events[base].event)
    other = next(one for one in play.legal(book.notes.line_branch(LOCAL, line.layer, line.id).position) if one != recorded)
    for command in (other, recorded):
        book.notes.grow_line(LOCAL, line.layer, line.id, command, parent=0)
    address = f"/lines/{line.layer}/{line.id}?as=open&node="
    start = BeautifulSoup(reader.get(f"{address}0").text, "html.parser")
    assert "From here on all is imagined." in start.select(".imagined")[0].text
    assert not start.select("#board[data-imagined]")
    assert f"at={base}" in str(start.select('a[data-line="back"]')[0]["href"]), "back from the base leads into the record"
    alone = BeautifulSoup(reader.get(f"{address}1").text, "html.parser")
    assert "Imagined, not played." in alone.select(".imagined")[0].text
    assert alone.select("#board[data-imagined]")
    assert alone.select(".followed li")
    assert ["as played" in row.text for row in alone.select(".tree a")] == [False, True]
    beside = BeautifulSoup(reader.get(f"{address}1&beside=played").text, "html.parser")
    assert beside.select(".as-played .board")
    assert beside.select(".apart-list tbody tr")
    same = BeautifulSoup(reader.get(f"{address}2&beside=played").text, "html.parser")
    assert not same.select(".apart-list"), "what was played, made again as it lay, is what was played"
    reader.set_cookie("suspense", "on")
    kept = BeautifulSoup(reader.get(f"{address}1&beside=played").text, "html.parser")
    reader.delete_cookie("suspense")
    assert not kept.select(".as-played, .played, a[data-line=beside]")
    assert not any("as played" in row.text for row in kept.select(".tree a"))
