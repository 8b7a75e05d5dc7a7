"""What the texts of cards change in turn and attack, by the paragraphs of the rules text (records/games/castle_rampage/rules/en.md)."""

from __future__ import annotations

import pytest

from records.games.castle_rampage.cards import Card
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.service.library import library
from support.castle import A, end, header, strengthen
from support.castle_powers import aim, asked, attacks, decline, discard, events, named, send, unasked, use, weaken, whole
from support.soaking import one_in

CARDS = library()["castle-rampage"].counters(header()).cards  # type: ignore[attr-defined]  # a game of Castle Rampage has them
PAYS_WITH = {"horse": "knight", "sword": "axe-man-draw", "bow": "archer"}


def test_2_7_what_a_card_says_goes_before_the_rules() -> None:
    """An attack hits the Gate where there is one, but for an Archer's."""
    table = whole(hand_A="archer robber", gate_B="ogre", castle_B="ogre").when(use("robber")).when(use("archer"))
    assert [target for target, _strength in attacks(table)] == ["gate:B", "castle:B"]


def test_2_8_a_hand_has_no_limit() -> None:
    """Twelve cards are kept at the end of a turn, and two more are drawn in the next."""
    table = whole(hand_A="cook " * 12, draw="cook " * 8).when(end()).when(end("B"))
    assert table.position().table.hands["A"].count == 14  # type: ignore[index]  # a seat's key is a letter
    unasked(table)


def test_5_8_the_strength_is_the_sum_of_its_parts() -> None:
    """Value, payment, display and what cards have lent; the event names each."""
    table = whole(hand_A="cook mercenary-horse knight", display_A="squire squire", gate_B="ogre ogre ogre").when(use("cook"))
    (event,) = events(table.when(use("mercenary-horse", optional_unit_bonus="knight")), ev.AttackDeclared)
    assert event.strength == sum(value for _part, value in event.parts) == 10
    assert sorted(event.parts) == [("cook", 2), ("mercenary-horse", 3), ("optional-unit-bonus", 3), ("squire", 1), ("squire", 1)]


def test_5_9_an_attack_of_nothing_has_not_taken_place() -> None:
    """Nothing is revealed and nothing ends; what the card lends the next attack is lent."""
    table = weaken(whole(hand_A="axe-man-bonus", hand_B="last-resort", gate_B="cook").when(use("axe-man-bonus")))
    assert "DefenderRevealed" not in named(table)
    assert [event.amount for event in events(table, pe.BonusGained)] == [2]


@pytest.mark.parametrize(
    ("card", "unit"), [("mercenary-horse", "knight"), ("mercenary-sword", "axe-man-draw"), ("mercenary-bow", "archer")]
)
def test_8_8_mercenary_has_six_for_its_unit(card: str, unit: str) -> None:
    """Three without, six with the demanded kind, refused with another card."""
    table = whole(hand_A=f"{card} {unit} cook", gate_B="ogre ogre")
    assert attacks(table.when(use(card))) == [("gate:B", 3)]
    assert attacks(table.when(use(card, optional_unit_bonus=unit))) == [("gate:B", 6)]
    table.refuses(use(card, optional_unit_bonus="cook"), "cost", "8.8")


def test_8_9_fight_plan_is_stronger_for_one_more_unit() -> None:
    """A knight and an archer for nine, a second archer for fourteen."""
    table = whole(hand_A="fight-plan-1 knight archer archer", gate_B="ogre ogre ogre")
    table.refuses(use("fight-plan-1"), "cost", "7.4")
    assert attacks(table.when(use("fight-plan-1", cost="knight archer"))) == [("gate:B", 9)]
    assert attacks(table.when(use("fight-plan-1", cost="knight archer", optional_unit_bonus="archer"))) == [("gate:B", 14)]


def test_8_14_a_digger_chooses_for_the_enemy_side_of_a_summoner_alone() -> None:
    """The part against the own side hits the Gate, and nobody is asked about it."""
    table = whole(hand_A="summoner", display_A="digger", gate_A="ogre", castle_A="ogre", gate_B="ogre", castle_B="ogre")
    table = unasked(aim(table.when(use("summoner")), "castle:B"))
    assert attacks(table) == [("castle:B", 5), ("gate:A", 5)]


