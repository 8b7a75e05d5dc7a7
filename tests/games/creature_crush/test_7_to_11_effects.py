"""Effects, the chain, keywords, control, the end, camps: a test for each paragraph (rules/en.md § 7 to 11)."""

from __future__ import annotations

import pytest

from records.core.secret import secret
from records.core.shared import GameDrawn, GameWon
from records.games.creature_crush.effects.card_filter import CardFilter
from records.games.creature_crush.effects.conditions import Happens
from records.games.creature_crush.effects.verbs import DestroyCards, DrawCards
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import set_up_events as su
from records.games.creature_crush.model import turn_events as tu
from support.crush_cards import ALLY, ENEMY, card, deal, does, every, one
from support.crush_table import A, B, CrushTable, at

HOUND = cmd.Summon(seat=A, card="hound", cell="b3:A", dice=(0,))


def summoned(card_name: str, field: dict[str, str], dice: str, **more: object) -> CrushTable:
    """A table on which A has just summoned a creature to b3 with all its dice."""
    table = CrushTable(field, dice=dice, hands={"A": [card_name]}, **more)  # type: ignore[arg-type]  # what a table takes
    table.do(cmd.Summon(seat=A, card=card_name, cell="b3:A", dice=tuple(range(len(dice)))))
    return table


def test_7_1_a_line_with_a_condition_is_used_once_a_turn() -> None:
    """In the own battle phase while its condition holds; under another reading as often as one likes."""
    hands = {"A": ["hound"] * 7}
    use = cmd.UseEffect(seat=A, slot=at("b1:A"), line=0)
    for value, again in (("once a turn, battle phase", 0), ("any number of times", 1)):
        table = CrushTable({"b1:A": "fuse", "b1:B": "mountain"}, hands=hands, rules={"conditioned_effects": value})
        table.do(use)
        table.do(cmd.Answer(seat=A, slots=(at("b1:B"),)))
        assert table.state.lying(at("b1:B")).damage == 3
        assert len(table.may(cmd.UseEffect)) == again
    assert CrushTable({"b1:A": "fuse"}, hands={"A": ["hound"] * 6}).may(cmd.UseEffect) == []


def test_7_2_the_newest_effect_is_carried_out_first() -> None:
    """A flip in answer comes before what it answers: the creature is back in the hand before its action line looks for it."""
    table = summoned("caller", {"b1:B": "ogre", "c1:B": "welcome"}, "6")
    assert table.asked == ("B respond",)
    table.do(cmd.Flip(seat=B, slot=at("c1:B"), card="welcome"))
    began = [event.id for event in table.what(ch.EffectBegan)]
    assert len(began) == 2
    assert [type(event).__name__ for event in table.said if isinstance(event, fe.ReturnedToHand)] == ["ReturnedToHand"] * 2
    assert (table.hand("A"), "ogre" in table.hand("B")) == (("caller",), True)


def test_7_2_the_seat_on_turn_orders_simultaneous_effects() -> None:
    """Two hell lines at once: A says which is carried out first."""
    table = CrushTable({"b1:A": "breaker", "b1:B": "imp", "b2:B": "imp", "a1:B": "ogre"}, dice="36", hands={"A": ["breaker"]})
    table.do(cmd.Summon(seat=A, card="breaker", cell="b3:A", dice=(0, 1)))
    assert table.asked == ("A order",)
    first, second = (effect.id for effect in table.state.waiting)
    table.do(cmd.OrderChain(seat=A, ids=(second, first)))
    assert [event.id for event in table.what(ch.EffectBegan)] == [second]


@pytest.mark.parametrize(("value", "life"), [("after each sentence", 0), ("after the effect", 1)])
def test_7_3_creatures_die_after_each_sentence(value: str, life: int) -> None:
    """Who is destroyed by the first sentence is not there for the second; under another reading it is."""
    twice = card("twice", 1, 0, 0, does(deal(3, every(ENEMY)), DrawCards(1), on="flip"))
    table = CrushTable({"b1:B": "hound", "c1:A": "twice"}, cards=[twice], rules={"death_check": value})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="twice"), "hound")
    order = [type(event).__name__ for event in table.said if isinstance(event, fe.Destroyed | tu.CardDrawn)]
    assert order == (["CardDrawn", "Destroyed"] if life else ["Destroyed", "CardDrawn"])


