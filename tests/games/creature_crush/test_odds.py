"""What may be asked about chances, and how it is answered; that the figures are those of play says test_odds_law.py."""

from __future__ import annotations

from fractions import Fraction

import pytest

from records.games.creature_crush.model import commands as cmd
from support.crush_odds import answered, asked, told
from support.crush_table import A, B, CrushTable, at

DUEL = {"a1:A": "ogre", "b1:B": "toad", "c1:B": "pitfall"}
STRIKE = cmd.AttackWith(seat=A, slot=at("a1:A"), target=at("b1:B"), dice=(0,))


def test_an_attack_may_be_thought_of_before_it_is_announced() -> None:
    """Each one that the dice pay for; the ogre (3/4) destroys the vengeful toad (1/3) and lives."""
    table = CrushTable({**DUEL, "b2:A": "hound", "b2:B": "hound"}, dice="4")
    assert [*asked(table, "survive")["attack"].options] == ["a1A,b1B"]  # type: ignore[union-attr]  # a choice
    assert told(answered(table, "survive")) == {"toad is not destroyed.": 0, "ogre is still on the field.": 1}


def test_an_announced_attack_may_be_answered_by_what_the_log_shows() -> None:
    """The pit deals 2 damage to the ogre, and the toad strikes back with 1; two more would be needed."""
    table = CrushTable(DUEL, dice="4", named={"damage.a1A": 1})
    table.do(STRIKE)
    assert [*asked(table, "survive")["flip"].options] == ["nothing", "c1B"]  # type: ignore[union-attr]
    assert told(answered(table, "survive", flip="c1B")) == {"toad is not destroyed.": 0, "ogre is still on the field.": 0}
    assert told(answered(table, "survive")) == {"toad is not destroyed.": 0, "ogre is still on the field.": 1}


def test_a_card_that_the_log_does_not_show_is_not_offered() -> None:
    """Whoever does not see B's crush card is told of none, and the figure is the one for no answer."""
    table = CrushTable({**DUEL, "c1:B": "?"}, dice="4", named={"paid.c1B": 1})
    table.do(STRIKE)
    assert table.asked == ("B respond",)
    assert [*asked(table, "survive")] == ["attack"]
    assert told(answered(table, "survive")) == {"toad is not destroyed.": 0, "ogre is still on the field.": 1}


DIRECT = cmd.AttackWith(seat=A, slot=at("a1:A"), target=None, dice=(0,))


@pytest.mark.parametrize(
    ("of", "falls"),
    [
        ({"camps": {"B": ["hound"]}}, {"The top card of the camp of B falls.": 1}),
        ({"camps": {"B": ()}}, {"A random hand card of B falls.": 1}),
        ({"camps": {"B": ["?"]}}, {"The top card of the camp of B falls.": 1}),
        ({"camps": {"B": ()}, "hands": {"B": ()}}, {"pitfall falls.": Fraction(1, 2), "change falls.": Fraction(1, 2)}),
    ],
)
def test_a_direct_attack_takes_camp_hand_and_crush_cards_in_that_order(
    of: dict[str, dict[str, list[str]]], falls: dict[str, Fraction]
) -> None:
    """Of several face-down crush cards each falls as often."""
    table = CrushTable({"a1:A": "ogre", "c1:B": "pitfall", "c2:B": "change"}, dice="4", **of)
    assert told(answered(table, "survive")) == falls


def test_a_face_down_card_that_may_fall_is_told_by_its_place() -> None:
    """By its cell, and by its name to whoever sees it."""
    table = CrushTable({"a1:A": "ogre", "c1:B": "?", "c2:B": "change"}, dice="4", camps={"B": ()}, hands={"B": ()})
    answer = answered(table, "survive")
    falls = {"The face-down card on C1 of B falls.": Fraction(1, 2), "change falls.": Fraction(1, 2)}
    assert (told(answer), answer.exact) == (falls, True)
    hit = told(answered(table, "hit"))
    assert hit["the face-down card on C1 of B"] == 0


