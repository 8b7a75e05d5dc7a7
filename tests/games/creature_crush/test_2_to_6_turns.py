"""Dice, set-up, the phases of a turn: a test for each paragraph (rules/en.md § 2 to 6)."""

from __future__ import annotations

import pytest

from records.core.secret import secret
from records.core.shared import GameWon
from records.errors import MalformedCommand, RuleViolation
from records.games.creature_crush.deciding.paying import payable, ways_to_burn
from records.games.creature_crush.effects.card_filter import Targets
from records.games.creature_crush.effects.verbs import SwapCreatures
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import turn_events as tu
from support.crush_cards import ALLY, ENEMY_ATTACKS, card, does
from support.crush_table import A, B, CrushTable, at

SHOVE = card("shove", 1, 0, 0, does(SwapCreatures(Targets("choose", ALLY, 2, 2)), on="flip", when=(ENEMY_ATTACKS,)))


def refused(table: CrushTable, command: cmd.CrushCommand) -> str:
    """The paragraph by which a command is refused."""
    with pytest.raises(RuleViolation) as broken:
        table.do(command)
    return broken.value.paragraph


@pytest.mark.parametrize(("dice", "costs"), [("245", {2, 4, 5, 6, 7, 9, 11}), ("346", {3, 4, 6, 7, 9, 10, 13})])
def test_2_2_a_cost_is_one_die_or_a_sum(dice: str, costs: set[int]) -> None:
    """The two rolls of the rules page pay just the costs that it names or allows."""
    state = CrushTable(dice=dice).state
    assert {*payable(state)} == costs


def test_2_2_neither_more_nor_less_is_paid() -> None:
    """A cost of 3 is not paid with a 4."""
    table = CrushTable(dice="24", hands={"A": ["runner"]})
    assert refused(table, cmd.Summon(seat=A, card="runner", cell="b1:A", dice=(1,))) == "2.2"
    with pytest.raises(MalformedCommand):
        table.do(cmd.Summon(seat=A, card="runner", cell="b1:A", dice=(0, 0)))


def test_2_3_a_burned_die_pays_no_more() -> None:
    """What has paid for a creature is gone."""
    table = CrushTable(dice="11", hands={"A": ["hound", "hound"]})
    table.do(cmd.Summon(seat=A, card="hound", cell="b1:A", dice=(0,)))
    assert refused(table, cmd.Summon(seat=A, card="hound", cell="b2:A", dice=(0,))) == "2.3"
    assert ways_to_burn(table.state, 2) == ()


def test_4_1_a_turn_begins_with_a_card() -> None:
    """From an empty camp nothing is drawn; under one reading the game is lost."""
    table = CrushTable(named={"phase": "tactics"}, camps={"B": ["toad"]})
    table.do(cmd.EndTurn(seat=A), 1, 2, 4)
    assert table.hand("B") == ("hound", "toad")
    for value, lost in (("nothing drawn", []), ("loses", ["A"])):
        empty = CrushTable(named={"phase": "tactics"}, camps={"B": []}, rules={"empty_camp": value})
        empty.do(cmd.EndTurn(seat=A), *((1, 2, 4) if value == "nothing drawn" else ()))
        assert [event.seat for event in empty.what(GameWon)] == lost
        assert len(empty.what(tu.NothingDrawn)) == 1


def test_4_2_a_triple_and_four_alike_bring_dice() -> None:
    """Three alike bring a fourth die, four alike a fifth; dice of effects come after them, five in all."""
    table = CrushTable(named={"phase": "tactics", "gained.B": 2})
    table.do(cmd.EndTurn(seat=A), "toad", 2, 2, 2, 2, 5)
    assert [event.why for event in table.what(tu.DiceRolled)] == ["start", "triple", "quadruple", "extra"]
    assert table.state.dice == (2, 2, 2, 2, 5)
    table = CrushTable(named={"phase": "tactics", "gained.B": 1})
    table.do(cmd.EndTurn(seat=A), "toad", 2, 2, 3, 3)
    assert table.state.dice == (2, 2, 3, 3)
    assert table.state.gained == {"B": 0}


def test_4_2_dice_of_effects_add_up() -> None:
    """Or the largest counts."""
    for value, total in (("add up", 4), ("the largest counts", 2)):
        table = CrushTable({"c1:A": "chest"}, named={"gained.A": 2}, rules={"extra_dice": value})
        table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="chest"), "hound")
        assert table.state.gained["A"] == total


