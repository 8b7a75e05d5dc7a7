"""What a chapter asks of a hand, of a deck, of an attack, of the game is asked in words that fit it, and answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.studies.chapters.events import AskCandidates, AskChance, AskOdds, AttackAsked, ChapterTask, DrawAsked, GameAsked
from support.soaking import one_in
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

GAMES = Path(__file__).parents[2] / "examples" / "games"
CASTLE, CRUSH = "castle-rampage-secrets.jsonl", "creature-crush-war-chest.kbz"
TASKS: tuple[tuple[str, int, str, ChapterTask, str, dict[str, str]], ...] = (
    (CASTLE, 14, "B", AskCandidates(place="hand:A"), "every card that it can hold", {"card": "spy"}),
    (CASTLE, 14, "B", AskCandidates(place="draw"), "every card that can be the next one", {"card": "spy"}),
    (CASTLE, 14, "B", AskChance(place="hand:A", card="spy"), "How likely is it that it holds Spy", {"chance": "50"}),
    (CASTLE, 14, "B", AskChance(place="draw", card="spy"), "that the next card is Spy", {"chance": "3"}),
    (
        CASTLE,
        14,
        "B",
        AskOdds(of=DrawAsked(number=2, cards=("spy", "unit"))),
        "at least one of these is among the next 2 cards",
        {"chance": "5"},
    ),
    (CASTLE, 14, "B", AskOdds(of=DrawAsked(number=1, cards=("spy",))), "that the next card is one of these", {"chance": "5"}),
    (
        CASTLE,
        14,
        "B",
        AskOdds(of=AttackAsked(strength=6, falls=1)),
        "attacks with 6 (Gate, then Castle): how likely is it that",
        {"chance": "5"},
    ),
    (CRUSH, 40, "A", AskOdds(of=GameAsked(name="pay", said=(("cost", "7"),))), "A cost can be paid (cost: 7;", {"chance": "50"}),
)


@pytest.fixture(scope="module")
def lesson() -> Iterator[tuple[FlaskClient, list[str]]]:
    """A reader, and the addresses of the chapters."""
    with GameBook.open("sqlite:///:memory:") as book:
        files = {name: store_file(book, LOCAL, (GAMES / name).read_bytes(), name, ImportOptions())[0].id for name in (CASTLE, CRUSH)}
        study = book.studies.open_study(LOCAL, "x").id
        for file, last, eyes, task, _asked, _answer in TASKS:
            book.studies.add_chapter(LOCAL, study, NewChapter(title="x", record=files[file], last=last, viewer=eyes, task=task))
        chapters = book.studies.publish_study(LOCAL, study).chapters
        client = create_app(book).test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
        yield client, [f"/learn/{study}/{one.id}/chapter" for one in chapters]


@pytest.mark.parametrize("nth", one_in(3, range(len(TASKS))))
def test_what_is_asked_is_asked_in_its_words(lesson: tuple[FlaskClient, list[str]], nth: int) -> None:
    """The question names what is meant, and the answer is graded."""
    client, addresses = lesson
    *_, asked, answer = TASKS[nth]
    assert asked in client.get(addresses[nth]).get_data(as_text=True)
    told = client.post(addresses[nth], data={"act": "answer", **answer}, follow_redirects=True).get_data(as_text=True)
    assert "Your answer: " in told


def test_the_key_of_a_chance_is_told_when_it_is_solved(lesson: tuple[FlaskClient, list[str]]) -> None:
    """It is so afterwards alone: the chapter of the dice was solved above, here by the same answer again."""
    client, addresses = lesson
    client.post(addresses[-1], data={"act": "answer", "chance": "50"})
    assert "49.6" in client.get(addresses[-1]).get_data(as_text=True)
    client.post(addresses[-2], data={"act": "answer", "chance": "0"})
    assert 'class="key"' not in client.get(addresses[-2]).get_data(as_text=True)
