"""The calls that a log makes on the card table, as data, so that a step can be replayed repeatedly."""

from __future__ import annotations

from collections import Counter
from inspect import Parameter, isfunction, signature
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from records.core.logs.effective import changes_earlier, effective
from records.core.secret import openly
from records.core.shared import Corrected, GapNoted, PositionSet, TakenBack
from records.core.table import CardTable
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.core.events import Event, Recorded
    from records.core.faces import Face
    from records.core.header import Header
    from records.core.ids import SlotId
    from records.core.logs.fold import Folder
    from records.core.position import Draft


class Call(NamedTuple):
    """One call of a method of the card table."""

    version: int
    """Of the event that made it; 0 for the cards before the first event."""
    method: str
    args: tuple[Any, ...]
    """In the order of the method, as far as they were given."""
    named: dict[str, Any]


_ORDER = {
    name: tuple(part for part, spec in signature(method).parameters.items() if part != "self" and spec.kind is not Parameter.KEYWORD_ONLY)
    for name, method in vars(CardTable).items()
    if isfunction(method) and not name.startswith("_")
} | {"begin_undone": (), "end_undone": ()}


class CallRecorder:
    """A card table that moves nothing and records every call."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.version = 0
        self._resets = [0]

    def since_reset(self, end: int | None = None) -> Sequence[Call]:
        """Return the first ``end`` calls, or all, from the last position that was laid out among them."""
        start = max(reset for reset in self._resets if end is None or reset < max(1, end))
        return self.calls[start:end]

    def reset(self, position: PositionSet) -> None:
        """Record it as the call from which others count."""
        self._resets.append(len(self.calls))
        self.calls.append(Call(self.version, "reset", (position,), {}))

    def reveal(self, slot: SlotId, card: Face) -> None:
        """Record it as the turn that it is."""
        self.calls.append(Call(self.version, "turn", (slot, openly(card)), {"up": True}))

    def __getattr__(self, method: str) -> Callable[..., None]:
        if method not in _ORDER:
            raise AttributeError(method)

        order = _ORDER[method]

        def note(*args: Any, **named: Any) -> None:
            args += tuple(named.pop(name) for name in takewhile(named.__contains__, order[len(args) :]))
            self.calls.append(Call(self.version, method, args, named))

        self.__dict__[method] = note
        return note


class StepCalls(msgspec.Struct, frozen=True):
    """What a log did to the card table up to a step."""

    version: int
    since: int
    """The first step from which on nothing was done to the table: the same is known at both."""
    calls: Sequence[Call]
    """Those that count, oldest first, beginning with the last position that was laid out."""
    with_undone: Sequence[Call] | None
    """The same with parts that were taken back (``CallLog.replay_undone``); None where there are none, or they cannot be replayed."""
    taken_back: bool
    """Whether something was taken back since the cards were last laid out. What it showed stays known."""
    gap: bool
    """Whether a part of the log is missing, with unknown moves of cards."""


_BREAKS = (GapNoted, PositionSet, TakenBack)
"""Events at which earlier knowledge ends, or may end."""


class CallLog:
    """The calls of one log, for each of its steps. It is read as far as it is asked about."""

    def __init__(self, folder: Folder, header: Header, log: Sequence[Recorded[Any]]) -> None:
        self._folder, self._header, self._log = folder, header, log
        self._changes = changes_earlier(log)
        self._breaks = [recorded for recorded in log if isinstance(recorded.event, _BREAKS)]
        self._table: Any = CallRecorder()
        self._draft: Draft[Any] | None = None
        self._ends: list[int] = []
        """For each step from 0 on that was read, how many calls were made by then."""

    @property
    def read(self) -> int:
        """How many calls were read so far and are kept."""
        return len(self._table.calls)

    def step_calls(self, version: int) -> StepCalls:
        """Return what was done to the table up to a step; raises ``ImpossibleEvent`` for a log that cannot be folded up to there."""
        since, gap, taken_back = self._since(version), self._gap(version), self.taken_back(version)
        return StepCalls(version, since, self.calls(version), self.replay_undone(version) if taken_back else None, taken_back, gap)

    def later_calls(self, version: int) -> StepCalls | None:
        """Return the last step that tells something of the cards of step ``version``; None if no later step does."""
        until = self.until(version)
        return None if until == version or self._gap(version) else self.step_calls(until)

    def calls(self, at: int) -> Sequence[Call]:
        """Return the calls that count up to step ``at``, oldest first, beginning with the last position that was laid out."""
        if self._changes:
            return self._run(effective(self._log[:at]))
        self._reach(at)
        calls: Sequence[Call] = self._table.since_reset(self._ends[at])
        return calls

    def _since(self, at: int) -> int:
        """Return a step up to ``at`` from which on nothing was done to the table."""
        if self._changes:
            return at
        self._reach(at)
        return next(step for step in range(at, -1, -1) if not step or self._ends[step - 1] != self._ends[at])

    def until(self, at: int) -> int:
        """Return the last step whose cards are those of step ``at``: before a new layout, a gap, or a take-back beyond it."""
        for recorded in self._log[at:]:
            event = recorded.event
            if isinstance(event, GapNoted | PositionSet) or (isinstance(event, TakenBack) and event.to < at):
                return recorded.v - 1
        return len(self._log)

    def _gap(self, at: int) -> bool:
        """Whether a part of the log is missing at ``at``."""
        return isinstance(self._last(at, GapNoted), GapNoted)

    def taken_back(self, at: int) -> bool:
        """Whether something was taken back since the cards were last laid out."""
        return isinstance(self._last(at, TakenBack), TakenBack)

    def _last(self, at: int, sort: type[GapNoted | TakenBack]) -> Event | None:
        """The last event of a sort up to step ``at``, or the last position that was laid out, whichever is later."""
        fitting = (recorded.event for recorded in reversed(self._breaks) if recorded.v <= at)
        return next((event for event in fitting if isinstance(event, PositionSet | sort)), None)

    def replay_undone(self, at: int) -> Sequence[Call] | None:
        """Return the calls up to step ``at`` with those of parts that were taken back, each between ``begin_undone`` and ``end_undone``.

        Nothing that a take-back shows is among them. None where the corrected log cannot be replayed so.
        """
        log = _corrected(self._log[:at])
        counted = effective(log)
        last = max((recorded.v for recorded in counted if isinstance(recorded.event, PositionSet)), default=0)
        begins = Counter(recorded.event.to for recorded in log if recorded.v > last and isinstance(recorded.event, TakenBack))
        table: Any = CallRecorder()
        draft = self._folder.start(self._header, table)
        states: list[Any] = []

        def go(recorded: Recorded[Any]) -> None:
            table.version = recorded.v
            if isinstance(recorded.event, TakenBack) and recorded.v > last:
                table.end_undone()
                draft.state = states.pop()
            else:
                self._folder.apply(draft, recorded)

        def begin() -> None:
            for _ in range(begins[table.version]):
                table.begin_undone()
                states.append(draft.state.copy())

        try:
            for recorded in counted:
                if recorded.v <= last:
                    go(recorded)
            begin()
            for recorded in log:
                if recorded.v > last:
                    go(recorded)
                    begin()
        except (ImpossibleEvent, Contradiction):
            return None
        calls: Sequence[Call] = table.since_reset()
        return calls

    def _reach(self, at: int) -> None:
        """Read the log up to step ``at``, from where that was left off."""
        if self._draft is None:
            self._draft = self._folder.start(self._header, self._table)
            self._ends.append(len(self._table.calls))
        for recorded in self._log[len(self._ends) - 1 : at]:
            self._table.version = recorded.v
            self._folder.apply(self._draft, recorded)
            self._ends.append(len(self._table.calls))

    def _run(self, log: Sequence[Recorded[Any]]) -> Sequence[Call]:
        table: Any = CallRecorder()
        draft = self._folder.start(self._header, table)
        for recorded in log:
            table.version = recorded.v
            self._folder.apply(draft, recorded)
        calls: Sequence[Call] = table.since_reset()
        return calls


def _corrected(log: Sequence[Recorded[Any]]) -> list[Recorded[Any]]:
    """Return every event of a log as it was corrected by its end."""
    right = {each.version: each.event for recorded in log if isinstance(recorded.event, Corrected) for each in recorded.event.of}
    return [msgspec.structs.replace(recorded, event=right.get(recorded.v, recorded.event)) for recorded in log]
