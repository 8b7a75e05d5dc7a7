"""What everybody knows of a position that is laid out: zone C holds crush cards, by the dice that were paid (docs/engine: Set up)."""

from __future__ import annotations

import pytest

from importers.notation.line_table import LineTable
from records.core.ids import PileId
from records.knowledge.door import veil
from records.knowledge.engine import know
from support.crush_table import A
from support.crush_texts import table, typed


def laid(card: str, counters: str = "") -> LineTable:
    """The table on which B has a card on C1, with counters besides; two crush cards lie in A's hell."""
    return table(typed(A_b1="^yard-wolf", A_hell="hail pitfall", B_c1=card, counters=counters))


def may_be(card: str, counters: str = "") -> set[str]:
    """What A can tell of B's face-down card."""
    at = laid(card, counters)
    slot = at.position.table.piles[PileId("c1:B")][0]
    return set(know(at.game, at.header, veil(at.game.parts, at.log, A), A, len(at.log)).slots[slot].of)


def crush(dice: int = 0) -> set[str]:
    """The crush cards that lie nowhere else, of all or for so many dice."""
    cards = laid("?").position.state.cards.values()
    there = {card.name for card in cards if not card.creature and (not dice or card.any_dice or card.cost == dice)}
    return there - {"hail", "pitfall"}


def test_what_the_rules_tell_of_a_position_is_known_to_all() -> None:
    """A card on C1 that nobody noted is a crush card; with the dice that were paid, one that costs so many, or X."""
    assert (may_be("?"), may_be("?", " paid.B.c1=2")) == (crush(), crush(2))
    assert 2 < len(crush(2)) < len(crush()) == 18


def test_who_does_not_see_a_card_of_a_position_knows_the_same_of_it() -> None:
    """That its owner was shown it tells the others nothing more."""
    assert may_be("last-bonfire", " paid.B.c1=2") == may_be("?", " paid.B.c1=2")


@pytest.mark.parametrize(("card", "counters", "may"), [("last-bonfire", " paid.B.c1=3", "last-bonfire"), ("moss-giant", "", "moss-giant")])
def test_a_card_that_cannot_lie_there_like_this_is_not_excluded(card: str, counters: str, may: str) -> None:
    """Paid for with other dice, or a creature: a puzzle may say so, and then everybody knows less."""
    assert may in may_be(card, counters)
