"""Every chance that CreatureCrush tells, against random small positions played out: all rolls and picks, by the dealer that plays."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from records.core.ids import SlotId
from records.core.position import Command
from records.games.creature_crush.effects.card_filter import CardFilter, Targets
from records.games.creature_crush.effects.conditions import Happens
from records.games.creature_crush.effects.numbers import Amount
from records.games.creature_crush.effects.verbs import DealDamage, DestroyCards
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from support.crush_cards import ALLY, ENEMY, ENEMY_ATTACKS, THAT, card, does, every, one, random
from support.crush_odds import Odometer, answered, courses
from support.crush_table import A, B, CrushTable, at
from support.soaking import rest_soaked

ATTACKED = Happens("attacked", ALLY)
OWN = (
    card("geyser", 3, 2, 4, does(DealDamage(Amount(1, "dice"), THAT), when=(ENEMY_ATTACKS,))),
    card("nest", 2, 1, 3, does(DealDamage(Amount(1), random(ENEMY)), when=(ATTACKED,))),
    card("spout", 2, 0, 0, does(DealDamage(Amount(2, "dice"), random(ENEMY)), on="flip", when=(ENEMY_ATTACKS,))),
    card("bolt", 2, 0, 0, does(DestroyCards(one(CardFilter(kind="creature", side="theirs", dice=2))), on="flip", when=(ENEMY_ATTACKS,))),
    card("flare", 1, 0, 0, does(DealDamage(Amount(1), every(ENEMY)), on="flip", when=(ENEMY_ATTACKS,))),
    card("gamble", 1, 0, 0, does(DestroyCards(Targets("random", CardFilter(kind="creature"), 1, 1)), on="flip", when=(ENEMY_ATTACKS,))),
)
CREATURES = ("hound", "toad", "imp", "viper", "guard", "ogre", "geyser", "nest", "drummer")
ANSWERS = ("pitfall", "cry", "spout", "bolt", "flare", "gamble")


def ends(table: CrushTable, command: Command, slot: SlotId, target: SlotId, fell: bool = False) -> dict[tuple[bool, bool], Fraction]:
    """How an attack ends, by whether the target fell and whether the attacker stands: A is bad for B, and B for A."""
    found = dict[tuple[bool, bool], Fraction]()
    for played, chance in courses(table, command):
        down = fell or any(isinstance(event, fe.Destroyed) and event.slot == target for event in played.said)
        after = {(down, played.sight.there(slot)): Fraction(1)}
        if played.state.pending:
            asked = played.state.pending[0]
            able: list[Any] = [cmd.Pass(seat=asked.seat)] if asked.what == "respond" else [*_answers(played)]
            ways = [ends(played, one, slot, target, down) for one in able]
            after = (max if asked.seat == B else min)(ways, key=_good_for_b)
        for result, share in after.items():
            found[result] = found.get(result, Fraction(0)) + chance * share
    return found


def _answers(table: CrushTable) -> list[Any]:
    return [*table.may(cmd.Answer), *table.may(cmd.OrderChain)]


def _good_for_b(results: dict[tuple[bool, bool], Fraction]) -> tuple[Fraction, Fraction]:
    return sum((part for (fell, _), part in results.items() if not fell), Fraction(0)), sum(
        (part for (_, stands), part in results.items() if not stands), Fraction(0)
    )


def small(pick: Random) -> CrushTable:
    """A announces an attack in the first column, which B may answer."""
    laid = {"a1:A": pick.choice(CREATURES), "b1:B": pick.choice(CREATURES), "c1:B": pick.choice(ANSWERS)}
    for cell in ("a2:A", "b1:A", "b2:B", "b3:B"):
        if pick.random() < 0.4:
            laid[cell] = pick.choice(CREATURES)
    hurt = {
        f"damage.{at(cell)}": 1 for cell, name in laid.items() if cell[0] != "c" and name not in ("hound", "imp") and pick.random() < 0.3
    }
    cost = {one.name: one.cost for one in CrushTable(cards=OWN).state.cards.values()}[laid["a1:A"]]  # type: ignore[index]  # its name
    dice = f"{min(cost, 6)}{cost - 6}" if cost > 6 else str(cost)
    return CrushTable(laid, dice=dice, cards=OWN, named=hurt)


@pytest.mark.parametrize("seed", rest_soaked(range(30), keep=3))
def test_what_an_attack_does_is_what_all_rolls_and_picks_make_of_it(seed: int) -> None:
    """Before it is announced, after it, and with each crush card that may be turned up."""
    table = small(Random(seed))  # noqa: S311 -- a test, not a secret
    slot, target = at("a1:A"), at("b1:B")
    attack = next(one for one in table.may(cmd.AttackWith) if (one.slot, one.target) == (slot, target))
    told: list[tuple[CrushTable, Command, dict[str, str]]] = [(table, attack, {"attack": f"{slot},{target}"})]
    announced = table.copy()
    announced.take(attack, Odometer())
    if announced.asked == ("B respond",):
        told.append((announced, cmd.Pass(seat=B), {}))
        told += [(announced, flip, {"flip": str(flip.slot)}) for flip in announced.may(cmd.Flip)]
    for at_table, command, said in told:
        answer = answered(at_table, "survive", **said)
        played = ends(at_table, command, slot, target)
        assert answer.exact
        assert [one.chance for one in answer.chances] == [
            sum((part for (fell, _), part in played.items() if not fell), Fraction(0)),
            sum((part for (_, stands), part in played.items() if stands), Fraction(0)),
        ]


@pytest.mark.soak
@pytest.mark.parametrize("named", [{}, {"gained.B": 1}])
def test_the_next_start_dice_pay_a_cost_as_often_as_in_all_start_phases(named: dict[str, int]) -> None:
    """A turn is ended, and every roll of the next seat is tried on a creature of its hand."""
    costs = (2, 7, 13, 20)
    prices = [card(f"price-{cost}", cost, 1, 1) for cost in costs]
    table = CrushTable({"b1:A": "hound"}, dice="3", named={"phase": "tactics", **named}, cards=prices)
    paid = dict.fromkeys(costs, Fraction(0))
    both = Fraction(0)
    for played, chance in courses(table, cmd.EndTurn(seat=A)):
        there = list(played.state.dice)
        for cost in costs:
            paid[cost] += chance * _pays(there, cost)
        both += chance * any(_pays(left, 5) for left in _after(there, 4))
    assert {cost: answered(table, "pay", cost=cost, **{"with": "B"}).chances[0].chance for cost in costs} == paid
    assert answered(table, "pay", cost=5, besides=4, **{"with": "B"}).chances[0].chance == both


def _pays(dice: list[int], cost: int) -> bool:
    return any(True for _ in _after(dice, cost))


def _after(dice: list[int], cost: int) -> Iterator[list[int]]:
    """What is left of dice after a cost was paid, in every way."""
    for bits in range(1, 2 ** len(dice)):
        if sum(face for nth, face in enumerate(dice) if bits >> nth & 1) == cost:
            yield [face for nth, face in enumerate(dice) if not bits >> nth & 1]


@pytest.mark.parametrize("seed", range(12))
def test_the_dice_that_lie_pay_what_may_be_summoned_with_them(seed: int) -> None:
    """Certain or impossible; burned dice pay nothing."""
    pick = Random(seed)  # noqa: S311 -- a test, not a secret
    prices = [card(f"price-{cost}", cost, 1, 1) for cost in range(1, 21)]
    dice = "".join(str(pick.randint(1, 6)) for _ in range(pick.randint(1, 5)))
    table = CrushTable(dice=dice, hands={A: [one.name for one in prices]}, named={"burned": "0" if len(dice) > 1 else ""}, cards=prices)
    able = {one.card for one in table.may(cmd.Summon)}
    told = {one.name: answered(table, "pay", cost=one.cost).chances[0].chance for one in prices}
    assert told == {one.name: Fraction(one.name in able) for one in prices}


@pytest.mark.parametrize("seed", range(8))
def test_dice_hit_a_card_as_often_as_the_effect_may_choose_it(seed: int) -> None:
    """A crush card that destroys a field card with two dice is turned up, with every roll."""
    pick = Random(seed)  # noqa: S311 -- a test, not a secret
    laid = {cell: pick.choice(CREATURES) for cell in ("b1:A", "b1:B", "b2:B", "a2:B") if pick.random() < 0.7}
    table = CrushTable({**laid, "c1:A": "hail", "c3:B": "pitfall"}, named={"paid.c1A": 2, "paid.c3B": 1}, cards=OWN)
    hit = dict[str, Fraction]()
    for played, chance in courses(table, cmd.Flip(seat=A, slot=at("c1:A"), card="hail")):
        chosen = {str(slot) for one in played.may(cmd.Answer) for slot in one.slots}
        for name in chosen or {str(event.slot) for event in played.what(fe.Destroyed)}:  # of one that fits nobody is asked
            hit[name] = hit.get(name, Fraction(0)) + chance
    slots = [at(cell) for cell in (*laid, "c3:B")]
    assert {slot: answered(table, "hit", on=slot).chances[0].chance for slot in slots} == {slot: hit.get(slot, 0) for slot in slots}
