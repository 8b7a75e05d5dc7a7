"""Stepping through a log: the position after each event."""

from __future__ import annotations

from typing import Any

import pytest

from records.core.events import Event, Recorded
from records.core.header import Header
from records.core.logs.fold import Folder
from records.core.shared import Corrected, GameStarted, Replacement, TakenBack
from records.core.viewers import OPEN
from records.errors import VersionNotFound
from records.projections.replay import position_at, walk
from support.tiny import NOON, SEATS, TINY, drawn, laid

HEADER = Header(record="r1", game="tiny", ruleset="none", ruleset_hash="", catalogue="none", catalogue_hash="", seats=SEATS, started=NOON)
FOLDER = Folder(TINY)


def log(*events: Event) -> list[Recorded[Any]]:
    """A log of these events."""
    return [Recorded(version, version, NOON, "", event) for version, event in enumerate(events, 1)]


PLAIN = log(GameStarted(seats=SEATS), drawn("A", "ace"), drawn("B", "king"), laid("A", "s4", "ace"))
CHANGED = log(
    GameStarted(seats=SEATS),
    drawn("A", "ace"),
    laid("A", "s3", "ace"),
    TakenBack(to=2),
    Corrected(of=(Replacement(version=2, event=drawn("A", "king")),)),
    drawn("B", "ace"),
)


@pytest.mark.parametrize("version", [-1, 5, 99])
def test_a_step_that_is_not_there_is_refused(version: int) -> None:
    """The refusal names the record, its steps and what was asked."""
    with pytest.raises(VersionNotFound, match=f"record r1 has events 0 to 4, not {version}"):
        position_at(FOLDER, HEADER, PLAIN, version)


def test_the_first_and_the_last_step_are_there() -> None:
    """Step 0 is before the first event, the last after the last."""
    first, last = position_at(FOLDER, HEADER, PLAIN, 0), position_at(FOLDER, HEADER, PLAIN, 4)
    assert (first.version, first.table.hands, first.state.turn) == (0, {}, 0)
    assert (last.version, list(last.table.slots), last.state.turn) == (4, ["s4"], 1)


def test_an_empty_log_has_step_0() -> None:
    """And no other."""
    assert position_at(FOLDER, HEADER, [], 0).version == 0
    with pytest.raises(VersionNotFound, match="has events 0 to 0, not 1"):
        position_at(FOLDER, HEADER, [], 1)


@pytest.mark.parametrize("events", [PLAIN, CHANGED], ids=["plain", "with changes"])
def test_walking_meets_every_position(events: list[Recorded[Any]]) -> None:
    """After each event the draft is the position that is asked for alone, take-backs and corrections counted in."""
    met = [(moment.after.table.freeze(), moment.after.state.turn) for moment in walk(FOLDER, HEADER, events, OPEN)]
    assert met == [
        (alone.table, alone.state.turn) for alone in (position_at(FOLDER, HEADER, events, version) for version in range(1, len(events) + 1))
    ]


def test_a_position_does_not_know_what_comes_later() -> None:
    """A step before a take-back and a correction shows what was written then."""
    assert position_at(FOLDER, HEADER, CHANGED, 3).table.slots["s3"].seen == "ace"
    assert position_at(FOLDER, HEADER, CHANGED, 4).table.hands["A"].faces == ("ace",)
    assert position_at(FOLDER, HEADER, CHANGED, 5).table.hands["A"].faces == ("king",)


def test_a_moment_has_the_counters_before_and_after() -> None:
    """Narration may compare the two."""
    moments = [(moment.before.turn, moment.after.state.turn) for moment in walk(FOLDER, HEADER, PLAIN, OPEN)]
    assert moments == [(0, 0), (0, 0), (0, 0), (0, 1)]
