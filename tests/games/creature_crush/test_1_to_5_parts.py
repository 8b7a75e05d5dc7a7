"""What the game is made of, how it is set up, what dice pay for (rules/en.md § 1 to 5), and that no paragraph is without a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from records.core.ids import SeatKey
from records.core.secret import secret
from records.errors import MalformedCommand, RuleViolation
from records.games.creature_crush.effects.lines import Ability
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import set_up_events as su
from records.games.creature_crush.model import turn_events as tu
from records.games.creature_crush.model.places import CREATURE_ZONES, CRUSH
from records.games.creature_crush.rulesets import RULESETS
from records.service.library import library
from records.service.writing.simulation import simulate
from support.crush import house_catalogue
from support.crush_table import A, B, CrushTable, at

GAME = library()["creature-crush"]
RULES = Path(__file__).parents[3] / "records/games/creature_crush/rules/en.md"


@pytest.mark.soak
def test_1_1_there_are_a_hundred_cards_each_once() -> None:
    """80 creatures and 20 crush cards, for two."""
    cards = house_catalogue()
    assert (len(cards.creatures), len(cards.crush_cards), len(set(cards.cards))) == (80, 20, 100)
    assert len({card.title["en"] for card in cards.cards.values()}) == len({card.title["de"] for card in cards.cards.values()}) == 100
    assert GAME.simulation is not None
    assert tuple(GAME.simulation.players) == (2,)


def test_1_2_columns_face_each_other() -> None:
    """A creature of column 2 meets the enemies of column 2; zone C holds three crush cards and no creature."""
    for column in "123":
        table = CrushTable({f"b{column}:A": "hound", "b1:B": "imp", "b2:B": "toad", "b3:B": "ogre"}, dice="1")
        assert [command.target for command in table.may(cmd.AttackWith)] == [f"b{column}B"]
    table = CrushTable(dice="16", hands={"A": ["hound", "blood"]})
    assert {command.cell for command in table.may(cmd.LayCrush)} == {f"{CRUSH}{column}:A" for column in "123"}
    assert {command.cell[0] for command in table.may(cmd.Summon)} < set(CREATURE_ZONES)


def test_1_3_a_camp_has_twenty_cards_and_a_hell_lies_open() -> None:
    """What is destroyed is told to everybody, camps are told to nobody."""
    (game,) = simulate(GAME, seed=1, games=1)
    events = [entry.event for entry in game.entries]
    camps = [event.cards for event in events if isinstance(event, su.CampDealt)]
    assert [(len(cards.faces), cards.known_to) for cards in camps] == [(20, ())] * 2
    dealt = {face for cards in camps for face in cards.faces}
    fallen = [event.card for event in events if isinstance(event, fe.Destroyed | fe.CampTopHit)]
    assert fallen
    assert set(fallen) <= dealt


def test_1_4_a_card_says_what_it_costs_and_does() -> None:
    """A creature has cost, attack and life; a crush card one line that is turned up. What a card says goes before the rules."""
    for card in house_catalogue().cards.values():
        assert card.creature == (card.life > 0)
        assert len(card.lines) == len(card.texts["en"]) == len(card.texts["de"])
        flips = [line for line in card.lines if isinstance(line, Ability) and line.keyword == "flip"]
        assert len(flips) == (0 if card.creature else 1), card.name
    for name, acts in (("hound", 0), ("runner", 1)):
        new = CrushTable({"b1:A": name, "b1:B": "ogre"}, dice="13", named={"entered.b1A": "paid"})
        assert len({command.slot for command in new.may(cmd.AttackWith)}) == acts, "only a lively one may act against 5.8"


def test_2_1_start_dice_are_rolled_anew_and_pay() -> None:
    """For hand cards, attacks and moves; those of the last turn are gone."""
    table = CrushTable({"b1:A": "hound", "b1:B": "ogre"}, dice="1", hands={"A": ["hound"]})
    assert table.may(cmd.Summon)
    assert table.may(cmd.AttackWith)
    table.do(cmd.EndBattle(seat=A))
    assert table.may(cmd.MoveAlly)
    table.do(cmd.EndTurn(seat=A), "toad", 2, 4, 5)
    assert table.state.dice == (2, 4, 5)


def test_2_4_damage_stays_until_it_is_mended() -> None:
    """Over the turns; a medic takes two of three away."""
    table = CrushTable({"b1:A": "ogre"}, hands={"A": ["medic"]}, named={"damage.b1A": 3})
    for seat in (A, B):
        table.do(cmd.EndBattle(seat=seat))
        table.do(cmd.EndTurn(seat=seat), "toad", 1, 1, 3)
    assert table.state.lying(at("b1:A")).damage == 3
    table.do(cmd.Summon(seat=A, card="medic", cell="b2:A", dice=(2,)))
    table.do(cmd.Answer(seat=A, slots=(at("b1:A"),)))
    assert table.state.lying(at("b1:A")).damage == 1


def test_3_1_two_sit_opposite_each_other() -> None:
    """Nobody plays alone or between them, and nobody sits down when the game has begun."""
    table = CrushTable()
    for seats in ((A,), (A, B, SeatKey("C")), (B, A)):
        with pytest.raises(MalformedCommand):
            table.do(cmd.Start(seats=seats))
    with pytest.raises(RuleViolation, match=r"3\.1"):
        table.do(cmd.Start(seats=(A, B)))


def test_3_2_a_camp_is_built_in_one_of_three_ways() -> None:
    """Dealt, drafted or chosen; the set-up that follows is the same."""
    ways = {"skirmish": su.CampDealt, "arena": su.DraftKept, "league": su.CampChosen}
    assert {name.partition("/")[2] for name in RULESETS} == set(ways)
    for way, own in ways.items():
        (game,) = simulate(GAME, seed=2, games=1, ruleset=f"creature-crush/{way}")
        kinds = {type(entry.event) for entry in game.entries}
        assert kinds & set(ways.values()) == {own}
        assert {su.FirstRolled, su.HandDealt, tu.TurnBegan} <= kinds


def test_5_1_a_battle_goes_in_any_order_while_dice_pay() -> None:
    """Attack, summon, lay, attack; then nothing is left to pay with, and in the tactics phase no card is played."""
    table = CrushTable(
        {"b1:A": "hound", "b2:A": "toad", "b1:B": "ogre", "b2:B": "ogre"}, dice="1236", hands={"A": ["runner", "chest", "imp"]}
    )
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    table.do(cmd.Summon(seat=A, card="runner", cell="b3:A", dice=(2,)))
    table.do(cmd.LayCrush(seat=A, card=secret("chest", to=(A,)), cell="c1:A", dice=(3,)))
    table.do(cmd.AttackWith(seat=A, slot=at("b2:A"), target=at("b2:B"), dice=(1,)))
    assert not table.may(cmd.Summon) + table.may(cmd.LayCrush) + table.may(cmd.AttackWith)
    tactics = CrushTable(dice="2", hands={"A": ["imp"]}, named={"phase": "tactics"})
    with pytest.raises(RuleViolation):
        tactics.do(cmd.Summon(seat=A, card="imp", cell="b1:A", dice=(0,)))


def test_every_paragraph_has_a_test_of_its_name() -> None:
    """And no test is named after a paragraph that is not there."""
    named = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for numbers in re.findall(r"^def test_((?:\d+_\d+_(?:and_)?)+)", path.read_text("utf-8"), re.MULTILINE):
            named |= {".".join(pair) for pair in re.findall(r"(\d+)_(\d+)", numbers)}
    told = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", RULES.read_text("utf-8"), re.MULTILINE))
    assert named == told
