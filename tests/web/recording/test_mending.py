"""A slip some moves ago: a wrong face is put right in place, anything else is taken back and entered again, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.shared import Corrected, TakenBack
from records.core.viewers import LOCAL, OPEN
from support.recording_forms import FIVE, OTHER, begin, do, fields, main, words

if TYPE_CHECKING:
    from bs4 import Tag
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from records.service import GameBook
    from records.service.viewing import RecordView


def the_record(book: GameBook) -> RecordView:
    """Return the one record of the book."""
    (entry,) = book.records.shelf(LOCAL).entries
    return book.record(LOCAL, entry.id, OPEN)


def mend(client: FlaskClient, address: str, says: str, what: str, **more: str) -> TestResponse:
    """Send one of the forms beside a step of what happened last."""
    steps = main(client.get(address)).select(".told > li")
    step = next(step for step in steps if words(step.select_one(".line")) == says)
    form = next(form for form in step.select("form") if fields(form)["do"] == [what])
    return client.post(address, data={**fields(form), **more})


def offered(client: FlaskClient, address: str) -> list[Tag]:
    """Return the moves that are offered again."""
    return main(client.get(address)).select(".again > li")


def placed(client: FlaskClient, address: str) -> None:
    """Lay three cards."""
    for says in ("Ana puts Archer under the Gate.", "Ben puts Dragon under the Castle.", "Ana puts Cook under the Castle."):
        assert do(client, address, says).status_code == 303


@pytest.mark.soak
def test_a_wrong_face_is_put_right_in_place(client: FlaskClient, book: GameBook) -> None:
    """The card that was laid was another one of the hand; what follows stays, and the record keeps both."""
    address = begin(client)
    placed(client, address)
    answer = mend(client, address, "Ana puts Archer under the Gate.", "correct", was="archer", face="giant")
    assert answer.status_code == 303
    view = the_record(book)
    assert isinstance(view.events[-1].event, Corrected)
    slots = view.position(view.steps).table.slots.values()
    assert sorted(str(slot.face) for slot in slots) == ["cook", "dragon", "giant"]
    assert "archer" in view.position(view.steps).table.hands["A"].faces  # type: ignore[index]


@pytest.mark.soak
def test_a_face_that_cannot_have_been_is_refused(client: FlaskClient, book: GameBook) -> None:
    """Nothing is written, and the page says what to do."""
    address = begin(client)
    placed(client, address)
    before = the_record(book).steps
    answer = mend(client, address, "Ana puts Archer under the Gate.", "correct", was="archer", face="dragon")
    assert answer.status_code == 422
    assert "cannot be corrected by itself" in words(main(answer).select_one(".alert"))
    assert the_record(book).steps == before


@pytest.mark.soak
def test_what_followed_a_slip_is_offered_again_move_by_move(client: FlaskClient, book: GameBook) -> None:
    """As far as it still holds; what is entered again is ticked off, and the record keeps what was taken back."""
    address = begin(client)
    placed(client, address)
    mend(client, address, "Ana puts Archer under the Gate.", "back")
    assert isinstance(the_record(book).events[-1].event, TakenBack)
    do(client, address, "Ana puts Cook under the Gate.")  # what really happened
    first, second, third = offered(client, address)
    assert second.select_one("form[data-next]") is not None
    assert "does not fit here" in words(third)  # the cook lies there already
    assert first.select_one("form") is not None
    form = second.select_one("form")
    assert client.post(address, data=fields(form)).status_code == 303
    assert words(main(client.get(address)).select(".told .line")[-1]) == "Ben puts Dragon under the Castle."
    assert offered(client, address)[1].has_attr("data-entered")
    assert [type(recorded.event) for recorded in the_record(book).events].count(TakenBack) == 1


@pytest.mark.soak
def test_what_the_table_answered_is_answered_again(client: FlaskClient, book: GameBook) -> None:
    """A move that is entered again asks for no card that was told with it the first time."""
    address = begin(client)
    for says, cards in (("Ana puts {} under the {}.", FIVE), ("Ben puts {} under the {}.", OTHER)):
        for card, pile in zip(cards.split(), ("Gate", "Gate", "Castle", "Castle"), strict=False):
            answer = do(client, address, says.format(card.title(), pile))
    for cards in ("archer archer giant giant knight", "? ? ? ? ?", ""):
        assert answer.status_code == 200
        answer = client.post(address, data={**fields(main(answer).select_one("form")), "chosen": cards.split()})
    before = the_record(book)
    dealt = before.position(before.steps).table.hands
    mend(client, address, "Ben puts Squire under the Castle.", "back")
    (form,) = (form for form in main(client.get(address)).select("form[data-next]"))
    assert client.post(address, data=fields(form)).status_code == 303
    view = the_record(book)
    assert view.position(view.steps).table.hands == dealt
