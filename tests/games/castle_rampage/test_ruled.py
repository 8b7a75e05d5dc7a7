"""The 24 points that the sources rule, in their order in the project's collection of rules, each named after its paragraph."""

from __future__ import annotations

import pytest

from records.core.shared import GameWon
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from support.castle import end, strengthen
from support.castle_powers import aim, asked, attacks, decline, discard, events, named, recover, send, slip, unasked, use, weaken, whole


def test_8_1_archer_must_ignore_the_gate() -> None:
    """The Castle is attacked over a Gate that stands, and nobody is asked."""
    table = unasked(whole(hand_A="archer", gate_B="ogre", castle_B="spy cook").when(use("archer")))
    assert attacks(table) == [("castle:B", 2)]
    table.lies(gate_B="ogre", castle_B="cook")


def test_8_2_axe_man_draws_before_the_attack() -> None:
    """The card is drawn before the attack is declared."""
    happened = named(whole(hand_A="axe-man-draw", gate_B="ogre").when(use("axe-man-draw")))
    assert happened.index("CardDrawn") < happened.index("AttackDeclared")


def test_8_3_axe_man_bonus_lapses_with_the_turn() -> None:
    """Without a further attack in the turn the bonus is gone, and the next turn's attack has none."""
    table = whole(hand_A="axe-man-bonus robber", gate_B="ogre").when(use("axe-man-bonus")).when(end())
    assert [event.amount for event in events(table, pe.BonusLapsed)] == [2]
    table = table.when(end("B")).when(use("robber"))
    assert attacks(table) == [("gate:B", 2), ("gate:B", 3)]


def test_8_3_axe_man_bonus_strengthens_the_next_attack_only() -> None:
    """The attack of the card itself has none of it, the next one all, the one after it none."""
    table = whole(hand_A="axe-man-bonus archer robber", gate_B="ogre", castle_B="ogre")
    table = table.when(use("axe-man-bonus")).when(use("archer")).when(use("robber"))
    assert attacks(table) == [("gate:B", 2), ("castle:B", 4), ("gate:B", 3)]


def test_8_11_summoner_hits_both_sides_with_the_changed_value() -> None:
    """Squire and Cook count for both parts of the attack."""
    table = whole(hand_A="cook summoner", display_A="squire", gate_A="ogre", castle_A="ogre", gate_B="ogre", castle_B="ogre ogre")
    table = table.when(use("cook")).when(use("summoner"))
    assert attacks(table) == [("gate:B", 8), ("gate:A", 8)]


def test_8_11_summoner_that_fells_the_own_castle_alone_loses() -> None:
    """The own Castle destroyed: the defender wins."""
    table = whole(hand_A="summoner", castle_A="spy", gate_B="ogre", castle_B="ogre").when(use("summoner"))
    assert [event.seat for event in events(table, GameWon)] == ["B"]


def test_8_4_hail_of_arrows_is_two_attacks() -> None:
    """What is left at the Gate is lost, and the Castle is attacked with its 3 whatever happened before."""
    table = whole(hand_A="hail-of-arrows", gate_B="cook", castle_B="medic ogre").when(use("hail-of-arrows"))
    assert attacks(table) == [("gate:B", 3), ("castle:B", 3)]
    table.lies(gate_B="", castle_B="ogre")


def test_8_4_hail_of_arrows_gains_in_its_first_attack_only() -> None:
    """A bonus of an Axe Man counts against the Gate alone."""
    table = whole(hand_A="axe-man-bonus hail-of-arrows", gate_B="ogre", castle_B="ogre")
    table = table.when(use("axe-man-bonus")).when(use("hail-of-arrows"))
    assert attacks(table)[1:] == [("gate:B", 5), ("castle:B", 3)]


def test_8_4_hail_of_arrows_on_an_empty_gate_attacks_the_castle_alone() -> None:
    """One attack with 3."""
    assert attacks(whole(hand_A="hail-of-arrows", castle_B="ogre").when(use("hail-of-arrows"))) == [("castle:B", 3)]


