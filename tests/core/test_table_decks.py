"""What the fold keeps when cards leave a deck, are looked at or lose their order (design/events: Decks)."""

from __future__ import annotations

import pytest

from records.core.faces import none_of
from records.core.secret import ALL, NOBODY, ordered, secret
from records.core.tables.blocks import Block
from records.core.tables.fold_table import FoldTable
from records.core.tables.hands import Hand
from records.core.tables.table_state import Slot
from records.errors import Contradiction, ImpossibleEvent

THREE = Block(3, ("ace", "king", "ten"), ALL)


def deck(*blocks: Block) -> FoldTable:
    """A table with a draw deck of these blocks."""
    return FoldTable(decks={"draw": blocks})


def test_take_moves_the_top_of_a_deck_to_a_hand() -> None:
    """The hand holds what the log says came in, the block holds the rest and is known to who saw that card."""
    table = deck(THREE, Block(2))
    table.take("draw", "A", secret("king", to=("A",)))
    assert table.hands["A"] == Hand(1, ("king",), (), ("king",))
    assert table.decks["draw"] == (Block(2, ("ace", "ten"), ("A",)), Block(2))


def test_take_of_several_cards_lies_within_one_block() -> None:
    """Cards of two blocks never leave in one event."""
    table = deck(Block(1, ("ace",)), THREE)
    with pytest.raises(ImpossibleEvent, match="draw: 2 cards leave at once, 1 lie in its top block"):
        table.take("draw", "A", secret("?", "?", to=("A",)))


def test_take_of_a_whole_block_ends_it() -> None:
    """A block of no cards is no block."""
    table = deck(THREE, Block(2))
    table.take("draw", "A", secret("ace", "king", "ten", to=("A",)))
    assert table.decks["draw"] == (Block(2),)


def test_take_of_a_card_that_cannot_be_there_is_a_contradiction() -> None:
    """A block whose cards are all known gives no other card."""
    with pytest.raises(Contradiction, match="draw: queen cannot come from ace, king, ten"):
        deck(THREE).take("draw", "A", secret("queen", to=("A",)))


def test_take_from_an_empty_or_unknown_deck_is_impossible() -> None:
    """No card comes from where none lies."""
    with pytest.raises(ImpossibleEvent, match="0 lie in its top block"):
        deck().take("draw", "A", secret("?"))
    with pytest.raises(ImpossibleEvent, match="nowhere: 1 cards leave at once, 0 lie"):
        deck().take("nowhere", "A", secret("?"))


def test_pull_takes_a_card_out_of_a_deck_of_one_block() -> None:
    """A card chosen from a deck that was looked through comes to the hand."""
    table = deck(THREE)
    table.pull("draw", "A", secret("ten", to=("A",)))
    assert table.hands["A"].faces == ("ten",)
    assert table.decks["draw"] == (Block(2, ("ace", "king"), ("A",)),)


def test_pull_from_a_deck_that_was_not_looked_through_is_impossible() -> None:
    """While a deck has several blocks nobody can take from its middle."""
    with pytest.raises(ImpossibleEvent, match="draw must be looked through"):
        deck(Block(1), THREE).pull("draw", "A", secret("ten", to=("A",)))


def test_deal_puts_the_top_card_into_a_new_slot() -> None:
    """The slot knows what was shown, who was shown it, its hint and its side."""
    table = deck(THREE)
    table.deal("draw", "row", "s1", secret("king", to=("A",), hint=none_of(("ace",))), "bottom", up=True)
    assert table.slots["s1"] == Slot("row", "king", ("A",), none_of(("ace",)), up=True)
    assert table.piles["row"] == ("s1",)


@pytest.mark.parametrize(
    ("at", "order"), [("top", ("n", "a", "b")), ("bottom", ("a", "b", "n")), (0, ("n", "a", "b")), (1, ("a", "n", "b"))]
)
def test_deal_places_a_card_at_an_index_or_an_end(at: int | str, order: tuple[str, ...]) -> None:
    """The index counts from the top."""
    table = FoldTable({"a": Slot("row"), "b": Slot("row")}, {"row": ("a", "b")}, decks={"draw": (THREE,)})
    table.deal("draw", "row", "n", secret("?"), at)
    assert table.piles["row"] == order


@pytest.mark.parametrize("at", [-1, 1])
def test_deal_outside_a_pile_is_impossible(at: int) -> None:
    """No card lies beyond the ends of a pile."""
    with pytest.raises(ImpossibleEvent, match=f"row has 0 cards, none can lie at {at}"):
        deck(THREE).deal("draw", "row", "s1", secret("?"), at)


def test_deal_uses_no_slot_twice_and_fills_it_with_one_card() -> None:
    """A slot's id is new, and a slot takes exactly one card."""
    table = deck(THREE)
    table.deal("draw", "row", "s1", secret("?"), "top")
    with pytest.raises(ImpossibleEvent, match="slot s1 is used twice"):
        table.deal("draw", "row", "s1", secret("?"), "top")
    with pytest.raises(ImpossibleEvent, match="slot s2 takes one card, not 0"):
        table.deal("draw", "row", "s2", secret(), "top")