def test_9_5_squires_add_up_for_each_attack() -> None:
    """Two of them make two more, of a Veteran too."""
    table = whole(hand_A="robber", display_A="squire squire veteran", gate_B="ogre").when(use("robber"))
    assert attacks(table.when(send(table, nth=2))) == [("gate:B", 5), ("gate:B", 4)]


def test_13_6_a_fallen_bomber_costs_the_attacker_two_cards() -> None:
    """Of the own choice, after the attack."""
    table = whole(hand_A="mercenary-bow cook medic squire", gate_B="bomber ogre").when(use("mercenary-bow"))
    assert (asked(table).seat, asked(table).least, asked(table).rule) == ("A", 2, "13.6")
    discard(table, "cook squire").lies(hand_A="medic")


def test_13_7_a_fallen_spy_costs_the_opponent_two_cards() -> None:
    """The opponent of who is on turn, wherever the Spy lay."""
    table = decline(whole(hand_A="robber cook", hand_B="cook medic squire", castle_B="spy ogre").when(use("robber")))
    assert (asked(table).seat, asked(table).least, asked(table).rule) == ("B", 2, "13.7")
    discard(table, "cook squire").lies(hand_B="medic", hand_A="cook spy")


def payment(card: Card) -> str:
    """Hand cards that pay for a card."""
    if card.cost.pays == "hand-cards":
        return " ".join(("cook",) * card.cost.cards)
    return " ".join(PAYS_WITH[unit] for unit in card.cost.units)


@pytest.mark.parametrize("name", one_in(3, [name for name, card in CARDS.items() if card.attack is not None and not card.permanent]))
def test_5_1_every_attack_card_attacks_with_its_value_for_its_cost(name: str) -> None:
    """As the catalogue has them: what is paid lies in the discard pile, and the first attack has the card's value."""
    card, paid = CARDS[name], payment(CARDS[name])
    walls = {"gate_A": "ogre ogre", "castle_A": "ogre ogre", "gate_B": "ogre ogre ogre", "castle_B": "ogre ogre ogre"}
    table = whole(hand_A=f"{name} {paid}", **walls).when(use(name, cost=paid) if paid else use(name))
    target = "castle:B" if card.power("ignores-gate") else "gate:B"
    assert attacks(table)[0] == (target, card.attack)
    assert table.position().table.hands[A].count == len(events(table, ev.CardDrawn))


@pytest.mark.parametrize("name", [name for name, card in CARDS.items() if card.power("optional-unit-bonus")])
def test_8_9_every_card_that_takes_one_more_unit_is_stronger_for_it(name: str) -> None:
    """By as much as the catalogue says, for a unit of the kind that it names and for no other."""
    card, paid = CARDS[name], payment(CARDS[name])
    more = card.power("optional-unit-bonus")
    assert more is not None
    unit = PAYS_WITH[more.words["unit"]]
    (other,) = set(PAYS_WITH.values()) - {unit, PAYS_WITH["horse" if unit != "knight" else "bow"]}
    hand = f"{name} {paid} {unit} {other}"
    bonus = {"optional_unit_bonus": unit} if not paid else {"cost": paid, "optional_unit_bonus": unit}
    table = whole(hand_A=hand, gate_B="ogre ogre ogre ogre")
    assert attacks(table.when(use(name, **bonus))) == [("gate:B", (card.attack or 0) + more.numbers["amount"])]
    table.refuses(use(name, **{**bonus, "optional_unit_bonus": other}), "cost", "8.9" if card.kind == "fight-plan" else "8.8")


@pytest.mark.parametrize("name", [name for name, card in CARDS.items() if card.permanent])
def test_4_1_every_permanent_card_comes_into_the_display(name: str) -> None:
    """Open, and there it stays at the end of the turn."""
    table = whole(hand_A=name, gate_A="cook", gate_B="ogre").when(use(name)).when(end())
    table.lies(display_A=name).shows("B", display_A=name)


@pytest.mark.parametrize("name", one_in(3, CARDS))
def test_3_3_every_card_strengthens(name: str) -> None:
    """With its values, and without its text; the Ogre alone is paid for, which tells what it is."""
    paid = {"cost": "cook"} if CARDS[name].power("pays-to-strengthen") else {}
    table = whole(hand_A=f"{name} cook").when(strengthen(name, "gate:A", **paid))
    table.lies(gate_A=name).shows("B", gate_A=name if paid else "none of ogre")
