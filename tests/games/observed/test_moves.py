"""What the counters hold and what a step tells."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from records.core.sentences import SeatRef
from records.core.viewers import OPEN, PUBLIC, Viewer
from support.archives import ANNA, BEN, NOON, A, B, archive, notif, packet, read

WAITS = ("${player_name} waits", {"player_name": "Anna", "player_id": ANNA})


def change(active: Any = None, state: int = 20, kind: str = "activeplayer", second: int = 0, **more: Any) -> dict[str, Any]:
    """Return the message that another state of the game begins."""
    return notif("", {"id": state, "active_player": active, "type": kind, **more}, "gameStateChange", second * 1_000_000)


def end(*results: dict[str, Any]) -> dict[str, Any]:
    """Return the message that the game is over."""
    return change(ANNA, 99, "manager", args={"result": list(results)})


def test_turns_follow_the_site_s_moves() -> None:
    """A turn is a move of the archive; a packet without a move is a step of the same turn."""
    record = read(
        archive(packet(1, notif(*WAITS)), packet(None, notif("", {}, "wakeupPlayers")), packet(2, notif(*WAITS)), packet(2, notif()))
    )
    assert [(turn.number, len(turn.steps)) for turn in record.timeline().turns] == [(0, 2), (1, 2), (2, 1)]


def test_time_is_to_the_microsecond() -> None:
    """A step has the time in its first public message's id, or its packet's where that has none; private times show nowhere."""
    early = notif("early", at=-5)
    record = read(
        archive(
            packet(1, early, to=BEN),
            packet(1, notif("on time", at=123)),
            packet(2, {**notif("odd"), "uid": "?"}, second=9),
            packet(3, second=11),
        )
    )
    noon = datetime.fromtimestamp(NOON, UTC)
    assert [(entry.at - noon).total_seconds() for entry in record.game.entries] == [0.000123, 0.000123, 0.000123, 9, 11]


def test_missing_moves_are_told() -> None:
    """Where numbers of moves are missing the step says so, without claiming why."""
    record = read(archive(packet(3, notif(*WAITS)), packet(4, notif(*WAITS)), packet(6, notif()), packet(9, notif(*WAITS))))
    assert record.told() == [
        ["The log begins with move 3.", "Anna waits"],
        ["Anna waits"],
        ["The table's log has no move 5: undone, or left out."],
        ["The table's log has no moves 7 to 8: undone, or left out.", "Anna waits"],
    ]


def test_move_that_only_a_seat_saw_makes_no_step() -> None:
    """A private packet whose move the table's channel lacks joins the step before it; one at the very start joins the first."""
    record = read(
        archive(packet(1, notif("psst"), to=BEN), packet(2, notif(*WAITS)), packet(3, notif("hush"), to=BEN), packet(4, notif(*WAITS)))
    )
    assert record.told(B) == [
        ["The log begins with move 2.", "Anna waits", "(psst)", "(hush)"],
        ["The table's log has no move 3: undone, or left out.", "Anna waits"],
    ]


def test_private_packet_joins_its_move() -> None:
    """Before or after the public packet of its move, a private one is told with it."""
    record = read(
        archive(packet(1, notif(*WAITS)), packet(2, notif("psst"), to=BEN), packet(2, notif("Dusk")), packet(1, notif("late"), to=BEN))
    )
    assert record.told(B) == [["Anna waits", "(late)"], ["Dusk", "(psst)"]]


def test_own_channel_is_told_beside_the_table_s() -> None:
    """A seat reads its own lines, the open table whose they are, everybody else nothing of them."""
    record = read(archive(packet(1, notif("You draw the heron"), to=ANNA), packet(1, notif("${player_name} draws a card", WAITS[1]))))
    told: dict[Viewer, list[str]] = {viewer: record.told(viewer)[0] for viewer in (A, B, PUBLIC, OPEN)}
    assert told == {
        A: ["Anna draws a card", "(You draw the heron)"],
        B: ["Anna draws a card"],
        PUBLIC: ["Anna draws a card"],
        OPEN: ["Anna draws a card", "(Shown only to Anna: You draw the heron)"],
    }
    assert [tell.mine for viewer in (A, OPEN) for tell in record.timeline(viewer).steps[2].tells] == [True, False]


def test_framework_messages_are_folded_out() -> None:
    """Steps of which a viewer is told nothing are kept and quiet for that viewer alone."""
    record = read(
        archive(packet(1, notif("Undo here", {}, "newUndoableStep"), change(ANNA)), packet(2, notif("psst"), to=BEN), packet(2, notif()))
    )
    quiet = {viewer: [step.quiet for step in record.timeline(viewer).steps[2:]] for viewer in (A, B, PUBLIC, OPEN)}
    assert quiet == {A: [True, True], B: [True, False], PUBLIC: [True, True], OPEN: [True, False]}


def test_who_acted() -> None:
    """A step belongs to the player its first told message names, else to whoever was to move."""
    record = read(archive(packet(1, change(BEN)), packet(2, notif("A storm")), packet(3, change(BEN), notif(*WAITS))))
    assert [step.seat for step in record.timeline().steps[2:]] == [None, B, A]


