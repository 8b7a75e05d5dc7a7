"""What a page, its marks and the API tell of a record that is not as the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup, Tag

from records.core.viewers import LOCAL
from records.rulings.audit import audit
from records.service import GameBook, seen_log
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support import books
from support.planted import planted_game

if TYPE_CHECKING:
    from flask.testing import FlaskClient

FIRST = 34
"""The event of the first irregularity that is planted in the game of Castle Rampage."""


book = books.own


@pytest.fixture
def record(book: GameBook) -> str:
    """A game of Castle Rampage with twelve irregularities."""
    return book.writing.add(LOCAL, planted_game("castle-rampage"))[0].id


def page(client: FlaskClient, address: str) -> BeautifulSoup:
    """A page that must be there."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text[-300:]
    return BeautifulSoup(answer.text, "html.parser")


@pytest.mark.soak
def test_the_page_lists_what_was_recorded_and_what_the_rules_give(client: FlaskClient, book: GameBook, record: str) -> None:
    """Each with step, seat, paragraph, who could have noticed it, whether it can still matter, and the way to dispute it."""
    found = page(client, f"/records/{record}/findings?as=open").select(".finding")
    assert len(found) == 12
    first = found[0].get_text(" ", strip=True)
    step = book.record(LOCAL, record, "open").timeline.step_number(FIRST)
    assert first.startswith(f"Step {step}, Ana : not what follows by the rules Recorded Ben attacks the Gate of Ana with 4.")
    assert "By the rules Ben attacks the Gate of Ana with 3." in first
    assert "§ 5.1" in first
    assert "Could be noticed by Ana, Ben. It changed nothing" in first
    links = [str(link["href"]) for link in found[0].select("a")]
    assert f"/records/{record}?at={FIRST}&as=open" in links
    assert f"/records/{record}/cases?at={FIRST}&as=open" in links
    german = page(client, f"/records/{record}/findings?as=open&lang=de").select(".finding")[0].get_text(" ", strip=True)
    assert "Aufgezeichnet Ben greift das Tor von Ana mit 4 an." in german


def test_a_clean_record_has_none(client: FlaskClient, book: GameBook) -> None:
    """It is said that nothing is against the rules."""
    clean = book.writing.add(LOCAL, next(simulate(library()["regicide"], seed=5, games=1)))[0].id
    shown = page(client, f"/records/{clean}/findings")
    assert shown.select(".finding") == []
    assert "Nothing is against the rules." in shown.text


def marks(client: FlaskClient, record: str, at: int, viewer: str = "open") -> list[Tag]:
    """What the replay puts on its bar at a step."""
    return list(page(client, f"/records/{record}/breaches?at={at}&as={viewer}").select("[data-breaches-found] li"))


@pytest.mark.soak
def test_marks_and_list_tell_of_nothing_later(client: FlaskClient, record: str) -> None:
    """The page leads to the breaches up to the step, and no others; with each goes where it stands on the bar."""
    for at, count in ((FIRST - 1, 0), (346, 12)):
        link = page(client, f"/records/{record}?at={at}&as=A").select_one("[data-breaches] a")
        assert link is not None
        assert link["href"] == f"/records/{record}/breaches?at={at}&as=A"
        found = marks(client, record, at, "A")
        assert len(found) == count
        assert all(int(str(mark["data-at"])) <= at and str(mark["data-x"]).endswith("%") for mark in found)
    assert "Not what follows by the rules (§ 5.1)" in found[0].text


def test_a_breach_is_marked_when_its_decision_is_carried_out(client: FlaskClient, record: str) -> None:
    """Not amid the batch: what is recorded later decides whether it is one."""
    at = next(at for at in range(FIRST, FIRST + 12) if marks(client, record, at))
    assert at > FIRST
    assert not marks(client, record, at - 1)


def test_only_outside_suspense_it_is_said_that_a_record_is_clean(client: FlaskClient, book: GameBook, record: str) -> None:
    """Then no other step is asked; in suspense that would tell of what comes."""
    clean = book.writing.add(LOCAL, next(simulate(library()["regicide"], seed=5, games=1)))[0].id
    told = [f"/records/{one}/breaches?at=3" for one in (record, clean)]
    assert [bool(page(client, address).select("[data-clean]")) for address in told] == [False, True]
    client.get("/?suspense=on")
    assert not any(page(client, address).select("[data-clean]") for address in told)


def test_a_cold_look_calls_no_audit(client: FlaskClient, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the page nor a step judges the record; what is against the rules does, once."""
    judged: list[int] = []

    def judging(*asked: Any) -> Any:
        judged.append(len(asked[2]))
        return audit(*asked)

    monkeypatch.setattr(seen_log, "audit", judging)
    page(client, f"/records/{record}?at=346&as=A")
    page(client, f"/records/{record}/steps/346?as=A")
    assert judged == []
    for at in (346, 200, 346):
        marks(client, record, at, "A")
    assert len(judged) == 1


def test_the_api_gives_both_events(client: FlaskClient, record: str) -> None:
    """As values, beside the words; where no rules are known it is refused."""
    told = client.get(f"/api/records/{record}/findings?as=B").get_json()
    assert (told["viewer"], told["clean"], len(told["findings"])) == ("B", False, 12)
    first = told["findings"][0]
    assert (first["at"], first["seat"], first["verdict"], first["rule"]) == (FIRST, "A", "differs", "5.1")
    assert (first["recorded"]["strength"], first["ruled"]["strength"]) == (4, 3)
    assert first["matters"] in {"nothing", "cannot be judged"}
    assert client.get("/api/records/0000000000000000/findings").status_code == 404


def test_in_suspense_nothing_is_told_of_the_rest(client: FlaskClient, record: str) -> None:
    """The page is refused, the list beside the step stays."""
    assert client.get(f"/records/{record}?at=60&suspense=on").status_code == 200
    assert client.get(f"/records/{record}/findings?suspense=on").status_code == 422
    assert "/findings" not in client.get(f"/records/{record}?at=60&suspense=on").text.split("<main", 1)[1].split("imprint", 1)[0]


def test_a_long_log_is_not_judged_beside_each_step(book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There the page of its own and the command line tell it."""
    view = book.record(LOCAL, record)
    assert len(view.breaches(view.steps)) == 12
    monkeypatch.setattr("records.service.viewing.MOST_JUDGED", view.steps - 1)
    assert replace(view).breaches(view.steps) == ()
