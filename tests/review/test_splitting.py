"""Luck apart from skill: what is stored adds up to the result, exactly, for every seat."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.knowledge.door import veil
from records.review.open_table import OpenTable
from records.review.passes import LOOK
from records.review.playing import Terms
from records.review.rows import Decision, OpenDecision, OpenReview, ReviewKey
from records.review.splitting import split
from records.review.tally import PlayoutTally
from records.review.whole import open_review, review
from support.review.luck import Luck
from support.review.records import TINY, played
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from records.review.rows import Split
    from support.review.records import Played

A = SeatKey("A")
KEY = ReviewKey(head="", seat=None, ruleset="", catalogue="", policy=1, seed=0)
SHEETS = ("2021", "2020", "bga")
FREE = Terms(passes=TINY, playouts=Luck(lambda _command: 50))
SETS = [
    ("regicide", "regicide/2021", 2, FREE),
    ("castle-rampage", "castle-rampage/plain", 2, FREE),
    ("regicide", "regicide/2021", 1, Terms(passes=TINY, playouts=Luck(lambda _command: 50), graded=True)),
    ("regicide", "regicide/2021", 3, FREE),
    ("castle-rampage", "castle-rampage/house", 2, FREE),
    ("creature-crush", "creature-crush/skirmish", 2, FREE),
    ("regicide", "regicide/2021", 2, Terms(passes=TINY)),
]


def splits(record: Played, terms: Terms) -> list[Split]:
    """Return the result of each seat taken apart."""
    game, header, log = record
    opened = open_review(game, header, log, terms)
    rows = [row for seat in header.seats for row in review(game, header, log, seat, terms, passed=LOOK).decisions]
    return [split(opened, rows, header.seats[0], seat, together=game.together) for seat in header.seats]


@pytest.mark.parametrize(("name", "rules", "players", "terms"), rest_soaked(SETS, keep=2))
def test_the_parts_add_up_to_the_result_exactly(name: str, rules: str, players: int, terms: Terms) -> None:
    """For each seat, whatever the errors of the estimates; whoever plays together has the same, else one loses what the other wins."""
    record = played(name, rules, players, seed=12)
    found = splits(record, terms)
    for one in found:
        assert one.result == one.start + one.chance + sum(one.skill.values()) + one.lay + one.unjudged
        assert one.unjudged == 0
        assert set(one.skill) <= set(record.header.seats)
    if record.game.together:
        assert len({one.result for one in found}) == 1
    else:
        assert found[0].result + found[1].result == 1
        assert found[0].lay == -found[1].lay
    assert any(one.lay for one in found)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.soak
def test_the_parts_add_up_in_two_hundred_games(players: int) -> None:
    """By all three sheets, moves astray too; where what a seat could know cannot be worked out exactly, its decisions are unjudged."""
    for number in range(50):
        record = played("regicide", f"regicide/{SHEETS[number % 3]}", players, seed=60_000 + number, astray=0.1 * (number % 2))
        for one in splits(record, FREE):
            parts = one.start + one.chance + sum(one.skill.values()) + one.lay + one.unjudged
            assert one.result == parts, (players, number)


def test_decisions_that_could_not_be_weighed_stand_apart() -> None:
    """Without a seat's own review nobody can say what of its decisions was skill."""
    game, header, log = record = played("regicide", "regicide/2021", 2, seed=12)
    opened = open_review(game, header, log, FREE)
    one = split(opened, review(*record, header.seats[0], FREE, passed=LOOK).decisions, header.seats[0], header.seats[0], together=True)
    assert set(one.skill) == {header.seats[0]}
    assert one.unjudged == sum((row.after.share - row.before.share for row in opened.decisions if row.seat != header.seats[0]), Fraction(0))
    assert one.result == one.start + one.chance + sum(one.skill.values()) + one.lay + one.unjudged


def test_a_forced_decision_is_nobodys_skill() -> None:
    """What came of it is how the cards lay."""
    before, after, done = PlayoutTally(4, 12, 72), PlayoutTally(4, 18, 108), PlayoutTally(4, 6, 36)
    opened = OpenReview(
        key=KEY, result=6, start=before, decisions=(OpenDecision(version=5, seat=A, before=before, after=after, done=done),)
    )
    one = split(opened, [Decision(version=5, seat=A, played="{}", apart="only-known")], A, A, together=True)
    assert (one.lay, one.unjudged, sum(one.skill.values())) == (Fraction(1, 4), 0, 0)
    assert one.result == one.start + one.chance + one.lay


def test_errors_of_the_parts_are_those_of_their_values() -> None:
    """What a move did comes in with that of its pairs: the same as the simulated player does is certain to have done nothing."""
    value, done = PlayoutTally(4, 12, 72), PlayoutTally(4, 0, 72)
    opened = OpenReview(key=KEY, result=6, start=value, decisions=(OpenDecision(version=5, seat=A, before=value, after=value, done=done),))
    row = Decision(version=5, seat=A, played="{}", skill=PlayoutTally(4, 0, 72))
    one = split(opened, [row], A, A, together=True).errors
    assert one.chance == pytest.approx((value.error**2 + done.error**2) ** 0.5)
    assert one.skill == {A: row.skill.error}
    assert one.lay == pytest.approx((done.error**2 + row.skill.error**2) ** 0.5)
    assert one.unjudged == 0
    assert split(opened, [], A, A, together=True).errors.unjudged == done.error


def test_a_partial_record_is_not_taken_apart() -> None:
    """Where a seat's own log is all that there is, the open table does not show every card."""
    game, header, log = played("regicide", "regicide/2021", 3, seed=6)
    opened = OpenTable(game, header, veil(game.parts, log, header.seats[0]), FREE)
    assert opened.apart == "unseen"
    assert not opened.decisions
    assert not opened.start().plays
