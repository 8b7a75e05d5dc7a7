"""A log as steps and turns, told to its viewer."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.logs.effective import effective
from records.core.wording.turning import END, TurningPoint
from records.projections.replay import walk

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence
    from datetime import datetime

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.core.logs.fold import Folder
    from records.core.position import Outcome, Position
    from records.core.sentences import Sentence
    from records.core.viewers import Viewer
    from records.core.wording.narration import Moment, PrivateLine


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One event as narrated to its viewer."""

    version: int
    """The step is the position after this event; what ``?at=`` names."""
    turn: int
    seat: SeatKey | None
    """Who acted; None where nobody did."""
    at: datetime
    icon: str
    """Symbol of the page's sprite."""
    lines: tuple[Sentence, ...]
    tells: tuple[PrivateLine, ...]
    quiet: bool
    """Kept, but folded out of narration and timeline."""
    cut: bool
    """Taken back later: shown as a bracket."""
    rule: str = ""
    """Paragraph of the game's rules that produced the event; "" on recorded facts."""
    turning: TurningPoint | None = None
    """What makes it a turning point, as far as could be said then; None where nothing does, or it has no narration."""


class Turn(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Steps that belong together. A turn that was interrupted stands once for each of its parts."""

    number: int
    """0 before the first turn."""
    seat: SeatKey | None
    steps: tuple[Step, ...]

    @property
    def first(self) -> int:
        """Version of its first step."""
        return self.steps[0].version

    @property
    def last(self) -> int:
        """Version of its last step."""
        return self.steps[-1].version

    @cached_property
    def told(self) -> tuple[Step, ...]:
        """The steps that are not folded out."""
        return tuple(step for step in self.steps if not step.quiet)


class Timeline(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All turns of a log, as narrated to its viewer."""

    turns: tuple[Turn, ...]
    outcome: Outcome | None = None
    """How the game had ended after the last step; None where it had not."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in order, the folded ones too."""
        return tuple(step for turn in self.turns for step in turn.steps)

    @cached_property
    def told(self) -> tuple[Step, ...]:
        """All steps in order but those that are folded out."""
        return tuple(step for turn in self.turns for step in turn.told)

    @cached_property
    def turning(self) -> tuple[tuple[int, TurningPoint], ...]:
        """All turning points by version, those that were taken back too."""
        return tuple((step.version, step.turning) for step in self.told if step.turning is not None)

    @cached_property
    def versions(self) -> tuple[int, ...]:
        """Versions of the narrated steps."""
        return tuple(step.version for step in self.told)

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Versions at which the narrated steps are viewed, by number: the last one is where the log ends."""
        return (*self.versions[:-1], self.turns[-1].last) if self.versions else ()

    def step_number(self, version: int) -> int:
        """Return how many steps are narrated up to event ``version``: the number of that step on every page."""
        return bisect_right(self.versions, version)

    def step_with(self, version: int) -> int:
        """Return the number of the first step at which event ``version`` has happened: of one that is not narrated, the next step."""
        return min(bisect_left(self.versions, version) + 1, len(self.versions))

    def version_of(self, number: int) -> int | None:
        """Return the version at which step ``number`` is looked at, 0 for the start, None where there is no such step."""
        if not number:
            return 0
        return self.stops[number - 1] if 0 < number <= len(self.stops) else None

    @cached_property
    def first_move(self) -> int:
        """Version of the first narrated step of a turn; 0 where there is none."""
        return next((turn.told[0].version for turn in self.told_turns if turn.number), 0)

    def opening(self, first: int, last: int) -> int:
        """Return the first version from ``first`` to ``last`` at which there is something to see: the first move, if it comes later."""
        if first and first >= self.first_move:
            return first
        return next((at for at in (self.first_move, *self.versions) if max(first, 1) <= at <= last), first)

    @cached_property
    def told_turns(self) -> tuple[Turn, ...]:
        """The turns with any narration."""
        return tuple(turn for turn in self.turns if turn.told)

    @cached_property
    def turn_starts(self) -> tuple[int, ...]:
        """Versions of the first told step of each of them."""
        return tuple(turn.told[0].version for turn in self.told_turns)

    @cached_property
    def numbers(self) -> int:
        """Number of turns, those before the first not counted and an interrupted one once."""
        return len({turn.number for turn in self.turns if turn.number})

    @cached_property
    def spine(self) -> tuple[tuple[SeatKey | None, int], ...]:
        """Seat and number of narrated steps of each turn that has any."""
        return tuple((turn.seat, len(turn.told)) for turn in self.told_turns)

    @cached_property
    def round_starts(self) -> tuple[int, ...]:
        """Versions of the first told step of each round: turns until a seat has its second one. What comes before the first is a round."""
        starts: list[int] = []
        acted: set[SeatKey | None] = set()
        for turn in self.turns:
            if not turn.told:
                continue
            if not turn.number or not acted or turn.seat in acted:
                starts.append(turn.told[0].version)
                acted = set()
            if turn.number:
                acted.add(turn.seat)
        return tuple(starts)

    @cached_property
    def first_round(self) -> int:
        """Number of the first round: 0 for what comes before the first turn."""
        return 0 if self.told_turns and not self.told_turns[0].number else 1


def timeline(
    game: Game,
    folder: Folder,
    header: Header,
    log: Sequence[Recorded[Any]],
    viewer: Viewer,
    *,
    begin: tuple[Timeline, Position[Any]] | None = None,
) -> Timeline:
    """Return ``viewer``'s log as steps and turns. ``log`` has been through the door.

    ``begin`` is the timeline of its first events with the position after them, where nothing later takes back or corrects anything.
    """
    told = list[int]()
    if begin is None:
        steps = _Steps(game, walk(folder, header, log, viewer, told=lambda: told), {recorded.v for recorded in effective(log)}, None, told)
        return Timeline(turns=_turns(steps), outcome=steps.outcome)
    before, position = begin
    moments = walk(folder, header, log, viewer, position, told=lambda: (*before.versions, *told))
    steps = _Steps(game, moments, range(position.version + 1, len(log) + 1), before.outcome, told)
    return Timeline(turns=_joined(before.turns, _turns(steps)), outcome=steps.outcome)


def _joined(before: tuple[Turn, ...], later: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return turns with those that come after them; the last one may go on."""
    if not before or not later or before[-1].number != later[0].number:
        return (*before, *later)
    steps = (*before[-1].steps, *later[0].steps)
    return (*before[:-1], Turn(number=later[0].number, seat=_acting(steps) or before[-1].seat, steps=steps), *later[1:])


@dataclass
class _Steps:
    """Each step with whose turn it is then; those not in ``lasting`` were taken back."""

    game: Game
    moments: Iterable[Moment[Any]]
    lasting: Container[int]
    outcome: Outcome | None
    """After the last step that was gone through."""
    told: list[int]
    """Grows by the version of each step that is narrated."""

    def __iter__(self) -> Iterator[tuple[SeatKey | None, Step]]:
        turning = self.game.board.turning
        for moment in self.moments:
            told = self.game.narrate(moment)
            state = moment.after.state
            self.outcome = state.outcome
            recorded = moment.recorded
            step = Step(
                version=recorded.v,
                turn=state.turn,
                seat=told.seat,
                at=recorded.at,
                icon=told.icon,
                lines=told.lines,
                tells=told.tells,
                quiet=told.quiet,
                cut=recorded.v not in self.lasting,
                rule=recorded.event.rule,
                turning=(_ending(moment, told.lines) or turning(moment)) if turning is not None and not told.quiet else None,
            )
            if not step.quiet:
                self.told.append(step.version)
            yield state.active, step


def _ending(moment: Moment[Any], lines: Sequence[Sentence]) -> TurningPoint | None:
    """Return that a game ended with a step, in the words of why; None where it did not, or nothing is said of it."""
    outcome = moment.after.state.outcome
    if outcome is None or moment.before.outcome is not None:
        return None
    says = outcome.why or next(iter(lines), None)
    return None if says is None else TurningPoint(kind="fall", weight=END, says=says)


def _turns(steps: Iterable[tuple[SeatKey | None, Step]]) -> tuple[Turn, ...]:
    return tuple(
        Turn(number=number, seat=_seat_of(group := list(members)), steps=tuple(step for _, step in group))
        for number, members in groupby(steps, key=lambda entry: entry[1].turn)
    )


def _seat_of(group: list[tuple[SeatKey | None, Step]]) -> SeatKey | None:
    return _acting([step for _, step in group]) or group[0][0]


def _acting(steps: Sequence[Step]) -> SeatKey | None:
    acting = next((step.seat for step in steps if step.seat is not None and not step.quiet), None)
    return acting or next((step.seat for step in steps if step.seat is not None), None)
