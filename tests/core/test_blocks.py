"""The sentences on blocks (design/events: Decks): what who knows of cards whose order nobody knows."""

from __future__ import annotations

import pytest

from records.core.faces import Face, among
from records.core.ids import DeckId, SeatKey
from records.core.secret import ALL, NOBODY, Audience, ordered, secret
from records.core.tables.blocks import Block, made, merged, off_top, shown
from records.core.tables.fold_table import FoldTable
from records.core.tables.hands import Hand
from records.errors import Contradiction, ImpossibleEvent

THREE = Block(3, ("ace", "king", "ten"), ("A", "B"))


@pytest.mark.parametrize(
    ("card_known_to", "rest_known_to"),
    [(ALL, ("A", "B")), (("A", "C"), ("A",)), (("C",), NOBODY), (NOBODY, NOBODY), (("A", "B"), ("A", "B"))],
)
def test_a_card_that_leaves_a_block_narrows_who_knows_it(card_known_to: Audience, rest_known_to: Audience) -> None:
    """The rest of a block is known to who knew the block and saw the card that left."""
    rest, _moved = off_top((THREE,), secret("king", to=card_known_to), "draw")
    assert rest == (Block(2, ("ace", "ten"), rest_known_to),)


@pytest.mark.parametrize("face", ["?", among(("ace", "king"))])
def test_a_card_that_leaves_unknown_makes_the_block_unknown(face: str) -> None:
    """Where the log does not say which card left, it does not say which are left."""
    rest, _moved = off_top((THREE,), secret(face, to=("A",)), "draw")
    assert rest == (Block(2, None, ("A",)),)


def test_a_block_of_one_card_carries_what_was_known_of_it() -> None:
    """The only card of a block keeps its face and its audience, and adds who sees it now."""
    rest, moved = off_top((Block(1, ("ace",), ("A",)),), secret("?", to=("B",)), "draw")
    assert rest == ()
    assert (moved.faces, moved.known_to) == (("ace",), ("A", "B"))


def test_a_larger_block_carries_nothing() -> None:
    """Cards of a block of several keep only what their own event shows, even if all of them leave."""
    _rest, moved = off_top((THREE,), secret("?", "?", "?", to=("C",)), "draw")
    assert (moved.faces, moved.known_to) == (("?", "?", "?"), ("C",))


@pytest.mark.parametrize("cards", [("ace", "king", "nine"), ("?", "ace", "nine"), ("ace", "king", "king"), ("?", "nine")])
def test_cards_leave_a_block_only_as_what_it_holds(cards: tuple[str, ...]) -> None:
    """Also where all of it leaves, and beside cards that are not told: each named card is one of the bag."""
    with pytest.raises(Contradiction, match=r"draw: (nine|king) cannot come from ace, king, ten"):
        off_top((THREE,), ordered(*cards, to=("A",)), "draw")
    with pytest.raises(Contradiction, match=r"draw: (nine|king) cannot come from ace, king, ten"):
        FoldTable(decks={DeckId("draw"): (THREE,)}).take(DeckId("draw"), SeatKey("A"), ordered(*cards, to=("A",)))


@pytest.mark.parametrize("cards", [("ace", "king", "ten"), ("?", "ace", "ten"), (among(("ace", "nine")), "king", "ten"), ("?", "?", "?")])
def test_a_whole_block_leaves_as_what_it_holds(cards: tuple[Face, ...]) -> None:
    """As far as that is told."""
    assert off_top((THREE,), ordered(*cards, to=("A",)), "draw")[0] == ()


def test_the_card_of_a_block_of_one_cannot_be_another() -> None:
    """A card that lies known on top contradicts another face."""
    with pytest.raises(Contradiction, match="draw: a card cannot be ace and king"):
        off_top((Block(1, ("ace",), ALL),), secret("king", to=ALL), "draw")


