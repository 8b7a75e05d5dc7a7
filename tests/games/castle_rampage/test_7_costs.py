"""Costs, by the paragraphs of the rules text (records/games/castle_rampage/rules/en.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.games.castle_rampage.deciding.legal import legal
from records.games.castle_rampage.model import power_events as pe
from support.castle_powers import attacks, events, named, unasked, use, whole

if TYPE_CHECKING:
    from support.castle import Table


def test_7_1_a_cost_is_paid_before_the_effect() -> None:
    """The payment lies in the discard pile before the attack is declared, and the card is not part of it."""
    table = whole(hand_A="giant cook", gate_B="ogre").when(use("giant", cost="cook"))
    happened = named(table)
    assert happened.index("CostPaid") < happened.index("AttackDeclared")
    table.lies(hand_A="", discard="cook giant")
    whole(hand_A="giant", gate_B="ogre").refuses(use("giant", cost="giant"), "hand", "2.3")


def test_7_1_nothing_is_paid_that_is_not_demanded() -> None:
    """A card without a cost takes none."""
    whole(hand_A="robber cook", gate_B="ogre").refuses(use("robber", cost="cook"), "cost", "7.1")


def test_7_3_hand_cards_are_chosen_and_discarded_openly() -> None:
    """Two for the Ram, which two its player says; neither fewer nor more."""
    table = whole(hand_A="house-ram cook medic squire", gate_B="ogre ogre")
    table.refuses(use("house-ram", cost="cook"), "cost", "7.3")
    table.refuses(use("house-ram", cost="cook medic squire"), "cost", "7.3")
    table = table.when(use("house-ram", cost="cook squire"))
    assert [event.cards for event in events(table, pe.CostPaid)] == [("cook", "squire")]
    table.lies(hand_A="medic")


@pytest.mark.parametrize(
    ("paid", "refused"), [("knight archer", False), ("archer knight", False), ("knight knight", True), ("cook archer", True)]
)
def test_7_4_units_are_paid_with_a_card_for_each_symbol(paid: str, refused: bool) -> None:
    """A horse and a bow, in any order; two horses or a card without a symbol will not do."""
    table = whole(hand_A=f"fight-plan-1 {paid}", gate_B="ogre ogre")
    if refused:
        table.refuses(use("fight-plan-1", cost=paid), "cost", "7.4")
    else:
        assert attacks(table.when(use("fight-plan-1", cost=paid))) == [("gate:B", 9)]


def test_7_5_own_top_cards_are_turned_over_and_discarded() -> None:
    """One of the Gate and one of the Castle, before the attack."""
    table = whole(hand_A="house-zealot", gate_A="cook medic", castle_A="squire giant", gate_B="ogre ogre").when(use("house-zealot"))
    table.lies(gate_A="medic", castle_A="giant")
    assert attacks(table) == [("gate:B", 7)]


def listed(table: Table) -> tuple[Any, ...]:
    """What is legal now."""
    return legal(table.position())


TWICE = use("jester", along="house-zealot house-zealot")
"""Two cards with a Jester, each of which takes a card of both own piles."""


def test_7_6_the_last_card_of_the_castle_is_not_paid_for_cards_that_are_played_together() -> None:
    """Two that each take one need three in the Castle: with two the play is refused and not listed, with three both are paid."""
    small = whole(hand_A="jester house-zealot house-zealot", gate_A="cook medic", castle_A="squire giant", gate_B="ogre")
    small.refuses(TWICE, "cost", "7.6")
    assert all(len(getattr(command, "with_cards", ())) < 2 for command in listed(small))
    assert use("jester", along="house-zealot") in listed(small)
    large = whole(hand_A="jester house-zealot house-zealot", gate_A="cook medic", castle_A="squire giant archer", gate_B="ogre")
    assert len(events(large.when(TWICE), pe.TopDiscarded)) == 4


def test_7_6_by_the_other_reading_they_may_be_paid_and_the_game_is_lost() -> None:
    """The switch is about all that a play takes."""
    told = {"top_cost_last_castle": "playable and lost"}
    table = whole(switches=told, hand_A="jester house-zealot house-zealot", gate_A="cook medic", castle_A="squire giant", gate_B="ogre")
    assert table.when(TWICE).position().state.outcome.winners == ("B",)


def test_7_5_where_the_gate_must_pay_it_pays_for_each() -> None:
    """By the reading that a Gate without a card pays nothing, two cards take two of it."""
    told = {"top_cost_without_gate": "not playable"}
    table = whole(switches=told, hand_A="jester house-zealot house-zealot", gate_A="cook", castle_A="squire giant archer", gate_B="ogre")
    table.refuses(TWICE, "cost", "7.5")
    assert use("jester", along="house-zealot") in listed(table)


@pytest.mark.parametrize("fallen", ["saboteur", "spy", "bomber"])
def test_7_7_what_falls_as_a_cost_has_no_effect(fallen: str) -> None:
    """It was not destroyed in an attack."""
    table = whole(hand_A="house-zealot cook cook", hand_B="", gate_A=fallen, castle_A="squire giant", gate_B="ogre ogre")
    table = unasked(table.when(use("house-zealot")))
    table.lies(hand_A="cook cook", gate_A="")
    assert attacks(table) == [("gate:B", 7)]
