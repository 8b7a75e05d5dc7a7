"""Moments worth a note: counted from one viewer's log, in shares of work, with chances that the odds themselves give."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.measuring.moments import attacks, suggestions
from support import books
from web.app import create_app

SIEGE = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-siege.jsonl"


book = books.shared


@pytest.fixture(scope="module")
def record(book: GameBook) -> str:
    """A siege with seven attacks."""
    return store_file(book, LOCAL, SIEGE.read_bytes(), SIEGE.name, ImportOptions())[0].id


@pytest.mark.soak
def test_the_unluckiest_attack_is_the_one_by_the_odds(book: GameBook, record: str) -> None:
    """Counted in shares until all is; nothing is said of luck before. The chance is that of the odds before the first card was met."""
    view = book.record(LOCAL, record, "A")
    first = suggestions(view, lambda seat: book.record(LOCAL, record, seat))
    assert first.counted < first.of
    assert not {"lucky", "unlucky"} & {one.kind for one in first.moments}
    assert first.counted < suggestions(view, lambda seat: book.record(LOCAL, record, seat)).counted // 2, "the first question does the rest"
    found = first
    for _turn in range(9):
        found = suggestions(view, lambda seat: book.record(LOCAL, record, seat))
    assert found.counted == found.of
    (told,) = [one for one in found.moments if one.kind == "unlucky"]
    attack = next(one for one in attacks(view.seen) if one.end == told.version)
    counted = view.odds(attack.at, attack.fight.strength, way="castle").destroys
    assert told.number == attack.fell == 2
    assert told.chance == sum((chance for fell, chance in counted.items() if sum(fell) <= 2), Fraction(0))
    assert set(view.turning_points(view.steps)) <= {one.version for one in found.moments}


def test_at_the_open_table_luck_is_that_of_who_attacked(book: GameBook, record: str) -> None:
    """There all cards lie open, so only the attacker's own view tells what was luck; who may not look so is told of none."""
    view = book.record(LOCAL, record, "open")
    for _turn in range(9):
        found = suggestions(view, lambda seat: book.record(LOCAL, record, seat))
    told = next(one for one in found.moments if one.kind == "unlucky")
    attack = next(one for one in attacks(view.seen) if one.end == told.version)
    ways = book.record(LOCAL, record, told.seat).odds(attack.at, attack.fight.strength, way="castle").destroys
    assert told.chance == sum((chance for fell, chance in ways.items() if sum(fell) <= attack.fell), Fraction(0))


def test_a_moment_leads_to_a_note_that_begins_with_it(book: GameBook, record: str) -> None:
    """One click, without a script too; in suspense the page says no."""
    client = create_app(book).test_client()
    page = BeautifulSoup(client.get(f"/records/{record}/moments?as=A", headers={"Accept-Language": "en"}).text, "html.parser")
    row = page.select(".moments li")[0]
    address = str(row.select("a.btn")[0]["href"])
    form = BeautifulSoup(client.get(address).text, "html.parser")
    said = form.select_one("textarea")
    assert said is not None
    assert said.text == row.select("b")[0].text == parse_qs(urlsplit(address).query)["begun"][0]
    assert client.get(f"/records/{record}/moments?as=A&at=9999").status_code == 404
    client.get("/?suspense=on")
    assert client.get(f"/records/{record}/moments?as=A").status_code == 422


def test_number_13_moments_are_ranked_by_swing_and_counting_goes_on_by_itself(book: GameBook, record: str) -> None:
    """The end comes first, then the greatest swing; five are shown at once; while not all is counted a bar says how far it is."""
    client = create_app(book).test_client()
    address = f"/records/{record}/moments?as=A"
    page = BeautifulSoup(client.get(address, headers={"Accept-Language": "en"}).text, "html.parser")
    found = suggestions(book.record(LOCAL, record, "A"), lambda _seat: None)
    weights = [one.weight for one in found.moments]
    assert weights == sorted(weights, reverse=True)
    assert len(page.select("#found > .moments > li")) == min(5, len(page.select(".moments > li")))
    for _again in range(50):
        if not (link := page.select_one("#working a[data-goes-on]")):
            break
        assert page.select_one("#working progress") is not None
        page = BeautifulSoup(client.get(str(link["href"]), headers={"Accept-Language": "en"}).text, "html.parser")
    assert page.select("#working *") == []
    says = [it.text for it in page.select(".moments b")]
    assert len(set(says)) == len(says)
