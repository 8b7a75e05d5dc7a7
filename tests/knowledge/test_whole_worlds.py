"""Whole worlds by lot: each as likely as all deals say, none that cannot be, all cards once (design/knowledge: Whole worlds)."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import chain, product
from typing import TYPE_CHECKING

import pytest

from knowledge.test_engine_overlapping import small
from knowledge.test_odds import board, full
from knowledge.test_odds_sample import Fit, told
from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.core.table import hand_place
from records.core.viewers import PUBLIC
from records.errors import VersionNotFound
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.knowledge.whole_worlds import WholeWorlds
from records.knowledge.worlds import trail
from records.knowledge.worlds.random_numbers import RandomNumbers
from records.service.library import library
from records.service.writing.simulation import simulate
from support.knowledge.attacks import asking, brute
from support.knowledge.bare import BARE, SEATS
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from records.core.playing.dealt_world import DealtWorld
    from records.core.viewers import Viewer
    from support.knowledge.asking import DealsAtStep
    from support.knowledge.random_games import Played

A, _B = SEATS
DRAWN = 600


def table(seed: int) -> Played:
    """Return a table of one of three sorts."""
    return told(seed, 3) if seed % 3 else board(seed) if seed % 2 else full(seed)


def lying(world: DealtWorld) -> tuple[object, ...]:
    """Return what lies in the slots and hands."""
    return (*sorted(world.slots.items()), *sorted(world.hands.items()))


def likely(every: DealsAtStep, decks: list[str]) -> tuple[dict[object, Fraction], dict[object, Fraction]]:
    """Return the chances of what lies in all slots and hands together, and of the order of all decks."""
    lies: defaultdict[object, Fraction] = defaultdict(Fraction)
    orders: defaultdict[object, Fraction] = defaultdict(Fraction)
    total, slots = sum(every.deals.worlds.values()), sorted(every.table.slots)
    hands = sorted(seat for seat in every.table.hands if seat != every.viewer)
    for frozen, weight in every.deals.worlds.items():
        world = dict(frozen)
        here = (*((slot, world[slot][0]) for slot in slots), *((seat, tuple(sorted(world.get(hand_place(seat), ())))) for seat in hands))
        lies[here] += Fraction(weight, total)
        orders[tuple(world.get(deck, ()) for deck in decks)] += Fraction(weight, total)
    return dict(lies), dict(orders)


def compare(fit: Fit, play: Played, viewer: Viewer, seed: str) -> bool:
    """Add one table; False where the engine is not exact."""
    every, worlds = brute(play, viewer), WholeWorlds(asking(play, viewer))
    drawn = worlds.draw(DRAWN, RandomNumbers(seed))
    if not worlds.exact:
        return False
    decks = sorted(drawn[0].decks)
    lies, orders = likely(every, [str(deck) for deck in decks])
    fit.add(Counter(map(lying, drawn)), lies)
    fit.add(Counter(tuple(world.decks[deck] for deck in decks) for world in drawn), orders)
    return True


@pytest.mark.parametrize(("first", "many"), rest_soaked([(0, 10), *((first, 40) for first in (0, 40, 80, 120))]))
def test_whole_worlds_are_as_likely_as_all_deals_say(first: int, many: int) -> None:
    """What lies in all slots and hands together, and the order of the decks, fit the chances that going through all deals gives."""
    fit, tables = Fit(), 0
    for seed in range(first, first + many):
        tables += compare(fit, table(seed), (A, PUBLIC)[seed % 2], f"law {seed}")
    assert tables > 3 * many // 4
    assert fit.free > 10 * many
    assert fit.holds()


@pytest.mark.parametrize(
    ("most", "first", "many"),
    rest_soaked([(0, 0, 5), (100, 5, 5), (0, 0, 20), (100, 0, 20), (0, 20, 20), (100, 20, 20), (0, 40, 20)], keep=2),
)
def test_overlapping_hints_are_kept_in_every_world(most: int, first: int, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Filled as they overlap, or as wider classes whose broken worlds are thrown away: both fit the chances of all deals."""
    monkeypatch.setattr(trail, "MOST_DRAWN", most)
    fit, tables = Fit(), 0
    for seed in range(first, first + many):
        tables += compare(fit, small(seed, moving=seed % 2 == 0), (A, PUBLIC)[seed // 2 % 2], f"hints {seed}")
    assert tables > 3 * many // 4
    assert fit.free > 7 * many
    assert fit.holds()


GAMES = [
    *(("regicide", ""), ("castle-rampage", "castle-rampage/yucata"), ("creature-crush", "creature-crush/skirmish")),
    *(("castle-rampage", "castle-rampage/house"), ("creature-crush", "creature-crush/arena"), ("creature-crush", "creature-crush/league")),
]


@pytest.mark.parametrize(("game", "ruleset"), rest_soaked(GAMES))
def test_worlds_of_whole_games_hold_what_is_known(game: str, ruleset: str) -> None:
    """No slot and no hand holds what it cannot, all cards are there in each, and each card alone is drawn as often as is known."""
    play = library()[game]
    new = next(iter(simulate(play, seed=8, games=1, ruleset=ruleset, players=2)))
    header = Header(
        record=RecordId("0123456789abcdef"), game=new.game, seats=new.seats, started=new.started, **play.rules.edition(new.ruleset)
    )
    log = [Recorded(v, v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    fit = Fit()
    for at, viewer in product((len(log) // 4, len(log) // 2), (A, PUBLIC)):
        known = Known(play, header, veil(play.parts, log, viewer), viewer)
        knowledge, worlds = known.at(at), known.worlds(at)
        assert worlds.exact == knowledge.exact
        if not worlds.exact:
            continue
        drawn = worlds.draw(2 * DRAWN, RandomNumbers(f"{game} {ruleset} {at}"))
        assert len({tuple(sorted(every_card(world))) for world in drawn}) == 1
        for slot, chances in knowledge.slots.items():
            assert {world.slots[slot] for world in drawn} <= set(chances.of)
        for slot in list(knowledge.slots)[:: 1 + len(knowledge.slots) // 4]:  # few, as they are not independent of each other
            fit.add(Counter(world.slots[slot] for world in drawn), {**knowledge.slots[slot].of})
        for seat, hand in knowledge.hands.items():
            for held in (Counter(world.hands[seat]) for world in drawn):
                assert held.total() == hand.count
                assert all(hand.least.get(name, 0) <= held[name] <= hand.most.get(name, 0) for name in {*held, *hand.least})
        for deck, held in knowledge.decks.items():
            if held.count:
                fit.add(Counter(world.decks[deck][0] for world in drawn), {**held.top.of})
    assert fit.free > 25
    assert fit.holds()


def every_card(world: DealtWorld) -> list[str]:
    """Return all cards of a world."""
    return [*world.slots.values(), *chain.from_iterable((*world.hands.values(), *world.decks.values()))]


def test_the_same_numbers_give_the_same_worlds_in_any_company() -> None:
    """What was drawn before from the same step does not matter."""
    ask = asking(told(4, 3), A)
    first, other = WholeWorlds(ask), WholeWorlds(ask)
    first.draw(7, RandomNumbers("before"))
    assert first.draw(20, RandomNumbers("again")) == other.draw(20, RandomNumbers("again"))


def test_a_step_that_is_not_there_has_no_worlds() -> None:
    """Beyond the end of the log, and before its beginning."""
    play = told(1, 2)
    log = Known(BARE, play.header, veil(BARE.parts, play.log, A), A)
    for at in (-1, len(play.log) + 1):
        with pytest.raises(VersionNotFound):
            log.worlds(at)