@pytest.mark.parametrize("value", ["after the effect", "at once"])
def test_7_3_what_comes_up_meanwhile_waits(value: str) -> None:
    """A hell line that a sentence springs joins the chain after the effect; under another reading before the next sentence."""
    twice = card("twice", 1, 0, 0, does(deal(3, every(ENEMY)), DrawCards(1), on="flip"))
    table = CrushTable({"b1:B": "imp", "b1:A": "mountain", "c1:A": "twice"}, cards=[twice], rules={"new_triggers": value})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="twice"), "hound")
    order = [type(event).__name__ for event in table.said if isinstance(event, fe.Damaged | tu.CardDrawn)]
    assert order == (["Damaged", "CardDrawn", "Damaged"] if value == "after the effect" else ["Damaged", "Damaged", "CardDrawn"])


def test_7_4_the_other_seat_is_asked_if_it_could_answer() -> None:
    """By what everybody sees: so many dice paid, and what has happened; not by what its card is."""
    attack = cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,))
    field = {"b1:A": "ogre", "b1:B": "medic", "c1:B": "hail"}
    table = CrushTable(field, dice="4", named={"paid.c1B": 1})
    table.do(attack)
    assert table.asked == ("B respond",), "it could be a pitfall"
    assert table.may(cmd.Flip) == []
    two = CrushTable(field, dice="4", named={"paid.c1B": 2})
    two.do(attack)
    assert two.asked == (), "no card for two dice waits for an attack"
    never = CrushTable(field, dice="4", named={"paid.c1B": 1}, rules={"flip_window": "never asked"})
    never.do(attack)
    assert never.asked == ()


def test_7_4_an_answer_may_be_answered() -> None:
    """A chain of two flips: the newest first, then the one before, then the attack."""
    table = CrushTable({"b1:A": "ogre", "b1:B": "medic", "c1:B": "cry", "c1:A": "blood"}, dice="4", named={"paid.c1B": 1, "paid.c1A": 4})
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    table.do(cmd.Flip(seat=B, slot=at("c1:B"), card="cry"))
    assert table.asked == ("A respond",)
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="blood"))
    assert table.asked == ("A target",)
    table.do(cmd.Answer(seat=A, slots=(at("b1:B"),)))
    order = [type(event).__name__ for event in table.said if isinstance(event, fe.Damaged | fe.Changed | fe.Destroyed | ch.AttackEnded)]
    assert order == ["Damaged", "Destroyed", "AttackEnded"]
    assert [event.struck for event in table.what(ch.AttackEnded)] == [False]


def test_7_5_what_may_be_declined_is_asked() -> None:
    """What "if you like" stands before: yes or no; what is declined comes to nothing, and the next sentence follows."""
    table = CrushTable({"b1:A": "ogre", "c1:A": "grave"}, hells={"A": ["toad", "hail"]})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="grave"))
    assert table.asked == ("A may",)
    table.do(cmd.Pass(seat=A))
    assert [event.fizzled for event in table.what(ch.StepEnded)] == [True]
    table.do(cmd.Answer(seat=A, cells=("b2:A",)))
    assert (table.lies("b2:A"), table.lies("b1:A")) == ("toad", "ogre")


def test_7_6_lasting_lines_last_while_the_creature_stands() -> None:
    """When a shield falls, who lived by it dies."""
    table = CrushTable({"b1:A": "sister", "b2:A": "hound", "b1:B": "mountain"}, named={"damage.b2A": 2})
    assert (table.sight.life(at("b2:A")), table.sight.life(at("b1:A"))) == (3, 5)
    table = CrushTable({"b1:A": "sister", "b2:A": "hound", "c1:A": "kill"}, named={"damage.b2A": 2}, cards=[KILL])
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="kill"))
    table.do(cmd.Answer(seat=A, slots=(at("b1:A"),)))
    assert table.hell("A")[:2] == ("sister", "hound")


KILL = card("kill", 1, 0, 0, does(DestroyCards(one(ALLY)), on="flip"))


