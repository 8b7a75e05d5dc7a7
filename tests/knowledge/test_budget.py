"""Every answer has a budget of counted work: what does not fit is answered with less, says so, and is true all the same."""

from __future__ import annotations

from collections import Counter

import pytest

from records.core.events import Recorded
from records.core.faces import none_of
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.secret import secret
from records.core.table import hand_place
from records.core.viewers import PUBLIC, Viewer
from records.knowledge import asking, hindsight
from records.knowledge.door import veil
from records.knowledge.engine import Known, know
from records.knowledge.why import explain
from records.knowledge.why.explain import why
from records.knowledge.worlds.counts import Counts
from records.knowledge.worlds.effort import COARSE, LEAST, Limits
from records.service.library import library
from records.service.writing.simulation import simulate
from support.knowledge import bare
from support.knowledge.bare import BARE, DRAW
from support.knowledge.random_games import Played
from support.laws.games import castle_rampage

A, B = SeatKey("A"), SeatKey("B")


MOST = 2_000_000
"""Worlds, all moves together: about as many as a core goes through in two seconds."""


class Gone:
    """The worlds that all counts went through since it was last asked for."""

    def __init__(self) -> None:
        self._worlds = 0

    def through(self, worlds: int) -> None:
        """Add some."""
        self._worlds += worlds

    def taken(self) -> int:
        """Return it and begin anew."""
        worlds, self._worlds = self._worlds, 0
        return worlds


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> Gone:
    """What is counted."""
    counted, keep = Gone(), Counts.keep

    def noted(self: Counts, table: dict[int, int]) -> None:
        counted.through(len(table))
        keep(self, table)

    monkeypatch.setattr(Counts, "keep", noted)
    return counted


def tight(monkeypatch: pytest.MonkeyPatch, *levels: tuple[Limits | None, float]) -> None:
    """Let each answer have such budgets, and the least limits beyond."""
    monkeypatch.setattr(asking, "LEVELS", (*levels, (LEAST, float("inf"))))


