"""Odds of attacks that are too wide to count: drawn worlds are as likely as they are (design/knowledge: Sampling)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from knowledge.test_engine_take_back import taken_back
from knowledge.test_odds import board, full
from records.core.ids import SlotId
from records.core.secret import secret
from records.core.table import hand_place
from records.core.viewers import PUBLIC
from records.errors import Contradiction
from records.knowledge.asking import Asking
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.knowledge.odds import couplings, late_stops
from records.knowledge.odds.attack import AttackOdds, attack_odds
from records.knowledge.odds.encounters import Defender
from records.knowledge.odds.sampling import sample
from records.knowledge.worlds import counts
from records.knowledge.worlds.trail import Before, Trail
from support.knowledge import bare
from support.knowledge.asking import DealsAtStep
from support.knowledge.attacks import CASTLE, GATE, WAYS, WORTH, asking, assault, brute
from support.knowledge.bare import BARE, DRAW, SEATS
from support.knowledge.random_games import PILES, Played
from support.soaking import rest_soaked, shares

A, B = SEATS
LETTERS = "abcdefghijklmnop"


class Fit:
    """How well samples fit chances, over many tables: the sum of chi-squares, which is about as large as its degrees of freedom."""

    def __init__(self) -> None:
        self.found, self.free = 0.0, 0

    def add(self, drawn: Mapping[object, int], chances: Mapping[object, Fraction]) -> None:
        """Compare one sample; what cannot be must not have been drawn, and what is rare is taken together."""
        assert set(drawn) <= {outcome for outcome, chance in chances.items() if chance}
        number, rare, parts = sum(drawn.values()), [0.0, 0.0], []
        for outcome, chance in chances.items():
            here = (drawn.get(outcome, 0), float(chance) * number)
            if here[1] < 8:
                rare = [rare[0] + here[0], rare[1] + here[1]]
            else:
                parts.append(here)
        for seen, expected in [*parts, *([(rare[0], rare[1])] if rare[1] >= 8 else [])]:
            self.found += (seen - expected) ** 2 / expected
        self.free += max(0, len(parts) + (rare[1] >= 8) - 1)

    def holds(self) -> bool:
        """Whether it lies within four standard deviations of what chance gives."""
        return abs(self.found - self.free) < 4 * sqrt(2 * self.free)


def told_apart(slots: list[SlotId]) -> tuple[list[Defender], int]:
    """Return defenders that each take a digit of their own, so that what is left tells all their names; and the strength."""
    base = len(LETTERS) + 1
    defenders = [
        Defender(slot, nth, {name: (digit + 1) * base**nth for digit, name in enumerate(LETTERS)}) for nth, slot in enumerate(slots)
    ]
    return defenders, base ** len(slots) * base


def names_of(left: int, strength: int, number: int) -> tuple[str, ...]:
    """Return the names that an attack met, from what is left."""
    base, found = len(LETTERS) + 1, []
    rest = strength - left
    for _ in range(number):
        rest, digit = divmod(rest, base)
        found.append(LETTERS[digit - 1])
    return tuple(found)


def together(every: DealsAtStep) -> dict[object, Fraction]:
    """Return the chances of what all lying cards are, by slot."""
    chances: defaultdict[object, Fraction] = defaultdict(Fraction)
    slots, total = sorted(every.table.slots), sum(every.deals.worlds.values())
    for frozen, weight in every.deals.worlds.items():
        world = dict(frozen)
        chances[tuple(world[slot][0] for slot in slots)] += Fraction(weight, total)
    return dict(chances)


def told(seed: int, lays: int) -> Played:
    """Return a table on which B took cards, told of them, laid some unseen, took and told again: cards of many sorts come from one hand."""
    choose, play = Random(seed), Played(seed, Random(seed).choice(("aabbccd/", "aaabbbc/", "abcddef/", "aabbcde/")))  # noqa: S311 -- a seed makes a table repeat
    for number in range(lays):
        cards = play.names(play.world.decks[DRAW][: 3 if number == 0 else 1])
        play.add(bare.Take(deck=DRAW, seat=B, cards=secret(*cards)))
        for again in (True, False):
            sort = tuple(play.kinds[:2]) if again else tuple(sorted(choose.sample(play.kinds, 2)))
            held = sum(card in sort for card in play.names(play.world.hands[B]))
            play.add(bare.Tell(place=hand_place(B), of=sort, at_least=min(held, 1), at_most=None if held else 1))
        play.add(bare.Lay(seat=B, pile=GATE, slot=f"t{seed}.{number}", card=secret(*play.held(B, 1)), at="bottom"))
    return play


@pytest.mark.parametrize("most", shares(9, 45))
def test_drawn_worlds_are_as_likely_as_all_deals_say(most: int) -> None:
    """All lying cards together, drawn a thousand times on each of many tables, fit the chances of their combinations."""
    fit, tables = Fit(), 0
    for seed in range(most):
        play = told(seed, 3) if seed % 3 else board(seed) if seed % 2 else full(seed)
        viewer = (A, PUBLIC)[seed % 2]
        every, ask = brute(play, viewer), asking(play, viewer)
        slots = sorted(every.table.slots)
        if not slots or not ask(()).exact:
            continue
        defenders, strength = told_apart(slots)
        drawn = sample(ask.table(counting=Trail), defenders, assault(gives={}), strength)
        seen = Counter({names_of(outcome.left, strength, len(slots)): times for outcome, times in drawn.items()})
        fit.add({**seen}, together(every))
        tables += 1
    assert tables > 7 * most // 9
    assert fit.free > 20 * most // 3
    assert fit.holds()


@pytest.mark.parametrize("seed", rest_soaked([2, 3, 4, 5], keep=1))
def test_a_hand_that_told_the_same_twice_is_followed_by_weight(seed: int) -> None:
    """Where several pasts lead to one present, each is as likely as the ways that lead on from it: many samples of one table fit."""
    play = Played(seed, "aabbccd/")
    for number in range(3):
        play.add(bare.Take(deck=DRAW, seat=B, cards=secret(*play.names(play.world.decks[DRAW][:2]))))
        held = sum(card in "ab" for card in play.names(play.world.hands[B]))
        play.add(bare.Tell(place=hand_place(B), of=("a", "b"), at_least=min(held, 1), at_most=None if number else held))
        play.add(bare.Lay(seat=B, pile=GATE, slot=f"t{seed}.{number}", card=secret(*play.held(B, 1)), at="bottom"))
    every, fit = brute(play, A), Fit()
    defenders, strength = told_apart(sorted(every.table.slots))
    drawn = sample(asking(play, A).table(counting=Trail), defenders, assault(gives={}), strength, 10_000)
    fit.add({names_of(outcome.left, strength, 3): times for outcome, times in drawn.items()}, together(every))
    assert fit.free > 40
    assert fit.holds()


def test_a_state_goes_back_to_each_before_it_by_weight_times_ways() -> None:
    """A state that two others led to came from each as often as its weight times the ways that lead on; marks do not count."""
    trail = Trail(8, 5)
    trail.table = {0: 3 + (9 << 8), 1: 5, 2: 7}
    trail.note_spread(lambda state: {0: [(7, 2), (8, 1)], 1: [(7, 4)], 2: [(8, 1)]}[state])
    (step,) = trail.steps
    assert step.back(7) == [Before(0, 6, 0), Before(1, 20, 0)]
    assert step.back(8) == [Before(0, 3, 0), Before(2, 7, 0)]


@pytest.mark.soak
@pytest.mark.parametrize(("most", "tables"), [(1, 20), (1, 60), (3, 60)])
def test_where_the_engine_forgets_what_is_drawn_is_what_it_says(most: int, tables: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly any states allowed the engine weakens; each card by itself is then drawn as likely as the engine gives it."""
    monkeypatch.setattr(counts, "MOST_STATES", most)
    fit, weak = Fit(), 0
    for seed in range(tables):
        play = told(seed, 4) if seed % 3 else board(seed) if seed % 2 else full(seed)
        ask = asking(play, A)
        try:
            table = ask.table(counting=Trail)
        except Contradiction:
            continue
        slots = sorted(table.slots)
        weak += not table.counts.exact
        defenders, strength = told_apart([SlotId(slot) for slot in slots])
        drawn = sample(table, defenders, assault(gives={}), strength)
        for nth, slot in enumerate(slots):
            alone: Counter[object] = Counter()
            for outcome, times in drawn.items():
                alone[names_of(outcome.left, strength, len(slots))[nth]] += times
            fit.add(alone, {**ask.slot((), SlotId(slot)).of})
    assert weak > tables // 3
    assert fit.free > 10 * tables // 3
    assert fit.holds()


