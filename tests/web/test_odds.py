"""The page of the odds for any game: its own questions, the next cards of a deck, and nothing for a game without either."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import one_in
from web.pages.odds.page import KNOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import BeautifulSoup
    from flask.testing import FlaskClient

    Read = Callable[..., BeautifulSoup]

AT = 6
"""A step at which the hands are dealt, and nothing else has happened."""


book = books.shared


@pytest.fixture(scope="module")
def team(book: GameBook) -> str:
    """A game of Regicide for three that played itself."""
    return book.writing.add(LOCAL, *simulate(library()["regicide"], seed=5, games=1, players=3))[0].id


def section(page: BeautifulSoup, form: str) -> BeautifulSoup:
    """The part of the page with a form."""
    (found,) = page.select(f".odds section:has([data-odds-form={form}])")
    return found  # type: ignore[return-value]  # a tag is searched like the whole


def test_a_question_is_answered_as_usual_and_as_it_is_asked(read: Read, team: str) -> None:
    """Unasked it is that of the viewer's own hand, which is certain; asked for another seat it is that one's, in the reader's language."""
    own = section(read(f"/records/{team}/odds?at={AT}&as=A"), "survive")
    assert own.select_one("option[selected]").get_text() == "Ana"  # type: ignore[union-attr]
    assert own.select_one("li b").get_text() in ("certain", "never")  # type: ignore[union-attr]
    other = section(read(f"/records/{team}/odds?at={AT}&as=A&ask=survive&seat=B&draw=1"), "survive")
    assert other.select_one("select[name=seat] option[selected]")["value"] == "B"  # type: ignore[index]
    assert re.fullmatch(r"\d\d(\.\d)? %|over 99.9 %", other.select_one("li b").get_text())  # type: ignore[union-attr]
    german = section(read(f"/records/{team}/odds?at={AT}&as=A&lang=de"), "survive")
    assert "Der nächste Angriff ist zu überstehen" in german.get_text()
    assert "Die Bildkarte greift mit 10 an" in german.get_text()


def test_the_plays_of_a_hand_are_offered_to_who_sees_it(read: Read, team: str) -> None:
    """Whoever is on turn chooses among the own plays; nobody else is told one of these cards."""
    pages = {seat: section(read(f"/records/{team}/odds?at={AT}&as={seat}"), "survive") for seat in ("A", "B", "C", "public")}
    offered = [seat for seat, page in pages.items() if page.select("select[name=play]")]
    assert len(offered) == 1
    assert len(pages[offered[0]].select("select[name=play] option")) > 6


def test_dice_targets_and_attacks_are_asked_for_on_the_field(read: Read, book: GameBook) -> None:
    """CreatureCrush's four questions have a form each, in the reader's language, and the answer to what was asked stands in its own."""
    record = book.writing.add(LOCAL, *simulate(library()["creature-crush"], seed=4, games=1))[0].id
    view = book.record(LOCAL, record, "A")
    at = next(at for at in range(view.steps, 0, -1) if len(view.questions(at)) == 4)
    page = read(f"/records/{record}/odds?at={at}&as=A&ask=pay&cost=21&with=roll&dice=3")
    assert [form["data-odds-form"] for form in page.select("[data-odds-form]")][:4] == ["pay", "hit", "survive", "dice"]
    assert section(page, "pay").select_one("li b").get_text() == "never"  # type: ignore[union-attr]
    german = section(read(f"/records/{record}/odds?at={at}&as=A&lang=de"), "survive").get_text(" ", strip=True)
    assert "Was ein Angriff bewirkt" in german
    assert "greift" in german


def test_the_next_cards_are_asked_for_by_a_word(read: Read, team: str) -> None:
    """More cards hold a heart more likely; if the deck runs out, that is told."""
    chances = []
    for number in (1, 3):
        part = section(read(f"/records/{team}/odds?at={AT}&as=A&cards={number}&card=hearts"), "draw-odds")
        chances.append(float(re.sub("[^0-9.]", "", part.select_one("li b").get_text())))  # type: ignore[union-attr]
    assert 0 < chances[0] < chances[1] < 100
    part = section(read(f"/records/{team}/odds?at={AT}&as=A&cards=50&card=hearts"), "draw-odds")
    assert "No more than 23 lie there" in part.get_text()