def test_5_2_zone_a_is_open_where_b_is_taken() -> None:
    """Under other readings: in the columns beside, or when all of B is taken."""
    field = {"b1:A": "hound"}

    def cells(**rules: str) -> list[str]:
        table = CrushTable(field, dice="1", hands={"A": ["hound"]}, rules=rules)
        return sorted(command.cell for command in table.may(cmd.Summon))

    assert cells() == ["a1:A", "b2:A", "b3:A"]
    assert cells(front_column="neighbouring column") == ["a2:A", "b2:A", "b3:A"]
    assert cells(summon_front="all of B is taken") == ["b2:A", "b3:A"]
    assert refused(CrushTable(dice="1"), cmd.Summon(seat=A, card="hound", cell="a1:A", dice=(0,))) == "5.2"


def test_5_3_a_crush_card_costs_so_many_dice() -> None:
    """Whatever they show; X is one to four; everybody may conclude what so many dice allow."""
    table = CrushTable(dice="35", hands={"A": ["hail", "blood"]})
    hail = secret("hail", to=(A,))
    assert refused(table, cmd.LayCrush(seat=A, card=hail, cell="c1:A", dice=(0,))) == "5.3"
    table.do(cmd.LayCrush(seat=A, card=hail, cell="c1:A", dice=(0, 1)))
    slot = table.position.table.slots[table.position.table.piles["c1:A"][0]]
    assert not slot.up
    assert slot.hint.among == ("blood", "hail", "muster", "raid", "stones")
    free = CrushTable(hands={"A": ["blood"]}, rules={"crush_x": "0 to 4 dice"})
    free.do(cmd.LayCrush(seat=A, card=secret("blood", to=(A,)), cell="c1:A", dice=()))
    assert refused(CrushTable(hands={"A": ["blood"]}), cmd.LayCrush(seat=A, card=secret("blood", to=(A,)), cell="c1:A", dice=())) == "5.3"


def test_5_3_x_is_what_was_burned() -> None:
    """X damage for X dice."""
    table = CrushTable({"b1:B": "ogre", "c1:A": "blood"}, named={"paid.c1A": 3})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="blood"))
    assert [event.amount for event in table.what(fe.Damaged)] == [3]
    assert table.hell("A") == ("blood",)


def test_5_3_it_may_be_turned_up_at_once() -> None:
    """In the turn in which it was laid, and in the battle phase; under other readings not, or later too."""
    laid = {"laid.c1A": True}
    flip = cmd.Flip(seat=A, slot=at("c1:A"), card="chest")
    CrushTable({"c1:A": "chest"}, named=laid).do(flip, "hound")
    assert refused(CrushTable({"c1:A": "chest"}, named=laid, rules={"flip_same_turn": "no"}), flip) == "5.3"
    assert refused(CrushTable({"c1:A": "chest"}, named={"phase": "tactics"}), flip) == "5.3"
    CrushTable({"c1:A": "chest"}, named={"phase": "tactics"}, rules={"own_flips": "any time in the own turn"}).do(flip, "hound")


def test_5_4_an_attack_is_paid_again() -> None:
    """With the creature's cost; a creature without attack cannot attack."""
    table = CrushTable({"b1:A": "ogre", "b1:B": "medic"}, dice="34")
    assert [command.dice for command in table.may(cmd.AttackWith)] == [(1,)]
    weak = CrushTable({"b1:A": "hound", "b1:B": "medic"}, dice="1", named={"attack.b1A": -1})
    assert refused(weak, cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,))) == "5.4"


def test_5_5_who_attacks_whom() -> None:
    """Zone A: the enemy in B of the column, else directly. Zone B: every enemy of the column, never directly."""
    field = {"a1:A": "hound", "b1:A": "toad", "a1:B": "ogre", "b1:B": "medic", "a2:A": "imp", "b2:A": "imp", "a2:B": "ogre"}
    table = CrushTable(field, dice="122")
    targets = {(command.slot, command.target) for command in table.may(cmd.AttackWith)}
    assert targets == {
        ("a1A", "b1B"),
        ("b1A", "a1B"),
        ("b1A", "b1B"),
        ("a2A", None),
        ("b2A", "a2B"),
    }
    assert refused(table, cmd.AttackWith(seat=A, slot=at("a1:A"), target=None, dice=(0,))) == "5.5"


def test_5_6_damage_stays_and_destroys() -> None:
    """As much damage as life destroys; less stays."""
    table = CrushTable({"b1:A": "ogre", "b1:B": "medic"}, dice="4")
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    assert table.state.lying(at("b1:B")).damage == 3
    table = CrushTable({"b1:A": "ogre", "b1:B": "medic"}, dice="4", named={"damage.b1B": 1})
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    assert table.hell("B") == ("medic",)


