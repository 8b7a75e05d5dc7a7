"""The table over the API: the same shape for every game, and nothing in it that the viewer was not shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.viewers import LOCAL
from support.programs import GAMES, VIEWERS
from support.soaking import one_in, rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

    from records.service import GameBook

    Ask = Callable[..., Any]


def plain(value: Any) -> Any:
    """Return ``value`` as a reader of JSON gets it."""
    return json.loads(msgspec.json.encode(value))


def some_steps(count: int) -> list[int]:
    """Return about twenty steps from the first to the last."""
    return sorted({*range(0, count + 1, max(1, count // 20)), count})


@pytest.mark.parametrize(("game", "viewer"), one_in(3, [(game, viewer) for game in GAMES for viewer in VIEWERS]))
def test_a_position_is_the_view_s(ask: Ask, book: GameBook, ids: dict[str, str], game: str, viewer: str) -> None:
    """Piles, hands, decks, zones and counters are those of the viewer's own fold, at every step."""
    view = book.record(LOCAL, ids[game], viewer)
    for at in some_steps(view.steps):
        sent = ask(f"/api/records/{ids[game]}/positions/{at}?as={viewer}")
        position = view.position(at)
        table, state = position.table, position.state
        assert (sent["id"], sent["viewer"], sent["at"], sent["steps"]) == (ids[game], viewer, at, view.steps)
        assert (sent["turn"], sent["active"], sent["missing"]) == (state.turn, state.active, state.missing)
        assert [(asked["id"], asked["seat"], asked["what"]) for asked in sent["pending"]] == [
            (asked.id, asked.seat, asked.what) for asked in state.pending
        ]
        assert (sent["outcome"] is None) == (state.outcome is None)
        assert {pile: [slot["slot"] for slot in slots] for pile, slots in sent["piles"].items()} == {
            pile: [*slots] for pile, slots in table.piles.items()
        }
        for slot in (slot for slots in sent["piles"].values() for slot in slots):
            lying = table.slots[slot["slot"]]
            assert slot["face"] == plain(lying.face)
            assert (slot["known_to"], slot["up"]) == ([*lying.known_to], lying.up)
        assert {seat: (hand["count"], hand["faces"]) for seat, hand in sent["hands"].items()} == {
            seat: (hand.count, [*hand.faces]) for seat, hand in table.hands.items()
        }
        assert {deck: [block["count"] for block in blocks] for deck, blocks in sent["decks"].items()} == {
            deck: [block.count for block in blocks] for deck, blocks in table.decks.items()
        }
        assert sent["zones"] == {zone: plain(faces) for zone, faces in table.zones.items()}


@pytest.mark.parametrize("viewer", ["A", "B", "public"])
@pytest.mark.parametrize("game", ["castle-rampage", "tiny"])
def test_what_a_viewer_was_not_shown_is_a_question_mark(ask: Ask, ids: dict[str, str], game: str, viewer: str) -> None:
    """A slot that others alone were shown shows its hint, another's hand nothing that was not shown, a closed block only its count."""
    hidden = 0
    for at in some_steps(ask(f"/api/records/{ids[game]}")["steps"]):
        seen = ask(f"/api/records/{ids[game]}/positions/{at}?as={viewer}")
        for slot in (slot for slots in seen["piles"].values() for slot in slots):
            if viewer not in slot["known_to"] and slot["known_to"] != ["*"]:
                hidden += 1
                assert slot["face"] == slot["hint"]
                assert not isinstance(slot["face"], str) or slot["face"] == "?"
        for seat, hand in seen["hands"].items():
            if seat != viewer:
                hidden += hand["count"]
                shown = [face for entry in hand["shown"] for face in entry["faces"]]
                assert set(hand["faces"]) <= set(shown)
        for block in (block for blocks in seen["decks"].values() for block in blocks):
            assert len(block["faces"]) == block["count"]
            if viewer not in block["known_to"] and block["known_to"] != ["*"]:
                hidden += block["count"]
                assert set(block["faces"]) <= {"?"}
    assert hidden, "nothing was hidden, so this shows nothing"


def test_the_open_table_shows_what_is_hidden(ask: Ask, ids: dict[str, str]) -> None:
    """The same places hold names at the open table, so the question marks come from the viewer and not from the record."""
    address = f"/api/records/{ids['tiny']}/positions/6"
    assert [slot["face"] for slot in ask(f"{address}?as=open")["piles"]["row:B"]] == ["king"]
    assert [slot["face"] for slot in ask(f"{address}?as=A")["piles"]["row:B"]] == ["?"]


@pytest.mark.parametrize("viewer", rest_soaked(VIEWERS))
def test_a_position_as_a_table_keeps_it_that_forgets(ask: Ask, book: GameBook, ids: dict[str, str], viewer: str) -> None:
    """With ``memory=table`` hands are those of the remembered position, and everything else is as without it."""
    view = book.record(LOCAL, ids["castle-rampage"], viewer)
    for at in some_steps(view.steps):
        address = f"/api/records/{ids['castle-rampage']}/positions/{at}?as={viewer}"
        whole, forgetful = ask(address), ask(f"{address}&memory=table")
        hands = view.remembered(at).table.hands
        assert {seat: (hand["count"], hand["faces"]) for seat, hand in forgetful["hands"].items()} == {
            seat: (hand.count, [*hand.faces]) for seat, hand in hands.items()
        }
        assert {**whole, "hands": None} == {**forgetful, "hands": None}


def test_a_memory_that_is_none_is_refused(client: FlaskClient, ids: dict[str, str]) -> None:
    """Another word, and a game whose tables forget nothing, are refused at ``memory``."""
    for game, word, said in (
        ("castle-rampage", "mine", "one of table, not “mine”"),
        ("tiny", "table", "No online table's memory is known"),
    ):
        address = f"/api/records/{ids[game]}/positions/3?memory={word}"
        told = client.get(address, headers={"Accept-Language": "en"}).get_json()
        assert told["code"] == 422
        assert said in told["errors"]["query"]["memory"][0]


def test_counters_are_counts_only(ask: Ask, ids: dict[str, str]) -> None:
    """The game's own counters go along; the rules and the cards that a record is played with are not repeated in every position."""
    castle = ask(f"/api/records/{ids['castle-rampage']}/positions/60")["counters"]
    assert castle["phase"] == "play"
    assert {"cards", "rules", "turn"} & set(castle) == set()
    assert ask(f"/api/records/{ids['tiny']}/positions/6")["counters"] == {"laid": [["A", 1], ["B", 1]]}
