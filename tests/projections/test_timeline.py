"""A log as steps and turns, told to its viewer."""

from __future__ import annotations

from typing import Any

from records.core.events import Event, Recorded
from records.core.header import Header
from records.core.logs.fold import Folder
from records.core.position import Outcome
from records.core.shared import Corrected, GameStarted, GameWon, Replacement, TakenBack
from records.core.viewers import OPEN, Viewer
from records.knowledge.door import veil
from records.projections.replay import position_at
from records.projections.timeline import Timeline, timeline
from records.service.seen_log import SeenLog
from records.service.shelving import row_of
from support.tiny import NOON, SEATS, TINY, drawn, laid, whispered

HEADER = Header(record="r1", game="tiny", ruleset="none", ruleset_hash="", catalogue="none", catalogue_hash="", seats=SEATS, started=NOON)
GAME = (
    GameStarted(seats=SEATS),
    drawn("A", "ace"),
    drawn("B", "king"),
    laid("A", "s4", "ace"),
    whispered("B", "the ten lies below"),
    laid("B", "s6", "king"),
    GameWon(seat="A"),
)


def told(*events: Event, viewer: Viewer = OPEN) -> Timeline:
    """The timeline of these events as the viewer was shown them."""
    log: list[Recorded[Any]] = [Recorded(version, version, NOON, "", event) for version, event in enumerate(events, 1)]
    return timeline(TINY, Folder(TINY), HEADER, veil(TINY.parts, log, viewer), viewer)


def test_turns_group_the_steps_in_order() -> None:
    """Steps with one turn number stand together, all of them, in the order of the log."""
    line = told(*GAME)
    assert [(turn.number, turn.seat, turn.first, turn.last) for turn in line.turns] == [(0, "A", 1, 3), (1, "A", 4, 5), (2, "B", 6, 7)]
    assert [step.version for step in line.steps] == [1, 2, 3, 4, 5, 6, 7]


def test_quiet_steps_are_kept_but_not_told() -> None:
    """What nobody tells is a step that is folded out."""
    line = told(*GAME)
    assert [step.version for step in line.steps if step.quiet] == [1, 5, 7]
    assert [[step.version for step in turn.told] for turn in line.turns] == [[2, 3], [4], [6]]


def test_a_turn_of_quiet_steps_has_the_seat_whose_turn_it_is() -> None:
    """Where nobody acted in sight, a turn belongs to who is active, or to nobody before the first."""
    assert [turn.seat for turn in told(GameStarted(seats=SEATS)).turns] == [None]
    after = told(drawn("A", "ace"), laid("A", "s2", "ace"), whispered("B", "x")).turns[-1]
    assert (after.seat, after.last) == ("A", 3)


def test_steps_are_told_as_the_viewer_saw_them() -> None:
    """One names the card, the other does not; the steps are the same."""
    own, others = told(*GAME, viewer="A").steps, told(*GAME, viewer="B").steps
    assert (str(own[1].lines[0]), str(others[1].lines[0])) == ("A draws ace.", "A draws a card.")
    assert [step.version for step in own] == [step.version for step in others]


def test_steps_that_were_taken_back_are_cut() -> None:
    """They stay in the timeline, marked, in the turn that was theirs; the take-back and what follows are not cut."""
    line = told(*GAME[:4], TakenBack(to=3), laid("B", "s6", "king"))
    assert [step.version for step in line.steps if step.cut] == [4]
    assert [(turn.number, [step.version for step in turn.steps]) for turn in line.turns] == [(0, [1, 2, 3]), (1, [4]), (0, [5]), (1, [6])]


def test_a_timeline_knows_how_the_game_ended() -> None:
    """As the last position does, whatever was taken back; one that goes on from an earlier timeline knows it too."""
    won = Outcome(winners=("A",))
    assert told(*GAME).outcome == told(*GAME, viewer="B").outcome == won
    assert told(*GAME[:-1]).outcome is told(*GAME, TakenBack(to=6)).outcome is None
    folder, log = Folder(TINY), [Recorded(version, version, NOON, "", event) for version, event in enumerate(GAME, 1)]
    for first in (6, 7):
        begin = timeline(TINY, folder, HEADER, log[:first], OPEN), position_at(folder, HEADER, log, first)
        assert timeline(TINY, folder, HEADER, log, OPEN, begin=begin).outcome == won


def test_a_shelf_row_folds_the_log_once() -> None:
    """All that a row tells is found on one way along the log: no position of it is made besides."""
    log = tuple(Recorded(version, version, NOON, "", event) for version, event in enumerate(GAME, 1))
    seen = SeenLog(TINY, Folder(TINY), HEADER, OPEN, log)
    row = row_of(seen)
    assert (row.steps, row.turns, "A" in row.result) == (7, 2, True)
    assert row.ended == NOON
    assert not seen._kept
    assert not seen._recent


def test_a_corrected_step_is_not_cut() -> None:
    """It is told as it was written then, and counts as it was corrected."""
    line = told(drawn("A", "ace"), Corrected(of=(Replacement(version=1, event=drawn("A", "king")),)), drawn("B", "ace"))
    assert [step.cut for step in line.steps] == [False, False, False]
    assert str(line.steps[0].lines[0]) == "A draws ace."


def test_an_empty_log_has_no_turns() -> None:
    """Nothing happened yet."""
    assert told().turns == ()
