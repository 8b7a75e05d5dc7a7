"""What a chapter asks of a hand, of a deck, of an attack is asked in words that fit it, and answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.studies.chapters.events import AskCandidates, AskChance, AskOdds, AttackAsked, ChapterTask, DrawAsked, GameAsked
from web.app import create_app

SECRETS = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-secrets.jsonl"


@pytest.mark.parametrize(
    ("task", "asked", "answer"),
    [
        (AskCandidates(place="hand:A"), "every card that it can hold", {"card": "spy"}),
        (AskCandidates(place="draw"), "every card that the next one can be", {"card": "spy"}),
        (AskChance(place="hand:A", card="spy"), "How likely does it hold Spy", {"chance": "50"}),
        (AskChance(place="draw", card="spy"), "that the next card is Spy", {"chance": "3"}),
        (
            AskOdds(of=DrawAsked(number=2, cards=("spy", "ogre"))),
            "next 2 cards hold one of these at least, in per cent: Spy, Ogre",
            {"chance": "5"},
        ),
        (AskOdds(of=DrawAsked(number=1, cards=("spy",))), "that the next card is one of these", {"chance": "5"}),
        (
            AskOdds(of=AttackAsked(strength=6, falls=1)),
            "attacks with 6 (Gate, then Castle): how likely does at least one card fall",
            {"chance": "5"},
        ),
    ],
)
def test_a_hand_and_a_deck_are_asked_about_in_their_words(task: ChapterTask, asked: str, answer: dict[str, str]) -> None:
    """The question names what is meant, and the answer is graded."""
    with GameBook.open("sqlite:///:memory:") as book:
        record = store_file(book, LOCAL, SECRETS.read_bytes(), SECRETS.name, ImportOptions())[0].id
        study = book.open_study(LOCAL, "x").id
        chapter = book.add_chapter(LOCAL, study, NewChapter(title="x", record=record, last=14, viewer="B", task=task)).chapters[0].id
        book.publish_study(LOCAL, study)
        client = create_app(book).test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
        address = f"/learn/{study}/{chapter}/chapter"
        assert asked in client.get(address).get_data(as_text=True)
        told = client.post(address, data={"act": "answer", **answer}, follow_redirects=True).get_data(as_text=True)
        assert "Your answer: " in told


def test_a_question_of_the_game_is_asked_in_its_words() -> None:
    """A cost that is paid with dice: who rolls how many, and for what; the answer stands nowhere before it is given."""
    file = SECRETS.parent / "creature-crush-war-chest.kbz"
    with GameBook.open("sqlite:///:memory:") as book:
        record = store_file(book, LOCAL, file.read_bytes(), file.name, ImportOptions())[0].id
        study = book.open_study(LOCAL, "x").id
        task = AskOdds(of=GameAsked(name="pay", said=(("cost", "7"),)))
        chapter = book.add_chapter(LOCAL, study, NewChapter(title="x", record=record, last=40, viewer="A", task=task)).chapters[0].id
        book.publish_study(LOCAL, study)
        client = create_app(book).test_client()
        for language, asked in (("en", "A cost can be paid ("), ("de", "Wie wahrscheinlich ist das, in Prozent?")):
            client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
            page = client.get(f"/learn/{study}/{chapter}/chapter").get_data(as_text=True)
            assert asked in page
            assert "49.6" not in page
        told = client.post(f"/learn/{study}/{chapter}/chapter", data={"act": "answer", "chance": "50"}, follow_redirects=True)
        assert "100" in told.get_data(as_text=True)
        assert "49,6" in told.get_data(as_text=True)
