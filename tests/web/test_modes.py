"""The modes of a table: each is one page with the parts that the script puts in the place of the replay's, and shows the same table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from support import books
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service import RecordView

book = books.shared
SIEGE = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-siege.jsonl"
AT = 38
MODES = {
    "what if": f"/lines?at={AT}",
    "disputes": f"/cases?at={AT}",
    "notes": f"/notes?at={AT}",
    "a note": f"/notes/edit?at={AT}",
    "what do you know": f"/quiz?at={AT}",
    "side by side": f"/eyes?at={AT}&other=B",
}


@pytest.fixture(scope="module")
def siege(book: GameBook) -> RecordView:
    """An example in which both hold cards that the other never saw."""
    record = store_file(book, LOCAL, SIEGE.read_bytes(), SIEGE.name, ImportOptions())[0].id
    return book.record(LOCAL, record, "open")


def page(client: FlaskClient, address: str) -> BeautifulSoup:
    """Get a page that must be there."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return BeautifulSoup(answer.text, "html.parser")


def lying(board: BeautifulSoup) -> list[tuple[str, str, list[str]]]:
    """Every card that a board shows: its slot, how it lies, and what is printed on it."""
    cards = board.select("#board .card")
    return sorted(
        (str(card.get("data-slot", "")), str(card["data-face"]), [one.get_text() for one in card.select(".name")]) for card in cards
    )


@pytest.mark.parametrize("mode", rest_soaked(["disputes", *MODES]))
def test_a_mode_is_one_page_with_head_board_and_what_is_done(client: FlaskClient, siege: RecordView, mode: str) -> None:
    """Its script finds the parts in the page itself, so there is one answer for all, which names its own path; the replay links to it."""
    address = f"/records/{siege.header.record}{MODES[mode]}&as=A"
    found = page(client, address)
    main = found.select_one("main.at-board[data-mode]")
    assert main is not None
    assert main["data-mode"] == address.partition("?")[0]
    assert [len(found.select(part)) for part in ("body.at-table > .table-head h1#mode", "main > .centre", "#told[role=status]")] == [
        1,
        1,
        1,
    ]
    assert found.select("main > .centre .board .card")
    assert len(found.select("main > #rail, main .pair")) == 1
    back = found.select_one(".table-head [data-mode-back]")
    assert back is not None
    assert back["href"] == f"/records/{siege.header.record}?at={AT}&as=A"
    answers = [client.get(address, headers=asked) for asked in ({}, {"Accept": "text/html"}, {"X-Requested-With": "fetch"})]
    once = [re.sub(r'name="once" value="[^"]*"', "", answer.text) for answer in answers]
    assert once[0] == once[1] == once[2]


@pytest.mark.parametrize("viewer", rest_soaked(["A", "public", "open"]))
def test_a_mode_shows_each_viewer_the_table_of_the_replay(client: FlaskClient, siege: RecordView, viewer: str) -> None:
    """The very cards, as open or closed as they lie there: what another hand holds comes with no mode."""
    record = siege.header.record
    replay = lying(page(client, f"/records/{record}?at={AT}&as={viewer}"))
    assert len(replay) > 10
    for mode in ("disputes", "notes", "a note"):
        assert lying(page(client, f"/records/{record}{MODES[mode]}&as={viewer}")) == replay, mode


@pytest.mark.parametrize("reader", rest_soaked(["A", "B", "public", "arbiter"]))
def test_a_dispute_shows_its_reader_the_table_after_the_play(book: GameBook, client: FlaskClient, siege: RecordView, reader: str) -> None:
    """As that reader saw it; before anything is released the arbiter sees what the public does."""
    record = siege.header.record
    made = client.post(f"/records/{record}/cases", data={"once": f"of-{reader}", "as": "open", "at": AT, "text": "Why?", "to": "*"})
    assert made.status_code == 303
    case = made.location.partition("?")[0]
    eyes = "public" if reader == "arbiter" else reader
    play = book.cases.case(LOCAL, case.removeprefix("/cases/"), "open").play
    assert lying(page(client, f"{case}?as={reader}")) == lying(page(client, f"/records/{record}?at={play.last}&as={eyes}"))


def test_the_steps_of_a_mode_lead_to_the_same_about_the_steps_around_it(client: FlaskClient, siege: RecordView) -> None:
    """Back and on; about one's own note they do not, since it is about this step."""
    record = siege.header.record
    ways = page(client, f"/records/{record}{MODES['disputes']}&as=A").select(".steps a[data-way]")
    line = siege.timeline
    assert [way["href"] for way in ways] == [
        f"/records/{record}/cases?at={line.version_of(line.step_number(AT) + by)}&as=A" for by in (-1, 1)
    ]
    assert not page(client, f"/records/{record}{MODES['a note']}&as=A").select(".steps a[data-way]")


def test_a_form_that_is_refused_answers_with_its_reason(client: FlaskClient, siege: RecordView) -> None:
    """In the words that the script puts beside the form, where what was typed stays."""
    answer = client.post(f"/records/{siege.header.record}/cases", data={"once": "r", "as": "A", "at": AT, "text": ""})
    assert answer.status_code == 422
    why = BeautifulSoup(answer.text, "html.parser").select_one("main h1 ~ p")
    assert why is not None
    assert why.get_text(strip=True)
