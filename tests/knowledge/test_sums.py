"""What a hand is worth, against every deal that a viewer's log allows."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from records.core.ids import SeatKey
from records.core.secret import Secret
from records.core.table import hand_place
from records.core.viewers import PUBLIC
from records.errors import Contradiction
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.knowledge.tracking.call_log import Call
from records.knowledge.worlds import sums
from support.knowledge.asking import DealsAtStep
from support.knowledge.bare import BARE, DRAW, SEATS, VALUES
from support.knowledge.random_games import Played
from support.soaking import rest_soaked

WORTH = {"a": 1, "b": 2, "c": 2, "d": 5, "e": 0}
"""Two cards that are worth the same, one that is worth nothing, and one without a value."""
METHODS = ("take", "tell", "drop", "show", "return_all", "bury", "lay", "look", "tell_sum", "gather", "mill", "pick_up", "shuffle", "split")


def summed(asked: DealsAtStep, seat: SeatKey, more: list[Call]) -> dict[int, Fraction]:
    """Each world is gone through: how likely a hand is worth how much."""
    told = DealsAtStep.__new__(DealsAtStep)
    told.deals = asked._told(more)
    found: dict[int, Fraction] = {}
    total = sum(told.deals.worlds.values())
    for world, weight in told.deals.worlds.items():
        worth = sum(WORTH.get(card, 0) for card in dict(world).get(hand_place(seat), ()))
        found[worth] = found.get(worth, Fraction(0)) + Fraction(weight, total)
    return dict(sorted(found.items()))


@pytest.mark.parametrize("seed", rest_soaked(range(120), keep=5))
def test_a_hand_is_worth_what_every_deal_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """For each seat and viewer, as the hands are and after further draws, the chances of each sum are those of all worlds together.

    Every third table is counted in the way that comes second.
    """
    if seed % 3 == 0:
        monkeypatch.setattr(sums, "FIRST", -1)
    play = Played(seed)
    play.run(10 + seed % 5, of=METHODS)
    choose = Random(seed)  # noqa: S311 -- a seed makes a table repeat
    viewer = choose.choice((*SEATS, PUBLIC))
    seen = veil(BARE.parts, play.log, viewer)
    asking = Known(BARE, play.header, seen, viewer).asking(len(play.log))
    asked = DealsAtStep(BARE, play.header, seen, viewer, VALUES)
    top = play.top_block(DRAW)
    for seat in SEATS:
        for number in range(min(2, top) + 1):
            more = [Call(len(play.log), "take", (DRAW, seat, Secret(("?",))), {})] * number
            try:
                found, exact = asking.worths(more, seat, WORTH)
            except Contradiction:
                assert not sum(asked._told(more).worlds.values())
                continue
            assert exact
            assert dict(sorted(found.items())) == summed(asked, seat, more)
