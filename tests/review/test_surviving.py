"""A decision is forced where a seat could know that all other moves lose at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.games.castle_rampage.model.commands import EndTurn
from records.games.regicide.model.commands import Yield
from records.knowledge.door import veil
from records.review.moments import moments
from records.review.passes import LOOK
from records.review.playing import Terms, played_by
from records.review.seat_review import SeatReview
from records.review.surviving import no_other_survives
from records.values import replace
from support.review.luck import EveryCard
from support.review.records import TINY, played

if TYPE_CHECKING:
    from records.core.position import Command
    from records.review.moments import ReviewMoment
    from support.review.records import Played

TERMS = Terms(passes=TINY, playouts=EveryCard())
LAST = 169
"""B has nothing left but a Jester, which is no strength to attack with: who attacks in vain with no card left has lost."""


@pytest.fixture(scope="module")
def record() -> Played:
    """A game of Castle Rampage that B goes on with by ending the turn."""
    return played("castle-rampage", "castle-rampage/house", 2, seed=1, astray=0.05)


def forced(record: Played, moment: ReviewMoment, command: Command) -> bool:
    """Whether a command would have been forced there."""
    rules, asked = played_by(*record, TERMS), replace(moment, played=command)
    return no_other_survives(rules, asked, asked.position, rules.field(asked, asked.position))


def test_the_one_move_that_does_not_lose_at_once_is_forced(record: Played) -> None:
    """The row says so and is not weighed; nothing to choose was lost."""
    game, header, log = record
    seat = header.seats[1]
    row = SeatReview(game, header, veil(game.parts, log, seat), seat, TERMS).decision(LAST, LOOK)
    assert (row.apart, row.forced, row.weighed) == ("only-known", True, False)
    assert row.loss.plays == 0


def test_the_move_that_loses_is_not_forced(record: Played) -> None:
    """Who makes it had another, and is weighed."""
    moment = next(one for one in moments(*record) if one.version == LAST)
    ends, plays = sorted(played_by(*record, TERMS).field(moment, moment.position).listed, key=lambda one: not isinstance(one, EndTurn))
    assert forced(record, moment, ends)
    assert not forced(record, moment, plays)


def test_what_the_table_could_still_change_is_not_known_to_lose() -> None:
    """A seat of Regicide plays its last card and loses, after the next royal was turned up: that it could not know."""
    record = played("regicide", "regicide/2021", 3, seed=103, astray=0.12)
    moment = next(one for one in moments(*record) if one.version == 203)
    listed = played_by(*record, TERMS).field(moment, moment.position).listed
    assert len(listed) == 2
    assert not any(forced(record, moment, command) for command in listed)
    assert any(isinstance(command, Yield) for command in listed)
