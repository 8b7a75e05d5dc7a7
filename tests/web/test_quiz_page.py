"""What do you know? Asked of a closed card at a step, graded by the engine from what the viewer was shown, with its reasons."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.studies.tasks.grading import graded_cards, graded_chance
from support import books
from web.app import create_app

SIEGE = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-siege.jsonl"
AT = 60


book = books.shared


@pytest.fixture(scope="module")
def record(book: GameBook) -> str:
    """A siege."""
    return store_file(book, LOCAL, SIEGE.read_bytes(), SIEGE.name, ImportOptions())[0].id


@pytest.mark.parametrize(
    ("named", "worth"),
    [("ab", 100), ("a", 50), ("abcd", 50), ("c", 0), ("ac", 33), ("", 0)],
    ids=["all", "half", "twice", "none", "one", "nothing"],
)
def test_cards_are_graded_by_hits_of_all_that_is_named_or_true(named: str, worth: int) -> None:
    """Neither guessing everything nor naming one card pays."""
    assert graded_cards(named, "ab").worth == worth


@pytest.mark.parametrize(("said", "worth"), [(50, 100), (52, 100), (48, 100), (35, 0), (65, 0), (60, 38), (10, 0)])
def test_a_chance_is_right_within_two_points_and_worth_nothing_at_fifteen(said: int, worth: int) -> None:
    """Evenly between; a larger standard error widens what is right."""
    assert graded_chance(Fraction(said, 100), Fraction(1, 2)).worth == worth
    assert graded_chance(Fraction(58, 100), Fraction(1, 2), error=0.04).worth == 100


def test_an_answer_is_graded_by_what_the_viewer_could_know(book: GameBook, record: str) -> None:
    """All candidates and the true chance are worth all; one left out and one too many are named, and the reasons are a link away."""
    client = create_app(book).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    slots = book.record(LOCAL, record, "A").knowledge(AT).slots
    slot, chances = next((slot, one) for slot, one in slots.items() if len(one.of) > 2)
    page = BeautifulSoup(client.get(f"/records/{record}/quiz?at={AT}&as=A").text, "html.parser")
    offered = [re.findall(r"(.*) (\d+)$", link.text)[0] for link in page.select(".quiz .row a")]
    assert len(offered) == sum(one.certain is None for one in slots.values())
    assert [key for key, _same in groupby(place for place, _number in offered)] == list(dict.fromkeys(place for place, _number in offered))
    assert all(int(one) < int(other) for (place, one), (after, other) in pairwise(offered) if place == after)
    table = BeautifulSoup(client.get(f"/records/{record}/quiz?at={AT}&as=A&slot={slot}").text, "html.parser")
    assert [card["data-slot"] for card in table.select("#board [data-asked]")] == [slot]
    asked = {"at": str(AT), "as": "A", "slot": slot}
    likeliest = round(100 * max(chances.of.values()))
    told = client.post(f"/records/{record}/quiz", data={**asked, "card": list(chances.of), "chance": str(likeliest)}).text
    assert told.count("100 of 100") == 2
    first, *rest = chances.of
    wrong = next(name for name in book.record(LOCAL, record, "A").faces if name not in chances.of)
    told = client.post(f"/records/{record}/quiz", data={**asked, "card": [*rest, wrong], "chance": ""}).text
    graded = BeautifulSoup(told, "html.parser").select(".told")[0]
    assert f"{100 * len(rest) // (len(rest) + 2)} of 100" in graded.text
    faces = book.record(LOCAL, record, "A").faces
    assert faces[first].title["en"].replace("\N{SOFT HYPHEN}", "") in graded.text.replace("\N{SOFT HYPHEN}", "")
    assert client.get(str(graded.select("a")[0]["href"])).status_code == 200


def test_what_cannot_be_answered_is_refused(book: GameBook, record: str) -> None:
    """A slot that is known or not there, a strange card, a chance above 100; at the open table there is nothing to ask."""
    client = create_app(book).test_client()
    slots = book.record(LOCAL, record, "A").knowledge(AT).slots
    closed = next(slot for slot, one in slots.items() if one.certain is None)
    asked = {"at": str(AT), "as": "A", "slot": closed}
    assert client.get(f"/records/{record}/quiz?at={AT}&as=A&slot=s9999").status_code == 422
    assert client.post(f"/records/{record}/quiz", data={**asked, "card": "nobody"}).status_code == 422
    assert client.post(f"/records/{record}/quiz", data={**asked, "chance": "101"}).status_code == 422
    assert client.post(f"/records/{record}/quiz", data={"at": str(AT), "as": "A"}).status_code == 422
    assert "/quiz?" not in client.get(f"/records/{record}?at={AT}&as=open").text
    assert f"/quiz?at={AT}&amp;as=A" in client.get(f"/records/{record}?at={AT}&as=A").text
    assert not BeautifulSoup(client.get(f"/records/{record}/quiz?at={AT}&as=open").text, "html.parser").select(".quiz .row a")
