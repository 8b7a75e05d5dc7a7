"""Every method of the card table takes zero cards and empty places (design/events: The card table), on the fold and on the count alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from records.core.secret import ALL, ordered, secret
from records.core.shared import PositionSet
from records.core.tables.blocks import Block
from records.core.tables.fold_table import FoldTable
from records.core.tables.hands import Hand
from records.core.tables.table_state import Slot
from records.errors import ImpossibleEvent
from support.laws.count_table import CountTable

Move = Callable[[Any], None]
NOTHING: dict[str, Move] = {
    "take": lambda table: table.take("draw", "A", secret(to=("A",))),
    "pull": lambda table: table.pull("draw", "A", secret()),
    "mill": lambda table: table.mill("draw", "discard", ()),
    "split": lambda table: table.split("draw", "other", "top", secret()),
    "look": lambda table: table.look("draw", secret(to=("A",))),
    "shuffle": lambda table: table.shuffle("draw"),
    "drop": lambda table: table.drop("A", (), "discard"),
    "bury": lambda table: table.bury("A", "draw", "top", secret()),
    "bury in order": lambda table: table.bury("A", "draw", "bottom", ordered()),
    "mix": lambda table: table.mix("row", (), (), secret()),
    "gather": lambda table: table.gather("discard", "other"),
    "return all": lambda table: table.return_all("discard", "draw"),
    "return some": lambda table: table.return_some("discard", "draw", (), "top"),
    "tell": lambda table: table.tell("hand:A", ("ace",), 0, 0),
    "tell nothing": lambda table: table.tell("hand:A", ()),
    "tell of a deck": lambda table: table.tell("draw", ("ace",), 0),
    "tell a sum": lambda table: table.tell_sum("A", 1),
    "show of a hand": lambda table: table.show("hand:A", 0, secret(to=ALL)),
}


@pytest.mark.parametrize("what", NOTHING)
def test_no_cards_of_places_that_never_were(what: str) -> None:
    """On an empty table nothing happens, and nothing is there afterwards."""
    table, count = FoldTable(), CountTable({})
    NOTHING[what](table)
    NOTHING[what](count)
    cards = [
        *table.slots,
        *(hand for hand in table.hands.values() if hand.count),
        *(block for deck in table.decks.values() for block in deck),
    ]
    assert cards == [face for zone in table.zones.values() for face in zone] == []
    assert count.total == 0


@pytest.mark.parametrize("what", [what for what in NOTHING if what not in ("look", "gather", "return all")])
def test_no_cards_of_places_that_hold_some(what: str) -> None:
    """Zero cards change nothing of what lies there."""
    table = FoldTable(
        {"s1": Slot("row", "king", ALL)},
        {"row": ("s1",)},
        {"A": Hand(1, ("king",), (), ("king",))},
        {"draw": (Block(2, ("king", "ten"), ALL),)},
    )
    before = (dict(table.slots), dict(table.piles), dict(table.hands), table.decks["draw"])
    NOTHING[what](table)
    assert (table.slots, table.piles, table.hands, table.decks["draw"]) == before


def test_a_turn_of_no_cards_only_changes_the_side() -> None:
    """A card turned over in silence keeps what was known of it."""
    table = FoldTable({"s1": Slot("row", "king", ("A",))}, {"row": ("s1",)})
    table.turn("s1", secret(), up=True)
    assert table.slots["s1"] == Slot("row", "king", ("A",), up=True)


def test_a_show_of_no_cards_of_a_slot_or_deck_changes_nothing() -> None:
    """Nothing was seen."""
    table = FoldTable({"s1": Slot("row", "king", ("A",), up=True)}, {"row": ("s1",)}, decks={"draw": (Block(2),), "empty": ()})
    before = table.freeze()
    for place in ("s1", "draw", "empty"):
        table.show(place, 0, secret(to=ALL))
    assert table.freeze() == before


def test_an_empty_position_can_be_set() -> None:
    """A table can be cleared."""
    table, count = FoldTable(hands={"A": Hand(3)}), CountTable({"hand:A": 3})
    table.reset(PositionSet())
    count.reset(PositionSet())
    assert (table.hands, count.total) == ({}, 0)


@pytest.mark.parametrize("table", [FoldTable(), CountTable({})], ids=["fold", "count"])
@pytest.mark.parametrize(
    "move",
    [
        lambda table: table.take("draw", "A", secret("?")),
        lambda table: table.pull("draw", "A", secret("?")),
        lambda table: table.lay("A", "row", "s1", secret("?"), "top"),
        lambda table: table.deal("draw", "row", "s1", secret("?"), "top"),
        lambda table: table.drop("A", ("?",), "discard"),
        lambda table: table.sweep("s9", "discard"),
        lambda table: table.pick_up("s9", "A"),
        lambda table: table.on_deck("s9", "draw", "top"),
        lambda table: table.mix("row", ("s8",), ("s9",), secret("?")),
        lambda table: table.raise_("discard", "row", "s1", 0),
        lambda table: table.fetch("discard", "A", "?"),
        lambda table: table.mill("draw", "discard", ("?",)),
        lambda table: table.bury("A", "draw", "top", secret("?")),
        lambda table: table.split("draw", "other", "top", secret("?")),
        lambda table: table.return_some("discard", "draw", ("?",), "top"),
    ],
)
def test_a_card_of_an_empty_place_is_impossible(table: Any, move: Move) -> None:
    """No method moves a card from where none lies, neither on the fold nor on the count."""
    with pytest.raises(ImpossibleEvent):
        move(table)
