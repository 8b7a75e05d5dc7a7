"""Points that the printed rules leave open or say in passing, as they are decided: a test for each, beside those of the paragraphs."""

from __future__ import annotations

import pytest

from records.core.shared import GameWon, Resigned
from records.errors import RuleViolation
from records.games.creature_crush.effects.card_filter import CardFilter, Targets
from records.games.creature_crush.effects.verbs import DestroyCards, DrawCards, MoveCreatures
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import turn_events as tu
from support.crush_cards import ALLY, ENEMY_ATTACKS, card, does, one
from support.crush_table import A, B, CrushTable, at

FULL = {f"{zone}{column}:A": "hound" for zone in "ab" for column in "123"}


def struck(field: dict[str, str], dice: str = "4", **more: object) -> CrushTable:
    """A table on which the ogre of A's B1 has attacked B's B1."""
    table = CrushTable({"b1:A": "ogre", **field}, dice=dice, **more)  # type: ignore[arg-type]  # what a table takes
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    return table


def test_dice_that_are_left_after_the_battle_pay_for_moves() -> None:
    """A die that was burned in the battle does not."""
    table = CrushTable({"b1:A": "hound", "b2:A": "toad", "b1:B": "medic"}, dice="13")
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    table.do(cmd.EndBattle(seat=A))
    assert {command.dice for command in table.may(cmd.MoveAlly)} == {(1,)}


def test_with_dice_left_over_a_turn_may_end() -> None:
    """They burn; nobody must pay with them."""
    table = CrushTable({"b1:A": "hound"}, dice="666", named={"phase": "tactics"})
    table.do(cmd.EndTurn(seat=A), "toad", 1, 2, 3)
    assert table.state.dice == (1, 2, 3)


def test_without_a_place_a_creature_cannot_be_paid_for() -> None:
    """Six creatures fill a field, three crush cards its zone C."""
    assert CrushTable(FULL, dice="1", hands={"A": ["hound"]}).may(cmd.Summon) == []
    crush = {f"c{column}:A": "chest" for column in "123"}
    assert CrushTable(crush, dice="1", hands={"A": ["change"]}).may(cmd.LayCrush) == []


def test_without_a_place_an_effect_summons_nothing() -> None:
    """A revived creature needs a place as any other."""
    table = CrushTable({**FULL, "c1:A": "grave"}, hells={"A": ["toad"]}, named={"paid.c1A": 3})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="grave"))
    table.do(cmd.Pass(seat=A))
    assert (table.what(fe.Revived), table.hell("A")) == ([], ("toad", "grave"))


def test_cards_are_played_in_the_battle_and_creatures_moved_in_the_tactics_phase() -> None:
    """Each only in its phase."""
    field, hands = {"b1:A": "hound"}, {"A": ["hound", "change"]}
    battle = CrushTable(field, dice="11", hands=hands)
    assert (bool(battle.may(cmd.Summon)), bool(battle.may(cmd.LayCrush)), battle.may(cmd.MoveAlly)) == (True, True, [])
    tactics = CrushTable(field, dice="11", hands=hands, named={"phase": "tactics"})
    assert (tactics.may(cmd.Summon), tactics.may(cmd.LayCrush), bool(tactics.may(cmd.MoveAlly))) == ([], [], True)


def test_a_crush_card_without_condition_is_no_answer_in_the_enemys_turn() -> None:
    """One with a condition may be turned up, and need not be."""
    table = struck({"b1:B": "medic", "c1:B": "pitfall", "c2:B": "chest"})
    assert {command.slot for command in table.may(cmd.Flip)} == {"c1B"}
    table.do(cmd.Pass(seat=B))
    assert [event.struck for event in table.what(ch.AttackEnded)] == [True]


def test_surplus_damage_goes_nowhere() -> None:
    """Neither to the creature in front or behind, nor to the camp."""
    table = struck({"b1:B": "hound", "a1:B": "toad"})
    assert [event.slot for event in table.what(fe.Damaged)] == ["b1B"]
    assert (table.hell("B"), table.sight.in_camp(B)) == (("hound",), 2)


def test_neither_crush_cards_nor_allies_are_attacked() -> None:
    """Only enemies of the column, or the opponent."""
    table = CrushTable({"b1:A": "ogre", "a1:A": "hound", "c1:B": "chest"}, dice="4")
    for target in ("c1:B", "a1:A"):
        with pytest.raises(RuleViolation, match=r"5\.5"):
            table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at(target), dice=(0,)))


