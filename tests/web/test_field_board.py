"""The board of two fields: what each viewer is told of cards that lie, dice with pips, the stack of effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import BeautifulSoup

    from records.core.board import Field
    from records.service import RecordView

    Read = Callable[..., BeautifulSoup]

VIEWERS = ("A", "B", "public", "open")


book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game that played itself, with a chain of two."""
    return book.writing.add(LOCAL, next(iter(simulate(library()["creature-crush"], seed=3, games=1, players=2))))[0].id


@pytest.fixture(scope="module")
def chained(book: GameBook, played: str) -> int:
    """The step at which most effects lie on the stack."""
    view = book.record(LOCAL, played, "open")
    return max(range(view.steps + 1), key=lambda at: (len(field_of(view, at).stack), at))


def field_of(view: RecordView, at: int) -> Field:
    """The field at a step."""
    field = view.field(at)
    assert field is not None
    return field


def words(part: object) -> str:
    """What a part says, apart by single spaces."""
    return " ".join(part.get_text(" ", strip=True).split())  # type: ignore[attr-defined]  # a tag


@pytest.mark.parametrize("viewer", ["A", "B", "public"])
def test_everybody_is_told_the_same_of_the_field(book: GameBook, played: str, viewer: str) -> None:
    """Marks, dice and stack are public: made from each viewer's own log they are alike at every tenth step."""
    everything, own = book.record(LOCAL, played, "open"), book.record(LOCAL, played, viewer)
    for at in range(1, own.steps + 1, 10):
        assert own.field(at) == everything.field(at)


@pytest.mark.parametrize("viewer", rest_soaked(VIEWERS, keep=2))
def test_a_face_down_card_is_named_only_to_who_was_shown_it(read: Read, book: GameBook, played: str, viewer: str) -> None:
    """No place of the drawn fields names a card that this viewer's log does not show, and those that it shows are named."""
    view = book.record(LOCAL, played, viewer)
    closed = set()
    for seat in "AB":
        at = next(at for at in range(view.steps + 1) if any(face_down(view, at, seat)))
        page, table = read(f"/records/{played}?at={at}&as={viewer}"), view.position(at).table
        for slot, lying in table.slots.items():
            card = page.select_one(f'.cell-of .card[data-slot="{slot}"]')
            assert card is not None
            shown = isinstance(lying.face, str) and lying.face in view.faces
            assert (card["data-face"] in ("up", "known")) == shown
            beside = card.find_next_sibling(class_="bears")
            assert bool(words(beside.select_one(".called"))) == shown  # type: ignore[union-attr]  # every card has it
            if not shown:
                closed.add(lying.pile[-1])
    assert closed == {"A": {"B"}, "B": {"A"}, "public": {"A", "B"}, "open": set()}[viewer]


def face_down(view: RecordView, at: int, seat: str) -> list[bool]:
    """Whether cards in a seat's field lie face down."""
    return [not lying.up for lying in view.position(at).table.slots.values() if lying.pile.endswith(f":{seat}")]


def test_the_stack_stands_with_its_text_and_state(read: Read, book: GameBook, played: str, chained: int) -> None:
    """The uppermost first; each with its card, its text and how far it is, in both languages."""
    stack = field_of(book.record(LOCAL, played, "public"), chained).stack
    assert len(stack) >= 2
    for language in ("en", "de"):
        page = read(f"/records/{played}?at={chained}&as=public", **{"Accept-Language": language})
        rows = page.select(".stacked > ol > li")
        assert [words(row.select_one(".text")) for row in rows] == [effect.text[language] for effect in stack]
        assert [row.has_attr("data-now") for row in rows] == [effect.now for effect in stack]
        label = page.select_one(".stacked > ol")
        assert label is not None
        assert (
            label["aria-label"] == {"en": "Stack of effects, the next one first", "de": "Stapel der Effekte, der nächste zuerst"}[language]
        )


def test_dice_have_pips_and_used_ones_are_struck(read: Read, book: GameBook, played: str, chained: int) -> None:
    """One symbol for each die, in their order, with a sentence for who hears the page."""
    view = book.record(LOCAL, played, "public")
    (roll,) = field_of(view, chained).dice
    page = read(f"/records/{played}?at={chained}&as=public")
    (dice,) = page.select(".dice")
    shown = [(one.select_one("use")["href"].rpartition("-")[2], one.has_attr("data-struck")) for one in dice.select(".die")]  # type: ignore[index, union-attr]
    assert shown == [(str(pips), used) for pips, used in roll.dice]
    assert str(dice["aria-label"]).startswith(f"Start dice of {view.names[SeatKey(roll.seat)]}: ")
    assert str(dice["aria-label"]).count("used") == sum(used for _pips, used in roll.dice)


def test_each_mark_is_said_in_a_sentence(read: Read, book: GameBook, played: str, chained: int) -> None:
    """Beside each card stands what it bears, its sign for the eye and its sentence for the ear."""
    marks = field_of(book.record(LOCAL, played, "A"), chained).marks
    page = read(f"/records/{played}?at={chained}&as=A")
    assert marks
    for slot, borne in marks.items():
        card = page.select_one(f'.cell-of .card[data-slot="{slot}"]')
        assert card is not None
        signs = card.find_next_sibling(class_="bears").select(".sign")  # type: ignore[union-attr]  # every card has it
        assert [(words(sign.select_one("b")), words(sign.select_one(".sr"))) for sign in signs] == [
            (mark.figure, str(mark.said)) for mark in borne
        ]