def test_8_6_knight_always_costs_a_card() -> None:
    """Without it the Knight is refused, also when the bonus would be paid."""
    table = whole(hand_A="knight cook", gate_B="ogre")
    table.refuses(use("knight"), "cost", "7.3")
    table.refuses(use("knight", optional_discard_bonus="cook"), "cost", "7.3")
    assert attacks(table.when(use("knight", cost="cook"))) == [("gate:B", 5)]


def test_8_7_knight_has_six_for_a_further_card() -> None:
    """A second discarded card makes 6 of 5, and breaks an Ogre."""
    table = whole(hand_A="knight cook medic", gate_B="ogre", castle_B="ogre")
    table = table.when(use("knight", cost="cook", optional_discard_bonus="medic"))
    assert attacks(table) == [("gate:B", 6)]
    table.lies(gate_B="", hand_A="")


def test_4_4_a_unit_with_several_symbols_pays_for_one() -> None:
    """A Giant has all three symbols, and is one of the two units that a Fight Plan takes."""
    table = whole(hand_A="fight-plan-1 giant archer", gate_B="ogre", castle_B="ogre")
    table.refuses(use("fight-plan-1", cost="giant"), "cost", "7.4")
    assert attacks(table.when(use("fight-plan-1", cost="giant archer"))) == [("gate:B", 9)]


def test_9_2_advisor_needs_a_card_in_the_own_gate() -> None:
    """With an empty Gate it may not be played."""
    whole(hand_A="advisor").refuses(use("advisor"), "gate", "9.2")
    whole(hand_A="advisor", gate_A="cook").when(use("advisor")).lies(display_A="advisor")


def test_9_1_advisors_add_up() -> None:
    """Two of them draw four cards in all at the beginning of the turn."""
    table = whole(on_turn="B", display_A="advisor advisor", gate_A="cook").when(end("B"))
    assert len(events(table, ev.CardDrawn)) == 4
    assert len(events(whole(on_turn="B", display_A="advisor").when(end("B")), ev.CardDrawn)) == 3


def test_9_3_digger_chooses_before_a_last_resort() -> None:
    """The target is asked first, the defence when target and strength stand."""
    table = whole(hand_A="robber", display_A="digger", hand_B="last-resort", gate_B="ogre", castle_B="ogre").when(use("robber"))
    assert (asked(table).seat, asked(table).what) == ("A", "target")
    table = aim(table, "castle:B")
    assert (asked(table).seat, asked(table).what) == ("B", "defence")
    assert attacks(weaken(table)) == [("castle:B", 3)]


def test_9_4_digger_at_the_gate_goes_on_to_the_castle() -> None:
    """What is left of an attack on the chosen Gate flows on."""
    table = whole(hand_A="giant cook", display_A="digger", gate_B="cook", castle_B="squire ogre").when(use("giant", cost="cook"))
    aim(table, "gate:B").lies(gate_B="", castle_B="ogre")


def test_9_6_veteran_is_made_stronger_by_squire_and_cook() -> None:
    """Both count for an attack from the display, and it stays after a defender that held."""
    table = whole(hand_A="cook", display_A="veteran squire", gate_B="ogre").when(use("cook"))
    table = table.when(send(table))
    assert attacks(table) == [("gate:B", 5)]
    table.lies(display_A="veteran squire", gate_B="ogre")


def test_9_9_second_veteran_has_no_effect() -> None:
    """Two of them attack once in a turn."""
    table = whole(display_A="veteran veteran", gate_B="ogre")
    table = table.when(send(table))
    table.refuses(send(table, nth=1), "sent", "9.9")