@pytest.mark.parametrize("most", shares(45, 80))
def test_worlds_of_a_log_that_was_taken_back_are_drawn_as_it_says(most: int) -> None:
    """Where a part was followed and undone, each lying card is drawn as likely as the engine gives it."""
    fit = Fit()
    for seed in range(10, most):
        play, log = taken_back(seed)
        seen = veil(BARE.parts, log, PUBLIC)
        ask = Known(BARE, play.header, seen, PUBLIC).asking(len(log))
        table = ask.table(counting=Trail)
        slots = [SlotId(slot) for slot in sorted(table.slots)]
        defenders, strength = told_apart(slots)
        drawn = sample(table, defenders, assault(gives={}), strength) if slots and ask.sure(table) else {}
        for nth, slot in enumerate(slots if drawn else ()):
            alone: Counter[object] = Counter()
            for outcome, times in drawn.items():
                alone[names_of(outcome.left, strength, len(slots))[nth]] += times
            fit.add(alone, {**ask.slot((), slot).of})
    assert fit.free > 15 * (most - 10) // 70
    assert fit.holds()


def too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow no counting."""
    monkeypatch.setattr(couplings, "MOST_WAYS", -1)


@pytest.mark.parametrize("seed", rest_soaked(range(20), keep=2))
def test_beyond_the_budget_it_is_an_estimate_within_certain_bounds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chances are near the exact ones, their error is told and at most 1.6 %, and the bounds hold for certain."""
    play = board(seed) if seed % 2 else full(seed)
    table = brute(play, A).table
    piles = {GATE: table.piles.get(PILES[0], table.piles.get(GATE, ())), CASTLE: table.piles.get(PILES[1], table.piles.get(CASTLE, ()))}
    attack = assault(gives={"b": 1}, when=WAYS[seed % 3])
    exact = attack_odds(asking(play, A), attack, 4, piles, WORTH)
    too_wide(monkeypatch)
    rough = attack_odds(asking(play, A), attack, 4, piles, WORTH)
    assert rough == attack_odds(asking(play, A), attack, 4, piles, WORTH)
    assert (rough.how == exact.how) == (rough.error == 0)
    assert rough.error <= 0.016
    assert sum(rough.destroys.values()) == 1
    assert (rough.top, rough.blocked) == (exact.top, exact.blocked)
    for key, chance in exact.destroys.items():
        least, most = rough.bounds.get(key, (0, 1))
        assert least <= chance <= most
        assert abs(float(rough.destroys.get(key, 0) - chance)) <= 4 * rough.error


