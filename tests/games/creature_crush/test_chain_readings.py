"""Readings of when crush cards are turned up and what becomes of effects in the chain: a test for each value (§ 5.3, 7, 9.1, 10.1)."""

from __future__ import annotations

import pytest

from records.core.shared import GameDrawn, GameWon
from records.errors import RuleViolation
from records.games.creature_crush.effects.card_filter import CardFilter
from records.games.creature_crush.effects.conditions import Holds
from records.games.creature_crush.effects.verbs import DestroyCards, DrawCards
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import turn_events as tu
from support.crush_cards import ENEMY, ENEMY_ATTACKS, card, deal, does, every, one
from support.crush_table import A, B, CrushTable, at

STATE = card("state", 1, 0, 0, does(DrawCards(1), on="flip", when=(Holds(ENEMY, least=1),)))
PLAIN = card("plain", 1, 0, 0, does(DrawCards(1), on="flip"))
EVENT = card("event", 1, 0, 0, does(DrawCards(1), on="flip", when=(ENEMY_ATTACKS,)))
SWEEP = card("sweep", 1, 0, 0, does(deal(9, every(ENEMY)), on="flip", when=(Holds(ENEMY, least=1),)))
BURST = card("burst", 1, 0, 0, does(DestroyCards(one(CardFilter(kind="crush", side="theirs"))), on="flip", when=(Holds(ENEMY, least=1),)))
CARDS = (STATE, PLAIN, EVENT, SWEEP, BURST)
THREE = {"c1:B": "state", "c2:B": "plain", "c3:B": "event"}


def table(field: dict[str, str], **rules: str) -> CrushTable:
    """A's ogre stands opposite B's medic; each crush card was paid for with one die."""
    laid = {"b1:A": "ogre", "b1:B": "medic", **field}
    paid = {f"paid.{at(cell)}": 1 for cell in laid if cell.startswith("c")}
    return CrushTable(laid, dice="44", cards=CARDS, named=paid, rules=rules, hands={"A": [], "B": []})


def attack(on: CrushTable) -> None:
    """A attacks with its ogre."""
    on.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))


def test_enemy_turn_flips_after_events() -> None:
    """Unasked, in the middle of A's turn, B turns nothing up."""
    on = table(THREE)
    assert on.may(cmd.Flip) == []
    with pytest.raises(RuleViolation, match="turn"):
        on.do(cmd.Flip(seat=B, slot=at("c1:B"), card="state"), "toad")


def test_enemy_turn_flips_whenever_the_condition_holds() -> None:
    """What asks for a number may be turned up between two acts of A, in both phases; a plain card and one that waits may not."""
    for phase in ("battle", "tactics"):
        on = table(THREE, enemy_turn_flips="whenever the condition holds")
        on.state.phase = phase
        assert [(flip.seat, flip.slot) for flip in on.may(cmd.Flip)] == [(B, "c1B")]
        for slot, name in (("c2B", "plain"), ("c3B", "event")):
            with pytest.raises(RuleViolation, match=r"cannot be turned up now\. \(§ 5\.3\)"):
                on.do(cmd.Flip(seat=B, slot=at(slot), card=name), "toad")
        on.do(cmd.Flip(seat=B, slot=at("c1:B"), card="state"), "toad")
        assert (on.hand("B"), on.hell("B"), on.state.active) == (("toad",), ("state",), A)


def test_own_flips_with_a_condition_any_time_in_the_own_turn() -> None:
    """In the tactics phase what asks for a number is turned up, a plain card is not; in the battle phase both."""
    own = {"c1:A": "state", "c2:A": "plain"}
    for value, tactics in (
        ("with a condition any time in the own turn", ["c1A"]),
        ("any time in the own turn", ["c1A", "c2A"]),
        ("battle phase and windows", []),
    ):
        on = table(own, own_flips=value)
        assert [flip.slot for flip in on.may(cmd.Flip)] == ["c1A", "c2A"]
        on.state.phase = "tactics"
        assert [flip.slot for flip in on.may(cmd.Flip)] == tactics
        if "c2A" not in tactics:
            with pytest.raises(RuleViolation, match=r"§ 5\.3"):
                on.do(cmd.Flip(seat=A, slot=at("c2:A"), card="plain"), "toad")