def test_survive_over_face_down_crush_cards_is_answered_by_place() -> None:
    """Who does not see them is told the same chances as their owner, a third each; of a single one that it falls."""
    down = {f"c{column}:B": "?" for column in "123"}
    table = CrushTable({"a1:A": "ogre", **down}, dice="4", camps={"B": ()}, hands={"B": ()})
    assert told(answered(table, "survive")) == {f"The face-down card on C{column} of B falls.": Fraction(1, 3) for column in "123"}
    alone = CrushTable({"a1:A": "ogre", "c2:B": "?"}, dice="4", camps={"B": ()}, hands={"B": ()})
    assert told(answered(alone, "survive")) == {"The face-down card on C2 of B falls.": 1}


def test_the_chance_of_five_start_dice_can_be_asked() -> None:
    """A triple, then a quadruple: 1 in 36 times 1 in 6; two dice of effects make it certain."""
    plain = told(answered(CrushTable(dice="1"), "dice", of="B"))
    assert plain == {
        "There are 5 start dice.": Fraction(1, 216),
        "There are 4 start dice.": Fraction(5, 216),
        "There are 3 start dice.": Fraction(35, 36),
    }
    assert told(answered(CrushTable(dice="1", named={"gained.B": 2}), "dice", of="B"))["There are 5 start dice."] == 1


def test_nothing_is_asked_of_a_creature_that_nobody_noted() -> None:
    """What it costs, bears and does is not known, and it may change every other number."""
    table = CrushTable({"a1:A": "ogre", "b1:B": "?"}, dice="4")
    assert asked(table, "survive") == {}
    assert asked(table, "hit") == {}


def test_what_effects_leave_open_each_seat_chooses_to_its_own_good() -> None:
    """B's dying imp deals 1 damage to any target: to the ogre that has 1 life left, not to B's own hound."""
    table = CrushTable({"a1:A": "ogre", "b1:B": "imp", "b3:B": "hound"}, dice="4", named={"damage.a1A": 3})
    assert told(answered(table, "survive")) == {"imp is not destroyed.": 0, "ogre is still on the field.": 0}


def test_dice_that_lie_there_pay_or_do_not() -> None:
    """The example of the rules: 2, 4 and 5 pay 11 and 9 and no 8; 6 and 5 together, and not 7 and 5."""
    table = CrushTable(dice="245")
    assert [answered(table, "pay", cost=cost).chances[0].chance for cost in (11, 9, 8)] == [1, 1, 0]
    assert [answered(table, "pay", cost=cost, besides=5).chances[0].chance for cost in (6, 7)] == [1, 0]


def test_a_crush_card_is_paid_by_the_number_of_dice() -> None:
    """Four start dice come of a triple; burned dice are not there."""
    table = CrushTable(dice="2451", named={"burned": "0"})
    assert told(answered(table, "pay", cost=4))["There are enough of them for a crush card of 4 dice."] == 0
    assert told(answered(table, "pay", cost=3))["There are enough of them for a crush card of 3 dice."] == 1
    assert told(answered(table, "pay", cost=4, **{"with": "B"}))["There are enough of them for a crush card of 4 dice."] == Fraction(1, 36)


def test_a_roll_of_so_many_dice_has_no_others_for_triples() -> None:
    """As with dice of effects: 20 cannot be thrown with three."""
    table = CrushTable(dice="1")
    assert answered(table, "pay", cost=20, **{"with": "roll", "dice": 3}).chances[0].chance == 0
    assert answered(table, "pay", cost=1, **{"with": "roll", "dice": 1}).chances[0].chance == Fraction(1, 6)


def test_dice_hit_one_of_several_cards_and_each_of_them() -> None:
    """Of a toad (2) and an ogre (4) two dice hit one more often than either."""
    answer = told(answered(CrushTable({"b1:B": "toad", "b2:B": "ogre"}), "hit", on="B", dice=2))
    assert [*answer] == ["any creature of B", "toad", "ogre"]
    assert answer["any creature of B"] > max(answer["toad"], answer["ogre"])


def test_before_the_first_roll_and_after_the_end_nothing_is_asked() -> None:
    """No dice lie there, and nobody attacks any more."""
    table = CrushTable(DUEL, dice="4", named={"phase": "set-up"})
    assert (asked(table, "pay"), asked(table, "survive")) == ({}, {})
    table = CrushTable(DUEL, dice="4")
    table.do(cmd.Resign(seat=B))
    assert [asked(table, name) for name in ("pay", "hit", "survive", "dice")] == [{}, {}, {}, {}]
