"""What went wrong at the table is entered by a form: each kind, what it is recorded as, and who knows what afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SeatKey
from records.core.secret import ALL, audience
from records.core.shared import CardExposed, CardReturned, CardTaken, Corrected, IrregularityNoted, TakenBack
from records.core.viewers import LOCAL, PUBLIC
from records.core.wording.narration import MISTAKES
from support.recording_forms import begin, do, main, send_beside, words
from support.soaking import one_in

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service import RecordView

VIEWERS = ("A", "B", PUBLIC)
SEAT_A, SEAT_B = SeatKey("A"), SeatKey("B")


def seen(client: FlaskClient, address: str, viewer: Any) -> RecordView:
    """The record through a viewer's eyes."""
    book = client.application.extensions["kiebitz-book"]
    view: RecordView = book.record(LOCAL, address.split("/")[2], viewer)
    return view


def facts(client: FlaskClient, address: str) -> list[Any]:
    """What the open table has recorded since the deal of the first hands."""
    return [one.event for one in seen(client, address, "open").events if one.event.rule == "" and one.v > 1]


def surely(client: FlaskClient, address: str, viewer: Any, place: str) -> tuple[str, ...]:
    """What a viewer knows to lie in a hand, or to be a slot."""
    view = seen(client, address, viewer)
    known = view.knowledge(view.steps)
    if place.startswith("hand:"):
        hand = known.hands.get(SeatKey(place[5:]))
        return tuple(sorted(hand.least)) if hand else ()
    chances = known.slots[place]  # type: ignore[index]  # a slot's id
    return (chances.certain,) if chances.certain else ()


def test_a_card_of_a_hand_that_everybody_saw_is_known_to_be_there(client: FlaskClient) -> None:
    """B's dragon: recorded as seen by all with the words beside it, and A and the public know it from then on, no other card."""
    address = begin(client)
    assert surely(client, address, "A", "hand:B") == ()
    told = {"what": "exposed", "seat": "B", "place": "hand:B", "card": "dragon", "saw": "*", "words": "it fell"}
    assert send_beside(client, address, "mistake", **told).status_code == 303
    exposed, noted = facts(client, address)[-2:]
    assert (type(exposed), exposed.place, exposed.card.faces, exposed.card.known_to) == (CardExposed, "hand:B", ("dragon",), ALL)
    assert noted == IrregularityNoted(what="exposed", seat=SEAT_B, words="it fell")
    assert [surely(client, address, viewer, "hand:B") for viewer in ("A", PUBLIC)] == [("dragon",), ("dragon",)]
    assert "it fell" in words(main(client.get(address)).select_one(".told"))


def test_a_closed_card_that_one_seat_saw_is_known_to_that_seat_alone(client: FlaskClient) -> None:
    """A's first card under the Gate, seen by B: A knew it, B does now, the public does not."""
    address = begin(client)
    assert do(client, address, "Ana puts Archer under the Gate.").status_code == 303
    view = seen(client, address, "open")
    (slot,) = view.position(view.steps).table.piles["gate:A"]  # type: ignore[index]  # a pile's id
    assert [surely(client, address, viewer, slot) for viewer in VIEWERS] == [("archer",), (), ()]
    assert send_beside(client, address, "mistake", what="exposed", place=slot, card="archer", saw="B").status_code == 303
    assert [surely(client, address, viewer, slot) for viewer in VIEWERS] == [("archer",), ("archer",), ()]


def test_a_card_goes_back_from_a_hand_into_the_draw_pile(client: FlaskClient) -> None:
    """A's knight on top, seen by everybody: the hand has one less, and who draws next draws it; from nobody's hand it is refused."""
    address = begin(client)
    told = {"what": "returned", "deck": "draw", "end": "top", "card": "knight", "saw": "*", "words": "one too many"}
    assert send_beside(client, address, "mistake", **told, seat="").status_code == 422
    assert send_beside(client, address, "mistake", **told, seat="A").status_code == 303
    back, noted = facts(client, address)[-2:]
    assert (type(back), back.seat, back.deck, back.end, back.card.known_to) == (CardReturned, SEAT_A, "draw", "top", ALL)
    assert noted == IrregularityNoted(what="other", seat=SEAT_A, words="one too many")
    view = seen(client, address, "B")
    table = view.position(view.steps).table
    assert table.hands[SEAT_A].count == 4
    assert table.decks["draw"][0].faces == ("knight",)  # type: ignore[index]  # a deck's id


def test_one_card_too_many_comes_to_the_hand_and_its_owner_alone_knows_it(client: FlaskClient) -> None:
    """A draws a spy beside the rules: all see one card more there and one less in the pile, A which; who drew must be said.

    What the form asks of a card that was shown (``saw``, everybody at first) says nothing of one that was drawn.
    """
    address = begin(client)
    view = seen(client, address, "open")
    before = view.position(view.steps).table
    (left,) = (block.count for block in before.decks["draw"])  # type: ignore[index]  # a deck's id
    told = {"what": "taken", "deck": "draw", "card": "spy", "saw": "*", "words": "two stuck together"}
    assert send_beside(client, address, "mistake", **told, seat="").status_code == 422
    assert send_beside(client, address, "mistake", **told, seat="A").status_code == 303
    taken, noted = facts(client, address)[-2:]
    assert (type(taken), taken.seat, taken.deck, taken.card.known_to) == (CardTaken, SEAT_A, "draw", audience(SEAT_A))
    assert noted == IrregularityNoted(what="wrong-draw", seat=SEAT_A, words="two stuck together")
    for viewer in VIEWERS:
        view = seen(client, address, viewer)
        table = view.position(view.steps).table
        assert (table.hands[SEAT_A].count, table.decks["draw"][0].count) == (before.hands[SEAT_A].count + 1, left - 1)  # type: ignore[index]
        assert ("spy" in table.hands[SEAT_A].faces) == (viewer == "A")
        assert surely(client, address, viewer, "hand:A") == ()
    page = words(main(client.get(address)))
    assert "draws one card too many" in page
    assert "two stuck together" in page


