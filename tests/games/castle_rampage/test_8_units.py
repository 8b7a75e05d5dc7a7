"""Each Mercenary and each Fight Plan by its own name: what it costs, what it attacks with, and what makes it stronger (§ 8.8, § 8.9)."""

from __future__ import annotations

import pytest

from records.games.castle_rampage.rulesets import SWITCHES
from support.castle_powers import attacks, use, whole
from support.catalogue import house_catalogue
from support.soaking import one_in

UNIT = {"horse": "knight", "sword": "axe-man-draw", "bow": "archer"}
"""A card that bears one symbol alone."""
PLANS = {
    "fight-plan-1": (9, "horse bow", "bow"),
    "fight-plan-2": (9, "bow horse", "horse"),
    "fight-plan-3": (9, "horse sword", "sword"),
    "fight-plan-4": (9, "sword horse", "horse"),
    "fight-plan-5": (9, "sword bow", "bow"),
    "fight-plan-6": (9, "bow sword", "sword"),
    "fight-plan-7": (10, "horse horse", "horse"),
    "fight-plan-8": (10, "sword sword", "sword"),
    "fight-plan-9": (10, "bow bow", "bow"),
}
"""Attack, cost and the symbol that adds 5."""


def paid(symbols: str) -> str:
    """Cards that pay these symbols."""
    return " ".join(UNIT[symbol] for symbol in symbols.split())


@pytest.mark.parametrize("symbol", UNIT)
def test_8_8_a_mercenary_is_stronger_for_a_unit_of_its_symbol(symbol: str) -> None:
    """With a unit of its symbol it attacks with 6, without with 3; a unit of another symbol is refused."""
    card = f"mercenary-{symbol}"
    other = next(unit for name, unit in UNIT.items() if name != symbol)
    table = whole(hand_A=f"{card} {UNIT[symbol]} {other}", gate_B="ogre ogre")
    assert attacks(table.when(use(card))) == [("gate:B", 3)]
    assert attacks(table.when(use(card, optional_unit_bonus=UNIT[symbol]))) == [("gate:B", 6)]
    table.refuses(use(card, optional_unit_bonus=other), "cost", "8.8")


@pytest.mark.parametrize("card", one_in(3, PLANS))
def test_8_9_a_fight_plan_costs_its_units_and_is_stronger_for_one_more(card: str) -> None:
    """It attacks with its value for its cost and with 5 more for a further unit of its symbol; half of the cost is refused."""
    attack, cost, more = PLANS[card]
    table = whole(hand_A=f"{card} {paid(cost)} {UNIT[more]}", gate_B="ogre ogre ogre")
    assert attacks(table.when(use(card, cost=paid(cost)))) == [("gate:B", attack)]
    assert attacks(table.when(use(card, cost=paid(cost), optional_unit_bonus=UNIT[more]))) == [("gate:B", attack + 5)]
    table.refuses(use(card, cost=paid(cost).split()[0]), "cost", "7.4")
    other = next(unit for symbol, unit in UNIT.items() if symbol != more)
    whole(hand_A=f"{card} {paid(cost)} {other}").refuses(use(card, cost=paid(cost), optional_unit_bonus=other), "cost", "8.9")


def test_these_are_all_plans_and_mercenaries() -> None:
    """None of the catalogue is forgotten, and the readings of their paragraphs have tests of their own."""
    cards = house_catalogue().cards
    assert {name for name in cards if name.startswith(("fight-plan", "mercenary"))} == {*PLANS, *(f"mercenary-{unit}" for unit in UNIT)}
    assert "fight_plan_more" in {switch.name for switch in SWITCHES}
