"""The replay page as values: narration, blocks of the whole game, and where each control leads.

Everything is made from a timeline that stood behind the door, so no count or length in here knows more than the viewer.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from records.values import replace
from web.pages.board.seat_colors import ColorBlock, blocks, percent, seat_color, spine_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.ids import SeatKey
    from records.projections.timeline import Step, Timeline
    from web.choices import Stride

LINES_BEFORE = 60
"""Steps told before the present one; older ones are a link away."""


class TurnPart(msgspec.Struct, frozen=True):
    """A turn, or the part of it that is shown."""

    number: int
    seat: SeatKey | None
    color: int
    begin: int
    """Version of the first narrated step of the whole turn."""
    steps: tuple[Step, ...]


class ShownTurns(msgspec.Struct, frozen=True):
    """The turns of the narration on the page of a step, of which ``present`` is marked."""

    present: int | None
    told: tuple[TurnPart, ...]


class StepLinks(msgspec.Struct, frozen=True):
    """Versions that the step controls lead to; None where there is nothing further."""

    first: int | None
    back_turn: int | None
    back: int | None
    on: int | None
    on_turn: int | None
    last: int | None
    back_round: int | None
    on_round: int | None
    ends_turn: bool
    """Whether the next step begins another turn, or there is none."""


class Counted(msgspec.Struct, frozen=True):
    """Which one this is, and how many there are."""

    here: int
    of: int


class Overview(msgspec.Struct, frozen=True):
    """The whole game as blocks, with the needle; lengths are SVG lengths."""

    blocks: tuple[ColorBlock, ...]
    count: int
    """Narrated steps from one end to the other."""
    needle: str


class Story(msgspec.Struct, frozen=True):
    """One moment of a record as one viewer may read it."""

    at: int
    count: int
    """Number of events; the last step."""
    turns: int
    """Number of turns, those before the first not counted."""
    now: Step | None
    """The last step narrated at this moment."""
    told: tuple[TurnPart, ...]
    earlier: int | None
    """Version of the last step before those shown, None if all are shown."""
    later: int
    """Narrated steps after this one."""
    ways: StepLinks
    overview: Overview
    counts: Mapping[Stride, Counted]
    """Steps, turns and rounds, as the step controls count them; what comes before the first turn is 0."""

    @property
    def number(self) -> int:
        """Number of the step, as the arrows count."""
        return self.counts["event"].here

    @property
    def present(self) -> int | None:
        """Version of the step that is marked."""
        return self.now.version if self.now else None


def tell(timeline: Timeline, seats: Sequence[SeatKey], count: int, at: int) -> Story:
    """Return the page of step ``at``, 0 to ``count``. Quiet steps are passed over: they have no narration, and no control stops there."""
    versions = timeline.versions
    behind = bisect_right(versions, at)
    first_told = max(0, behind - LINES_BEFORE)
    return Story(
        at=at,
        count=count,
        turns=timeline.numbers,
        now=timeline.told[behind - 1] if behind else None,
        told=_chapters(timeline, seats, versions[first_told:behind]),
        earlier=versions[first_told - 1] if first_told else None,
        later=len(versions) - behind,
        ways=ways_from(timeline, count, at),
        overview=_overview(timeline, seats, behind),
        counts=_counts(timeline, at, timeline.told[behind - 1] if behind else None),
    )


def tell_in_suspense(until: Timeline, whole: Timeline, seats: Sequence[SeatKey], count: int, at: int) -> Story:
    """Return the page of step ``at`` for readers who do not want to know what comes later: ``until`` is the timeline up to there.

    Of the ``whole`` record of ``count`` events nothing is in it but where the next step is, if there is one.
    """
    story = tell(until, seats, at, at)
    ways = ways_from(whole, count, at)
    return replace(story, ways=replace(story.ways, on=ways.on, ends_turn=ways.ends_turn))


def turns_at(timeline: Timeline, seats: Sequence[SeatKey], at: int) -> ShownTurns:
    """Return which turns the page of step ``at`` shows, without the rest of the page."""
    versions = timeline.versions
    behind = bisect_right(versions, at)
    return ShownTurns(
        present=versions[behind - 1] if behind else None,
        told=_chapters(timeline, seats, versions[max(0, behind - LINES_BEFORE) : behind]),
    )


def _counts(timeline: Timeline, at: int, now: Step | None) -> dict[Stride, Counted]:
    rounds = bisect_right(timeline.round_starts, at)
    return {
        "event": Counted(timeline.step_number(at), len(timeline.versions)),
        "turn": Counted(now.turn if now else 0, timeline.numbers),
        "round": Counted(rounds and rounds - 1 + timeline.first_round, max(0, len(timeline.round_starts) - 1 + timeline.first_round)),
    }


def _chapters(timeline: Timeline, seats: Sequence[SeatKey], shown: Sequence[int]) -> tuple[TurnPart, ...]:
    chapters = []
    first = max(0, bisect_right(timeline.turn_starts, shown[0]) - 1) if shown else len(timeline.told_turns)
    for turn in islice(timeline.told_turns, first, None):
        if turn.first > shown[-1]:
            break
        steps = tuple(step for step in turn.told if shown[0] <= step.version <= shown[-1])
        if steps:
            chapters.append(TurnPart(turn.number, turn.seat, seat_color(seats, turn.seat), turn.told[0].version, steps))
    return tuple(chapters)


def ways_from(timeline: Timeline, count: int, at: int) -> StepLinks:
    """Return where the controls lead from step ``at`` of ``count``."""
    here = timeline.step_number(at)
    back_turn, on_turn = _neighbours(timeline.turn_starts, at, count)
    back_round, on_round = _neighbours(timeline.round_starts, at, count)
    on = timeline.version_of(here + 1)
    return StepLinks(
        first=0 if at else None,
        back_turn=back_turn,
        back=timeline.version_of(max(0, here - 1)) if at else None,
        on=on,
        on_turn=on_turn,
        last=count if at < count else None,
        back_round=back_round,
        on_round=on_round,
        ends_turn=on is not None and on_turn is not None and on >= on_turn,
    )


def _neighbours(starts: Sequence[int], at: int, count: int) -> tuple[int | None, int | None]:
    """Return the start before ``at`` and the one after it, or either end of the record; None where there is nothing further."""
    before, after = bisect_left(starts, at), bisect_right(starts, at)
    return (
        (starts[before - 1] if before else 0) if at else None,
        (starts[after] if after < len(starts) else count) if at < count else None,
    )


def _overview(timeline: Timeline, seats: Sequence[SeatKey], here: int) -> Overview:
    count = len(timeline.versions)
    return Overview(
        blocks=blocks(spine_of(timeline.spine, tuple(seats)), here),
        count=count,
        needle=percent(max(here - 0.5, 0), count),
    )