def test_a_card_that_goes_back_unseen_is_known_to_its_owner_alone(client: FlaskClient) -> None:
    """Nobody else saw it: on top lies a card that A knows and B does not."""
    address = begin(client)
    told = {"what": "returned", "seat": "A", "deck": "draw", "end": "top", "card": "knight", "saw": ""}
    assert send_beside(client, address, "mistake", **told).status_code == 303
    assert facts(client, address)[-1].card.known_to == audience(SEAT_A)
    tops = [seen(client, address, viewer) for viewer in VIEWERS]
    assert [view.position(view.steps).table.decks["draw"][0].faces for view in tops] == [("knight",), None, None]  # type: ignore[index]


def test_what_happened_to_a_card_is_a_reason_for_what_is_known_of_its_place(client: FlaskClient) -> None:
    """B knows A's knight in the hand since it was seen there; the public, who did not see it, is given no such reason."""
    address = begin(client)
    assert send_beside(client, address, "mistake", what="exposed", place="hand:A", card="knight", saw="B").status_code == 303
    shown = seen(client, address, "open").steps
    assert surely(client, address, "B", "hand:A") == ("knight",)
    views = {viewer: seen(client, address, viewer) for viewer in ("B", PUBLIC)}
    why = {viewer: view.why(shown, "hand:A").reasons for viewer, view in views.items()}
    assert [(one.version, one.sentence.text) for one in why["B"]][-1] == (shown, "The hand of %(seat)s was seen to hold %(cards)s.")
    assert not any(one.version == shown for one in why[PUBLIC])


@pytest.mark.parametrize("what", one_in(2, sorted(MISTAKES)))
def test_what_moved_no_card_changes_nobodys_knowledge(client: FlaskClient, what: str) -> None:
    """A note alone: each viewer knows after it what it knew before, and it is told with who and words; a number stands before the words."""
    address = begin(client)
    before = [seen(client, address, viewer).knowledge(seen(client, address, viewer).steps).hands for viewer in VIEWERS]
    assert send_beside(client, address, "mistake", what=what, seat="B", words="oh", place="", number="3").status_code == 303
    assert facts(client, address)[-1] == IrregularityNoted(what=what, seat=SEAT_B, words="3: oh" if what == "wrong-draw" else "oh")
    after = [seen(client, address, viewer).knowledge(seen(client, address, viewer).steps).hands for viewer in VIEWERS]
    assert [[(seat, hand.least, hand.most) for seat, hand in hands.items()] for hands in after] == [
        [(seat, hand.least, hand.most) for seat, hand in hands.items()] for hands in before
    ]


@pytest.mark.soak
def test_a_taking_back_and_a_correction_say_who_agreed_and_why(client: FlaskClient) -> None:
    """By agreement: the seats that agreed stand in the record; a card that is put right says why, and it lay there from the beginning."""
    address = begin(client)
    assert do(client, address, "Ana puts Archer under the Gate.").status_code == 303
    assert send_beside(client, address, "back", agreed=["A", "B"], words="too fast").status_code == 303
    back = facts(client, address)[-1]
    assert (type(back), back.agreed, back.why) == (TakenBack, (SEAT_A, SEAT_B), "too fast")
    assert do(client, address, "Ana puts Archer under the Gate.").status_code == 303
    step = str(seen(client, address, "open").steps)
    told = {"step": step, "was": "archer", "face": "cook", "words": "both saw the cook"}
    answer = send_beside(client, address, "correct", **told)
    assert answer.status_code == 303
    right = facts(client, address)[-1]
    assert (type(right), right.why) == (Corrected, "both saw the cook")


@pytest.mark.soak
def test_what_the_form_does_not_offer_is_refused(client: FlaskClient) -> None:
    """Places, cards, piles, ends, seats and numbers that are not there: nothing is written."""
    address = begin(client)
    steps = seen(client, address, "open").steps
    exposed = {"what": "exposed", "place": "hand:B", "card": "dragon", "saw": "*"}
    back = {"what": "returned", "seat": "A", "deck": "draw", "end": "top", "card": "knight", "saw": "*"}
    for wrong in (
        exposed | {"place": "hand:C"},
        exposed | {"card": "queen"},
        exposed | {"saw": "C"},
        back | {"deck": "discard"},
        back | {"end": "middle"},
        back | {"what": "taken", "deck": "discard"},
        back | {"what": "taken", "drawn_saw": "C"},
        {"what": "wrong-draw", "number": "-1"},
    ):
        assert send_beside(client, address, "mistake", **wrong).status_code == 422
    for elsewhere in (back | {"card": "dragon"}, exposed | {"place": "hand:A"}):
        answer = send_beside(client, address, "mistake", **elsewhere)
        assert answer.status_code == 422
        assert "cannot have happened" in words(main(answer).select_one(".alert"))
    assert seen(client, address, "open").steps == steps