def test_10_3_diplomat_forbids_attack_cards_and_a_new_veteran() -> None:
    """In the opponent's next turn, and not in the one after it."""
    table = whole(
        hand_A="diplomat", hand_B="robber veteran cook", gate_A="ogre", castle_A="ogre", draw="cook cook cook cook cook cook cook cook"
    )
    table = table.when(use("diplomat")).when(end())
    table.refuses(use("robber", "B"), "forbidden", "10.3").refuses(use("veteran", "B"), "forbidden", "10.3")
    table = table.when(use("cook", "B")).when(end("B")).when(end()).when(use("veteran", "B"))
    table.lies(display_B="veteran")


def test_10_4_after_a_diplomat_an_old_veteran_attacks_and_a_jester_is_played() -> None:
    """Neither is an attack card that is played."""
    places = {"hand_B": "jester robber", "display_B": "veteran", "gate_A": "ogre", "castle_A": "worker"}
    table = whole(hand_A="diplomat", **places).when(use("diplomat")).when(end())
    table = table.when(send(table, "B"))
    assert attacks(table) == [("gate:A", 2)]
    table = table.when(use("jester", "B", along="robber"))
    assert attacks(table)[1:] == [("castle:A", 3)]


@pytest.mark.parametrize("card", ["dragon", "earthquake"])
def test_10_9_an_empty_gate_leaves_the_castle_card_alone(card: str) -> None:
    """Where there is no Gate, the top card of the Castle falls and nothing else."""
    table = whole(hand_A=card, castle_A="cook ogre", castle_B="squire medic").when(use(card))
    table.lies(castle_B="medic", castle_A="ogre" if card == "earthquake" else "cook ogre")
    assert len(events(table, pe.TopDiscarded)) == (2 if card == "earthquake" else 1)


@pytest.mark.parametrize("fallen", ["spy", "bomber", "saboteur"])
def test_10_11_what_a_dragon_discards_has_no_purple_effect(fallen: str) -> None:
    """Nobody discards, and nothing is strengthened."""
    table = whole(hand_A="dragon cook cook", hand_B="cook cook", gate_B=fallen, castle_B="squire medic").when(use("dragon"))
    unasked(table).lies(gate_B="", castle_B="medic", hand_A="cook cook", hand_B="cook cook")
    assert not events(table, pe.AttackStrengthened)


@pytest.mark.parametrize("card", ["earthquake", "summoner"])
def test_6_4_both_castles_fall_and_the_active_player_loses(card: str) -> None:
    """By an Earthquake as by a Summoner."""
    table = whole(hand_A=card, castle_A="spy", castle_B="spy").when(use(card))
    assert [(event.seat, event.rule) for event in events(table, GameWon)] == [("B", "6.4")]
    table.lies(castle_A="", castle_B="")


@pytest.mark.parametrize(("first", "second"), [("medic", "medic"), ("medic", "reinforcement"), ("reinforcement", "medic")])
def test_10_14_after_the_second_of_medic_and_reinforcement_no_card_is_played(first: str, second: str) -> None:
    """After the first one more may be played, after the second none; in the next turn again."""
    table = whole(hand_A=f"{first} {second} cook cook").when(use(first)).when(use("cook")).when(use(second))
    table = recover(table, "cook") if second == "medic" else table
    table.refuses(use("cook"), "limit", "10.14")
    assert [event.left for event in events(table, ee.PlaysLimited)] == [None, 0]


def test_10_1_cooks_add_up_with_axe_man_and_squire() -> None:
    """Two Cooks, an Axe Man and a Squire: 3 + 2 + 2 + 2 + 1."""
    table = whole(hand_A="axe-man-bonus cook cook robber", display_A="squire", gate_B="ogre ogre", castle_B="ogre")
    table = table.when(use("axe-man-bonus")).when(use("cook")).when(use("cook")).when(use("robber"))
    assert attacks(table) == [("gate:B", 3), ("gate:B", 10)]
    assert dict(events(table, ev.AttackDeclared)[1].parts) == {"robber": 3, "squire": 1, "axe-man-bonus": 2, "cook": 2}


