"""Secrets: faces that only some were shown."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from records.core.faces import none_of
from records.core.secret import ALL, NOBODY, Sealed, Secret, audience, meet, ordered, secret, widen


@pytest.mark.parametrize("known_to", [["B", "A"], ["A", "A"], ["*", "A"]])
def test_known_to_is_written_in_one_way(known_to: list[str]) -> None:
    """Who was shown is sorted, nobody twice, and everybody is not a list with seats."""
    with pytest.raises(msgspec.ValidationError, match="known_to"):
        msgspec.convert({"faces": ["ant"], "known_to": known_to}, Secret)
    with pytest.raises(msgspec.ValidationError, match="known_to"):
        msgspec.convert({"known_to": known_to}, Sealed)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"faces": ["bee", "ant"]}, "sorted"),
        ({"faces": ["ant"], "salt": ["00", "11"]}, "as many"),
        ({"faces": ["ant"], "seal": ["00", "11"]}, "as many"),
        ({"faces": ["ant"], "color": "red"}, "unknown field"),
        ({"known_to": []}, "missing"),
        ({"faces": "ant"}, "array"),
    ],
)
def test_a_secret_that_is_none_is_refused(wrong: dict[str, Any], why: str) -> None:
    """A bag out of order, a wrong number of salts or seals, an unknown or a missing field is refused with its reason."""
    with pytest.raises(msgspec.ValidationError, match=why):
        msgspec.convert(wrong, Secret)


def test_bag_is_sorted_and_order_is_kept() -> None:
    """A bag is put in its written order, an ordered secret stays as it is."""
    assert secret("bee", "ant").faces == ("ant", "bee")
    assert ordered("bee", "ant").faces == ("bee", "ant")
    assert msgspec.convert({"faces": ["bee", "ant"], "ordered": True}, Secret) == ordered("bee", "ant")


def test_everybody_is_not_every_seat() -> None:
    """The public belongs to everybody, but to no list of seats."""
    assert audience("A", "*") == ALL
    assert audience("B", "A", "B") == ("A", "B")
    assert secret("ant", to=ALL).open
    assert not secret("ant", to=("A", "B")).open


def test_audiences_meet_and_widen() -> None:
    """Meeting keeps who belongs to both, widening who belongs to either; everybody and nobody are their ends."""
    assert meet(("A", "B"), ("B", "C")) == ("B",)
    assert meet(ALL, ("A",)) == ("A",) == meet(("A",), ALL)
    assert meet(NOBODY, ALL) == NOBODY
    assert widen(("B",), ("A",)) == ("A", "B")
    assert widen(ALL, ("A",)) == ALL == widen(("A",), ALL)
    assert widen(NOBODY, ("A",)) == ("A",) == widen(("A",), NOBODY)


def test_secret_leaves_out_what_is_usual() -> None:
    """Only what is told stands in the line."""
    assert msgspec.json.encode(secret("ant")) == b'{"faces":["ant"]}'
    line = b'{"faces":["ant"],"known_to":["A"],"hint":{"not":["bee"]}}'
    assert msgspec.json.encode(secret("ant", to=("A",), hint=none_of(["bee"]))) == line
