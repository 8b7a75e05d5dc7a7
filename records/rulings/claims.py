"""What a reading of the rules makes of one play of a record, and whether a claim about it follows (design/rulings: Cases)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.editions.rulesets import WatchedRuleset
from records.core.events import name_of
from records.core.faces import UNKNOWN
from records.errors import MalformedCommand
from records.rulings.redoing.doing import Redone, redo
from records.rulings.redoing.line import OpenLine
from records.rulings.redoing.plays import RecordedPlay, RecordedPlays
from records.rulings.redoing.stops import UNJUDGED, LineStopped, Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.editions.rulesets import Ruleset
    from records.core.events import Event
    from records.core.position import Position

FOLLOWS, NOT, UNCLEAR = "follows", "does not follow", "cannot be judged"
RECORDED, REFUSED, OTHERWISE, EVENTS = "recorded", "refused", "otherwise", "events"


class PlayRead(msgspec.Struct, frozen=True, kw_only=True):
    """One play, decided from the record's own position under a reading."""

    play: RecordedPlay
    events: tuple[tuple[int, int, Event], ...]
    """(version, version of the cause, event); none where it stopped."""
    stop: Stop | None
    otherwise: bool
    """Whether the consequences differ from the recorded ones."""
    after: Position[Any] | None
    """None if it stopped."""

    @property
    def judged(self) -> bool:
        """Whether this log tells enough."""
        return self.stop is None or self.stop.kind not in UNJUDGED


def play_at(record: RecordedPlays, v: int) -> RecordedPlay:
    """Return the play to which an event belongs; raises ``MalformedCommand`` for one that belongs to none, or was taken back."""
    for play in record.plays:
        if any(one.v == v for batch in play.batches for one in batch):
            return play
    raise MalformedCommand(f"event {v} does not count: it was taken back, or stands before the first decision")


def read_play(record: RecordedPlays, play: RecordedPlay, reading: Ruleset) -> PlayRead:
    """Decide a play again under a reading, from the record's own position before it."""
    line = OpenLine.at(record, reading, play)
    stop: Stop | None = None
    redone: Redone | None = None
    try:
        redone = redo(line, play)
    except LineStopped as ended:
        stop = ended.stop
    events = () if redone is None else redone.events
    after = None if stop is not None else line.position()
    return PlayRead(play=play, events=events, stop=stop, otherwise=stop is not None or line.left, after=after)


def readings_that_tell(record: RecordedPlays, play: RecordedPlay, own: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return the switches, each with a value, by which a play would go otherwise than by a record's own rules, in their order.

    Only switches that the play asks are tried.
    """
    watched = WatchedRuleset.of(own)
    read_play(record, play, watched)
    asked = [(switch.name, value) for switch in own.switches if switch.name in watched.read for value in switch.values]
    others = ((name, value) for name, value in asked if value != own[name])
    return tuple((name, value) for name, value in others if read_play(record, play, own.with_settings({name: value})).otherwise)


def check_claim(read: PlayRead, says: str, patterns: Sequence[bytes | msgspec.Raw] = ()) -> str:
    """Return whether what a claim says of a play follows under its reading: ``follows``, ``does not follow`` or ``cannot be judged``.

    ``says`` is ``recorded`` (the play is right as it was recorded), ``refused`` (it is forbidden), ``otherwise`` (something else follows),
    or ``events``: each of ``patterns``, which are events as JSON with fields left out, follows, in their order.
    """
    if not read.judged:
        return UNCLEAR
    refused = read.stop is not None and read.stop.kind == REFUSED
    if says != EVENTS:
        said = {RECORDED: not read.otherwise, REFUSED: refused, OTHERWISE: read.otherwise}[says]
        return FOLLOWS if said else NOT
    wanted = [msgspec.json.decode(pattern) for pattern in patterns]
    sure = possible = 0
    for plain in (as_values(event) for _v, _cause, event in read.events):
        if sure < len(wanted) and _fits(wanted[sure], plain) is True:
            sure += 1
        if possible < len(wanted) and _fits(wanted[possible], plain) is not False:
            possible += 1
    return FOLLOWS if sure == len(wanted) else UNCLEAR if possible == len(wanted) else NOT


def as_values(event: Event) -> dict[str, Any]:
    """Return an event as JSON values, those fields too that stand as they usually are."""
    return {"e": name_of(event), **{name: msgspec.to_builtins(getattr(event, name)) for name in event.__struct_fields__}}


def _fits(pattern: Any, plain: Any) -> bool | None:
    """Whether a value matches a pattern; None if a face is unknown."""
    if isinstance(pattern, dict) and isinstance(plain, dict):
        return _all([_fits(part, plain[key]) if key in plain else False for key, part in pattern.items()])
    if isinstance(pattern, list) and isinstance(plain, (list, tuple)):
        return len(pattern) == len(plain) and _all([_fits(one, two) for one, two in zip(pattern, plain, strict=True)])
    if plain == UNKNOWN and pattern != UNKNOWN:
        return None
    return bool(pattern == plain)


def _all(found: Sequence[bool | None]) -> bool | None:
    return False if False in found else None if None in found else True