def test_a_vengeful_creature_without_attack_strikes_back_with_nothing() -> None:
    """No damage, and no event of any."""
    table = struck({"b1:B": "toad"}, named={"attack.b1B": -1})
    assert [event.slot for event in table.what(fe.Damaged)] == ["b1B"]


def test_striking_back_is_no_attack() -> None:
    """Of two vengeful creatures the attacker does not strike back in its turn."""
    table = CrushTable({"b1:A": "viper", "b1:B": "viper"}, dice="62")
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0, 1)))
    assert [(event.slot, event.amount) for event in table.what(fe.Damaged)] == [("b1B", 4), ("b1A", 4)]


def test_a_creature_dies_when_what_gave_it_life_is_gone() -> None:
    """With 2 damage and 2 life: the sister gave it a third."""
    table = struck({"b1:B": "sister", "b2:B": "hound"}, named={"damage.b1B": 2, "damage.b2B": 2})
    assert {*table.hell("B")} == {"sister", "hound"}


def test_healing_takes_off_no_more_than_there_is() -> None:
    """2 of 1 damage leave none."""
    table = CrushTable({"b1:A": "ogre"}, dice="3", hands={"A": ["medic"]}, named={"damage.b1A": 1})
    table.do(cmd.Summon(seat=A, card="medic", cell="b2:A", dice=(0,)))
    table.do(cmd.Answer(seat=A, slots=(at("b1:A"),)))
    assert [(event.amount, event.total) for event in table.what(fe.Mended)] == [(1, 0)]


SHIFT = card("shift", 1, 0, 0, does(MoveCreatures(one(ALLY)), on="flip"))


def test_a_sluggish_creature_is_not_hurt_when_an_effect_moves_it() -> None:
    """Only in the tactics phase."""
    table = CrushTable({"b1:A": "ogre", "c1:A": "shift"}, cards=[SHIFT])
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="shift"))
    table.do(cmd.Answer(seat=A, cells=("b3:A",)))
    assert (table.lies("b3:A"), table.what(fe.Damaged)) == ("ogre", [])


SLOTH = card("sloth", 3, 1, 1, *CrushTable().state.cards["ogre"].lines, does(DrawCards(1), on="hell"))


def test_a_creature_that_a_move_destroys_has_its_hell_line() -> None:
    """It goes from the field to the hell as any other."""
    table = CrushTable({"b1:A": "sloth"}, dice="1", named={"phase": "tactics"}, cards=[SLOTH])
    table.do(cmd.MoveAlly(seat=A, slot=at("b1:A"), cell="b2:A", dice=(0,)), "hound")
    assert (table.hell("A"), len(table.what(tu.CardDrawn))) == (("sloth",), 1)


def test_an_action_line_is_not_sprung_by_reviving() -> None:
    """It asks for a summons from the hand."""
    table = CrushTable({"b1:B": "ogre", "c1:A": "grave"}, hells={"A": ["netter"]}, named={"paid.c1A": 3})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="grave"))
    table.do(cmd.Pass(seat=A))
    table.do(cmd.Answer(seat=A, cells=("b1:A",)))
    assert table.lies("b1:A") == "netter"
    assert [event.card for event in table.what(ch.EffectTriggered)] == []


SPRING = card("spring", 1, 0, 0, does(DrawCards(1), on="flip"), does(DrawCards(1), on="trap"))


def test_a_crush_card_may_be_a_trap() -> None:
    """Out of the camp as out of the hand."""
    table = CrushTable({"a1:A": "ogre"}, dice="4", camps={"B": ["spring", "toad"]}, cards=[SPRING])
    table.do(cmd.AttackWith(seat=A, slot=at("a1:A"), dice=(0,)), "spring", "toad")
    assert (table.hell("B"), "toad" in table.hand("B")) == (("spring",), True)


def test_the_hell_line_of_a_controlled_creature_is_its_owners() -> None:
    """It falls into that one's hell; whom it hurts the owner says."""
    table = CrushTable({"b1:A": "toad", "b1:B": "imp", "b2:B": "ogre"}, dice="2", named={"owner.b1B": "A", "damage.b1A": 0})
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    assert (table.hell("A"), table.asked) == (("imp",), ("A target",))