@pytest.mark.parametrize(("value", "winner"), [("draw", None), ("active seat wins", A), ("seat not on turn wins", B)])
def test_both_lost(value: str, winner: str | None) -> None:
    """The last creatures destroy each other."""
    on = CrushTable(
        {"b1:A": "viper", "b1:B": "viper"},
        dice="62",
        camps={"A": [], "B": []},
        hands={"A": [], "B": []},
        rules={"both_lost": value},
        named={"damage.b1A": 1, "damage.b1B": 1},
    )
    on.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0, 1)))
    assert [event.seat for event in on.what(GameWon)] == ([winner] if winner else [])
    assert len(on.what(GameDrawn)) == (winner is None)


@pytest.mark.parametrize(
    ("falls", "line", "hell", "chooses"),
    [
        ("to its owner", "with the card", "A", "A"),
        ("to its owner", "its owner's", "A", "A"),
        ("to its owner", "its controller's", "A", "B"),
        ("to its controller", "with the card", "B", "B"),
        ("to its controller", "its owner's", "B", "A"),
        ("to its controller", "its controller's", "B", "B"),
    ],
)
def test_controlled_line(falls: str, line: str, hell: str, chooses: str) -> None:
    """B controls A's imp: where the card goes is said apart from whose its hell line is."""
    rules = {"controlled_falls": falls, "controlled_line": line}
    on = CrushTable({"b1:A": "toad", "b1:B": "imp", "b2:B": "ogre"}, dice="2", named={"owner.b1B": "A"}, rules=rules)
    on.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    assert on.hell(hell) == ("imp",)
    assert on.asked == (f"{chooses} target",)


@pytest.mark.parametrize(("value", "drawn"), [("resolves", 1), ("lapses", 0)])
def test_source_gone(value: str, drawn: int) -> None:
    """B answers the attack; A's answer destroys the card that was turned up before its effect is carried out."""
    on = table({"c1:B": "state", "c1:A": "burst"}, source_gone=value)
    attack(on)
    on.do(cmd.Flip(seat=B, slot=at("c1:B"), card="state"))
    on.do(cmd.Flip(seat=A, slot=at("c1:A"), card="burst"), *["toad"] * drawn)
    assert on.hell("B")[0] == "state"
    assert len(on.what(tu.CardDrawn)) == drawn
    assert [event.id for event in on.what(ch.EffectEnded)] == [event.id for event in on.what(ch.EffectBegan)]


def test_what_takes_effect_because_its_card_goes_does_not_lapse() -> None:
    """The imp's hell line is carried out when the imp lies in the hell."""
    on = CrushTable({"b1:A": "ogre", "b1:B": "imp", "b2:B": "ogre"}, dice="4", rules={"source_gone": "lapses"})
    on.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    assert on.asked == ("B target",)


@pytest.mark.parametrize(("value", "drawn"), [("no", 1), ("yes", 0)])
def test_condition_again(value: str, drawn: int) -> None:
    """B's card asks for an enemy; A's ogre, the only one, is gone when it comes to it."""
    on = table({"c1:B": "state", "c2:B": "sweep"}, condition_again=value, own_link="yes")
    attack(on)
    on.do(cmd.Flip(seat=B, slot=at("c1:B"), card="state"))
    on.do(cmd.Flip(seat=B, slot=at("c2:B"), card="sweep"), *["toad"] * drawn)
    assert ("ogre" in on.hell("A"), len(on.what(tu.CardDrawn))) == (True, drawn)


@pytest.mark.parametrize(("value", "asked"), [("no", ()), ("yes", ("B respond",))])
def test_own_link(value: str, asked: tuple[str, ...]) -> None:
    """After its own card B may turn up another at once, or A, who has none, would be next, and the effect is carried out."""
    on = table({"c1:B": "state", "c2:B": "event"}, own_link=value)
    attack(on)
    on.do(cmd.Flip(seat=B, slot=at("c1:B"), card="state"), *([] if asked else ["toad"]))
    assert on.asked == asked
    if asked:
        assert [flip.slot for flip in on.may(cmd.Flip)] == ["c2B"]
        on.do(cmd.Pass(seat=B), "toad")
        assert [event.struck for event in on.what(ch.AttackEnded)] == [True]


@pytest.mark.parametrize(("value", "itself"), [("yes", True), ("no", False)])
def test_dice_hit_source(value: str, itself: bool) -> None:
    """Hail costs two dice and destroys a field card with two dice: a 2 shows its own cost."""
    on = CrushTable({"b1:A": "toad", "b1:B": "toad", "c1:A": "hail"}, named={"paid.c1A": 2}, rules={"dice_hit_source": value})
    on.do(cmd.Flip(seat=A, slot=at("c1:A"), card="hail"), 2, 6)
    assert ((at("c1:A"),) in {answer.slots for answer in on.may(cmd.Answer)}) == itself
    assert on.what(fe.Destroyed) == []
