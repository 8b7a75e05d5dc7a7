"""Names and ids of people become tokens and come back exactly."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.core.ids import SeatKey
from records.core.sentences import SeatRef
from records.games.observed.tokens import DEPTH, STRUCTURE, Tokeniser, pieces, put_back, seat_of
from support.archives import ANNA, BEN, A, B, unhurried, values

NAMES, IDS = {A: "Anna", B: "Ben"}, {A: str(ANNA), B: str(BEN)}
TOKENISER = Tokeniser(NAMES, IDS)

words = st.text(st.sampled_from("⟦⟧A#= '<nB17é\u0301"), max_size=5) | st.sampled_from(
    ["Anna", "A", "1", "log", "player_id", "⟦B⟧", "Ben", "12"]
)
numbers = st.sampled_from(["1", "17", "4711", "12345", str(ANNA), str(BEN)])


@unhurried
@given(values)
def test_put_back_gives_what_was_there(value: Any) -> None:
    """Taking people out of any JSON and putting them back changes nothing, not even a number into a text."""
    assert msgspec.json.encode(put_back(TOKENISER.value(value), NAMES, IDS)) == msgspec.json.encode(value)


@unhurried
@given(st.tuples(words, words), st.lists(numbers, min_size=2, max_size=2, unique=True), values, st.booleans())
def test_put_back_holds_for_odd_names_and_ids(names: tuple[str, str], ids: list[str], value: Any, context: bool) -> None:
    """The same holds where people are called like a token, a field, a number or each other, and have ids of one digit."""
    called, known = dict(zip((A, B), names, strict=True)), dict(zip((A, B), ids, strict=True))
    mixed = {"player_id": int(ids[0]), "player_name": names[0], names[1]: [ids[1], {ids[0]: value, "log": f"${{{names[0]}}} {names[1]}"}]}
    asked = mixed if context else [value, *names, *ids]
    assert msgspec.json.encode(put_back(Tokeniser(called, known).value(asked), called, known)) == msgspec.json.encode(asked)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("Anna plays a card", "⟦A⟧ plays a card"),
        ("<b style='x'>Ben</b>, Anna.", "<b style='x'>⟦B⟧</b>, ⟦A⟧."),
        ("Ben's Den and Bennett’s", "Ben's Den and Bennett’s"),  # noqa: RUF001 -- the apostrophe as it is printed
        ("Annabel, Joanna, anna", "Annabel, Joanna, anna"),
        (f"/player/p{BEN}", "/player/p⟦B#⟧"),
        (f"https://x.example/{ANNA}/50.png?t={ANNA}", "https://x.example/⟦A#⟧/50.png?t=⟦A#⟧"),
        (f"{ANNA}0 0{ANNA}", f"{ANNA}0 0{ANNA}"),
        ("⟦A⟧ is no token", "⟦⟦A⟧ is no token"),
        ("Zoe\u0301", "Zoe\u0301"),
    ],
)
def test_people_in_a_text(text: str, token: str) -> None:
    """Names are found as whole words before no apostrophe, ids wherever just these digits stand."""
    assert Tokeniser({**NAMES, SeatKey("C"): "Zoe"}, IDS).text(text) == token


def test_people_in_values_and_keys() -> None:
    """An id is told apart as number and as text, and is found as a key."""
    plain = {"player_id": ANNA, "pid": str(ANNA), "total": {str(BEN): 9}, "n": 8, "on": True}
    assert TOKENISER.value(plain) == {"player_id": "⟦A=⟧", "pid": "⟦A#⟧", "total": {"⟦B#⟧": 9}, "n": 8, "on": True}


def test_words_of_the_structure_stay_keys() -> None:
    """A player called like a field of every log does not break logs."""
    tokeniser = Tokeniser({A: "player_name", B: "log"}, IDS)
    plain = {"log": "${player_name} and log", "args": {"player_name": "player_name"}}
    assert tokeniser.value(plain) == {"log": "${player_name} and ⟦B⟧", "args": {"player_name": "⟦A⟧"}}
    assert {"log", "args", "player_name"} <= STRUCTURE


def test_short_ids_and_digit_names_are_found_by_their_fields() -> None:
    """An id 7 or a player called 1 is found where a field says so, and other numbers stay numbers."""
    tokeniser = Tokeniser({A: "1", B: "Ben"}, {A: "7", B: "8"})
    plain = {"player_id": 7, "n": 7, "player_name": "1", "cards": "1", "total": {"7": 1, "8": 2}, "map": {"7": 1, "x": 2}}
    assert tokeniser.value(plain) == {
        "player_id": "⟦A=⟧", "n": 7, "player_name": "⟦A⟧", "cards": "1", "total": {"⟦A#⟧": 1, "⟦B#⟧": 2}, "map": {"7": 1, "x": 2},
    }  # fmt: skip


def test_two_people_of_one_name_are_told_apart_by_their_id() -> None:
    """Where two seats have one name, the id beside it says which of them it is."""
    tokeniser = Tokeniser({A: "Sam", B: "Sam"}, IDS)
    assert tokeniser.value({"player_id": BEN, "player_name": "Sam"})["player_name"] == "⟦B⟧"
    assert tokeniser.value({"player_id": ANNA, "player_name": "Sam"})["player_name"] == "⟦A⟧"
    assert tokeniser.value({"words": "Sam"}) == {"words": "⟦A⟧"}


def test_pseudonyms_leave_nothing() -> None:
    """For a pseudonymous record names go before an apostrophe too, avatars are emptied, other numbers counted through."""
    tokeniser = Tokeniser(NAMES, IDS, pseudonyms=True, others=["610000001"])
    plain = {"avatar": "faces/1.png", "log": "Ben's Den", "url": "/t610000001", "table": 610000001}
    hidden = tokeniser.value(plain)
    assert hidden == {"avatar": "", "log": "⟦B⟧'s Den", "url": "/t⟦*1#⟧", "table": "⟦*1=⟧"}
    assert put_back(hidden, {B: "Player B"}, {}) == {"avatar": "", "log": "Player B's Den", "url": "/t1", "table": 1}


def test_seats_are_read_from_tokens() -> None:
    """A token says which seat it stands for; a text that only looks like one does not."""
    assert [seat_of(token) for token in ("⟦A⟧", "⟦B#⟧", "⟦B=⟧")] == [A, B, B]
    assert [seat_of(other) for other in ("⟦⟦A⟧", "⟦A⟧ ", "A", "⟦*1#⟧", 7, None)] == [None] * 6


def test_pieces_of_a_text() -> None:
    """People stand apart in a text that is shown, and brackets are as they were."""
    assert pieces("⟦A⟧ and ⟦B#⟧ see ⟦⟦A⟧, table ⟦*1#⟧") == (SeatRef(A), " and ", SeatRef(B), " see ", "⟦", "A⟧, table ", "1")


def test_too_deep_is_refused() -> None:
    """Foreign JSON may be nested so deep and no deeper."""
    deep: Any = "x"
    for _ in range(DEPTH):
        deep = [deep]
    assert TOKENISER.value(deep) == deep
    with pytest.raises(RecursionError):
        TOKENISER.value([deep])
