"""What is said and shown without a card moving, and a position laid out anew (design/events: The card table)."""

from __future__ import annotations

import pytest

from records.core.faces import none_of
from records.core.secret import ALL, ordered, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.core.table import hand_place
from records.core.tables.blocks import Block
from records.core.tables.fold_table import FoldTable
from records.core.tables.hands import Hand
from records.core.tables.table_state import Slot
from records.errors import ImpossibleEvent


def test_show_of_a_slot_is_a_look_at_it() -> None:
    """Who was shown a lying card knows it, and it keeps its side."""
    table = FoldTable({"s1": Slot("row", "king", ("A",), up=True)}, {"row": ("s1",)})
    table.show("s1", 0, secret("king", to=("B",)))
    assert table.slots["s1"] == Slot("row", "king", ("A", "B"), up=True)


def test_show_of_a_hand_raises_what_its_audience_saw() -> None:
    """Cards of a hand that were seen are claimed for who saw them."""
    table = FoldTable(hands={"A": Hand(2)})
    table.show("hand:A", 0, secret("king", to=("B",)))
    assert table.hands["A"] == Hand(2, ("king",), ((("B",), ("king",)),), ())


def test_show_of_a_deck_counts_from_the_top() -> None:
    """The second card of a deck, shown to some, is a block that they know."""
    table = FoldTable(decks={"draw": (Block(3),)})
    table.show("draw", 1, secret("king", to=("B",)))
    assert table.decks["draw"] == (Block(1), Block(1, ("king",), ("B",)), Block(1))


def test_show_of_an_unknown_place_is_impossible() -> None:
    """The refusal names the place."""
    with pytest.raises(ImpossibleEvent, match="there is no place 'cellar'"):
        FoldTable().show("cellar", 0, secret("king", to=ALL))


def test_tell_of_a_hand_is_noted_for_everybody() -> None:
    """A public fact about a hand raises the entry of all."""
    table = FoldTable(hands={"A": Hand(2)})
    table.tell(hand_place("A"), ("king",), 1)
    assert table.hands["A"] == Hand(2, ("king",), ((ALL, ("king",)),), ("king",))


def test_reset_lays_out_every_place_and_ends_earlier_knowledge() -> None:
    """After a position is set there is what it names and nothing of before."""
    table = FoldTable({"s1": Slot("row")}, {"row": ("s1",)}, {"C": Hand(5)}, {"old": (Block(2),)}, {"old-zone": ("ace",)})
    table.reset(
        PositionSet(
            hands=(HandSet(seat="A", cards=(secret("king", to=("A",)), secret("ace", to=ALL), secret("?"))), HandSet(seat="B")),
            piles=(
                PileSet(
                    pile="gate",
                    slots=(
                        SlotSet(slot="s1", card=secret("ten", to=("A",), hint=none_of(("ace",)))),
                        SlotSet(slot="s2", card=secret("ace", to=ALL), up=True),
                    ),
                ),
                PileSet(pile="empty"),
            ),
            decks=(DeckSet(deck="draw", blocks=(secret("king", to=ALL), secret(), ordered("ten", "ace", to=("B",)))),),
            zones=(ZoneSet(zone="discard", faces=("ten", "?")),),
        )
    )
    assert table.hands == {"A": Hand(3, ("ace", "king"), ((ALL, ("ace",)),), ("ace", "king")), "B": Hand()}
    assert table.slots == {"s1": Slot("gate", "ten", ("A",), none_of(("ace",))), "s2": Slot("gate", "ace", ALL, up=True)}
    assert table.piles == {"gate": ("s1", "s2"), "empty": ()}
    assert table.decks == {"draw": (Block(1, ("king",), ALL), Block(2, ("ace", "ten"), ("B",)))}
    assert table.zones == {"discard": ("ten", "?")}


def test_a_position_stays_while_its_draft_changes() -> None:
    """A frozen table and one thawed from it share nothing that changes."""
    table = FoldTable(hands={"A": Hand(1)}, zones={"discard": ("ace",)})
    frozen = table.freeze()
    table.drop("A", ("king",), "discard")
    assert (frozen.hands["A"], frozen.zones["discard"]) == (Hand(1), ("ace",))
    thawed = FoldTable.thawed(frozen)
    thawed.fetch("discard", "A", "ace")
    assert (frozen.hands["A"], frozen.zones["discard"]) == (Hand(1), ("ace",))