def test_10_19_an_attack_weakened_to_nothing_uses_up_a_bonus() -> None:
    """The attack after it is not stronger by what was lent to the one that did not take place."""
    table = (
        whole(hand_A="cook robber robber", hand_B="last-resort last-resort last-resort", gate_B="ogre ogre")
        .when(use("cook"))
        .when(use("robber"))
    )
    table = weaken(weaken(table))
    assert events(table, pe.AttackCancelled)
    assert attacks(decline(table.when(use("robber")))) == [("gate:B", 5), ("gate:B", 3)]


def test_11_1_last_resort_is_played_when_target_and_strength_stand() -> None:
    """The question comes after the attack is declared, and before a card is turned over."""
    table = whole(hand_A="robber", hand_B="last-resort", gate_B="ogre").when(use("robber"))
    assert named(table)[-2:] == ["AttackDeclared", "Asked"]


def test_11_2_several_last_resorts_are_played() -> None:
    """Against one attack, one after the other."""
    table = whole(hand_A="knight cook", hand_B="last-resort last-resort", gate_B="cook").when(use("knight", cost="cook"))
    table = weaken(weaken(table))
    assert [event.strength for event in events(table, pe.AttackWeakened)] == [2, -1]


def test_11_3_an_attack_of_nothing_does_not_take_place() -> None:
    """At 0 no card is turned over, and what else the card does happens."""
    table = whole(hand_A="axe-man-bonus robber", hand_B="last-resort", gate_B="cook", castle_B="ogre").when(use("axe-man-bonus"))
    table = weaken(table)
    assert not events(table, ev.DefenderRevealed)
    assert len(events(table, pe.AttackCancelled)) == 1
    assert attacks(table.when(use("robber")))[-1] == ("gate:B", 5)


def test_12_1_jester_pays_costs_and_switches_effects_off() -> None:
    """A Knight still costs a card; an Axe Man draws nothing and lends nothing."""
    table = whole(hand_A="jester knight axe-man-draw cook", gate_B="ogre", castle_B="ogre medic")
    table.refuses(use("jester", along="knight axe-man-draw"), "cost", "7.3")
    table = table.when(use("jester", along="knight axe-man-draw", cost_1="cook"))
    assert attacks(table) == [("castle:B", 7)]
    assert not events(table, ev.CardDrawn)


def test_12_4_jester_adds_bonuses_once() -> None:
    """Cook and Squire count once for the sum, not for each card."""
    table = whole(hand_A="cook jester robber robber", display_A="squire", castle_B="ogre ogre").when(use("cook"))
    assert attacks(table.when(use("jester", along="robber robber"))) == [("castle:B", 9)]


@pytest.mark.parametrize(("castle", "winner"), [("cook", "A"), ("cook ogre", "B")])
def test_12_5_jester_is_all_or_nothing(castle: str, winner: str) -> None:
    """The Castle falls, or the game is lost; the Gate is passed by."""
    table = whole(hand_A="jester robber", gate_B="ogre", castle_B=castle).when(use("jester", along="robber"))
    assert attacks(table) == [("castle:B", 3)]
    assert [event.seat for event in events(table, GameWon)] == [winner]


def test_10_15_priest_takes_the_units_of_both_hands() -> None:
    """By the symbols, and nothing else of a hand."""
    table = whole(hand_A="priest archer cook", hand_B="knight giant medic").when(use("priest"))
    table.lies(hand_A="cook", hand_B="medic")
    assert [(event.seat, event.cards) for event in events(table, ee.UnitsDiscarded)] == [("A", ("archer",)), ("B", ("giant", "knight"))]


def test_10_5_double_agent_takes_the_one_card_that_is_there() -> None:
    """Of a Gate with one card one is stolen, of an empty one none."""
    table = whole(hand_A="double-agent", gate_A="cook", gate_B="ogre").when(use("double-agent"))
    table.lies(gate_A="cook ogre", gate_B="")
    assert not events(whole(hand_A="double-agent", gate_A="cook").when(use("double-agent")), ee.GateCardsStolen)


