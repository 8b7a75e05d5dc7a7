"""The replay page as values."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest

from records.core.ids import SeatKey
from records.projections.timeline import Step, Timeline, Turn
from web.pages.board.seat_colors import MOST_BLOCKS, ColorRun, laid_out
from web.pages.replay.story import LINES_BEFORE, tell

A, B = SeatKey("A"), SeatKey("B")


def step(version: int, turn: int, *, quiet: bool = False) -> Step:
    """Return a step without words."""
    seat = (A, B)[turn % 2]
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Step(version=version, turn=turn, seat=seat, at=at, icon="s-play", lines=(), tells=(), quiet=quiet, cut=False)


def timeline(*turns: tuple[int, ...], quiet: frozenset[int] = frozenset()) -> Timeline:
    """Return turns 1, 2 ... of these versions."""
    return Timeline(
        turns=tuple(
            Turn(number=n, seat=(A, B)[n % 2], steps=tuple(step(v, n, quiet=v in quiet) for v in versions))
            for n, versions in enumerate(turns, 1)
        )
    )


SMALL = timeline((1, 2, 3), (4, 5), (6, 7, 8), quiet=frozenset({2, 4, 8}))


@pytest.mark.parametrize(
    ("at", "back_turn", "back", "on", "on_turn"),
    [
        (0, None, None, 1, 1),
        (1, 0, 0, 3, 5),
        (2, 1, 0, 3, 5),
        (3, 1, 1, 5, 5),
        (5, 1, 3, 6, 6),
        (6, 5, 5, 8, 8),
        (7, 6, 6, None, 8),
        (8, 6, 6, None, None),
    ],
)
def test_controls_pass_over_quiet_steps(at: int, back_turn: int | None, back: int | None, on: int | None, on_turn: int | None) -> None:
    """Controls lead to told steps and beginnings of turns; at either end nothing leads further, and the last event can be reached."""
    ways = tell(SMALL, (A, B), 8, at).ways
    assert (ways.back_turn, ways.back, ways.on, ways.on_turn) == (back_turn, back, on, on_turn)
    assert (ways.first is None) == (at == 0)
    assert (ways.last is None) == (at == 8)


def test_nothing_ahead_is_told() -> None:
    """The narration ends with the last told step at or before the moment, which is the marked one."""
    story = tell(SMALL, (A, B), 8, 4)
    assert [s.version for turn in story.told for s in turn.steps] == [1, 3]
    assert (story.present, story.later) == (3, 3)


def test_before_the_first_step_nothing_is_marked() -> None:
    """Step 0 has no present line."""
    story = tell(SMALL, (A, B), 8, 0)
    assert (story.present, story.told) == (None, ())


def test_a_long_record_is_shown_by_a_window() -> None:
    """Of a long record the lines before the present step are shown, and the older ones are a link away."""
    long = timeline(*((3 * n + 1, 3 * n + 2, 3 * n + 3) for n in range(400)))
    story = tell(long, (A, B), 1200, 600)
    told = [s.version for turn in story.told for s in turn.steps]
    assert (told[0], told[-1], story.earlier) == (601 - LINES_BEFORE, 600, 600 - LINES_BEFORE)


def test_blocks_fill_the_drawing() -> None:
    """Blocks stand side by side from 0 to 100 percent, and the needle lies between the two steps it parts."""
    overview = tell(SMALL, (A, B), 8, 4).overview
    assert [block.x for block in overview.blocks] == ["0.00%", "40.00%", "60.00%"]
    assert [block.ahead for block in overview.blocks] == [False, True, True]
    assert overview.needle == "30.00%"


def test_a_record_without_events_has_a_page() -> None:
    """A record that has only begun leads nowhere and divides by nothing."""
    story = tell(Timeline(turns=()), (A, B), 0, 0)
    assert (story.ways.on, story.ways.back, story.told, story.overview.blocks) == (None, None, (), ())


@pytest.mark.parametrize("turns", [361, 1000, 15_000])
def test_a_game_of_thousands_of_turns_has_no_more_blocks_than_can_be_told_apart(turns: int) -> None:
    """The blocks of a very long game are bounded, go on taking turns, and still fill the drawing; a block is ahead that begins ahead."""
    long = timeline(*((2 * n + 1, 2 * n + 2) for n in range(turns)))
    blocks = tell(long, (A, B), 2 * turns, turns).overview.blocks
    assert MOST_BLOCKS // 4 < len(blocks) <= MOST_BLOCKS
    assert {(one.color, other.color) for one, other in pairwise(blocks)} == {(1, 2), (2, 1)}
    edges = [float(block.x.rstrip("%")) for block in blocks]
    widths = [float(block.width.rstrip("%")) for block in blocks]
    assert edges[0] == 0
    assert edges == sorted(edges)
    assert edges[-1] + widths[-1] == pytest.approx(100, abs=0.3)
    ahead = [block.ahead for block in blocks]
    assert ahead == sorted(ahead)
    assert 0.4 < ahead.count(True) / len(ahead) < 0.6


def test_a_block_of_several_turns_is_of_the_seat_with_most_steps() -> None:
    """Seat 2 has long turns among many short ones of seat 1: it has the blocks; every step is in one of them."""
    spine = laid_out(ColorRun(1 + n % 2, (1, 9)[n % 2]) for n in range(2 * MOST_BLOCKS))
    assert {behind.color for _begin, behind, _ahead in spine} == {2}
    assert [begin for begin, _behind, _ahead in spine][:3] == [0, 11, 30]