@pytest.mark.parametrize(
    ("game", "language", "spelled", "other"),
    one_in(
        2,
        [
            ("regicide", "en", {"Clubs", "Diamonds", "Hearts", "Spades", "royal", "Animal Companion", "jack"}, {"clubs", "ace"}),
            ("regicide", "de", {"Kreuz", "Karo", "Herz", "Pik", "Bildkarte", "Tiergefährte", "Bube"}, {"clubs", "Ass"}),
            ("castle-rampage", "en", {"unit", "purple card"}, {"purple"}),
            ("castle-rampage", "de", {"Einheit", "violette Karte"}, {"unit", "purple"}),
        ],
    ),
)
def test_what_is_asked_for_is_spelled_as_it_is_told(  # noqa: PLR0917 -- the fixtures and the cases
    read: Read, book: GameBook, game: str, language: str, spelled: set[str], other: set[str]
) -> None:
    """A word for several cards stands in the list to ask as in the rows that tell of the same cards, in both languages."""
    record = book.writing.add(LOCAL, *simulate(library()[game], seed=5, games=1))[0].id
    page = read(f"/records/{record}/odds?at={AT}&as=A&lang={language}")
    asked = [option.get_text() for option in section(page, "draw-odds").select("select[name=card] option")]
    told = {row.get_text() for row in page.select(".odds section:not(:has(form)) li span")}
    assert spelled <= set(asked)
    assert not other & {*asked, *told}
    alike = {word.casefold(): word for word in asked}
    assert {word for word in told if alike.get(word.casefold(), word) != word} == set()
    assert len(told & set(asked)) >= (4 if game == "regicide" else 1)


def test_the_next_card_of_a_deck_is_told_by_what_divides_it(read: Read, book: GameBook, team: str) -> None:
    """The Tavern by sorts and suits, the castle, where all are royals, by ranks and suits; a deck of equal cards tells nothing."""
    page = read(f"/records/{team}/odds?at={AT}&as=A")
    rows = {part.h2.get_text(): [row.span.get_text() for row in part.select("li")] for part in page.select(".odds section:not(:has(form))")}  # type: ignore[union-attr]
    assert rows["Tavern deck: the next card is"][0] == "number card"
    assert {"Clubs", "Hearts", "Animal Companion"} <= set(rows["Tavern deck: the next card is"])
    assert "royal" not in rows["Castle deck: the next card is"]
    assert len(rows["Castle deck: the next card is"]) == 3
    alone = book.writing.add(LOCAL, *simulate(library()["regicide"], seed=5, games=1, players=1))[0].id
    assert "Jesters laid aside: the next card is" not in read(f"/records/{alone}/odds?at=4&as=A").get_text()


@pytest.mark.parametrize(
    "asked",
    ["ask=win", "ask=survive&seat=Z", "ask=survive&draw=99", "cards=0", "cards=x", "card=castle", "who=B", "ask=survive&ask=survive"],
)
def test_what_cannot_be_asked_is_refused(client: FlaskClient, team: str, asked: str) -> None:
    """A question, a parameter, a value, a number or a card that is not there."""
    assert client.get(f"/records/{team}/odds?at={AT}&as=A&{asked}").status_code == 422


def test_before_the_deal_and_after_the_end_there_is_nothing_to_survive(read: Read, book: GameBook, team: str) -> None:
    """The page stands, and says what it still can."""
    last = book.record(LOCAL, team, "open").steps
    for at in (0, last):
        assert not read(f"/records/{team}/odds?at={at}&as=A").select("[data-odds-form=survive]")


def test_no_question_takes_a_parameter_of_the_page(book: GameBook, team: str) -> None:
    """What a game calls its parameters is not what the page calls its own."""
    view = book.record(LOCAL, team, "open")
    names = [parameter.name for _question, parameters in view.questions(AT).values() for parameter in parameters]
    assert names == ["seat", "play", "draw"]
    assert not set(names) & set(KNOWN)
