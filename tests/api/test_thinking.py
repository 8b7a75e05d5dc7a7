"""What a viewer could work out, over the API: what the book's own view says, in one shape, and refused by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL
from records.errors import Contradiction
from records.service import RecordView
from support.programs import VIEWERS
from web.schemas.thought import ASSUMED

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

    from records.service import GameBook

    Ask = Callable[..., Any]


@pytest.fixture
def castle(ids: dict[str, str]) -> str:
    """The address of the steps of a whole game of Castle Rampage."""
    return f"/api/records/{ids['castle-rampage']}/positions"


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("at", [0, 9, 41, 60])
def test_knowledge_is_the_view_s(ask: Ask, book: GameBook, castle: str, viewer: str, at: int) -> None:
    """Candidates, chances, bounds and whether they are exact are those of the view, for every slot, hand and deck."""
    known = book.record(LOCAL, castle.split("/")[3], viewer).knowledge(at)
    sent = ask(f"{castle}/{at}/knowledge?as={viewer}&lang=en")
    assert (sent["viewer"], sent["at"], sent["assumes"]) == (viewer, at, ASSUMED)
    assert (sent["exact"], sent["breach"], sent["taken_up"]) == (known.exact, known.breach, known.taken_up)
    assert {slot: told["certain"] for slot, told in sent["slots"].items()} == {slot: known.slots[slot].certain for slot in known.slots}
    for slot, told in sent["slots"].items():
        assert [found["card"] for found in told["candidates"]] == [*known.slots[slot].candidates]
        assert sum(found["chance"] for found in told["candidates"]) == pytest.approx(1)
    assert set(sent["hands"]) == set(known.hands)
    for seat, told in sent["hands"].items():
        hand = known.hands[seat]
        assert told["count"] == hand.count
        assert {held["card"]: (held["least"], held["most"]) for held in told["cards"]} == {
            card: (hand.least.get(card, 0), most) for card, most in hand.most.items()
        }
        assert sum(held["expected"] for held in told["cards"]) == pytest.approx(hand.count)
    for deck, told in sent["decks"].items():
        assert {held["card"]: held["most"] for held in told["cards"]} == dict(known.decks[deck].most)
        assert sum(held["chance"] for held in told["cards"]) == pytest.approx(1 if told["count"] else 0)


def test_hindsight_is_the_view_s(ask: Ask, book: GameBook, castle: str) -> None:
    """With ``knows=hindsight`` it is what the view knows by the end of the record about the step: never more candidates than as then."""
    known = book.record(LOCAL, castle.split("/")[3], "A").knowledge(41, hindsight=True)
    sent, then = ask(f"{castle}/41/knowledge?as=A&knows=hindsight"), ask(f"{castle}/41/knowledge?as=A")
    fewer = 0
    for slot, told in sent["slots"].items():
        candidates = {found["card"] for found in told["candidates"]}
        assert candidates == set(known.slots[slot].candidates)
        assert candidates <= {found["card"] for found in then["slots"][slot]["candidates"]}
        fewer += len(candidates) < len(then["slots"][slot]["candidates"])
    assert fewer


def test_a_seat_s_own_card_is_certain_and_the_other_s_is_not(ask: Ask, castle: str) -> None:
    """Who laid a card knows it; the other seat is sent what it can be."""
    mine, theirs = (ask(f"{castle}/41/knowledge?as={seat}")["slots"] for seat in "AB")
    table = ask(f"{castle}/41?as=A")["piles"]
    closed = [slot["slot"] for slot in table["gate:A"] if slot["known_to"] == ["A"]]
    assert closed
    for slot in closed:
        assert mine[slot]["certain"] in [found["card"] for found in theirs[slot]["candidates"]]
        assert len(theirs[slot]["candidates"]) > len(mine[slot]["candidates"]) == 1


def test_reasons_are_the_view_s(ask: Ask, book: GameBook, ids: dict[str, str], castle: str) -> None:
    """Candidates and reasons of a slot and of the draw pile are those of the view, in the reader's language."""
    view = book.record(LOCAL, ids["castle-rampage"], "A")
    for place in ("draw", next(slot for slot, found in view.knowledge(41).slots.items() if len(found.of) > 1)):
        found = view.why(41, place)
        sent = ask(f"{castle}/41/why/{place}?as=A&lang=en")
        assert (sent["place"], sent["candidates"], sent["certain"]) == (place, [*found.candidates], [*found.certain])
        assert [(told["version"], told["without"]) for told in sent["reasons"]] == [
            (reason.version, [*reason.without]) for reason in found.reasons
        ]
    german = ask(f"{castle}/41/why/draw?as=A&lang=de")["reasons"]
    assert german
    assert all(told["text"] for told in german)
    assert [told["text"] for told in german] != [told["text"] for told in ask(f"{castle}/41/why/draw?as=A&lang=en")["reasons"]]


