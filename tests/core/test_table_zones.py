"""What the fold keeps of open cards in zones (design/events: The card table)."""

from __future__ import annotations

import pytest

from records.core.faces import among
from records.core.secret import ALL
from records.core.tables.blocks import Block
from records.core.tables.fold_table import FoldTable
from records.core.tables.hands import Hand
from records.core.tables.table_state import Slot
from records.errors import ImpossibleEvent


def discard(*faces: object) -> FoldTable:
    """A table with a discard zone of these faces."""
    return FoldTable(zones={"discard": faces})  # type: ignore[dict-item]  # faces


def test_drop_adds_to_a_zone_in_order() -> None:
    """Cards dropped together lie in the order in which they are named, one not noted among them."""
    table = FoldTable(hands={"A": Hand(3, ("ace", "king"), (), ("ace", "king"))}, zones={"discard": ("ten",)})
    table.drop("A", ("king", "?"), "discard")
    assert table.zones["discard"] == ("ten", "king", "?")
    assert table.hands["A"] == Hand(1)


@pytest.mark.parametrize(
    ("index", "face", "rest"), [(0, "ace", ("king", "ten")), (1, "king", ("ace", "ten")), (-1, "ten", ("ace", "king"))]
)
def test_raise_lays_a_card_of_a_zone_face_up(index: int, face: str, rest: tuple[str, ...]) -> None:
    """The card at an index, from the last with a minus, lies at the bottom of a pile, known to all."""
    table = discard("ace", "king", "ten")
    table.slots["s1"], table.piles["row"] = Slot("row"), ("s1",)
    table.raise_("discard", "row", "s2", index)
    assert table.slots["s2"] == Slot("row", face, ALL, up=True)
    assert table.piles["row"] == ("s1", "s2")
    assert table.zones["discard"] == rest


@pytest.mark.parametrize("index", [3, -4])
def test_raise_of_a_card_that_is_not_there_is_impossible(index: int) -> None:
    """The refusal says how many cards lie there."""
    with pytest.raises(ImpossibleEvent, match=f"discard has 3 cards, none at {index}"):
        discard("ace", "king", "ten").raise_("discard", "row", "s2", index)


def test_fetch_takes_a_card_openly_to_a_hand() -> None:
    """Everybody knows that the hand holds it."""
    table = discard("ace", "king", "ace")
    table.fetch("discard", "A", "ace")
    assert table.zones["discard"] == ("king", "ace")
    assert table.hands["A"] == Hand(1, ("ace",), ((ALL, ("ace",)),), ("ace",))


def test_fetch_of_a_card_that_is_not_there_is_impossible() -> None:
    """The refusal names the card."""
    with pytest.raises(ImpossibleEvent, match="discard holds no queen"):
        discard("ace").fetch("discard", "A", "queen")


def test_fetch_of_a_card_that_was_not_noted_takes_one_that_it_may_be() -> None:
    """Where the log does not say which card went, each place left holds one of the two that it may hold now."""
    table = discard("ace", "king")
    table.fetch("discard", "A", "?")
    assert table.zones["discard"] == (among(("ace", "king")),)
    table = discard("?", "king")
    table.fetch("discard", "A", "ace")
    assert table.zones["discard"] == ("king",)


def test_gather_puts_one_zone_onto_another() -> None:
    """Both orders are kept, and the zone that was gathered is empty."""
    table = FoldTable(zones={"play": ("ace", "king"), "discard": ("ten",)})
    table.gather("play", "discard")
    assert table.zones == {"discard": ("ten", "ace", "king")}
    table.gather("discard", "discard")
    assert table.zones == {"discard": ("ten", "ace", "king")}


def test_return_all_is_shuffled_into_the_deck() -> None:
    """Deck and returned cards are one block, known to who knew the deck: everybody saw what came in."""
    table = FoldTable(decks={"draw": (Block(1, ("ace",), ("A",)), Block(1, ("king",), ("A", "B")))}, zones={"discard": ("ten", "queen")})
    table.return_all("discard", "draw")
    assert table.decks["draw"] == (Block(4, ("ace", "king", "queen", "ten"), ("A",)),)
    assert table.zones == {}


def test_return_all_to_an_empty_deck_is_known_to_all() -> None:
    """A new deck made of open cards is a bag that everybody knows."""
    table = discard("ten", "ace")
    table.return_all("discard", "draw")
    assert table.decks["draw"] == (Block(2, ("ace", "ten"), ALL),)


@pytest.mark.parametrize(("end", "deck"), [("top", (2, 3)), ("bottom", (3, 2))])
def test_return_some_is_a_block_at_an_end(end: str, deck: tuple[int, ...]) -> None:
    """Cards put on or under a deck together are a bag that everybody knows; the rest stays in the zone."""
    table = FoldTable(decks={"draw": (Block(3),)}, zones={"discard": ("ten", "ace", "king")})
    table.return_some("discard", "draw", ("ten", "king"), end)  # type: ignore[arg-type]  # a parameter
    assert tuple(block.count for block in table.decks["draw"]) == deck
    assert Block(2, ("king", "ten"), ALL) in table.decks["draw"]
    assert table.zones["discard"] == ("ace",)
