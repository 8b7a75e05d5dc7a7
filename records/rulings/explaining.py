"""Why a step is as it is: the chain of paragraphs that led to it, the switch that decided it, and what another value would have given.

All of it comes from the log that is handed in, as a viewer was shown it, and tells nothing else (design/rulings: Explaining a step).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.editions.rulesets import WatchedRuleset
from records.core.events import Recorded, Sort
from records.core.logs.fold import Folder
from records.core.shared import Corrected, TakenBack
from records.core.wording.narration import Moment
from records.core.wording.reasons import StepsBefore
from records.errors import MalformedCommand, RecordsError
from records.rulings.redoing.compare import reading_of
from records.rulings.redoing.doing import redo
from records.rulings.redoing.line import OpenLine
from records.rulings.redoing.plays import numbering, recorded_plays
from records.rulings.redoing.stops import UNJUDGED, LineStopped, Stop

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from records.core.editions.rulesets import Ruleset
    from records.core.events import Event
    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Position
    from records.core.sentences import Sentence
    from records.core.viewers import Viewer
    from records.rulings.redoing.naming import LineNames
    from records.rulings.redoing.plays import RecordedPlay, RecordedPlays

HAPPENS, NOTHING, STOPS, UNCLEAR = "otherwise", "nothing", "stops", "cannot be judged"
_NO_TIME: datetime = None  # type: ignore[assignment]  # nobody narrates a clock


class ExplainedStep(msgspec.Struct, frozen=True):
    """One step of the chain: the event, and its paragraph."""

    version: int
    paragraph: str
    """"" if no rule gives it: a fact that somebody wrote down."""
    reasons: tuple[Sentence, ...]


class OtherwiseHere(msgspec.Struct, frozen=True, kw_only=True):
    """What a reading gives in the place of a step."""

    outcome: str
    """``otherwise``: another event; ``nothing``: the play ends before; ``stops``: a rule forbids what
    was decided, a question is asked that nobody answered, or the game is over, see ``stop``; ``cannot be
    judged``: it depends on what this log does not tell."""
    paragraph: str = ""
    """Of the event or the refusal."""
    reasons: tuple[Sentence, ...] = ()
    """Of the event."""
    stop: Stop | None = None


class DecidingSwitch(msgspec.Struct, frozen=True, kw_only=True):
    """A switch of the rules that decided a step, with one other value of it."""

    switch: str
    paragraph: str
    value: str
    """By which the record is played."""
    other: str
    parts: int
    """Version of the recorded event at which the play parts under ``other``: the step itself, or one of its chain."""
    gives: OtherwiseHere | None
    """None if the other value gives exactly the recorded event, and the record's own value does not."""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """Why a step is as it is."""

    version: int
    chain: tuple[ExplainedStep, ...]
    """From the decision that began the play up to the step."""
    own: OtherwiseHere | None = None
    """If the record differs from its own rules: the rules' event instead of the step."""
    deciding: tuple[DecidingSwitch, ...] = ()
    """In the order of the switches and their values."""
    unknown: bool = False
    """Whether the rules or cards of the record are not known here, so that no switch could be asked."""


def explain(  # noqa: PLR0917 -- a log, a step of it and who asks
    game: Game, header: Header, log: Sequence[Recorded[Any]], version: int, viewer: Viewer, told: Sequence[int] = ()
) -> Explanation:
    """Return why step ``version`` of a viewer's log is as it is; ``told`` are the versions of its narrated steps.

    A step that was taken back later is explained as it counted then. Raises ``MalformedCommand`` for a version that the log does not have.
    """
    if not 1 <= version <= len(log):
        raise MalformedCommand(f"record {header.record} has the events 1 to {len(log)}, not {version}")
    counted = _as_it_counted(log, version)
    record = recorded_plays(game, header, counted)
    play = next(one for one in record.plays if one.first <= version <= one.last and _place(one, version) is not None)
    telling = _Telling(game, viewer, told)
    position = record.before[play.first]
    recorded = [one for batch in play.batches for one in batch]
    chain = tuple(telling.chain(position, recorded, version))
    try:
        own = reading_of(game, header, counted)
    except MalformedCommand:
        return Explanation(version=version, chain=chain, unknown=True)
    return _Weighing(record, play, recorded, version, telling).explanation(chain, own)


def _as_it_counted(log: Sequence[Recorded[Any]], version: int) -> Sequence[Recorded[Any]]:
    """Return the log up to the take-back that removed a step, the whole log if none did."""
    cut = next((one.v for one in log if isinstance(one.event, TakenBack) and one.event.to < version < one.v), None)
    return log if cut is None else log[: cut - 1]


def _place(play: RecordedPlay, version: int) -> int | None:
    return next((nth for nth, one in enumerate(one for batch in play.batches for one in batch) if one.v == version), None)


class _Telling:
    """Steps in the words of their game."""

    def __init__(self, game: Game, viewer: Viewer, told: Sequence[int]) -> None:
        self._game, self._viewer, self._told, self._folder = game, viewer, told, Folder(game)

    def chain(self, position: Position[Any], events: Iterable[Recorded[Any]], until: int) -> Iterator[ExplainedStep]:
        """Yield the explained steps of events after a position, up to one of them."""
        draft = position.thaw()
        earlier: tuple[Event, ...] = ()
        for recorded in events:
            before, table = draft.state.copy(), numbering(draft)
            so_far = StepsBefore(earlier, {slot: lying.pile for slot, lying in table.slots.items()})
            earlier = (*earlier, recorded.event)
            if not isinstance(recorded.event, TakenBack | Corrected):
                self._folder.apply(draft, recorded)
            moment = Moment(recorded, before, draft, self._viewer, lambda: self._told)
            reasons = self._game.rules.reasons(moment, so_far)
            if reasons is None:
                reasons = self._game.narrate(moment).lines
            if reasons or recorded.v == until:
                yield ExplainedStep(recorded.v, recorded.event.rule, reasons)
            if recorded.v == until:
                return

    def event(self, position: Position[Any], done: Sequence[tuple[int, int, Event]], version: int) -> ExplainedStep:
        """Return the last of what is explained of a line up to one of its events."""
        events = (Recorded(here, cause, _NO_TIME, "", event) for here, cause, event in done)
        *_, last = self.chain(position, events, version)
        return last


