"""What of a table a viewer may see (design/events: Mask)."""

from __future__ import annotations

from records.core.faces import none_of
from records.core.secret import ALL, NOBODY
from records.core.tables.blocks import Block
from records.core.tables.hands import Hand
from records.core.tables.mask import mask
from records.core.tables.table_state import Slot, TableState
from records.core.viewers import OPEN, PUBLIC

NO_ACE = none_of(("ace",))
FULL = TableState(
    slots={"s1": Slot("row", "king", ("A",), NO_ACE), "s2": Slot("row", "ten", ALL, up=True), "s3": Slot("row", "ace", ("A", "B"))},
    piles={"row": ("s1", "s2", "s3")},
    hands={"A": Hand(3, ("ace", "king", "ten"), ((ALL, ("ace",)), (("A", "B"), ("king",)), (("C",), ("ten",))), ("ace", "king"))},
    decks={"draw": (Block(1, ("ace",), ("B",)), Block(2, ("king", "ten"), NOBODY))},
    zones={"discard": ("queen",)},
)


def test_the_open_table_shows_all() -> None:
    """Nothing is taken away from who may see everything."""
    assert mask(FULL, OPEN) is FULL


def test_a_slot_that_was_not_shown_shows_its_hint() -> None:
    """The face goes, hint, audience and side stay."""
    seen = mask(FULL, "B").slots
    assert seen["s1"] == Slot("row", "?", ("A",), NO_ACE)
    assert seen["s1"].face == NO_ACE
    assert (seen["s2"], seen["s3"]) == (FULL.slots["s2"], FULL.slots["s3"])
    assert mask(FULL, "A").slots == FULL.slots


def test_a_block_that_was_not_shown_shows_no_faces() -> None:
    """Its count and who knows it are public."""
    assert mask(FULL, "A").decks["draw"] == (Block(1, None, ("B",)), Block(2, None, NOBODY))
    assert mask(FULL, "B").decks["draw"][0] == FULL.decks["draw"][0]


def test_of_anothers_hand_the_count_and_what_was_shown() -> None:
    """Entries of audiences that do not hold the viewer are gone, and so is what only the holder is certain of."""
    assert mask(FULL, "B").hands["A"] == Hand(3, (), ((ALL, ("ace",)), (("A", "B"), ("king",))), ())
    assert mask(FULL, "C").hands["A"] == Hand(3, (), ((ALL, ("ace",)), (("C",), ("ten",))), ())


def test_of_the_own_hand_what_the_holder_saw() -> None:
    """A card that came in unseen by its holder is not certain to the holder."""
    assert mask(FULL, "A").hands["A"] == Hand(3, ("ace", "king"), ((ALL, ("ace",)), (("A", "B"), ("king",))), ("ace", "king"))


def test_the_public_is_no_seat() -> None:
    """What every seat was shown, but not everybody, stays hidden from the public."""
    seen = mask(FULL, PUBLIC)
    assert [slot.seen for slot in seen.slots.values()] == ["?", "ten", "?"]
    assert seen.hands["A"] == Hand(3, (), ((ALL, ("ace",)),), ())


def test_zones_and_piles_are_open() -> None:
    """Cards in a zone and the order of slots are seen by all."""
    seen = mask(FULL, PUBLIC)
    assert (seen.zones, seen.piles) == (FULL.zones, FULL.piles)
