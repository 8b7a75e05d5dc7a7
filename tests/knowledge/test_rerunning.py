"""A log followed again with less told goes on from where it is the same (design/knowledge: Why)."""

from __future__ import annotations

import random
from itertools import cycle
from typing import Any

import pytest

from records.core.viewers import PUBLIC
from records.knowledge.door import veil
from records.knowledge.tracking import rerunning
from records.knowledge.tracking.plan import EVERYTHING
from records.knowledge.tracking.rerunning import Courses
from records.knowledge.tracking.running import follow
from records.knowledge.tracking.table import TrackedTable
from records.knowledge.viewer_log import ViewerLog
from records.knowledge.why.masking import Maskable, tells
from records.knowledge.worlds.effort import COARSE, Effort
from support.knowledge.bare import BARE, SEATS
from support.knowledge.random_games import Played
from support.laws.games import castle_rampage, creature_crush, regicide
from support.soaking import rest_soaked

A, B = SEATS
SAMPLES = {"castle": castle_rampage, "crush": creature_crush, "regicide": regicide}


def log_of(name: str) -> ViewerLog:
    """Return a log of a game as the public saw it."""
    if name == "bare":  # its hands say much of few cards, which are told apart then
        play = Played(4, "aabbccdd/ef").run(40)
        return ViewerLog(BARE, play.header, veil(BARE.parts, play.log, PUBLIC), PUBLIC)
    sample = SAMPLES[name].make("plain", 7, 60)
    return ViewerLog(sample.game, sample.header, veil(sample.game.parts, sample.log, PUBLIC), PUBLIC)


def told(table: TrackedTable) -> list[Any]:
    """Return all that a table says, in its order."""
    counts = table.counts
    return [
        *(
            list(counts.table.items()),
            dict(counts.columns),
            dict(counts.public),
            dict(counts.size),
            counts.wider,
            counts.exact,
            counts.marks,
        ),
        *(counts.pool.name, counts.pool.copies, table.held, table.slots, table.zones, table.decks, table.breaches, table.exact),
    ]


@pytest.mark.parametrize("name", rest_soaked(["bare", "castle", "crush", "regicide"], keep=2))
def test_a_run_that_goes_on_from_another_tells_and_costs_what_a_whole_run_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events are left out one after the other, the last first, as ``why`` does; then some at random."""
    monkeypatch.setattr(rerunning, "APART", 3)
    copies, copied = [], TrackedTable.copied
    monkeypatch.setattr(TrackedTable, "copied", lambda *args: copies.append(args) or copied(*args))
    log = log_of(name)
    calls = log.call_log.step_calls(log.steps).calls
    versions = sorted({call.version for call in calls if tells(call)})
    pick = random.Random(name)  # noqa: S311 -- which events, not a secret
    tried = [versions, *([one for one in versions if one != left] for left in versions[::-3])]
    tried += [pick.sample(versions, pick.randrange(len(versions))) for _ in range(6)]
    maskable, courses = Maskable(calls), Courses()
    for kept, limits in zip(tried, cycle((COARSE, COARSE, None)), strict=False):
        whole, parts = Effort(limits), Effort(limits)
        expected = follow(log.cards, maskable.only(kept), EVERYTHING, whole)
        assert told(courses.follow(log.cards, maskable.only(kept), EVERYTHING, parts)) == told(expected)
        assert parts.spent == whole.spent
    assert copies