def test_mill_lays_the_top_of_a_deck_openly_to_a_zone() -> None:
    """Everybody saw the cards, in their order, and who knew the block knows the rest of it."""
    table = deck(THREE)
    table.mill("draw", "discard", ("ten", "ace"))
    assert table.zones["discard"] == ("ten", "ace")
    assert table.decks["draw"] == (Block(1, ("king",), ALL),)


def test_mill_of_a_card_that_everybody_knew_needs_no_note() -> None:
    """A block of one card that all knew carries its face where the writer noted none; one that only some knew does not."""
    table = deck(Block(1, ("ace",), ALL), Block(1, ("king",), ("A",)))
    table.mill("draw", "discard", ("?",))
    table.mill("draw", "discard", ("?",))
    assert table.zones["discard"] == ("ace", "?")


def test_split_moves_the_top_cards_to_an_end_of_another_deck_as_one_block() -> None:
    """Cards cut from a deck are a bag again, known to who saw them; the card left over is known to who saw the others go."""
    table = FoldTable(decks={"draw": (THREE,), "other": (Block(1),)})
    table.split("draw", "other", "top", secret("ace", "ten", to=("B",)))
    assert table.decks["other"] == (Block(2, ("ace", "ten"), ("B",)), Block(1))
    table.split("draw", "other", "bottom", secret("?"))
    assert table.decks == {"draw": (), "other": (Block(2, ("ace", "ten"), ("B",)), Block(1), Block(1, ("king",), ("B",)))}


def test_look_makes_one_block_that_the_looker_knows() -> None:
    """Who looks through a whole deck knows all of it; the order is lost to everybody."""
    table = deck(Block(1, ("ace",), ("B",)), Block(2))
    table.look("draw", secret("ace", "king", "ten", to=("A",)))
    assert table.decks["draw"] == (Block(3, ("ace", "king", "ten"), ("A",)),)


def test_look_keeps_who_knew_all_of_it() -> None:
    """Knowledge of a whole deck only grows."""
    table = deck(Block(2, ("ace", "king"), ("B",)))
    table.look("draw", secret("?", "?", to=("A",)))
    assert table.decks["draw"] == (Block(2, ("ace", "king"), ("A", "B")),)


def test_look_sees_every_card_of_a_deck() -> None:
    """A look at fewer cards is no look, and other cards than known are a contradiction."""
    with pytest.raises(ImpossibleEvent, match="2 cards were seen in draw, which has 3"):
        deck(THREE).look("draw", secret("ace", "king", to=("A",)))
    with pytest.raises(Contradiction, match="draw: ace, king, queen cannot be ace, king, ten"):
        deck(THREE).look("draw", secret("ace", "king", "queen", to=("A",)))


def test_shuffle_makes_one_block_of_all() -> None:
    """No order is left."""
    table = deck(Block(1, ("ace",), ALL), Block(1, ("king",), ("A",)), Block(1, ("ten",), ("A", "B")))
    table.shuffle("draw")
    assert table.decks["draw"] == (Block(3, ("ace", "king", "ten"), ("A",)),)


def test_bury_of_a_bag_is_one_block() -> None:
    """Several cards put back together invent no order among them."""
    table = FoldTable(hands={"A": Hand(2, ("ace", "king"), (), ("ace", "king"))}, decks={"draw": (THREE,)})
    table.bury("A", "draw", "bottom", secret("ace", "king", to=("A",)))
    assert table.decks["draw"] == (THREE, Block(2, ("ace", "king"), ("A",)))
    assert table.hands["A"] == Hand()


@pytest.mark.parametrize(("end", "order"), [("top", ("king", "ace", None)), ("bottom", (None, "ace", "king"))])
def test_bury_of_an_ordered_secret_is_a_block_each(end: str, order: tuple[str | None, ...]) -> None:
    """The first card lies outermost at its end of the deck."""
    table = FoldTable(hands={"A": Hand(2)}, decks={"draw": (Block(3),)})
    table.bury("A", "draw", end, ordered("king", "ace", to=("A",)))  # type: ignore[arg-type]  # a parameter
    assert tuple(block.faces[0] if block.faces else None for block in table.decks["draw"]) == order
    assert [block.known_to for block in table.decks["draw"] if block.count == 1] == [("A",), ("A",)]


def test_tell_of_a_deck_is_for_the_engine_alone() -> None:
    """What is said of a deck changes nothing that a fold shows."""
    table = deck(THREE)
    before = table.freeze()
    table.tell("draw", ("ace",), 1)
    table.tell_sum("A", 7)
    assert table.freeze() == before


def test_a_block_of_unknown_cards_says_nothing() -> None:
    """A block with one card that this log does not show shows none: the others' places in it are not known."""
    table = FoldTable(hands={"A": Hand(2)})
    table.bury("A", "draw", "top", secret("ace", "?", to=NOBODY))
    assert table.decks["draw"] == (Block(2),)
