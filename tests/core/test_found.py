"""What is found by going through a catalogue is looked for once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.editions import found
from records.core.editions.found import found_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest


def test_the_same_cards_are_gone_through_once() -> None:
    """Cards that are equal but others are gone through again, and so is what is asked of other words."""
    asked: list[tuple[Mapping[str, int], str]] = []

    def find(cards: Mapping[str, int], word: str) -> int:
        asked.append((cards, word))
        return cards[word]

    cards, others = {"ace": 1, "ten": 10}, {"ace": 1, "ten": 10}
    assert [found_in(cards, find, word) for word in ("ace", "ace", "ten", "ten")] == [1, 1, 10, 10]
    assert found_in(others, find, "ace") == 1
    assert [word for _cards, word in asked] == ["ace", "ten", "ace"]
    assert asked[2][0] is others


def test_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards made one after the other, as for each catalogue that is sent, do not pile up, and none answers for another."""
    monkeypatch.setattr(found, "MOST", 4)
    monkeypatch.setattr(found, "_KEPT", {})
    for number in range(20):
        assert found_in({"ace": number}, lambda cards: cards["ace"]) == number
        assert len(found._KEPT) <= 4
