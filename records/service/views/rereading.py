"""A record under other readings of the rules, as one viewer may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Recorded
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.shared import GameStarted
from records.rulings import explaining
from records.rulings.redoing import compare as redoing
from records.rulings.redoing.plays import recorded_plays
from records.service.seen_log import SeenLog

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.core.editions.rulesets import Ruleset
    from records.rulings.claims import PlayRead
    from records.rulings.explaining import Explanation
    from records.rulings.redoing.compare import Comparison, LineOfPlay, PlayMoment
    from records.rulings.redoing.plays import RecordedPlays


class ReadingImpact(msgspec.Struct, frozen=True):
    """What one switch, set differently, would have changed in a record."""

    switch: str
    value: str
    moments: tuple[tuple[int, bool], ...]
    """(version of the play's last event, whether it goes otherwise; else it cannot be judged), in their order; at least one."""


def reading(seen: SeenLog, ruleset: str = "", switches: Mapping[str, str] | None = None) -> Ruleset:
    """Return a reading of the rules; see ``redoing.reading_of`` for what is asked and raised."""
    return redoing.reading_of(seen.game, seen.header, seen.events, ruleset, switches)


def plays(seen: SeenLog) -> RecordedPlays:
    """Return the record cut into plays, for questions about more than one reading."""
    return recorded_plays(seen.game, seen.header, seen.events)


def compare(seen: SeenLog, a: Ruleset, b: Ruleset, record: RecordedPlays | None = None) -> Comparison:
    """Redo the record under two readings."""
    return redoing.compare(seen.game, seen.header, seen.events, a, b, record=record)


def moments(seen: SeenLog, a: Ruleset, b: Ruleset, *, at: int = 0, record: RecordedPlays | None = None) -> Iterator[PlayMoment]:
    """Yield the plays that differ under ``b``, each from the record's own position; with ``at`` only the play of that step."""
    return redoing.moments(seen.game, seen.header, seen.events, a, b, at=at, record=record)


def moments_of_each(seen: SeenLog, a: Ruleset, others: Sequence[Ruleset]) -> Iterator[tuple[int, PlayMoment]]:
    """Yield what ``moments`` yields for each of several readings, play by play, with the place of the reading; ``a`` is decided once."""
    return redoing.moments_of_each(seen.game, seen.header, seen.events, a, others)


def impact(seen: SeenLog) -> tuple[ReadingImpact, ...]:
    """Return every reading that differs from the record's own in one switch and would have changed a moment, in the order of the switches.

    Raises ``MalformedCommand`` where the record's own rules are not known here.
    """
    own = reading(seen)
    offered = [(switch.name, value) for switch in own.switches for value in switch.values if value != own[switch.name]]
    others = [own.with_settings({name: value}) for name, value in offered]
    found: dict[int, list[tuple[int, bool]]] = {}
    for number, moment in redoing.moments_of_each(seen.game, seen.header, seen.events, own, others):
        found.setdefault(number, []).append((moment.play.last, moment.status == redoing.PARTS))
    return tuple(ReadingImpact(*offered[number], tuple(found[number])) for number in sorted(found))


def explain(seen: SeenLog, at: int, *, ahead: bool = True) -> Explanation:
    """Return why a step is as it is; see ``records.rulings.explaining``.

    ``ahead``: with what the whole log shows of cards and chance; else from the log up to the end of the decision that the step belongs to.
    """
    log = seen.events
    if not ahead and 1 <= at <= len(log):
        cause = log[at - 1].cause
        log = log[: next((one.v - 1 for one in log[at:] if one.cause != cause), len(log))]
    return explaining.explain(seen.game, seen.header, log, at, seen.viewer, told=seen.timeline.versions)


def as_log(seen: SeenLog, line: LineOfPlay) -> SeenLog:
    """Return a line as a log of its own, to be read as any other: its versions count from 1, its times are those of the record's plays."""
    named = seen.game.rules.rulesets.get(line.reading.name)
    header, settings = seen.header, dict(line.reading.settings)
    if named is not None:
        header = msgspec.structs.replace(header, ruleset=named.name, ruleset_hash=named.hash)
        settings = {name: value for name, value in settings.items() if named[name] != value}
    events: list[Recorded[Any]] = []
    for play in line.plays:
        at = seen.events[play.recorded - 1].at
        for version, cause, event in play.events:
            if isinstance(event, GameStarted):
                event = msgspec.structs.replace(event, switches=tuple(sorted(settings.items())))  # noqa: PLW2901 -- as it is read
            events.append(Recorded(version, cause, at, "", event))
    return SeenLog(seen.game, Folder(seen.game), header, seen.viewer, tuple(events))


def play_as_log(seen: SeenLog, read: PlayRead) -> SeenLog:
    """Return the record up to a play, and the play as a reading decides it, as a log of its own; its times are those of the play."""
    before = effective(seen.events[: read.play.first - 1])
    at = seen.events[read.play.first - 1].at
    redone = (Recorded(version, cause, at, "", event) for version, cause, event in read.events)
    return SeenLog(seen.game, Folder(seen.game), seen.header, seen.viewer, (*before, *redone))