def test_every_budget_leads_to_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many states, too many cells to name, too many ends of attacks: whichever it is, the answer is an estimate and says so."""
    ask = unseen("aabbcd/")
    slots = sorted(ask.table().slots)
    for module, limit in ((couplings, "MOST_WAYS"), (couplings, "MOST_SPREAD"), (late_stops, "MOST_ENDS")):
        with monkeypatch.context() as patch:
            patch.setattr(module, limit, 0)
            rough = attack_odds(unseen("aabbcd/"), assault(gives={"a": 2}), 5, {GATE: [SlotId(slot) for slot in slots]}, WORTH)
        assert (rough.how, rough.error > 0) == ("estimate", True)
    assert attack_odds(ask, assault(gives={"a": 2}), 5, {GATE: [SlotId(slot) for slot in slots]}, WORTH).how == "exact"


def test_a_card_that_takes_more_than_it_defends_with_is_sampled() -> None:
    """What cannot be added up is played out."""
    ask = unseen("aabbcd/")
    slots = [SlotId(slot) for slot in sorted(ask.table().slots)]
    found = attack_odds(ask, assault(gives={"a": -1}), 5, {GATE: slots}, WORTH)
    assert found.how == "estimate"
    assert sum(found.destroys.values()) == 1


@pytest.mark.soak
def test_an_estimate_is_not_biased(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over many attacks the differences between sampled and exact chances cancel out."""
    differences, too = [], unseen
    for cards in ("aabbcd/", "abcdef/", "aaabcf/"):
        for strength in range(2, 12):
            ask = too(cards)
            piles = {GATE: [SlotId(slot) for slot in sorted(ask.table().slots)]}
            exact = attack_odds(ask, assault(gives={"a": 1}), strength, piles, WORTH)
            with monkeypatch.context() as patch:
                too_wide(patch)
                rough = attack_odds(unseen(cards), assault(gives={"a": 1}), strength, piles, WORTH)
            if rough.how == "estimate":
                differences.append(mean(rough) - mean(exact))
    assert len(differences) > 20
    assert abs(sum(differences) / len(differences)) < 0.02


