"""A record under other readings of the rules, as one viewer may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Recorded
from records.core.logs.fold import Folder
from records.core.shared import GameStarted
from records.rulings.redoing import compare as redoing
from records.service.seen_log import SeenLog

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.editions.rulesets import Ruleset
    from records.rulings.redoing.compare import Comparison, LineOfPlay, PlayMoment


def reading(seen: SeenLog, ruleset: str = "", switches: Mapping[str, str] | None = None) -> Ruleset:
    """Return a reading of the rules; see ``redoing.reading_of`` for what is asked and raised."""
    return redoing.reading_of(seen.game, seen.header, seen.events, ruleset, switches)


def compare(seen: SeenLog, a: Ruleset, b: Ruleset) -> Comparison:
    """Redo the record under two readings."""
    return redoing.compare(seen.game, seen.header, seen.events, a, b)


def moments(seen: SeenLog, a: Ruleset, b: Ruleset) -> Iterator[PlayMoment]:
    """Yield the plays that go otherwise under ``b``, each from the record's own position."""
    return redoing.moments(seen.game, seen.header, seen.events, a, b)


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
