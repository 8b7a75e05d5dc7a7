"""What the fold keeps of cards in piles: laid, turned, moved, mixed (design/events: The card table)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.faces import UNKNOWN, among, none_of
from records.core.secret import ALL, NOBODY, ordered, secret
from records.core.shared import PositionSet
from records.core.tables.blocks import Block
from records.core.tables.fold_table import FoldTable
from records.core.tables.hands import Hand
from records.core.tables.table_state import Slot
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Callable

NO_ACE = none_of(("ace",))


def row(**slots: Slot) -> FoldTable:
    """A table with a pile of these slots."""
    return FoldTable(dict(slots), {"row": tuple(slots)})


def lying(seen: str = UNKNOWN, known_to: tuple[str, ...] = NOBODY, **more: object) -> Slot:
    """A slot of that pile."""
    return Slot("row", seen, known_to, **more)  # type: ignore[arg-type]  # hint and side


def test_lay_moves_a_hand_card_to_a_new_slot() -> None:
    """The hand loses it, the slot knows face, audience and hint."""
    table = FoldTable(hands={"A": Hand(2, ("ace", "king"), (), ("ace", "king"))})
    table.lay("A", "row", "s1", secret("king", to=("A",), hint=NO_ACE), "top")
    assert table.hands["A"] == Hand(1, ("ace",), (), ("ace",))
    assert table.slots["s1"] == Slot("row", "king", ("A",), NO_ACE)


def test_lay_from_an_empty_hand_is_impossible() -> None:
    """No card comes from a hand that has none."""
    with pytest.raises(ImpossibleEvent, match="1 cards leave the hand of A, which has 0"):
        FoldTable().lay("A", "row", "s1", secret("?"), "top")


def test_a_slot_that_is_not_shown_shows_its_hint() -> None:
    """What a viewer was not shown is what its hint says."""
    assert lying(hint=NO_ACE).face == NO_ACE
    assert lying(among(("ace", "king")), hint=NO_ACE).face == "king"


def test_a_face_outside_its_hint_is_a_breach_and_stands() -> None:
    """The fold takes the face that was seen; that it breaks a rule is for the audit."""
    assert lying("ace", ("A",), hint=NO_ACE).face == "ace"
    assert lying(among(("ace", "ten")), hint=none_of(("ace", "ten"))).face == among(("ace", "ten"))


def test_turn_only_adds_to_who_knows() -> None:
    """Who was shown the card before still knows it, on whichever side it lies."""
    table = row(s1=lying("king", ("A",)))
    table.turn("s1", secret("king", to=("B",)), up=False)
    assert table.slots["s1"] == lying("king", ("A", "B"))
    table.turn("s1", secret("king", to=ALL), up=True)
    table.turn("s1", secret(), up=False)
    assert table.slots["s1"] == lying("king", ALL)


def test_turn_joins_what_was_noted_before_and_now() -> None:
    """Two partial notes of one card give what follows from both, hints too."""
    table = row(s1=lying(among(("ace", "king")), ("A",), hint=NO_ACE))
    table.turn("s1", secret(none_of(("ace",)), to=("B",), hint=none_of(("ten",))), up=False)
    assert table.slots["s1"] == lying("king", ("A", "B"), hint=none_of(("ace", "ten")))


def test_turn_to_another_face_is_a_contradiction() -> None:
    """A card does not change its face; the message names the slot."""
    with pytest.raises(Contradiction, match="slot s1: a card cannot be king and ace"):
        row(s1=lying("king", ("A",))).turn("s1", secret("ace", to=ALL), up=True)


def test_a_revealed_card_is_face_up_and_known_to_all() -> None:
    """A face that this log has stays if the event does not name it, and its hint stays."""
    table = row(s1=lying("king", ("A",), hint=NO_ACE), s2=lying())
    table.reveal("s1", "?")
    table.reveal("s2", "ten")
    assert table.slots == {"s1": Slot("row", "king", ALL, NO_ACE, up=True), "s2": Slot("row", "ten", ALL, up=True)}
    with pytest.raises(Contradiction, match="slot s1: a card cannot be king and ace"):
        table.reveal("s1", "ace")


def test_turn_of_several_cards_is_impossible() -> None:
    """A slot has one card."""
    with pytest.raises(ImpossibleEvent, match="slot s1 has one card, not 2"):
        row(s1=lying()).turn("s1", secret("ace", "king", to=ALL), up=True)


@pytest.mark.parametrize(("known_to", "face"), [(ALL, "king"), (("A", "B"), UNKNOWN), (NOBODY, UNKNOWN)])
def test_sweep_carries_what_everybody_knew(known_to: tuple[str, ...], face: str) -> None:
    """A card lies in a zone with its face only if everybody was shown it."""
    table = row(s1=lying("king", known_to))
    table.sweep("s1", "discard")
    assert table.zones["discard"] == (face,)
    assert (table.slots, table.piles["row"]) == ({}, ())


def test_pick_up_carries_to_the_hand() -> None:
    """Who knew the slot's card knows it in the hand; a new holder who was not shown it is not among them."""
    table = row(s1=lying("king", ("A", "B")))
    table.pick_up("s1", "A")
    assert table.hands["A"] == Hand(1, ("king",), ((("A", "B"), ("king",)),), ("king",))
    table = row(s1=lying("king", ("B",)))
    table.pick_up("s1", "A")
    assert table.hands["A"] == Hand(1, ("king",), ((("B",), ("king",)),), ())


def test_pick_up_does_not_carry_the_hint() -> None:
    """What the rules said of a slot is not certain of the hand."""
    table = row(s1=lying(hint=among(("ace", "king"))))
    table.pick_up("s1", "A")
    assert table.hands["A"] == Hand(1)