@pytest.mark.parametrize(("value", "hit"), [("dice paid", {"b1B", "c1B"}), ("cannot be hit by dice", {"b1B"})])
def test_7_7_dice_say_what_may_be_hit(value: str, hit: set[str]) -> None:
    """2 and 4 hit costs 2, 4 and 6; a crush card by the dice paid for it."""
    field = {"b1:B": "ogre", "b2:B": "runner", "c1:B": "blood", "c1:A": "hail"}
    table = CrushTable(field, named={"paid.c1B": 4, "paid.c1A": 2}, rules={"down_cost": value})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="hail"), 2, 4)
    shown = {slot for command in table.may(cmd.Answer) for slot in command.slots} or {event.slot for event in table.what(fe.Destroyed)}
    assert {slot for slot in shown if slot != "c1A"} == hit


def test_7_8_chance_picks_what_is_random() -> None:
    """One of three enemies takes the damage of two dice."""
    table = CrushTable({"b1:B": "ogre", "b2:B": "mountain", "b3:B": "toad", "c1:A": "stones"}, named={"paid.c1A": 2})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="stones"), "b2B", 3, 4)
    assert [(event.slot, event.amount) for event in table.what(fe.Damaged)] == [("b2B", 7)]


def test_7_9_a_search_looks_through_the_camp_and_shuffles_it() -> None:
    """One card that the text names is taken, openly if it says so, or nothing."""
    table = summoned("reader", {}, "34", camps={"A": ["hail", "toad"]})
    assert table.asked == ("A search",)
    assert [command.card.faces for command in table.may(cmd.Fetch)] == [("hail",)]
    table.do(cmd.Fetch(seat=A, card=secret("hail")))
    (fetched,) = table.what(ch.CardFetched)
    assert fetched.card.open
    assert len(table.what(su.CampShuffled)) == 1
    hidden = summoned("scout", {}, "2", camps={"A": ["hail", "toad"]})
    hidden.do(cmd.FindNothing(seat=A))
    assert len(hidden.what(su.CampShuffled)) == 1


@pytest.mark.parametrize(("value", "draws"), [("from hand in the own turn", 1), ("paid summons only", 0)])
def test_8_1_an_action_is_sprung_by_a_summons_from_the_hand(value: str, draws: int) -> None:
    """In the own turn also by an effect."""
    table = CrushTable(
        {"b1:B": "ogre", "c1:A": "muster"}, hands={"A": ["netter"]}, named={"paid.c1A": 2}, rules={"action_by_effect": value}
    )
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="muster"))
    table.do(cmd.Answer(seat=A, cards=("netter",)))
    table.do(cmd.Answer(seat=A, cells=("b1:A",)))
    assert len([event for event in table.what(ch.EffectTriggered) if event.card == "netter"]) == draws


def test_8_2_a_trap_is_sprung_in_the_enemys_turn() -> None:
    """From camp or hand; under one reading only by the enemy's doing."""
    table = CrushTable({"a1:A": "ogre"}, dice="4", camps={"B": ["crow", "hound", "toad"]})
    table.do(cmd.AttackWith(seat=A, slot=at("a1:A"), dice=(0,)), "crow", "hound", "toad")
    assert len(table.what(tu.CardDrawn)) == 2
    for value, sprung in (("any", 1), ("enemy's cards and attacks", 0)):
        own = CrushTable(
            {"b1:A": "ogre", "b1:B": "hound", "c1:B": "drop"},
            dice="4",
            hands={"B": ["crow"]},
            camps={"B": []},
            cards=[DROP],
            rules={"trap_cause": value},
        )
        own.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
        own.do(cmd.Flip(seat=B, slot=at("c1:B"), card="drop"), "crow")
        assert len([event for event in own.what(ch.EffectTriggered) if event.card == "crow"]) == sprung


DROP = card(
    "drop",
    1,
    0,
    0,
    does(DestroyCards(every(CardFilter(kind="card", place="hand", side="yours"))), on="flip", when=(Happens("attacks", ENEMY),)),
)
BOMB = card("bomb", 1, 0, 0, does(DrawCards(1), on="flip"), does(deal(1, every(ENEMY)), on="hell"))


