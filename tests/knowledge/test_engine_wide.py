"""Positions that are too wide to be counted exactly: distinctions are forgotten, and no world is lost."""

from __future__ import annotations

import pytest

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.viewers import OPEN, PUBLIC
from records.knowledge.asking import Asking
from records.knowledge.door import veil
from records.knowledge.engine import Known, know
from records.knowledge.why import masking
from records.knowledge.worlds import constraints
from records.service.library import library
from records.service.writing.simulation import simulate
from support.knowledge.bare import BARE
from support.knowledge.random_games import Played
from support.soaking import one_in

A = SeatKey("A")
AT = 120


@pytest.fixture(scope="module")
def game() -> tuple[Asking, dict[str, str]]:
    """A simulated game as A asks about it at a step, and what truly lies where."""
    castle = library()["castle-rampage"]
    new = next(iter(simulate(castle, seed=11, games=1, ruleset="castle-rampage/yucata")))
    header = Header(
        record=RecordId("0123456789abcdef"), game=new.game, seats=new.seats, started=new.started, **castle.rules.edition(new.ruleset)
    )
    log = [Recorded(v, v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    whole = know(castle, header, veil(castle.parts, log, OPEN), OPEN, AT)
    truth = {slot: chances.certain for slot, chances in whole.slots.items() if chances.certain is not None}
    return Known(castle, header, veil(castle.parts, log, A), A).asking(AT), truth


@pytest.mark.parametrize("told", one_in(4, [[3, 102], [44, 102], [13, 78], [6, 12, 14, 69, 87, 115], [3, 33, 72, 35]]))
def test_the_truth_is_left_whatever_part_of_the_log_is_told(game: tuple[Asking, dict[str, str]], told: list[int]) -> None:
    """Where all but a few events tell nothing the tables grow too wide: the answer is not exact, and what truly lies there is possible."""
    asking, truth = game
    found = asking.of(masking.Maskable(asking.calls).only(told))
    assert not found.exact
    assert all(truth[slot] in chances.of for slot, chances in found.slots.items())


@pytest.mark.parametrize("seed", range(4))
def test_what_would_split_too_much_is_not_used(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what is said would make too many worlds, the answer does without: it has all candidates, and says so where it has more."""
    play = Played(seed).run(24)
    seen = veil(BARE.parts, play.log, PUBLIC)
    exact = [know(BARE, play.header, seen, PUBLIC, step) for step in range(len(play.log) + 1)]
    monkeypatch.setattr(constraints, "MOST_SPLITS", 1)
    weaker = [know(BARE, play.header, seen, PUBLIC, step) for step in range(len(play.log) + 1)]
    assert not all(weak.exact for weak in weaker)
    for whole, weak in zip(exact, weaker, strict=True):
        assert weak == whole or not weak.exact
        assert all(set(chances.of) <= set(weak.slots[slot].of) for slot, chances in whole.slots.items())
        assert all(set(hand.most) <= set(weak.hands[seat].most) for seat, hand in whole.hands.items())
        assert all(set(deck.most) <= set(weak.decks[name].most) for name, deck in whole.decks.items())
