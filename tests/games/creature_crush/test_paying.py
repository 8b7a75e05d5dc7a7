"""Costs and dice, each test named by the sentence of the rules that it holds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from records.errors import MalformedCommand, RuleViolation
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.places import cell
from records.games.creature_crush.paying import (
    chance_to_hit,
    chance_to_pay,
    chance_to_pay_at_start,
    payments,
    pays_together,
    rolls,
    start_rolls,
    sums,
)
from support.crush_table import A, CrushTable


def test_the_faces_singly_or_added_must_be_exactly_the_cost() -> None:
    """Dice that show more than the cost do not pay it."""
    assert payments((2, 4, 5)) == {2: ((0,),), 4: ((1,),), 5: ((2,),), 6: ((0, 1),), 7: ((0, 2),), 9: ((1, 2),), 11: ((0, 1, 2),)}
    table = CrushTable(dice="245", hands={A: ["singer"]})
    with pytest.raises(RuleViolation, match=r"2\.2"):
        table.do(cmd.Summon(seat=A, card="singer", cell=cell("b", "1", A), dice=(0, 2)))
    table.do(cmd.Summon(seat=A, card="singer", cell=cell("b", "1", A), dice=(0, 1)))
    assert table.state.burned == (0, 1)


def test_example_2_4_5_pays_2_4_5_6_7_9_and_11() -> None:
    """High costs 7, 9 or 11, low ones 6, 5, 4 or 2, and nothing else."""
    assert sums((2, 4, 5)) == {2, 4, 5, 6, 7, 9, 11}


def test_example_6_4_3_pays_3_4_6_7_9_10_and_13() -> None:
    """So many costs can attack."""
    assert sums((6, 4, 3)) == sums((3, 4, 6)) == {3, 4, 6, 7, 9, 10, 13}


def test_for_each_die_a_hand_card_with_the_same_cost_can_be_played() -> None:
    """Up to three creatures of low cost."""
    assert pays_together((2, 4, 5), (5, 4, 2))
    assert not pays_together((2, 4, 5), (5, 4, 2, 2))


def test_a_high_and_a_low_card_can_be_played_as_long_as_the_costs_can_be_paid() -> None:
    """7 is 2 and 5, which leaves 4; 6 is 2 and 4, which leaves 5; no die pays twice."""
    assert pays_together((2, 4, 5), (7, 4))
    assert pays_together((2, 4, 5), (6, 5))
    assert not pays_together((2, 4, 5), (7, 5))
    assert not pays_together((2, 4, 5), (11, 2))


def test_a_burned_die_cannot_be_used_again() -> None:
    """Nor may one be named twice, or one that is not there."""
    table = CrushTable(dice="333", hands={A: ["singer", "hound"]}, named={"burned": "0"})
    for dice, refused in (((0, 1), RuleViolation), ((1, 1), MalformedCommand), ((1, 3), MalformedCommand)):
        with pytest.raises(refused):
            table.do(cmd.Summon(seat=A, card="singer", cell=cell("b", "1", A), dice=dice))
    assert [one.dice for one in table.may(cmd.Summon) if one.cell == "b1:A"] == [(1, 2)]
    assert payments((3, 3, 6))[6] == ((2,), (0, 1))


@pytest.mark.parametrize(("name", "numbers"), [("chest", {1}), ("raid", {2}), ("grave", {3}), ("blood", {1, 2, 3, 4})])
def test_a_crush_card_costs_a_number_of_dice_whatever_they_show(name: str, numbers: set[int]) -> None:
    """From X, which is one's own choice, to four."""
    for dice in ("11111", "26354"):
        able = CrushTable(dice=dice, hands={A: [name]}).may(cmd.LayCrush)
        assert {len(one.dice) for one in able} == numbers


def test_a_triple_brings_a_fourth_die_and_a_quadruple_a_fifth() -> None:
    """Three dice stay three but for six triples in 216; one in six of these goes on to five."""
    numbers = Counter[int]()
    for faces, chance in start_rolls().items():
        numbers[len(faces)] += chance  # type: ignore[assignment]
    assert numbers == {3: Fraction(210, 216), 4: Fraction(5, 216), 5: Fraction(1, 216)}


def test_who_begins_rolls_two_dice_and_gets_no_fourth() -> None:
    """A pair is no triple."""
    assert start_rolls(2) == rolls(2)


def test_extra_dice_are_rolled_afterwards_and_never_more_than_five_in_all() -> None:
    """They make no triple; two beyond five are lost."""
    assert {len(faces) for faces in start_rolls(3, 1)} == {4, 5}
    assert {len(faces) for faces in start_rolls(3, 9)} == {5}
    assert start_rolls(2, 1)[1, 1, 1] == Fraction(1, 216)
    assert all(sum(found.values()) == 1 for found in (start_rolls(), start_rolls(2), start_rolls(3, 1), start_rolls(3, 2)))


def test_with_2_dice_that_show_2_and_6_a_card_of_cost_2_6_or_8_is_chosen() -> None:
    """The example of the glossary; how likely that is for some costs is the share of such rolls."""
    assert sums((2, 6)) == {2, 6, 8}
    hits = sum(bool({a, b, a + b} & {2, 8}) for a, b in product(range(1, 7), repeat=2))
    assert chance_to_hit((2, 8), 2) == Fraction(hits, 36)
    assert chance_to_hit((), 2) == chance_to_hit((13,), 2) == 0


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_chances_are_those_of_all_rolls_written_out(dice: int) -> None:
    """Each of 6 to 1,296 rolls counts the same."""
    every = [sums(faces) for faces in product(range(1, 7), repeat=dice)]
    for cost in range(1, 26):
        assert chance_to_pay(cost, dice) == Fraction(sum(cost in found for found in every), len(every))


def test_chance_to_pay_with_three_dice() -> None:
    """In percent, as the costs of our own cards were set by."""
    told = [42, 48, 54, 61, 67, 75, 49, 45, 39, 34, 26, 19, 10, 7, 5]
    assert [round(100 * chance_to_pay(cost, 3)) for cost in range(1, 16)] == told


def test_dice_for_triples_make_it_likelier_to_pay() -> None:
    """Never less likely than with the three alone, and 20 is possible at all."""
    assert all(chance_to_pay_at_start(cost) >= chance_to_pay(cost, 3) for cost in range(1, 19))
    assert chance_to_pay(20, 3) == 0 < chance_to_pay_at_start(20)
    with pytest.raises(ValueError, match="11 dice are not counted"):
        rolls(11)