def test_blocks_that_merge_are_known_to_who_knew_every_part() -> None:
    """Intersection of those who know, union of the faces."""
    assert merged((Block(1, ("ten",), ("A", "B")), Block(2, ("ace", "king"), ("B", "C")))) == (Block(3, ("ace", "king", "ten"), ("B",)),)


def test_blocks_that_merge_are_unknown_if_one_is() -> None:
    """The faces of a whole are known only if all parts are; who knows it does not depend on this log."""
    assert merged((Block(1, ("ten",), ALL), Block(2, None, ("A",)))) == (Block(3, None, ("A",)),)


def test_a_block_is_made_of_known_cards_only() -> None:
    """A bag with an unknown card shows nothing, no cards make no block."""
    assert made(("king", "ace"), ALL) == (Block(2, ("ace", "king"), ALL),)
    assert made(("king", "?"), ALL) == (Block(2, None, ALL),)
    assert made((), ALL) == ()


def test_cards_returned_beside_a_deck_are_a_block_of_their_own() -> None:
    """Cards laid onto a deck without a shuffle stay apart from those that lay there."""
    table = FoldTable(hands={"A": Hand(1)}, decks={"draw": (THREE,)})
    table.bury("A", "draw", "top", secret("queen", to=("A",)))
    assert table.decks["draw"] == (Block(1, ("queen",), ("A",)), THREE)


def test_show_cuts_the_cards_shown_out_of_their_block() -> None:
    """The top card of a block, shown to some, is a block of its own that they know."""
    assert shown((THREE,), 0, secret("king", to=("C",)), "draw") == (Block(1, ("king",), ("C",)), Block(2, ("ace", "ten"), NOBODY))


def test_show_in_the_middle_leaves_two_parts_that_say_nothing() -> None:
    """What a block holds is known of the whole only, so cards above and below a shown one are not known."""
    assert shown((THREE,), 1, secret("king", to=("A",)), "draw") == (Block(1), Block(1, ("king",), ("A",)), Block(1))


def test_show_at_the_end_leaves_one_part() -> None:
    """The rest of a block above its last card is a bag that is still known."""
    assert shown((THREE,), 2, secret("ten", to=("A",)), "draw") == (Block(2, ("ace", "king"), ("A",)), Block(1, ("ten",), ("A",)))


def test_show_of_a_whole_block_only_adds() -> None:
    """A block that is shown as it lies stays one block, known to more."""
    assert shown((Block(1), THREE), 1, secret("?", "?", "?", to=("C",)), "draw") == (Block(1), Block(3, THREE.faces, ("A", "B", "C")))


def test_show_of_an_ordered_secret_makes_a_block_each() -> None:
    """Cards shown one by one in their order are known one by one."""
    assert shown((Block(3),), 0, ordered("king", "ace", to=("A",)), "draw") == (
        Block(1, ("king",), ("A",)),
        Block(1, ("ace",), ("A",)),
        Block(1),
    )


def test_show_goes_over_blocks_that_lie_above() -> None:
    """The index counts cards from the top, over all blocks."""
    assert shown((Block(2), THREE), 2, secret("ace", to=("A",)), "draw")[1] == Block(1, ("ace",), ("A",))


@pytest.mark.parametrize(("index", "cards"), [(3, secret("?")), (2, secret("?", "?")), (9, secret("?")), (0, secret("?", "?", "?", "?"))])
def test_show_of_what_is_not_there_is_impossible(index: int, cards: object) -> None:
    """Cards below the deck, or across the end of a block, cannot be shown at once."""
    with pytest.raises(ImpossibleEvent, match=f"draw has no . cards within one block at {index}"):
        shown((THREE,), index, cards, "draw")  # type: ignore[arg-type]  # a parameter


def test_show_of_no_cards_changes_nothing() -> None:
    """Zero cards are shown in any deck."""
    assert shown((), 0, secret(), "draw") == ()
    assert shown((THREE,), 0, secret(to=("A",)), "draw") == (THREE,)