def test_any_target_is_a_creature_of_either_side() -> None:
    """No crush card, and not the opponent."""
    table = CrushTable({"b1:A": "hound", "b1:B": "ogre", "c1:B": "chest", "c1:A": "blood"}, named={"paid.c1A": 1, "paid.c1B": 1})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="blood"))
    assert {command.slots for command in table.may(cmd.Answer)} == {(at("b1:A"),), (at("b1:B"),)}


def test_what_dice_hit_must_be_chosen_if_possible() -> None:
    """Nobody may decline it; a hit crush card of one's own or the only ally counts too."""
    table = CrushTable({"b1:A": "toad", "b1:B": "singer", "c1:A": "hail"}, named={"paid.c1A": 2})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="hail"), 2, 6)
    assert {command.slots for command in table.may(cmd.Answer)} >= {(at("b1:A"),), (at("b1:B"),)}
    with pytest.raises(RuleViolation):
        table.do(cmd.Pass(seat=A))


def test_dice_that_hit_nothing_destroy_nothing() -> None:
    """A 1 and a 3 hit neither a cost of 2 nor one of 6."""
    table = CrushTable({"b1:A": "toad", "b1:B": "singer", "c1:A": "hail"}, named={"paid.c1A": 2})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="hail"), 3, 5)
    assert (table.what(fe.Destroyed), table.hell("A")) == ([], ("hail",))


def test_only_what_touches_is_adjacent() -> None:
    """The drummer on B2 strengthens A2, B1 and B3; neither A1, slantwise, nor an enemy."""
    laid = {"b2:A": "drummer", **dict.fromkeys(("a1:A", "a2:A", "b1:A", "b3:A", "b2:B"), "hound")}
    sight = CrushTable(laid).sight
    assert {cell for cell in laid if sight.attack(at(cell)) == 2} == {"a2:A", "b1:A", "b3:A"}


def test_control_is_not_taken_without_a_place() -> None:
    """Where it could not be summoned the enemy stays."""
    laid = {cell: name for cell, name in FULL.items() if cell != "a3:A"}
    table = CrushTable({**laid, "b1:B": "ogre"}, dice="46", hands={"A": ["thief"]})
    table.do(cmd.Summon(seat=A, card="thief", cell="a3:A", dice=(0, 1)))
    assert (table.lies("b1:B"), table.what(fe.ControlTaken)) == ("ogre", [])


def test_a_face_down_crush_card_keeps_its_seat_in_the_game() -> None:
    """Without camp, hand and creatures."""
    lost = CrushTable(
        {"a1:A": "ogre", "b1:A": "toad", "c1:B": "chest", "b1:B": "hound"},
        dice="2",
        hands={"B": []},
        camps={"B": []},
        named={"damage.b1B": 1},
    )
    lost.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    if lost.asked:
        lost.do(cmd.Pass(seat=B))
    assert (lost.hell("B"), lost.what(GameWon)) == (("hound",), [])


def test_a_seat_may_resign_in_the_enemys_turn() -> None:
    """At any time."""
    table = CrushTable()
    table.do(cmd.Resign(seat=B))
    assert [event.seat for event in table.what(Resigned)] == [B]
    assert [event.seat for event in table.what(GameWon)] == [A]


def test_a_hand_has_no_limit() -> None:
    """An eighth card is drawn and stays."""
    table = CrushTable(hands={"B": ["hound"] * 9}, named={"phase": "tactics"})
    table.do(cmd.EndTurn(seat=A), "toad", 1, 2, 3)
    assert len(table.hand("B")) == 10


LOOT = card(
    "loot", 1, 0, 0, does(DestroyCards(Targets("choose", CardFilter(kind="crush", side="theirs"), 1, 1)), on="flip", when=(ENEMY_ATTACKS,))
)


def test_an_answer_may_destroy_a_crush_card_before_it_is_turned_up() -> None:
    """It is turned up for the hell, and has no effect of its own there."""
    table = struck({"b1:B": "medic", "c1:B": "loot", "c1:A": "pitfall"}, cards=[LOOT])
    table.do(cmd.Flip(seat=B, slot=at("c1:B"), card="loot"))
    table.do(cmd.Pass(seat=A))
    assert [event.card for event in table.what(fe.CardRevealed)] == ["pitfall"]
    assert table.hell("A") == ("pitfall",)
