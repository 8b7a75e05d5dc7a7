"""The card table that only counts agrees with the fold in numbers, and loses or doubles no card."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from records.core.secret import ALL, ordered, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.core.tables.fold_table import FoldTable
from records.errors import ImpossibleEvent
from support.laws.count_table import CountTable

START = PositionSet(
    hands=(HandSet(seat="A", cards=(secret("ace", "king", to=("A",)), secret("?"))), HandSet(seat="B")),
    piles=(PileSet(pile="row", slots=(SlotSet(slot="s1", card=secret("ten")), SlotSet(slot="s2", card=secret("ace", to=ALL), up=True))),),
    decks=(DeckSet(deck="draw", blocks=(secret(*["?"] * 8),)), DeckSet(deck="other")),
    zones=(ZoneSet(zone="discard", faces=("king", "queen", "ten")),),
)
GAME = (
    lambda table: table.take("draw", "B", secret("?", "?", to=("B",))),
    lambda table: table.look("draw", secret(*["?"] * 6, to=("A",))),
    lambda table: table.pull("draw", "A", secret("?", to=("A",))),
    lambda table: table.lay("A", "row", "s3", secret("ace", to=("A",)), 1),
    lambda table: table.deal("draw", "row", "s4", secret("?"), "bottom"),
    lambda table: table.drop("A", ("king",), "discard"),
    lambda table: table.turn("s3", secret("ace", to=ALL), up=True),
    lambda table: table.reveal("s2", "ace"),
    lambda table: table.sweep("s3", "discard"),
    lambda table: table.pick_up("s1", "B"),
    lambda table: table.on_deck("s2", "draw", "bottom"),
    lambda table: table.shift("s4", "far", "top"),
    lambda table: table.mix("far", ("s4",), ("s12",), secret("?")),
    lambda table: table.raise_("discard", "row", "s13", 0),
    lambda table: table.fetch("discard", "A", "queen"),
    lambda table: table.mill("draw", "play", ("?", "?")),
    lambda table: table.gather("play", "discard"),
    lambda table: table.bury("B", "draw", "top", secret("?", "?", to=("B",))),
    lambda table: table.bury("B", "draw", "bottom", ordered("?", to=("B",))),
    lambda table: table.split("draw", "other", "top", secret("?")),
    lambda table: table.tell("hand:A", ("queen",), 1),
    lambda table: table.tell_sum("A", 7),
    lambda table: table.show("hand:A", 0, secret("queen", to=("B",))),
    lambda table: table.shuffle("draw"),
    lambda table: table.return_some("discard", "draw", ("ten",), "top"),
    lambda table: table.return_all("discard", "draw"),
)


def numbers(table: FoldTable) -> Counter[str]:
    """How many cards the fold has in each place."""
    counts = Counter({f"hand:{seat}": hand.count for seat, hand in table.hands.items()})
    counts.update({deck: sum(block.count for block in blocks) for deck, blocks in table.decks.items()})
    counts.update({zone: len(faces) for zone, faces in table.zones.items()})
    counts.update(table.slots.keys())
    return counts


def test_the_count_agrees_with_the_fold_after_every_move() -> None:
    """Each method moves as many cards on the count as on the fold, place by place, and the total stays."""
    fold, count = FoldTable(), CountTable({})
    fold.reset(START)
    count.reset(START)
    assert count.counts == numbers(fold)
    for nth, move in enumerate(GAME):
        move(fold)
        move(count)
        assert count.counts == numbers(fold), nth
        assert count.total == 16, nth


def test_every_slot_of_the_fold_lies_in_one_pile() -> None:
    """Along the same game each slot stands once, in the pile that it names."""
    fold = FoldTable()
    fold.reset(START)
    for move in GAME:
        move(fold)
        placed = [(slot, pile) for pile, slots in fold.piles.items() for slot in slots]
        assert sorted(placed) == sorted((slot, lying.pile) for slot, lying in fold.slots.items())


def test_this_game_uses_every_method_of_the_table() -> None:
    """No method of the protocol is left out of the comparison but ``reset``, which begins it."""
    used: set[str] = set()

    class Noting:
        def __getattr__(self, name: str) -> Any:
            used.add(name)
            return lambda *_args, **_more: None

    for move in GAME:
        move(Noting())
    assert used == {name for name in vars(CountTable) if not name.startswith("_")} - {"total", "reset"}


def test_more_cards_than_there_are_cannot_leave() -> None:
    """The refusal names the place and its number."""
    with pytest.raises(ImpossibleEvent, match="3 cards leave draw, which has 2"):
        CountTable({"draw": 2}).take("draw", "A", secret("?", "?", "?"))


def test_a_mix_keeps_the_number_of_slots() -> None:
    """A card cannot go to two slots."""
    with pytest.raises(ImpossibleEvent, match="row: 1 cards change places, 2 slots"):
        CountTable({"s1": 1}).mix("row", ("s1",), ("s2", "s3"), secret("?", "?"))
