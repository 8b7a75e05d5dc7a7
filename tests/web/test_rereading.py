"""The page of two readings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from bs4 import BeautifulSoup

from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.games.castle_rampage.model.events import AttackDeclared
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support import books
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def read(reader: FlaskClient, record: str, code: int = 200, **asked: str) -> BeautifulSoup:
    """The page, as it is sent."""
    answer = reader.get(f"/records/{record}/compare", query_string=asked)
    assert answer.status_code == code
    return BeautifulSoup(answer.text, "html.parser")


def test_without_a_reading_the_page_offers_them(reader: FlaskClient, played: str) -> None:
    """Each switch with the readings that the record does not play, by their titles."""
    page = read(reader, played)
    groups = page.select("select[name=switch] optgroup")
    assert len(groups) == len(library()["regicide"].rules.rulesets.named("").switches)
    assert page.select_one(f'option[value="{DRAWING}"]') is not None
    assert page.select("#parting, #moments") == []


def test_a_parting_is_shown_with_both_lines_and_all_moments(reader: FlaskClient, book: GameBook, played: str) -> None:
    """The columns of the parting, the end of each line, and a link to every moment."""
    page = read(reader, played, switch=DRAWING, **{"as": "A"})
    view = book.record(LOCAL, played, "A")
    own = view.reading()
    found = view.compare(own, view.reading(switches=dict([DRAWING.split("=")])))
    assert found.parts is not None
    heading = page.select_one("#parting a")
    assert heading is not None
    assert f"at={found.parts.first}&as=A" in str(heading["href"])
    assert [title.text for title in page.select(".pair-column > h3")] == ["As recorded, by the record's rules", "By the other reading"]
    assert len(page.select(".moments a")) == len(list(view.moments(own, found.b.reading)))


def test_an_order_that_differs_has_a_sentence_on_the_page_of_a_comparison(reader: FlaskClient, book: GameBook) -> None:
    """Where both readings say the same and leave the same table, the page says that the order is another, as the command line does."""
    game = Path(__file__).parents[2] / "examples/games/regicide-solitaire.kbz"
    record = store_file(book, LOCAL, game.read_bytes(), game.name, ImportOptions())[0].id
    page = read(reader, record, switch="fallen_first=played cards", lang="en")
    assert "The same happens in another order." in [one.text for one in page.select("section[aria-labelledby=parting] > p")]
    other = read(reader, record, switch="solo_yield=forbidden", lang="en")
    assert "another order" not in other.text


@pytest.mark.soak
def test_a_record_that_breaks_its_own_rules_is_a_column_of_its_own(reader: FlaskClient, book: GameBook) -> None:
    """It is told as recorded beside both readings, stands at its own step, and leads back into the replay and on into a line."""
    (new,) = simulate(library()["castle-rampage"], seed=5, games=1)
    attack = next(nth for nth, entry in enumerate(new.entries) if isinstance(entry.event, AttackDeclared))
    stronger = msgspec.structs.replace(new.entries[attack].event, strength=new.entries[attack].event.strength + 1)
    entries = [*new.entries[:attack], replace(new.entries[attack], event=stronger), *new.entries[attack + 1 :]]
    record = book.writing.add(LOCAL, replace(new, entries=entries))[0].id
    page = read(reader, record, switch="strengthening_when=before other cards", **{"as": "open"})
    columns = page.select(".pair-column")
    assert [(str(one["data-line"]), one.h3.text if one.h3 else "") for one in columns] == [
        ("record", "Recorded"),
        ("a", "By the record's rules"),
        ("b", "By the other reading"),
    ]
    links = [[str(link["href"]) for link in column.select(".small a")] for column in columns]
    assert [len(each) for each in links] == [2, 0, 0]
    assert all(reader.get(address).status_code == 200 for address in links[0])
    assert page.select(".apart-list thead th")[0].text == "Recorded"


def test_what_is_no_reading_is_refused_at_its_place(reader: FlaskClient, played: str) -> None:
    """An unknown switch, value or ruleset is named in words; the page never answers with a failure."""
    assert "There is no point of the rules" in read(reader, played, 422, switch="draws=all").text
    assert "There is no point of the rules" in read(reader, played, 422, switch="drawing").text
    assert "ruleset" in read(reader, played, 422, ruleset="castle-rampage/plain").text


def test_in_suspense_nothing_is_compared(reader: FlaskClient, played: str) -> None:
    """How a game goes on, and how it ends, is what suspense leaves out."""
    reader.set_cookie("suspense", "on")
    try:
        page = read(reader, played, 422, switch=DRAWING)
    finally:
        reader.delete_cookie("suspense")
    assert "reveal how the game goes on" in page.text
    assert "result" not in page.text


def test_the_rules_of_a_record_lead_to_the_comparison(reader: FlaskClient, played: str) -> None:
    """Whoever reads the rules of a game finds what another reading would have done."""
    answer = reader.get(f"/records/{played}/rules?as=A")
    assert f"/records/{played}/compare" in answer.text


def steps_through(reader: FlaskClient, record: str, **asked: str) -> Iterator[BeautifulSoup]:
    """Every moment of the tables from the one before the parting on, as the button leads."""
    page = read(reader, record, step="0", **asked)
    while True:
        yield page
        on = page.select_one('#pair a[data-control="on"]')
        if on is None or "href" not in on.attrs:
            return
        page = BeautifulSoup(reader.get(str(on["href"])).text, "html.parser")


@pytest.mark.soak
def test_both_tables_go_on_in_step_from_before_the_parting_to_the_end(reader: FlaskClient, book: GameBook, played: str) -> None:
    """Without a script: at moment 0 nothing differs, later cards and places are marked by a sign and told in words, until a stop."""
    pages = list(steps_through(reader, played, switch=DRAWING, **{"as": "open"}))
    assert len(pages) > 2
    assert pages[0].select("[data-apart], .apart-list") == []
    marked = [page for page in pages if page.select(".pair [data-apart]")]
    assert marked
    assert all(page.select(".apart-list tbody tr") for page in marked)
    assert any("differs" in str(card.get("aria-label")) for page in marked for card in page.select(".card[data-apart]"))
    view = book.record(LOCAL, played, "open")
    found = view.compare(view.reading(), view.reading(switches=dict([DRAWING.split("=")])))
    assert found.b.stop.kind == "refused"
    stop = pages[-1].select_one('[data-line="b"] .stop')
    assert stop is not None
    assert f"§ {found.b.stop.paragraph}" in stop.text
    assert pages[-1].select('[data-line="record"] .stop') == []


def test_a_table_of_a_line_leads_nowhere_into_the_record(reader: FlaskClient, played: str) -> None:
    """A card of a line never lay at the record's step of that number: only the record's own step is linked, and the line from there."""
    page = read(reader, played, switch=DRAWING, step="2")
    assert page.select(".pair .board a") == []
    assert [link.text for link in page.select(".pair-column p a")] == ["This step in the replay", "Continue from here"]


def test_a_moment_that_is_not_there_is_refused(reader: FlaskClient, played: str) -> None:
    """With the last moment that there is, and for what is no number."""
    assert "moments 0 to" in read(reader, played, 422, switch=DRAWING, step="999").text
    read(reader, played, 422, switch=DRAWING, step="-1")
    read(reader, played, 422, step="1")
