"""Two lines in step with each other: the moments of the plays from their parting on, with where each column stands then."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.rulings.redoing.compare import Comparison, LineOfPlay
    from records.rulings.redoing.plays import RecordedPlay
    from records.rulings.redoing.stops import Stop
    from records.service import RecordView
    from records.service.seen_log import SeenLog


class LineColumn(msgspec.Struct, frozen=True, kw_only=True):
    """The record or one line, as a log that can be looked at step by step. It knows no names: who may read those is asked each time."""

    key: str
    """``record``, ``a`` or ``b``."""
    seen: SeenLog
    versions: dict[int, tuple[int, ...]]
    """Versions of the events of each play, by the play's number."""
    stop: Stop | None = None
    """Why it goes no further; None for the record."""

    def last_before(self, play: int) -> int:
        """Return the version at which it stands before a play."""
        return max((versions[-1] for number, versions in self.versions.items() if number < play and versions), default=0)


class PairedMoment(msgspec.Struct, frozen=True, kw_only=True):
    """One step of all columns together."""

    play: RecordedPlay
    at: tuple[int, ...]
    """For each column the version that it stands at."""
    new: tuple[bool, ...]
    """For each column whether it has come on since the moment before."""
    last: bool
    """Whether it is over here."""


def columns_of(view: RecordView, found: Comparison) -> tuple[LineColumn, ...]:
    """Return the record, the line of its own rules where that is another, and the line of the other reading."""
    recorded = {one.play.number: tuple(event.v for event in chain(*one.play.batches)) for one in found.plays}
    columns = [LineColumn(key="record", seen=view.seen, versions=recorded)]
    if leaves_record(found):
        columns.append(_line("a", view, found.a))
    columns.append(_line("b", view, found.b))
    return tuple(columns)


def leaves_record(found: Comparison) -> bool:
    """Whether the record does not keep its own rules, so that its own line is another than what was recorded."""
    return found.a.leaves is not None or found.a.stop.kind not in {"ended", "log ends"}


def _line(key: str, view: RecordView, line: LineOfPlay) -> LineColumn:
    versions = {one.play: tuple(version for version, _cause, _event in one.events) for one in line.plays}
    return LineColumn(key=key, seen=view.line(line).seen, versions=versions, stop=line.stop)


def paired_moments(columns: Sequence[LineColumn], plays: Sequence[RecordedPlay]) -> tuple[PairedMoment, ...]:
    """Return the moments from before the first of ``plays`` on, as long as a line beside the record still moves.

    Events of which no column tells anything have no moment of their own, as in the replay: what they did is seen at the next one, and at
    the end of a play at its last.
    """
    told = [{step.version for step in column.seen.timeline.told if step.lines} for column in columns]
    at = [column.last_before(plays[0].number) for column in columns]
    moments = [PairedMoment(play=plays[0], at=tuple(at), new=(False,) * len(columns), last=False)]
    for play in plays:
        versions = [column.versions.get(play.number, ()) for column in columns]
        if all(column.stop is not None and column.stop.play < play.number for column in columns[1:]):
            break
        begun = len(moments)
        for nth, now in enumerate(_steps(versions, at)):
            new = tuple(nth < len(of) for of in versions)
            if any(is_new and version in tells for is_new, version, tells in zip(new, now, told, strict=True)):
                moments.append(PairedMoment(play=play, at=now, new=new, last=False))
        if len(moments) > begun:
            moments[-1] = replace(moments[-1], at=tuple(at), last=True)
    return tuple(moments)


def _steps(versions: Sequence[Sequence[int]], at: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield where each column stands, event by event of one play; ``at`` goes along."""
    for nth in range(max(map(len, versions))):
        for column, of in enumerate(versions):
            if nth < len(of):
                at[column] = of[nth]
        yield tuple(at)
