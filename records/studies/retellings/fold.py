"""How far a log has been retold, folded from the events of a retelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import ImpossibleEvent
from records.studies.retellings import events as ev
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from records.core.events import Recorded


class LineMark(msgspec.Struct, frozen=True):
    """The retelling of one line of the log."""

    version: int | None
    """The first event of its move; None for the next one, and where it is skipped."""
    skipped: bool = False


class RetellingState(msgspec.Struct, frozen=True, kw_only=True):
    """All of a retelling."""

    viewer: str
    marks: Mapping[str, LineMark] = msgspec.field(default_factory=dict)
    """What was told, by the places of its lines and in the order in which it was told."""

    def standing(self, lasting: Collection[int]) -> dict[str, LineMark]:
        """Return what is still told where only the events ``lasting`` of the record count: all before the first move that went back."""
        found: dict[str, LineMark] = {}
        for line, mark in self.marks.items():
            if mark.version is not None and mark.version not in lasting:
                break
            found[line] = mark
        return found


def fold_retelling(log: Sequence[Recorded[Any]]) -> RetellingState:
    """Return a retelling from its events; raises ``ImpossibleEvent`` for an impossible event."""
    state: RetellingState | None = None
    for recorded in log:
        event = recorded.event
        if isinstance(event, ev.RetellingBegan):
            if state is not None:
                raise ImpossibleEvent(f"version {recorded.v}: a retelling begins once")
            state = RetellingState(viewer=event.viewer)
        elif state is None:
            raise ImpossibleEvent(f"version {recorded.v}: a retelling begins with the eyes through which the log is read")
        else:
            state = replace(state, marks=_after(state.marks, event))
    if state is None:
        raise ImpossibleEvent("a retelling has a beginning")
    return state


def _after(marks: Mapping[str, LineMark], event: ev.LineTied | ev.LineSkipped | ev.LineUntied) -> dict[str, LineMark]:
    before: dict[str, LineMark] = {}
    for line, mark in marks.items():
        if line == event.line:
            break
        before[line] = mark
    match event:
        case ev.LineTied(line=line, version=version):
            return before | {line: LineMark(version)}
        case ev.LineSkipped(line=line):
            return before | {line: LineMark(None, skipped=True)}
        case _:
            return before
