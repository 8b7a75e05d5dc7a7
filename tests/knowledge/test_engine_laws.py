"""The counted engine over whole games: the truth is a candidate, what the fold knows is certain (design/knowledge: Tests)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from records.core.faces import known
from records.core.tables.table_state import TableState
from records.core.viewers import OPEN, Viewer
from records.knowledge.answers import Knowledge
from records.knowledge.engine import Known, know
from support.laws.games import castle_rampage, hollow
from support.laws.sample import Sample, Truth, positions
from support.soaking import rest_soaked

SMALL = 9
"""Events of a partial log of HOLLOW, in which so little is known that more would take long."""


MADE = [
    *(pytest.param(castle_rampage.make, kind, 40, id=f"castle-rampage, {kind}") for kind in castle_rampage.KINDS),
    *(pytest.param(hollow.make, kind, SMALL if kind == "partial" else 40, id=f"hollow, {kind}") for kind in dict.fromkeys(hollow.KINDS)),
]
"""Games of every kind: who makes them, and how long they are."""


@pytest.fixture
def sample(make: Callable[[str, int, int], Sample], kind: str, length: int) -> Sample:
    """A game of a kind, with what truly lies where."""
    return make(kind, 3 if make is castle_rampage.make else 7, length)


def true_of(known_: Knowledge, truth: Truth) -> None:
    """Fail unless what truly lies there can be there."""
    for slot, chances in known_.slots.items():
        assert truth.slots[slot] in chances.of, f"step {known_.version}, {known_.viewer}: {slot}"
    for seat, hand in known_.hands.items():
        held = Counter(truth.hands[seat])
        assert all(number <= hand.most.get(card, 0) for card, number in held.items()), f"step {known_.version}, {known_.viewer}: {seat}"
        assert all(held[card] >= number for card, number in hand.least.items()), f"step {known_.version}, {known_.viewer}: {seat}"
    for name, deck in known_.decks.items():
        assert all(number <= deck.most[card] for card, number in Counter(truth.decks.get(name, [])).items())


def like_the_fold(known_: Knowledge, table: TableState) -> None:
    """Fail unless places and counts are those of the fold, and what it is certain of is certain."""
    assert set(known_.slots) == set(table.slots)
    for slot, chances in known_.slots.items():
        seen = table.slots[slot].seen
        assert chances.certain == seen or not known(seen), f"step {known_.version}, {known_.viewer}: {slot}"
    for seat, hand in known_.hands.items():
        assert hand.count == table.hands[seat].count
    for name, deck in known_.decks.items():
        assert deck.count == sum(block.count for block in table.decks[name])


def certain_in_hands(known_: Knowledge, table: TableState) -> None:
    """Fail unless a card that the fold is certain of in a hand is certain; a broken hint may have left it there in error."""
    for seat, hand in known_.hands.items():
        assert all(hand.least.get(card, 0) >= number for card, number in Counter(table.hands[seat].faces).items())


def sums(known_: Knowledge) -> None:
    """Fail unless every chance is one of a whole."""
    for chances in known_.slots.values():
        assert sum(chances.of.values()) == 1
        assert all(chance > 0 for chance in chances.of.values())
    for hand in known_.hands.values():
        assert sum(hand.expected.values()) == hand.count or not hand.exact
        assert set(hand.most) == set(hand.holds) == set(hand.expected)
    for deck in known_.decks.values():
        assert sum(deck.top.of.values()) == (1 if deck.count else 0)


@pytest.mark.parametrize(("make", "kind", "length"), rest_soaked([*MADE[::2], *MADE[1::2]], keep=2))
def test_the_truth_is_a_candidate_at_every_step(sample: Sample) -> None:
    """For every viewer and step what truly lies there is possible, what the fold knows is certain, and chances are shares of a whole."""
    for viewer in sample.viewers:
        seen = sample.seen(viewer)
        knows = Known(sample.game, sample.header, seen, viewer)
        for position in positions(sample, seen):
            found = knows.at(position.version)
            sums(found)
            truth = sample.truth(position.version)
            if truth is not None:
                like_the_fold(found, position.table)
                if not sample.breached(position.version):
                    certain_in_hands(found, position.table)
                    true_of(found, truth)


@pytest.mark.parametrize(("make", "kind", "length"), rest_soaked(MADE[::3], keep=2))
def test_an_answer_as_then_does_not_see_what_came_later(sample: Sample) -> None:
    """From the log up to a step and from the whole log, asked in any order, the answer of the step is the same."""
    viewer: Viewer = sample.header.seats[0]
    seen = sample.seen(viewer)
    whole = Known(sample.game, sample.header, seen, viewer)
    for step in sorted(range(0, len(seen) + 1, 7), reverse=True):
        assert know(sample.game, sample.header, seen[:step], viewer, step) == whole.at(step)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["thin", "plain"])
def test_a_game_as_it_is_played_is_answered_exactly(kind: str) -> None:
    """Every answer of a seat and of the public is exact, and the open table has no open question about a hand."""
    sample = castle_rampage.make(kind, 5, 90)
    for viewer in sample.viewers:
        knows = Known(sample.game, sample.header, sample.seen(viewer), viewer)
        answers = [knows.at(step) for step in range(len(sample.log) + 1)]
        assert all(answer.exact for answer in answers)
        assert all(not answer.hands for answer in answers) == (viewer is OPEN)