@pytest.mark.parametrize("card", ["double-agent", "traitor"])
def test_10_8_nobody_looks_at_moved_cards(card: str) -> None:
    """Who gets a card learns nothing, who had it still knows it, and the table shows neither."""
    table = whole(hand_A=card, gate_A="cook squire", gate_B="ogre giant").when(use(card))
    table.shows("A", gate_A={"double-agent": "cook squire ? ?", "traitor": "? ?"}[card])
    table.shows("B", gate_A={"double-agent": "? ? ogre giant", "traitor": "ogre giant"}[card])
    table.shows("public", gate_A={"double-agent": "? ? ? ?", "traitor": "? ?"}[card])


def test_13_1_ogre_is_the_strengthening_of_the_turn_and_is_paid() -> None:
    """It costs a card, and no other card strengthens after it."""
    table = whole(hand_A="ogre cook medic", gate_A="cook")
    table.refuses(strengthen("ogre", "gate:A"), "cost", "7.3")
    table = table.when(strengthen("ogre", "gate:A", cost="cook"))
    table.refuses(strengthen("medic", "castle:A"), "strengthened", "3.1").lies(gate_A="cook ogre", hand_A="medic")


@pytest.mark.parametrize("card", ["saboteur", "spy"])
def test_13_4_saboteur_and_spy_work_in_a_castle_as_in_a_gate(card: str) -> None:
    """Destroyed in an attack they do the same in both."""
    for places in ({"gate_B": f"{card} ogre"}, {"castle_B": f"{card} ogre"}):
        table = whole(hand_A="robber", hand_B="cook medic", **places).when(use("robber"))
        if table.position().state.pending and asked(table).what == "defence":
            table = decline(table)
        assert bool(events(table, pe.AttackStrengthened)) is (card == "saboteur")
        assert (asked(table).what == "discard" if card == "spy" else unasked(table)) is not None


def test_13_9_the_active_player_discards_before_the_opponent() -> None:
    """Two for each Bomber, then two for each Spy, whatever fell first."""
    places = {"hand_A": "fight-plan-1 archer knight cook cook cook", "hand_B": "medic medic squire", "gate_B": "spy bomber ogre"}
    table = decline(whole(**places, castle_B="ogre").when(use("fight-plan-1", cost="archer knight")))
    assert (asked(table).seat, asked(table).most) == ("A", 2)
    table = discard(table, "cook cook")
    assert (asked(table).seat, asked(table).most) == ("B", 2)
    unasked(discard(table, "medic squire")).lies(hand_A="cook", hand_B="medic")


def test_5_5_equal_values_destroy_both_and_turn_no_further_card() -> None:
    """The attack card and the defender go, and the next card stays hidden."""
    table = whole(hand_A="robber", gate_B="axe-man-bonus ogre").when(use("robber"))
    assert len(events(table, ev.DefenderRevealed)) == 1
    table.lies(gate_B="ogre", discard="robber").shows("A", gate_B="?")


def test_4_5_an_attack_card_attacks_whether_its_player_likes_it_or_not() -> None:
    """A Summoner that can only harm its own side is played with both its parts."""
    table = whole(hand_A="summoner", gate_A="cook medic", castle_A="ogre", gate_B="ogre").when(use("summoner"))
    assert [target for target, _strength in attacks(table)] == ["gate:B", "gate:A"]
    table.lies(gate_A="", castle_A="ogre", gate_B="ogre")


def test_13_2_a_slipped_card_is_one_of_two_to_its_new_owner() -> None:
    """Who laid it knows it, the owner of the Gate knows that it is a Saboteur or a Spy."""
    table = whole(hand_A="spy", gate_B="cook").when(slip("spy")).shows("A", gate_B="? spy")
    table.shows("B", gate_B="cook one of saboteur, spy")