def test_odds_are_the_view_s(ask: Ask, book: GameBook, ids: dict[str, str], castle: str) -> None:
    """Outcomes of an attack and the chance of a draw are those of the view; a seat and a way may be said."""
    view = book.record(LOCAL, ids["castle-rampage"], "A")
    for asked, odds in (("", view.odds(60, 4)), ("&by=B&way=gate", view.odds(60, 4, way="gate", seat="B"))):
        attack = ask(f"{castle}/60/odds/attack?as=A&strength=4{asked}")["attack"]
        assert (attack["seat"], attack["way"], attack["how"]) == (odds.assault.seat, odds.assault.name, odds.how)
        assert {tuple(told["cards"]): told["chance"] for told in attack["destroys"]} == {
            fallen: float(chance) for fallen, chance in odds.destroys.items()
        }
    drawn = view.odds_of_draw(60, 2, ["unit", "spy"])
    draw = ask(f"{castle}/60/odds/draw?as=A&number=2&card=unit&card=spy")["draw"]
    assert (draw["deck"], draw["cards"], draw["of"], draw["holds"]) == ("draw", 2, [*drawn.of], float(drawn.holds))
    assert "spy" in draw["of"]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("60/odds/attack?as=A", (422, "query", "strength", "“strength” must be given")),
        ("60/odds/attack?as=A&strength=100", (422, "query", "strength", "from 0 to 99, not “100”")),
        ("60/odds/attack?as=A&strength=4&way=moat", (422, "query", "way", "one of usual, gate, castle, not “moat”")),
        ("60/odds/attack?as=A&strength=4&by=Z", (422, "query", "by", "one of A, B, not “Z”")),
        ("0/odds/attack?strength=4", (422, "query", "by", "one of A, B")),
        ("60/odds/draw?as=A&number=2", (422, "query", "card", "“card” must be given")),
        ("60/odds/draw?as=A&number=0&card=spy", (422, "query", "number", "from 1 to 99, not “0”")),
        ("60/odds/draw?as=A&number=2&card=spy&card=spi", (422, "query", "card", "spy, spi")),
        ("60/odds/draw?as=A&number=2&card=spy&deck=discard", (422, "query", "deck", "one of draw, not “discard”")),
        ("60/why/hand:A?as=A", (404, "path", "place", "no such place")),
        ("60/why/moat?as=A", (404, "path", "place", "no such place")),
        ("9999/knowledge?as=A", (404, "path", "at", "there is no event 9,999")),
        ("60/knowledge?as=A&knows=now", (422, "query", "knows", "one of hindsight, not “now”")),
        ("60/knowledge?as=A&strength=3", (422, "query", "strength", "is not known here")),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(client: FlaskClient, castle: str, asked: str, expected: tuple[int, str, str, str]) -> None:
    """A refusal names the part of the request, the parameter and what it may be."""
    told = client.get(f"{castle}/{asked}", headers={"Accept-Language": "en"}).get_json()
    status, where, name, words = expected
    assert told["code"] == status
    assert words in told["errors"][where][name][0]


def test_games_that_lack_something_say_so(client: FlaskClient, ids: dict[str, str]) -> None:
    """A game without attacks, one without decks and a record of other cards refuse, each in a sentence of its own."""
    for game, asked, status, words in (
        ("tiny", "3/odds/attack?strength=1", 404, "Nothing is attacked in this game."),
        ("observed", "3/odds/draw?number=1&card=x", 404, "There is no deck on the table at this step."),
        ("hollow", "3/knowledge", 422, "This record was made with cards that are not known here"),
    ):
        told = client.get(f"/api/records/{ids[game]}/positions/{asked}", headers={"Accept-Language": "en"}).get_json()
        assert (told["code"], told["message"].startswith(words)) == (status, True)


def test_a_log_that_contradicts_itself_is_refused(client: FlaskClient, castle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two things that were told cannot both be, the answer says that it cannot be worked out."""

    def fail(*_: object, **__: object) -> None:
        raise Contradiction("the owl is here and there")

    monkeypatch.setattr(RecordView, "odds", fail)
    told = client.get(f"{castle}/60/odds/attack?as=A&strength=4", headers={"Accept-Language": "en"})
    assert (told.status_code, told.get_json()["message"], "owl" in told.text) == (422, "This could not be worked out.", False)