def unseen(cards: str) -> Asking:
    """Return how A sees a table on which B has five cards that nobody saw."""
    play = Played(1, cards)
    for number, card in enumerate(play.names(play.world.decks[DRAW][:5])):
        play.add(bare.Deal(deck=DRAW, pile=GATE, slot=f"{cards}{number}", card=secret(card), at="bottom"))
    return asking(play, A)


def mean(odds: AttackOdds) -> float:
    """Return how many cards fall in the mean."""
    return float(sum(sum(fallen) * chance for fallen, chance in odds.destroys.items()))


def wide(seed: int) -> tuple[Asking, list[SlotId]]:
    """Return a table on which B has laid many cards from a hand of which some sets were told: many classes in very many orders."""
    play = Played(seed, "".join(LETTERS[:10] * 3) + "/")
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret(*play.names(play.world.decks[DRAW][:13]))))
    for sort in ("ab", "cde"):
        play.add(bare.Tell(place=hand_place(B), of=tuple(sort), at_least=1))
    slots = [SlotId(f"w{seed}.{number}") for number in range(10)]
    for slot in slots:
        play.add(bare.Lay(seat=B, pile=GATE, slot=slot, card=secret(*play.held(B, 1)), at="bottom"))
    return asking(play, A), slots


@pytest.mark.parametrize("seed", rest_soaked(range(3)))
def test_no_question_is_over_the_budget(seed: int) -> None:
    """Where cards of very many sorts were laid, an attack is sampled, and the answer is marked for what it is."""
    ask, slots = wide(seed)
    worth = {"gate": {letter: 1 + nth % 5 for nth, letter in enumerate(LETTERS)}}
    found = attack_odds(ask, assault(gives={"a": 2}), 9, {GATE: slots}, worth)
    assert (found.how, ask(()).exact) == ("estimate", True)
    assert found.error <= 0.016
    assert sum(found.destroys.values()) == 1
    assert all(least <= chance <= most for chance, (least, most) in zip(found.destroys.values(), found.bounds.values(), strict=True))
    assert attack_odds(wide(seed)[0], assault(gives={"a": 2}), 9, {GATE: slots}, worth) == found