@pytest.mark.parametrize("levels", [((None, 300),), ((None, 600), (COARSE._replace(states=1, splits=1), 900))], ids=["least", "coarser"])
@pytest.mark.parametrize("seed", range(2))
def test_what_does_not_fit_adds_candidates_and_says_so(
    seed: int, levels: tuple[tuple[Limits | None, float], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With less work an answer has every candidate of the exact one, names nothing certain that is not, and says so."""
    play = Played(seed).run(24)
    seen = veil(BARE.parts, play.log, PUBLIC)
    exact = [know(BARE, play.header, seen, PUBLIC, step) for step in range(len(play.log) + 1)]
    tight(monkeypatch, *levels)
    weaker = [know(BARE, play.header, seen, PUBLIC, step) for step in range(len(play.log) + 1)]
    assert not all(weak.exact for weak in weaker)
    for whole, weak in zip(exact, weaker, strict=True):
        assert weak == whole or not weak.exact
        assert all(set(chances.of) <= set(weak.slots[slot].of) for slot, chances in whole.slots.items())
        assert all(Counter(weak.hands[seat].least) <= Counter(hand.least) for seat, hand in whole.hands.items())
        assert all(Counter(hand.most) <= Counter(weak.hands[seat].most) for seat, hand in whole.hands.items())
        assert all(set(deck.top.of) <= set(weak.decks[name].top.of) for name, deck in whole.decks.items())


def test_an_answer_does_not_depend_on_what_was_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that was asked many things, some of which did not fit, answers as one that was asked nothing."""
    play = Played(2).run(24)
    seen = veil(BARE.parts, play.log, PUBLIC)
    for most in (900, 2_000, 4_000):
        tight(monkeypatch, (None, most), (COARSE, most))
        asked = Known(BARE, play.header, seen, PUBLIC).asking(24)
        for _again in range(2):
            fresh = [Known(BARE, play.header, seen, PUBLIC).asking(24) for _ in range(3)]
            assert asked.known() == fresh[0].known()
            assert asked.worths((), A, bare.VALUES) == fresh[1].worths((), A, bare.VALUES)
            assert why(asked, "hand:B") == why(fresh[2], "hand:B")


@pytest.fixture(scope="module")
def four() -> Known:
    """A game of Regicide of four, as the public saw it: by its end most cards went through hands, the tavern and the discard."""
    regicide = library()["regicide"]
    new = next(iter(simulate(regicide, seed=9, games=1, ruleset="", players=4)))
    header = Header(
        record=RecordId("0123456789abcdef"), game=new.game, seats=new.seats, started=new.started, **regicide.rules.edition(new.ruleset)
    )
    log = [Recorded(v, v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    return Known(regicide, header, veil(regicide.parts, log, PUBLIC), PUBLIC)


def test_why_of_a_hand_ends_when_its_work_is_done(four: Known, gone: Gone) -> None:
    """What could not be tried is not claimed: the answer is not complete, and the events that are named are enough."""
    step = four.asking(427)
    found = why(step, hand_place(B))
    assert gone.taken() < MOST
    assert not found.complete
    assert found.reasons
    assert {reason.version for reason in found.reasons} <= set(found.told)


def test_why_is_complete_where_its_work_lasts() -> None:
    """A small table is tried to the end; with hardly any work nothing is claimed that the whole work does not find."""
    play = Played(502).run(12)
    step = Known(BARE, play.header, veil(BARE.parts, play.log, A), A).asking(12)
    for place in [*step.known().slots, hand_place(B), DRAW]:
        assert why(step, place).complete


@pytest.mark.parametrize("viewer", [A, PUBLIC])
def test_why_with_little_work_claims_nothing_more(viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    """With little work the candidates are the same, and what an event alone rules out is what it rules out with all work, or not said."""
    play = Played(505).run(12)
    step = Known(BARE, play.header, veil(BARE.parts, play.log, viewer), viewer).asking(12)
    short = 0
    for place in [*step.known().slots, hand_place(B), DRAW]:
        monkeypatch.setattr(explain, "WORK", 600_000)
        whole = why(step, place)
        monkeypatch.setattr(explain, "WORK", 30)
        less = why(step, place)
        assert (less.candidates, less.certain, less.exact) == (whole.candidates, whole.certain, whole.exact)
        assert set(less.told) >= set(whole.told) or not less.complete
        short += not less.complete
    assert short


def test_hindsight_ends_when_its_work_is_done(gone: Gone, monkeypatch: pytest.MonkeyPatch) -> None:
    """A partial record that took a minute: what could be followed is told, the rest as it was known then."""
    sample = castle_rampage.make("partial", 9, 45)
    known = Known(sample.game, sample.header, sample.seen(A), A)
    then = known.at(20)
    gone.taken()
    monkeypatch.setattr(hindsight, "WORK", 100_000)
    later = known.hindsight(20)
    assert gone.taken() < MOST / 4
    assert not later.exact
    assert later.slots.keys() == then.slots.keys()


def test_what_a_hand_of_hinted_cards_is_worth_ends(gone: Gone) -> None:
    """Many cards, each of another set, are laid and drawn: the sums are of what is possible, and sum to 1."""
    kinds = sorted(bare.VALUES)
    play = Played(1, "".join(kind * 6 for kind in kinds) + "/")
    for number in range(20):
        (top, *_others) = play.names(play.world.decks[DRAW])
        hint = none_of({kinds[number % len(kinds)], kinds[(number * 2 + 1) % len(kinds)]} - {top})
        play.add(bare.Take(deck=DRAW, seat=B, cards=secret(top, to=("B",), hint=hint)))
    step = Known(BARE, play.header, veil(BARE.parts, play.log, A), A).asking(len(play.log))
    gone.taken()
    sums, _exact = step.worths((), B, bare.VALUES)
    assert gone.taken() < MOST
    assert sum(sums.values()) == 1