@pytest.mark.parametrize(("end", "index"), [("top", 0), ("bottom", -1)])
def test_on_deck_carries_to_a_block_of_one(end: str, index: int) -> None:
    """The card lies on top or below, known to who knew it."""
    table = row(s1=lying("king", ("A",)))
    table.decks["draw"] = (Block(3),)
    table.on_deck("s1", "draw", end)  # type: ignore[arg-type]  # a parameter
    assert table.decks["draw"][index] == Block(1, ("king",), ("A",))
    assert len(table.decks["draw"]) == 2


def test_shift_takes_id_and_knowledge_along() -> None:
    """A slot in another pile is the same slot."""
    table = row(s1=lying("king", ("A",), hint=NO_ACE, up=True), s2=lying())
    table.shift("s1", "other", "top")
    assert table.slots["s1"] == Slot("other", "king", ("A",), NO_ACE, up=True)
    assert table.piles == {"row": ("s2",), "other": ("s1",)}


def test_shift_within_a_pile_changes_places() -> None:
    """The index is that among the others."""
    table = row(a=lying(), b=lying(), c=lying())
    table.shift("a", "row", 1)
    assert table.piles["row"] == ("b", "a", "c")


def test_mix_makes_new_slots_known_to_nobody() -> None:
    """Cards that changed places unseen lie where the first one lay, and nobody can tell them apart."""
    table = row(a=lying(), b=lying("king", ALL, up=True), c=lying("ace", ("A",)), d=lying())
    table.mix("row", ("b", "c"), ("s7", "s7.2"), secret("ace", "king", to=("A",)))
    assert table.piles["row"] == ("a", "s7", "s7.2", "d")
    assert table.slots["s7"] == table.slots["s7.2"] == lying()


def test_mix_of_cards_that_everybody_knew_leaves_the_bag_as_hint() -> None:
    """Each of the cards is one of those that everybody saw go into the mix."""
    table = row(a=lying("king", ALL), b=lying("ace", ALL))
    table.mix("row", ("a", "b"), ("s7", "s7.2"), secret("ace", "king", to=ALL))
    assert {slot.face for slot in table.slots.values()} == {among(("ace", "king"))}
    assert {slot.known_to for slot in table.slots.values()} == {NOBODY}


@pytest.mark.parametrize("faces", [ordered("king", to=("A",)), secret("king", to=("A",))])
def test_mix_of_one_card_loses_nothing(faces: object) -> None:
    """A single card cannot change places with another."""
    table = row(a=lying("king", ("A",)))
    table.mix("row", ("a",), ("s7",), faces)  # type: ignore[arg-type]  # a parameter
    assert table.slots == {"s7": lying("king", ("A",))}


def test_mix_keeps_the_number_of_cards() -> None:
    """As many slots as cards, else nothing of it happened."""
    with pytest.raises(ImpossibleEvent, match="row: 1 cards change places, 2 slots"):
        row(a=lying()).mix("row", ("a",), ("s7", "s7.2"), secret("?", "?"))
    with pytest.raises(ImpossibleEvent, match="row: 1 cards change places"):
        row(a=lying()).mix("row", ("a",), ("s7",), secret())


@pytest.mark.parametrize("what", ["turn", "reveal", "sweep", "pick_up", "on_deck", "shift", "mix"])
def test_no_card_of_a_slot_that_is_not_there_moves(what: str) -> None:
    """A slot that does not exist is named in the refusal."""
    table = FoldTable()
    moves = {
        "turn": lambda: table.turn("s9", secret("?"), up=True),
        "reveal": lambda: table.reveal("s9", "ace"),
        "sweep": lambda: table.sweep("s9", "discard"),
        "pick_up": lambda: table.pick_up("s9", "A"),
        "on_deck": lambda: table.on_deck("s9", "draw", "top"),
        "shift": lambda: table.shift("s9", "row", "top"),
        "mix": lambda: table.mix("row", ("s9",), ("s10",), secret("?")),
    }
    with pytest.raises(ImpossibleEvent, match="there is no slot s9"):
        moves[what]()


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.lay("A", "row", "s3", secret("ten"), "top"),
        lambda table: table.turn("s1", secret("ace", to=ALL), up=True),
        lambda table: table.turn("s1", secret(), up=True),
        lambda table: table.reveal("s1", "ace"),
        lambda table: table.sweep("s1", "box"),
        lambda table: table.pick_up("s1", "A"),
        lambda table: table.on_deck("s1", "stock", "top"),
        lambda table: table.shift("s1", "row", "bottom"),
        lambda table: table.mix("row", ("s1", "s2"), ("s3", "s4"), secret("?", "?")),
        lambda table: table.show("s1", 0, secret("ace", to=("B",))),
        lambda table: table.reset(PositionSet()),
    ],
)
def test_a_table_says_which_piles_were_touched(change: Callable[[FoldTable], None]) -> None:
    """What was worked out of a pile holds as long as it is not among ``stirred``; other places do not touch it."""
    table = FoldTable({"s1": lying(), "s2": lying()}, {"row": ("s1", "s2")}, {"A": Hand(1, ("ten",), (), ("ten",))})
    table.drop("A", ("ten",), "box")
    table.fetch("box", "A", "ten")
    assert table.stirred == set()
    change(table)
    assert table.stirred == {"row"}


def test_a_card_that_changes_its_place_stirs_both_piles() -> None:
    """Where it lay, and where it lies."""
    table = FoldTable({"s1": lying(), "s2": lying()}, {"row": ("s1", "s2")})
    table.shift("s1", "column", "top")
    assert table.stirred == {"row", "column"}