class _KeptLine(OpenLine):
    """A line that keeps its events, even if it stops in the middle of a play."""

    done: list[tuple[int, int, Event]]

    def go(self, play: RecordedPlay, event: Event, cause: int) -> None:
        super().go(play, event, cause)
        self.done.append((self.version, cause, event))


class _Redone(msgspec.Struct, frozen=True):
    """A play under one reading."""

    start: Position[Any]
    done: tuple[tuple[int, int, Event], ...]
    names: LineNames
    stop: Stop | None


class _Here(msgspec.Struct, frozen=True):
    """The event of a reading at a step, with ids independent of the line."""

    outcome: str
    told: Any = None
    version: int = 0
    parts: int = 0


_RECORDED = _Here("recorded")


class _Weighing:
    """One step, and each reading's event there."""

    def __init__(
        self, record: RecordedPlays, play: RecordedPlay, recorded: Sequence[Recorded[Any]], version: int, telling: _Telling
    ) -> None:
        self._record, self._play, self._version, self._telling = record, play, version, telling
        self._recorded = [one for one in recorded if one.event.sort is not Sort.FACT]

    def explanation(self, chain: tuple[ExplainedStep, ...], own: Ruleset) -> Explanation:
        """Return the whole of it; what somebody wrote down outside the rules is decided by none of them."""
        if all(one.v != self._version for one in self._recorded):
            return Explanation(version=self._version, chain=chain)
        watched = WatchedRuleset.of(own)
        ours = self._redo(watched)
        here = self._here(ours)
        deciding = []
        for switch in own.switches:
            if switch.name not in watched.read:
                continue
            for value in switch.values:
                if value == own[switch.name]:
                    continue
                theirs = self._redo(own.with_settings({switch.name: value}))
                there = self._here(theirs)
                if (there.outcome, there.told) == (here.outcome, here.told):
                    continue
                deciding.append(
                    DecidingSwitch(
                        switch=switch.name,
                        paragraph=switch.paragraph,
                        value=own[switch.name],
                        other=value,
                        parts=there.parts or here.parts,
                        gives=self._told(theirs, there),
                    )
                )
        return Explanation(version=self._version, chain=chain, own=self._told(ours, here), deciding=tuple(deciding))

    def _redo(self, reading: Ruleset) -> _Redone:
        line = _KeptLine.at(self._record, reading, self._play)
        line.done = []
        start, stop = line.position(), None
        try:
            redo(line, self._play)
        except LineStopped as stopped:
            stop = stopped.stop
        done = tuple(one for one in line.done if one[2].sort is not Sort.FACT)
        return _Redone(start, done, line.names, stop)

    def _here(self, line: _Redone) -> _Here:
        """Return what a line gives at the step: just what was recorded, another event, none, or a stop before it."""
        record = self._record.names
        there = [line.names.told(event) for _version, _cause, event in line.done]
        for nth, recorded in enumerate(self._recorded):
            told = record.told(recorded.event)
            if nth >= len(there):
                return self._ended(line, recorded.v)
            if there[nth] != told:
                return self._parted(line, recorded.v, nth)
            if recorded.v == self._version:
                return _RECORDED
        return _RECORDED

    def _ended(self, line: _Redone, parts: int) -> _Here:
        if line.stop is None:
            return _Here(NOTHING, parts=parts)
        if line.stop.kind in UNJUDGED:
            return _Here(UNCLEAR, line.stop.kind, parts=parts)
        return _Here(STOPS, (line.stop.kind, line.stop.paragraph), parts=parts)

    def _parted(self, line: _Redone, parts: int, nth: int) -> _Here:
        """Return the event instead of the step in a line that differs at the step, or before it.

        Just what was recorded, if it comes there too, later or earlier; else the same event of its class, or what comes where it parts.
        """
        if parts != self._version:
            told = self._record.names.told
            upto = [told(one.event) for one in self._recorded if one.v <= self._version]
            if sum(line.names.told(event) == upto[-1] for _version, _cause, event in line.done) >= upto.count(upto[-1]):
                return _RECORDED
        key = self._record.names.keys[self._version]
        version = line.names.version_of(key) if parts != self._version else line.done[nth][0]
        found = next((event for here, _cause, event in line.done if here == version), None)
        if found is None or version is None:
            return self._ended(line, parts)
        return _Here(HAPPENS, line.names.told(found), version, parts)

    def _told(self, line: _Redone, here: _Here) -> OtherwiseHere | None:
        if here is _RECORDED:
            return None
        if here.outcome != HAPPENS:
            stop = line.stop if here.outcome != NOTHING else None
            return OtherwiseHere(outcome=here.outcome, paragraph=stop.paragraph if stop else "", stop=stop)
        try:
            told = self._telling.event(line.start, line.done, here.version)
        except RecordsError:
            return OtherwiseHere(outcome=UNCLEAR)
        return OtherwiseHere(outcome=HAPPENS, paragraph=told.paragraph, reasons=told.reasons)
