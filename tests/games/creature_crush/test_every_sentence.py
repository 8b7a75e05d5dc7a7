"""Each sentence of the printed rules page, and each point that it leaves open, has its test; and every value of a switch is played.

The sentences stand here in words of our own, in the page's order.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from records.games.creature_crush.rulesets import SWITCHES

SENTENCES = {
    "a field has zones A, B and C of three places each": "1_2_columns_face_each_other",
    "a camp holds the twenty cards of the battle": "1_3_a_camp_has_twenty_cards_and_a_hell_lies_open",
    "destroyed cards lie open in the hell, for everybody to look through": "1_3_a_camp_has_twenty_cards_and_a_hell_lies_open",
    "80 creatures and 20 crush cards": "there_are_80_creatures_and_20_crush_cards",
    "a crush card is laid face down first, and paid": "5_3_a_crush_card_costs_so_many_dice",
    "X to four dice are burned for it, whatever they show": "a_crush_card_costs_a_number_of_dice_whatever_they_show",
    "a burned die is spent for this turn": "2_3_a_burned_die_pays_no_more",
    "without condition it is turned up in the own battle phase": "5_3_it_may_be_turned_up_at_once",
    "with one it is turned up when that holds": "7_answers_come_before_the_attack",
    "in the enemy's turn only those with a condition": "a_crush_card_without_condition_is_no_answer_in_the_enemys_turn",
    "when its effect is done it goes to the hell": "5_3_x_is_what_was_burned",
    "a creature attacks, is summoned or is moved, once a turn": "5_8_a_creature_acts_once",
    "white dice are rolled in each turn, and pay cards, attacks and moves": "2_1_start_dice_are_rolled_anew_and_pay",
    "dice that are left burn with the end of the tactics phase": "with_dice_left_over_a_turn_may_end",
    "red dice mark the damage": "a_creature_shows_what_is_left_of_its_life",
    "all cards of the opponent in the hell win": "10_1_who_has_no_card_left_has_lost",
    "a battle is won when the opponent resigns": "a_seat_may_resign_in_the_enemys_turn",
    "it is drawn by agreement": "10_3_and_10_4_a_seat_may_resign_and_both_may_agree",
    "or by a stalemate": "10_2_quiet_turns_end_the_battle",
    "both sit opposite each other": "3_1_two_sit_opposite_each_other",
    "they choose a way to build camps, which is all that differs": "3_2_a_camp_is_built_in_one_of_three_ways",
    "dice say who begins": "3_3_dice_say_who_begins",
    "each takes the top four cards": "3_4_each_takes_four_cards",
    "skirmish: each card once, twenty at random for each, the rest is out": "11_1_a_skirmish_deals_twenty_cards",
    "arena: seven drawn, four kept, three put back, until twenty are kept": "11_2_an_arena_is_drafted",
    "league: any cards, each once": "11_3_a_league_camp_is_chosen",
    "no card is in a camp twice": "11_3_no_card_is_in_a_camp_twice",
    "start, battle and tactics phase, then the other seat is on turn": "5_9_and_6_3_the_phases_end_when_their_seat_says_so",
    "draw a card": "4_1_a_turn_begins_with_a_card",
    "three dice; a triple brings a fourth, four alike a fifth": "a_triple_brings_a_fourth_die_and_a_quadruple_a_fifth",
    "dice of effects are rolled afterwards, five at most in all": "extra_dice_are_rolled_afterwards_and_never_more_than_five_in_all",
    "who begins rolls two in the first turn": "who_begins_rolls_two_dice_and_gets_no_fourth",
    "in the battle phase cards are played and creatures attack": "5_1_a_battle_goes_in_any_order_while_dice_pay",
    "dice, singly or added, are exactly the cost": "the_faces_singly_or_added_must_be_exactly_the_cost",
    "for each die a card of its cost": "for_each_die_a_hand_card_with_the_same_cost_can_be_played",
    "example 2, 4 and 5": "example_2_4_5_pays_2_4_5_6_7_9_and_11",
    "a high and a low card, as long as both are paid": "a_high_and_a_low_card_can_be_played_as_long_as_the_costs_can_be_paid",
    "creatures are summoned to zone B, to A where B is taken, by effects too": "5_2_zone_a_is_open_where_b_is_taken",
    "for each attack the cost is paid again": "5_4_an_attack_is_paid_again",
    "example 6, 4 and 3": "example_6_4_3_pays_3_4_6_7_9_10_and_13",
    "an attack deals as much damage as it is strong": "5_6_damage_stays_and_destroys",
    "damage stays until it is healed": "2_4_damage_stays_until_it_is_mended",
    "as much damage as life destroys": "7_3_creatures_die_after_each_sentence",
    "who attacks whom from which zone, and 0 attack never": "5_5_who_attacks_whom",
    "a direct attack: camp, hand, crush card, creature": "5_7_a_direct_attack_destroys_one_card",
    "creatures move over the zones for a die each": "6_1_a_move_costs_a_die",
    "two swap for two dice": "6_2_two_that_have_not_acted_swap_for_two_dice",
    "what stands before a colon must hold": "7_1_a_line_with_a_condition_is_used_once_a_turn",
    "an effect that names no place means the field, any target is free": "any_target_is_a_creature_of_either_side",
    "a chain is carried out from the newest effect back": "7_2_the_newest_effect_is_carried_out_first",
    "the seat on turn orders what comes up at once": "7_2_the_seat_on_turn_orders_simultaneous_effects",
    "lasting effects last while their creature stands": "7_6_lasting_lines_last_while_the_creature_stands",
    "after a search the camp is shuffled": "7_9_a_search_looks_through_the_camp_and_shuffles_it",
    "action": "8_1_an_action_is_sprung_by_a_summons_from_the_hand",
    "trap": "8_2_a_trap_is_sprung_in_the_enemys_turn",
    "hell": "8_3_a_hell_line_is_sprung_from_the_field",
    "lively": "8_4_a_lively_creature_acts_in_the_turn_it_comes",
    "vengeful": "8_5_a_vengeful_creature_strikes_back",
    "sluggish": "8_6_a_sluggish_creature_is_hurt_by_a_move",
    "back to the hand of the owner": "9_4_a_card_goes_back_to_its_owners_hand",
    "to revive is to summon from the hell": "9_3_to_revive_is_to_summon_from_the_hell",
    "adjacent: not slantwise": "only_what_touches_is_adjacent",
    "control: by the rules of summoning, to the end of the game": "9_1_control_is_taken_for_good",
    "with 2 dice, 2 and 6: a cost of 2, 6 or 8, if possible": "with_2_dice_that_show_2_and_6_a_card_of_cost_2_6_or_8_is_chosen",
    "start dice + X come in the next turn": "4_2_dice_of_effects_add_up",
    "to destroy is to lay into the hell": "9_2_a_face_down_card_is_turned_up_when_it_is_destroyed",
    "what is random chance picks": "7_8_chance_picks_what_is_random",
}
OPEN_POINTS = (
    "dice_that_are_left_after_the_battle_pay_for_moves",
    "a_hand_has_no_limit",
    "without_a_place_an_effect_summons_nothing",
    "without_a_place_a_creature_cannot_be_paid_for",
    "cards_are_played_in_the_battle_and_creatures_moved_in_the_tactics_phase",
    "7_4_the_other_seat_is_asked_if_it_could_answer",
    "a_vengeful_creature_without_attack_strikes_back_with_nothing",
    "surplus_damage_goes_nowhere",
    "neither_crush_cards_nor_allies_are_attacked",
    "a_creature_dies_when_what_gave_it_life_is_gone",
    "healing_takes_off_no_more_than_there_is",
    "striking_back_is_no_attack",
    "a_sluggish_creature_is_not_hurt_when_an_effect_moves_it",
    "an_action_line_is_not_sprung_by_reviving",
    "a_crush_card_may_be_a_trap",
    "the_hell_line_of_a_controlled_creature_is_its_owners",
    "7_5_what_may_be_declined_is_asked",
    "7_3_what_comes_up_meanwhile_waits",
    "what_dice_hit_must_be_chosen_if_possible",
    "dice_that_hit_nothing_destroy_nothing",
    "control_is_not_taken_without_a_place",
    "a_face_down_crush_card_keeps_its_seat_in_the_game",
    "10_1_both_may_lose_at_once",
    "5_4_an_attack_goes_on_after_a_move",
    "7_what_falls_speaks_in_its_order",
    "7_lines_are_carried_out_in_their_order",
)
"""Tests of what the page does not say, beside the switches."""
SOURCES = {path.name: path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")) if path != Path(__file__)}
TESTS = {name for text in SOURCES.values() for name in re.findall(r"^def test_(\w+)\(", text, re.MULTILINE)}


def test_every_sentence_and_every_open_point_has_its_test() -> None:
    """No name of a test here is one that is not there."""
    assert sorted({*SENTENCES.values(), *OPEN_POINTS} - TESTS) == []
    assert len(SENTENCES) > 60


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_value_of_a_switch_is_played(switch: object) -> None:
    """A test of the rules sets it; the first is played wherever none is set."""
    text = "\n".join(SOURCES.values())
    assert switch.name in text  # type: ignore[attr-defined]
    assert [value for value in switch.values[1:] if f'"{value}"' not in text] == []  # type: ignore[attr-defined]
