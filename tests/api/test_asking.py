"""The questions that a game names, and their answers, over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support.programs import app_on

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient

AT = 6
"""A step at which the hands are dealt, and nothing else has happened."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[GameBook, dict[str, str]]]:
    """A book with a game of each sort, and their ids."""
    folder: Path = tmp_path_factory.mktemp("asking")
    with GameBook.open(f"sqlite:///{folder}/book.sqlite") as book:
        games = library()
        regicide = simulate(games["regicide"], seed=5, games=1, players=3)
        castle = simulate(games["castle-rampage"], seed=3, games=1, ruleset="castle-rampage/plain")
        yield book, {"regicide": book.writing.add(LOCAL, *regicide)[0].id, "castle": book.writing.add(LOCAL, *castle)[0].id}


@pytest.fixture
def client(shelf: tuple[GameBook, dict[str, str]]) -> FlaskClient:
    """A caller of the API."""
    return app_on(shelf[0]).test_client()


def sent(client: FlaskClient, record: str, asked: str, language: str = "en") -> Any:
    """The answer, as data."""
    return client.get(f"/api/records/{record}/positions/{asked}", headers={"Accept-Language": language}).get_json()


def test_questions_are_listed_with_what_they_take(client: FlaskClient, shelf: tuple[GameBook, dict[str, str]]) -> None:
    """Every value that is listed may be said; who does not see the hand on turn is offered no plays; a game without questions has none."""
    book, ids = shelf
    (question,) = sent(client, ids["regicide"], f"{AT}/odds?as=open")["questions"]
    parameters = {parameter["name"]: parameter for parameter in question["parameters"]}
    assert (question["question"], list(parameters)) == ("survive", ["seat", "play", "draw"])
    assert (parameters["draw"]["least"], parameters["draw"]["usual"]) == (0, "0")
    view = book.record(LOCAL, ids["regicide"], "open")
    for parameter in (parameters["seat"], parameters["play"]):
        for option in parameter["options"]:
            assert view.ask(AT, "survive", {parameter["name"]: option["value"]}).chances
    others = {seat for seat in "ABC" if seat != view.position(AT).state.active}
    for seat in others:
        (question,) = sent(client, ids["regicide"], f"{AT}/odds?as={seat}")["questions"]
        assert [parameter["name"] for parameter in question["parameters"]] == ["seat", "draw"]
    assert sent(client, ids["castle"], "60/odds?as=A")["questions"] == []


def test_an_answer_is_that_of_the_viewer(client: FlaskClient, shelf: tuple[GameBook, dict[str, str]]) -> None:
    """It is what the book says, in the reader's language."""
    book, ids = shelf
    view = book.record(LOCAL, ids["regicide"], "A")
    found = view.ask(AT, "survive", {"seat": "B", "draw": "0"})
    told = sent(client, ids["regicide"], f"{AT}/odds/answer?as=A&ask=survive&let=seat=B&let=draw=0")
    assert [chance["chance"] for chance in told["answer"]["chances"]] == [float(chance) for _of, chance in found.chances]
    assert (told["answer"]["how"], told["viewer"]) == ("exact", "A")
    german = sent(client, ids["regicide"], f"{AT}/odds/answer?as=A&ask=survive&let=seat=B", "de")
    assert german["answer"]["lines"][0].startswith("Die Bildkarte greift mit 10 an")


@pytest.mark.parametrize(
    ("game", "asked", "refused"),
    [
        ("castle", "60/odds/answer?as=A&ask=survive", (404, "at")),
        ("regicide", f"{AT}/odds/answer?as=A", (422, "ask")),
        ("regicide", f"{AT}/odds/answer?as=A&ask=win", (422, "ask")),
        ("regicide", f"{AT}/odds/answer?as=A&ask=survive&let=seat", (422, "let")),
        ("regicide", f"{AT}/odds/answer?as=A&ask=survive&let=seat=Z", (422, "let")),
        ("regicide", f"{AT}/odds/answer?as=A&ask=survive&let=seat=B&let=seat=A", (422, "let")),
        ("regicide", f"{AT}/odds/answer?as=A&ask=survive&seat=B", (422, "seat")),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(
    client: FlaskClient, shelf: tuple[GameBook, dict[str, str]], game: str, asked: str, refused: tuple[int, str]
) -> None:
    """A refusal names the parameter."""
    told = sent(client, shelf[1][game], asked)
    code, name = refused
    assert told["code"] == code
    assert name in {word for part in told["errors"].values() for word in part}
