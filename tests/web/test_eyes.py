"""One step through two pairs of eyes: what each saw, what only one of them knew, and nothing for who may not look so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse


book = books.own


@pytest.fixture(params=rest_soaked(["castle-rampage", "regicide", "creature-crush"]))
def record(book: GameBook, request: pytest.FixtureRequest) -> str:
    """A game."""
    return book.writing.add(LOCAL, next(iter(simulate(library()[request.param], seed=3, games=1, players=2))))[0].id


def rows(answer: TestResponse) -> dict[str, list[str]]:
    """Return what differs: title, and what each of the two saw."""
    found = BeautifulSoup(answer.text, "html.parser").select(".apart-list tbody tr")
    return {row.select("th")[0].text: [cell.text for cell in row.select("td")] for row in found}


def test_each_hand_is_known_to_one_of_them(book: GameBook, client: FlaskClient, record: str) -> None:
    """Both hands stand in what differs, each in words on the side of who holds it; both tables lie the same way round."""
    at = next(
        at for at in range(12, 60) if all(len(hand.faces) > 1 for hand in book.record(LOCAL, record).position(at).table.hands.values())
    )
    page = client.get(f"/records/{record}/eyes?at={at}&as=A&other=B")
    assert page.status_code == 200
    told = rows(page)
    hands = [told[title] for title in told if title.startswith("Hand")]
    assert len(hands) == 2
    for mine, theirs in zip(hands, reversed(hands), strict=True):
        assert [words.count("unknown") > 0 for words in mine] == [not words.count("unknown") for words in theirs]
    tables = BeautifulSoup(page.text, "html.parser").select(".pair-column")
    assert [table["data-line"] for table in tables] == ["A", "B"]
    near = [re.findall(r'data-place="hand-(\w)"', str(table)) for table in tables]
    assert near[0] == near[1]


def test_what_one_of_them_does_not_see_is_not_marked(book: GameBook, client: FlaskClient, record: str) -> None:
    """A card is marked where the other sees another one, or two that it can be: not where the other sees its back."""
    last = book.record(LOCAL, record).steps
    for at in range(12, last, last // 4):
        for table in BeautifulSoup(client.get(f"/records/{record}/eyes?at={at}&as=A&other=B").text, "html.parser").select(".pair-column"):
            assert table.select(':is([data-face="down"], [data-face="among"])')
            assert table.select('.card[data-apart]:is([data-face="down"], [data-face="among"])') == []
            assert table.select('[data-place^="hand-"] .card[data-apart]') == [], "only who holds them sees them"


def test_the_same_eyes_see_the_same(client: FlaskClient, record: str) -> None:
    """Then it is said, and no table of differences stands there."""
    page = client.get(f"/records/{record}/eyes?at=20&as=A&other=A")
    assert "Both see the same here." in page.text
    assert rows(page) == {}


def test_controls_lead_step_by_step(book: GameBook, client: FlaskClient, record: str) -> None:
    """From the start to the end, each step that one of the two was told once; the sides change places at the same step."""
    path, seen = f"/records/{record}/eyes?at=0&as=A&other=B", []
    for _ in range(2000):
        page = BeautifulSoup(client.get(path).text, "html.parser")
        seen.append(int(re.findall(r"at=(\d+)", path)[0]))
        on = page.select_one('[data-control="on"][href]')
        if on is None:
            break
        path = str(on["href"]).partition("#")[0]
        if len(seen) == 3:
            break
    told = sorted({0, *(stop for eyes in "AB" for stop in book.record(LOCAL, record, eyes).timeline.stops)})
    assert seen == told[: len(seen)]
    page = BeautifulSoup(client.get(f"/records/{record}/eyes?at=20&as=A&other=B").text, "html.parser")
    changed = page.find("a", string="Change sides")
    assert changed is not None
    assert str(changed["href"]).endswith("?at=20&as=B&other=A")  # type: ignore[index]  # a tag
    last = page.select_one('[data-control="last"]')
    assert last is not None
    assert f"at={told[-1]}" in str(last["href"])


def test_what_cannot_be_shown_is_refused(client: FlaskClient, record: str) -> None:
    """Strangers, steps that are not there, words that are no viewer, and a reader in suspense."""
    for query, status in (
        ("at=99999", 404),
        ("other=Zoe", 422),
        ("as=Zoe", 422),
        ("at=x", 422),
        ("other=A&other=B", 422),
        ("which=A", 422),
    ):
        assert client.get(f"/records/{record}/eyes?{query}").status_code == status, query
    assert client.get("/records/0000000000000000/eyes").status_code == 404
    assert f"/records/{record}/eyes?at=20&amp;as=A" in client.get(f"/records/{record}?at=20&as=A").text
    client.get(f"/records/{record}?suspense=on")
    assert client.get(f"/records/{record}/eyes").status_code == 422