def test_clock_progress_and_thinking_time() -> None:
    """Time left comes from the site's clock; time taken is what passed while one seat alone was to move, over no gap."""
    clock: dict[str, Any] = {"reflexion": {"total": {str(ANNA): "170", str(BEN): -3}}}
    record = read(
        archive(
            packet(1, change(ANNA, updateGameProgression="4", **clock), second=0),
            packet(2, change(BEN, updateGameProgression=250), second=7),
            packet(3, change(ANNA, kind="multipleactiveplayer"), second=12),
            packet(4, notif("", [str(BEN)], "gameStateMultipleActiveUpdate"), second=20),
            packet(5, change(None, kind="game"), second=21),
            packet(6, change(ANNA), second=30),
            packet(9, change(BEN), second=90),
        )
    )
    state = record.state()
    assert (state.clock, state.thought, state.progress, state.active) == (((A, 170), (B, -3)), ((A, 7), (B, 6)), 100, B)


def test_concession() -> None:
    """Who concedes is told from the site's message or from the result, and the other has won."""
    results = (
        {"id": str(BEN), "rank": 1, "score": "75", "concede": "0"},
        {"player": ANNA, "rank": "2", "score": 32, "concede": "1", "zombie": "-1"},
    )
    state = read(archive(packet(1, notif(*WAITS, "playerConcedeGame"), end(*results)), packet(2, change(ANNA)))).state()
    assert state.outcome
    assert (state.outcome.winners, state.outcome.drawn, state.outcome.scores) == ((B,), False, ((B, "75"), (A, "32")))
    assert state.outcome.why
    assert state.outcome.why.text == "%(seat)s conceded."
    assert (state.conceded, state.ended, state.active) == ((A,), True, None)


@pytest.mark.parametrize(
    ("results", "winners", "drawn", "why"),
    [
        ([{"id": ANNA, "rank": 1, "tie": True}, {"id": BEN, "rank": 1, "tie": "1"}], (), True, "The first place is shared."),
        ([{"id": ANNA, "rank": 1}, {"id": BEN, "rank": 1}], (A, B), False, None),
        ([{"id": ANNA, "rank": 2, "zombie": "1"}, {"id": BEN, "rank": 1}], (B,), False, "%(seat)s left the table."),
        ([{"id": ANNA, "rank": 1}, {"id": BEN, "rank": 2}], (A,), False, None),
    ],
)
def test_results(results: list[dict[str, Any]], winners: tuple[str, ...], drawn: bool, why: str | None) -> None:
    """Ties are drawn, common wins are not, and somebody who left is named."""
    outcome = read(archive(packet(1, end(*results)))).state().outcome
    assert outcome
    assert (outcome.winners, outcome.drawn, outcome.why and outcome.why.text) == (winners, drawn, why)


@pytest.mark.parametrize(
    ("aux", "scores", "told"),
    [
        (("7", "4"), ("90", "90"), {"seat": SeatRef(A), "mine": "7", "theirs": "4"}),
        ((-2, "-3.5"), (90, "90"), {"seat": SeatRef(A), "mine": "-2", "theirs": "-3.5"}),
        (("7", "4"), ("90", "80"), None),
        (("4", "7"), ("90", "90"), None),
        (("4", "4"), ("90", "90"), None),
        (("7", None), ("90", "90"), None),
        (("7", "nan"), ("90", "90"), None),
        (("7", "4"), (None, None), None),
    ],
)
def test_a_tie_break_is_the_reason_of_a_victory(aux: tuple[Any, Any], scores: tuple[Any, Any], told: dict[str, Any] | None) -> None:
    """Between equal scores the site's second number decides, and is told; where it does not decide nothing is."""
    results = [
        {"id": player, "rank": rank, "score": scores[rank - 1], "score_aux": aux[rank - 1]} for rank, player in ((1, ANNA), (2, BEN))
    ]
    outcome = read(archive(packet(1, end(*results)))).state().outcome
    assert outcome
    assert outcome.winners == (A,)
    assert (outcome.why and outcome.why.args) == told


@pytest.mark.parametrize("odd", [[], {"result": 7}, {"result": [None]}, {"result": []}, {"result": [{"id": 5, "rank": 1}]}, None])
def test_result_of_another_shape_is_no_result(odd: Any) -> None:
    """An end that cannot be read ends the game and names no winner."""
    state = read(archive(packet(1, change(ANNA, 99, args=odd)))).state()
    assert (state.outcome, state.ended) == (None, True)


@pytest.mark.parametrize("odd", [[1, 2], {"reflexion": []}, {"reflexion": {"total": []}}, {"updateGameProgression": "much"}, {"id": {}}])
def test_state_of_another_shape_counts_nothing(odd: Any) -> None:
    """A message of the framework that has another shape than usual is kept and passed over."""
    state = read(archive(packet(1, notif("", odd, "gameStateChange")))).state()
    assert (state.clock, state.progress, state.ended) == ((), None, False)
