"""A log as steps and turns, told to its viewer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from records.core.logs.effective import effective
from records.projections.replay import walk

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.core.logs.fold import Folder
    from records.core.narration import PrivateLine
    from records.core.sentences import Sentence
    from records.core.viewers import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One event as its viewer is told it."""

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


@dataclass(frozen=True, kw_only=True)
class Turn:
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


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """All turns of a log, as its viewer is told them."""

    turns: tuple[Turn, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in order, the folded ones too."""
        return tuple(step for turn in self.turns for step in turn.steps)

    @cached_property
    def told(self) -> tuple[Step, ...]:
        """All steps in order but those that are folded out."""
        return tuple(step for turn in self.turns for step in turn.told)

    @cached_property
    def versions(self) -> tuple[int, ...]:
        """Versions of the steps that are told."""
        return tuple(step.version for step in self.told)

    @cached_property
    def told_turns(self) -> tuple[Turn, ...]:
        """The turns of which anything is told."""
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
        """Seat and number of steps of each turn, the folded steps too."""
        return tuple((turn.seat, len(turn.steps)) for turn in self.turns if turn.steps)

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


def timeline(game: Game, folder: Folder, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer) -> Timeline:
    """Return ``viewer``'s log as steps and turns. ``log`` has been through the door."""
    lasting = {recorded.v for recorded in effective(log)}
    steps: list[tuple[SeatKey | None, Step]] = []
    for moment in walk(folder, header, log, viewer):
        telling = game.narrate(moment)
        state = moment.after.state
        recorded = moment.recorded
        step = Step(
            version=recorded.v,
            turn=state.turn,
            seat=telling.seat,
            at=recorded.at,
            icon=telling.icon,
            lines=telling.lines,
            tells=telling.tells,
            quiet=telling.quiet,
            cut=recorded.v not in lasting,
            rule=recorded.event.rule,
        )
        steps.append((state.active, step))
    turns = (
        Turn(number=number, seat=_seat_of(group := list(members)), steps=tuple(step for _, step in group))
        for number, members in groupby(steps, key=lambda entry: entry[1].turn)
    )
    return Timeline(turns=tuple(turns))


def _seat_of(group: list[tuple[SeatKey | None, Step]]) -> SeatKey | None:
    acting = next((step.seat for _, step in group if step.seat is not None and not step.quiet), None)
    return acting or next((step.seat for _, step in group if step.seat is not None), None) or group[0][0]