@pytest.mark.parametrize(("value", "spent", "destroyed"), [("destroyed only", 0, 1), ("spent too", 1, 1), ("never", 0, 0)])
def test_8_3_a_hell_line_is_sprung_from_the_field(value: str, spent: int, destroyed: int) -> None:
    """Of a creature always; of a crush card when it is destroyed, also when it is spent, or never."""
    table = CrushTable({"c1:A": "bomb", "b1:B": "ogre"}, cards=[BOMB], rules={"hell_of_crush": value})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="bomb"), "hound")
    assert len(table.what(fe.Damaged)) == spent
    table = CrushTable(
        {"c1:B": "bomb", "a1:A": "ogre"}, dice="4", hands={"B": []}, camps={"B": []}, cards=[BOMB], rules={"hell_of_crush": value}
    )
    table.do(cmd.AttackWith(seat=A, slot=at("a1:A"), dice=(0,)))
    table.do(cmd.Pass(seat=B))
    assert len(table.what(fe.Damaged)) == destroyed


def test_8_4_a_lively_creature_acts_in_the_turn_it_comes() -> None:
    """Once; under one reading not when it was revived."""
    field = {"b1:A": "runner", "b1:B": "ogre"}
    for entered, value, acts in (
        ("paid", "summoned and revived", 1),
        ("revived", "summoned and revived", 1),
        ("revived", "summoned", 0),
        ("effect", "summoned", 1),
    ):
        table = CrushTable(field, dice="3", named={"entered.b1A": entered}, rules={"lively_by_effect": value})
        assert len(table.may(cmd.AttackWith)) == acts
    assert CrushTable(field, dice="3", named={"entered.b1A": "paid", "actions.b1A": 1}).may(cmd.AttackWith) == []


@pytest.mark.parametrize(("value", "back"), [("strikes back", [3, 1]), ("does not", [3])])
def test_8_5_a_vengeful_creature_strikes_back(value: str, back: list[int]) -> None:
    """Also when it dies of the attack, or only if it survives."""
    table = CrushTable({"b1:A": "ogre", "b1:B": "toad"}, dice="4", rules={"vengeful_dying": value})
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    assert [event.amount for event in table.what(fe.Damaged)] == back


def test_8_6_a_sluggish_creature_is_hurt_by_a_move() -> None:
    """1 damage, which may destroy it."""
    table = CrushTable({"b1:A": "ogre"}, dice="4", named={"phase": "tactics", "damage.b1A": 3})
    table.do(cmd.MoveAlly(seat=A, slot=at("b1:A"), cell="b2:A", dice=(0,)))
    assert table.hell("A") == ("ogre",)


def test_9_1_control_is_taken_for_good() -> None:
    """Damage stays, it acts from the next turn on, and falls to its owner; under other readings at once, and to its controller."""
    table = summoned("thief", {"b1:B": "ogre"}, "46", named={"damage.b1B": 1})
    table.do(cmd.Answer(seat=A, cells=("b1:A",)))
    borne = table.state.lying(at("b1:B"))
    assert (table.lies("b1:A"), borne.damage, borne.owner) == ("ogre", 1, "B")
    for value, able in (("from the next turn", 0), ("at once", 1)):
        held = CrushTable(
            {"b1:A": "ogre", "b1:B": "toad"}, dice="4", named={"owner.b1A": "B", "entered.b1A": "control"}, rules={"control_acts": value}
        )
        assert len(held.may(cmd.AttackWith)) == able
    for value, fallen in (("to its owner", "B"), ("to its controller", "A")):
        dying = CrushTable(
            {"b1:A": "ogre"}, dice="4", named={"phase": "tactics", "damage.b1A": 3, "owner.b1A": "B"}, rules={"controlled_falls": value}
        )
        dying.do(cmd.MoveAlly(seat=A, slot=at("b1:A"), cell="b2:A", dice=(0,)))
        assert dying.hell(fallen) == ("ogre",)


def test_9_2_a_face_down_card_is_turned_up_when_it_is_destroyed() -> None:
    """Everybody sees what goes to the hell."""
    table = CrushTable({"c1:B": "raid", "b1:B": "hound", "c1:A": "hail"}, named={"paid.c1B": 2, "paid.c1A": 2})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="hail"), 2, 6)
    assert [event.card for event in table.what(fe.CardRevealed)] in (["raid"], [])
    if table.asked:
        table.do(cmd.Answer(seat=A, slots=(at("c1:B"),)))
    assert table.hell("B") == ("raid",)


def test_9_3_to_revive_is_to_summon_from_the_hell() -> None:
    """From the own one, to a place where creatures may be summoned."""
    table = summoned("singer", {"b1:A": "ogre", "b2:A": "ogre"}, "6", hells={"A": ["toad", "hail"], "B": ["imp"]})
    assert {command.cells for command in table.may(cmd.Answer)} == {("a1:A",), ("a2:A",), ("a3:A",)}
    table.do(cmd.Answer(seat=A, cells=("a3:A",)))
    assert (table.lies("a3:A"), table.hell("A")) == ("toad", ("hail",))