@pytest.mark.parametrize(
    ("field", "hand", "camp", "told", "fallen"),
    [
        ({}, ["hound"], ["toad", "imp"], ("imp",), "imp"),
        ({}, ["hound", "toad"], [], ("toad",), "toad"),
        ({"c1:B": "hail", "b2:B": "ogre"}, [], [], (), "hail"),
        ({"b2:B": "ogre", "b3:B": "toad"}, [], [], ("b2B",), "ogre"),
    ],
    ids=["camp", "hand", "crush card", "creature"],
)
def test_5_7_a_direct_attack_destroys_one_card(
    field: dict[str, str], hand: list[str], camp: list[str], told: tuple[str, ...], fallen: str
) -> None:
    """The top of the camp, else a random hand card, crush card, creature."""
    table = CrushTable({"a1:A": "ogre", **field}, dice="4", hands={"B": hand}, camps={"B": camp})
    table.do(cmd.AttackWith(seat=A, slot=at("a1:A"), dice=(0,)), *told)
    if table.asked:
        table.do(cmd.Pass(seat=B), *told)
    assert table.hell("B") == (fallen,)


def test_5_8_a_creature_acts_once() -> None:
    """Who was summoned, attacked or moved does not act again in the turn."""
    field = {"b1:A": "hound", "a1:B": "ogre"}
    attack = cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("a1:B"), dice=(0,))
    assert refused(CrushTable(field, dice="1", named={"entered.b1A": "paid"}), attack) == "5.8"
    assert refused(CrushTable(field, dice="1", named={"actions.b1A": 1}), attack) == "5.8"
    CrushTable(field, dice="1").do(attack)


def test_5_9_and_6_3_the_phases_end_when_their_seat_says_so() -> None:
    """Battle, tactics, then the other's turn."""
    table = CrushTable()
    assert refused(table, cmd.EndTurn(seat=A)) == "6.3"
    table.do(cmd.EndBattle(seat=A))
    assert table.state.phase == "tactics"
    assert refused(table, cmd.EndBattle(seat=A)) == "5.9"
    table.do(cmd.EndTurn(seat=A), "hound", 1, 2, 4)
    assert (table.state.active, table.state.phase) == ("B", "battle")
    assert refused(table, cmd.EndBattle(seat=A)) == "4.1"


def test_6_1_a_move_costs_a_die() -> None:
    """To any free place of zones A and B."""
    table = CrushTable({"b1:A": "hound", "b2:A": "ogre"}, dice="6", named={"phase": "tactics"})
    assert {command.cell for command in table.may(cmd.MoveAlly) if command.slot == "b1A"} == {"a1:A", "a2:A", "a3:A", "b3:A"}
    table.do(cmd.MoveAlly(seat=A, slot=at("b1:A"), cell="a3:A", dice=(0,)))
    assert table.lies("a3:A") == "hound"
    assert table.may(cmd.MoveAlly) == []


def test_6_2_two_that_have_not_acted_swap_for_two_dice() -> None:
    """Both must have their action left."""
    field = {"b1:A": "hound", "a2:A": "ogre"}
    swap = cmd.Swap(seat=A, slots=(at("b1:A"), at("a2:A")), dice=(0, 1))
    assert refused(CrushTable(field, dice="66", named={"phase": "tactics", "actions.a2A": 1}), swap) == "5.8"
    table = CrushTable(field, dice="66", named={"phase": "tactics"})
    table.do(swap)
    assert (table.lies("b1:A"), table.lies("a2:A")) == ("ogre", "hound")
    assert [event.slot for event in table.what(fe.Damaged)] == ["a2A"], "an ogre is sluggish"


def test_5_4_an_attack_goes_on_after_a_move() -> None:
    """As long as both stand on fields that face each other; under another reading it is over."""
    for value, struck in (("goes on while both stand on enemy fields", True), ("ends", False)):
        table = CrushTable(
            {"b1:A": "ogre", "b1:B": "medic", "b2:B": "toad", "c1:B": "shove"}, dice="4", rules={"attack_after_move": value}, cards=[SHOVE]
        )
        table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
        assert table.asked == ("B respond",)
        table.do(cmd.Flip(seat=B, slot=at("c1:B"), card="shove"))
        assert [event.struck for event in table.what(ch.AttackEnded)] == [struck]