def test_9_4_a_card_goes_back_to_its_owners_hand() -> None:
    """Also one that the enemy controls."""
    table = summoned("caller", {"b1:B": "ogre"}, "6", named={"owner.b1B": "A"})
    assert "ogre" in table.hand("A")
    assert table.state.lying(at("b1:B")).damage == 0


def test_10_1_who_has_no_card_left_has_lost() -> None:
    """Cards that the enemy controls do not count; under another reading they do."""
    attack = cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,))
    for value, won in (("no card but in the hell or held by the enemy", ["A"]), ("all owned cards in the hell", [])):
        table = CrushTable(
            {"b1:A": "ogre", "b1:B": "hound", "b2:A": "toad"},
            dice="4",
            hands={"B": []},
            camps={"B": []},
            named={"owner.b2A": "B"},
            rules={"win_test": value},
        )
        table.do(attack)
        assert [event.seat for event in table.what(GameWon)] == won


@pytest.mark.parametrize(("value", "drawn"), [("draw", True), ("active seat wins", False)])
def test_10_1_both_may_lose_at_once(value: str, drawn: bool) -> None:
    """Two last creatures destroy each other."""
    none = {"A": [], "B": []}
    table = CrushTable(
        {"b1:A": "imp", "b1:B": "toad"}, dice="2", hands=none, camps=none, named={"damage.b1B": 1}, rules={"both_lost": value}
    )
    table.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    if table.asked:
        table.do(cmd.Answer(seat=A))
    assert bool(table.what(GameDrawn)) == drawn
    assert [event.seat for event in table.what(GameWon)] == ([] if drawn else ["A"])


@pytest.mark.parametrize(
    ("value", "quiet", "ends"),
    [("20 quiet turns", 19, True), ("20 quiet turns", 18, False), ("40 quiet turns", 39, True), ("agreed only", 99, False)],
)
def test_10_2_quiet_turns_end_the_battle(value: str, quiet: int, ends: bool) -> None:
    """So many in a row; a turn in which something happened begins the count anew."""
    for busy in (False, True):
        table = CrushTable(named={"phase": "tactics", "quiet": quiet, "busy": busy}, rules={"stalemate": value})
        table.do(cmd.EndTurn(seat=A), *(() if ends and not busy else ("hound", 1, 2, 4)))
        assert bool(table.what(GameDrawn)) == (ends and not busy)


def test_10_2_a_battle_that_only_agreement_ends_goes_on() -> None:
    """B's last card fights for A, and counts: B has not lost and has nothing to do; no turn ends it, an agreement does."""
    none = {"A": [], "B": []}
    for value, most in (("agreed only", 99), ("40 quiet turns", 40), ("20 quiet turns", 20)):
        rules = {"win_test": "all owned cards in the hell", "stalemate": value}
        table = CrushTable({"b1:A": "ogre", "b2:A": "toad"}, hands=none, camps=none, named={"owner.b2A": "B"}, rules=rules)
        for turn in range(1, 100):
            seat = table.state.active or A
            table.do(cmd.EndBattle(seat=seat))
            table.do(cmd.EndTurn(seat=seat), *(() if turn == most != 99 else (1, 2, 4)))
            if table.state.outcome is not None:
                break
        assert (turn, bool(table.what(GameDrawn))) == (most, most != 99)
    table = CrushTable({"b1:A": "ogre", "b2:A": "toad"}, hands=none, camps=none, named={"owner.b2A": "B"})
    table.do(cmd.EndBattle(seat=A))
    assert [event.seat for event in table.what(GameWon)] == ["A"], "by the first reading it is over at once"


def test_10_3_and_10_4_a_seat_may_resign_and_both_may_agree() -> None:
    """At any time; an offer stands until the next turn."""
    table = CrushTable()
    table.do(cmd.Resign(seat=B))
    assert [event.seat for event in table.what(GameWon)] == ["A"]
    table = CrushTable()
    table.do(cmd.OfferDraw(seat=B))
    table.do(cmd.AgreeDraw(seat=A))
    assert len(table.what(GameDrawn)) == 1
