"""Two readings of the rules on the same recorded facts: where their lines part and meet, and whether the result differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.editions.rulesets import Ruleset, WatchedRuleset
from records.core.position import Counters, Outcome, Position
from records.errors import MalformedCommand
from records.rulings.redoing.doing import Redone, redo
from records.rulings.redoing.line import OpenLine
from records.rulings.redoing.naming import LineNames
from records.rulings.redoing.plays import RecordedPlay, RecordedPlays, lays_out, recorded_plays
from records.rulings.redoing.stops import ENDED, LOG_ENDS, UNJUDGED, LineStopped, Stop

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header

SAME, PARTS, APART, MEETS, UNCLEAR = "same", "parts", "apart", "meets", "cannot be judged"
NO, YES = "no", "yes"


class LineOfPlay(msgspec.Struct, frozen=True):
    """A line to its end."""

    reading: Ruleset
    plays: tuple[Redone, ...]
    stop: Stop
    outcome: Outcome | None
    leaves: int | None
    """The first play that differs from the recorded one, from 1; None if none does."""


class ComparedPlay(msgspec.Struct, frozen=True):
    """One play under two readings."""

    play: RecordedPlay
    status: str
    """``same``, ``parts``, ``apart``, ``meets`` or ``cannot be judged``."""


class Comparison(msgspec.Struct, frozen=True):
    """What two readings make of one record."""

    a: LineOfPlay
    b: LineOfPlay
    plays: tuple[ComparedPlay, ...]
    other_result: str
    """``no``, ``yes`` or ``cannot be judged``: whether the game would have ended otherwise, had everybody decided as recorded."""

    @property
    def parts(self) -> RecordedPlay | None:
        """The play in which the lines part first."""
        return next((one.play for one in self.plays if one.status == PARTS), None)

    @property
    def meets(self) -> RecordedPlay | None:
        """The play after which the lines stay equal; None if they never part, or stay different."""
        last = [one for one in self.plays if one.status in (PARTS, MEETS)]
        return last[-1].play if last and last[-1].status == MEETS else None


class PlayMoment(msgspec.Struct, frozen=True):
    """A play that goes otherwise under another reading, decided from the record's own position."""

    play: RecordedPlay
    status: str
    """``parts`` or ``cannot be judged``."""
    a: Redone | Stop
    b: Redone | Stop
    switches: tuple[str, ...]
    """LineNames of the switches on which the readings differ and which this play asked."""


def reading_of(
    game: Game, header: Header, log: Sequence[Recorded[Any]], ruleset: str = "", switches: Mapping[str, str] | None = None
) -> Ruleset:
    """Return a reading of the rules: a named ruleset, "" for the one that the record is played by, with some switches set otherwise.

    Raises ``MalformedCommand`` for a ruleset, a switch or a value that is not there, and where the record's own rules are not known here.
    """
    if game.play is None:
        raise MalformedCommand(f"record {header.record} cannot be played by other rules: the rules of {game.name} are not known here")
    if not game.rules.knows_cards(header):
        raise MalformedCommand(f"record {header.record} was played with cards that are not known here")
    base = game.rules.rulesets.named(ruleset) if ruleset else game.rules.reading(header, log)
    if base is None:
        raise MalformedCommand(f"record {header.record} was played by rules that are not known here; name a ruleset")
    return base.with_settings(dict(switches or {}))


def compare(
    game: Game,
    header: Header,
    log: Sequence[Recorded[Any]],
    a: Ruleset,
    b: Ruleset,
    *,
    lay_from: int = 0,
    record: RecordedPlays | None = None,
) -> Comparison:
    """Redo a log under two readings. The log may be any viewer's; what it does not show is not judged.

    ``record`` are its plays, where they are known already: what is worked out of them is kept with them.
    """
    pair = _Pair(record or recorded_plays(game, header, log), a, b, lay_from)
    plays: list[ComparedPlay] = []
    together = True
    for play in pair.record.plays:
        results = pair.redo(play)
        status = _status(results, together)
        if all(isinstance(result, Redone) for result in results):  # a stopped line is in the middle of a play
            if status == APART and pair.alike():
                status = MEETS
            elif status == SAME and not pair.alike():
                status = PARTS
        together = status in (SAME, MEETS)
        plays.append(ComparedPlay(play, status))
    ends = pair.ends()
    return Comparison(*ends, tuple(plays), _other_result(*ends, plays))


class _Done:
    """A line with what it has done so far."""

    def __init__(self, line: OpenLine) -> None:
        self.line = line
        self.plays: list[Redone] = []
        self.stop: Stop | None = None
        self.leaves: int | None = None
        self.outcome = line.draft.state.outcome
        """After the last play that was done whole."""

    def redo(self, play: RecordedPlay) -> Redone | Stop:
        """Redo a play; a line that has stopped goes on where a position is laid out anew."""
        if self.stop is not None and not lays_out(play):
            return self.stop
        result = _redone_and_kept(self.line, play) if self.line.stands_as_at(play) else _redone(self.line, play)
        self.stop = result if isinstance(result, Stop) else None
        if isinstance(result, Redone):
            self.plays.append(result)
            self.outcome = self.line.draft.state.outcome
        if self.leaves is None and self.line.left:
            self.leaves = play.number
        return result

    def end(self, reading: Ruleset) -> LineOfPlay:
        """Return the whole line."""
        return LineOfPlay(reading, tuple(self.plays), self.stop or _end(self.line), self.outcome, self.leaves)


class _Pair:
    """Two lines; as long as the first has read no switch on which the readings differ, the second is the same and not redone."""

    def __init__(self, record: RecordedPlays, a: Ruleset, b: Ruleset, lay_from: int) -> None:
        self.record, self._a, self._b = record, a, b
        self._differ = switches_apart(a, b)
        self._watched = WatchedRuleset.of(a)
        self._one = _Done(OpenLine.of(record, self._watched, lay_from=lay_from))
        self._two = None if a.name == b.name else _Done(OpenLine.of(record, b, lay_from=lay_from))

    def redo(self, play: RecordedPlay) -> tuple[Redone | Stop, Redone | Stop]:
        """Redo a play in both lines."""
        if self._two is not None:
            return self._one.redo(play), self._two.redo(play)
        done = self._one
        position, left, kept, stop, leaves = done.line.position(), done.line.left, len(done.plays), done.stop, done.leaves
        outcome = done.outcome
        one = done.redo(play)
        if not self._differ & self._watched.read:
            return one, one
        self._two = _Done(done.line.under(self._b, position, play, left=left))
        self._two.plays, self._two.stop, self._two.leaves, self._two.outcome = done.plays[:kept], stop, leaves, outcome
        return one, self._two.redo(play)

    def alike(self) -> bool:
        """Whether both lines are in the same position, with ids independent of the line."""
        return self._two is None or same_position(self._one.line, self._two.line)

    def ends(self) -> tuple[LineOfPlay, LineOfPlay]:
        """Return both lines to their ends."""
        return self._one.end(self._a), (self._two or self._one).end(self._b)


def switches_apart(a: Ruleset, b: Ruleset) -> set[str]:
    """Return the names of the switches on which two readings differ."""
    return {switch.name for switch in a.switches if a[switch.name] != b[switch.name]}


def moments(
    game: Game,
    header: Header,
    log: Sequence[Recorded[Any]],
    a: Ruleset,
    b: Ruleset,
    *,
    at: int = 0,
    record: RecordedPlays | None = None,
) -> Iterator[PlayMoment]:
    """Yield the plays of a log that go otherwise under ``b`` than under ``a``, each from the record's own position before it.

    ``at``: only the play to which this step belongs; 0 for all. An early parting hides nothing.
    Plays that ask none of the switches on which the readings differ go alike, and are decided once.
    """
    return (moment for _number, moment in moments_of_each(game, header, log, a, (b,), at=at, record=record))


def moments_of_each(
    game: Game,
    header: Header,
    log: Sequence[Recorded[Any]],
    a: Ruleset,
    others: Sequence[Ruleset],
    *,
    at: int = 0,
    record: RecordedPlays | None = None,
) -> Iterator[tuple[int, PlayMoment]]:
    """Yield the moments of several readings beside ``a``, play by play: (index of the reading in ``others``, moment).

    ``at`` as in ``moments``. Each play is decided once under ``a``, and once more under each reading that differs in a switch that it
    asked.
    """
    apart = [(number, other, switches_apart(a, other)) for number, other in enumerate(others)]
    apart = [(number, other, differ) for number, other, differ in apart if differ or a.name != other.name]
    if not apart:
        return
    record = record or recorded_plays(game, header, log)
    for play in record.plays if not at else (play for play in record.plays if play.first <= at <= play.last):
        one, read = _from_there(record, WatchedRuleset.of(a), play)
        for number, other, differ in apart:
            asked = differ & read
            if not asked and a.name == other.name:
                continue
            two, _read = _from_there(record, other, play)
            status = _moment(one, two)
            if status is not None:
                yield number, PlayMoment(play, status, one, two, tuple(sorted(asked)))


def _redone(line: OpenLine, play: RecordedPlay) -> Redone | Stop:
    try:
        return redo(line, play)
    except LineStopped as ended:
        return ended.stop


def _key(play: RecordedPlay, reading: Ruleset) -> tuple[int, str, str, bool]:
    return play.number, reading.name, reading.hash, isinstance(reading, WatchedRuleset)


def _redone_and_kept(line: OpenLine, play: RecordedPlay) -> Redone | Stop:
    """Redo a play before which a line equals the record, and cache it for requests of that play alone."""
    reading = line.reading
    noted = reading.read if isinstance(reading, WatchedRuleset) else set()
    earlier = noted.copy()
    noted.clear()
    result = _redone(line, play)
    line.record.redone[_key(play, reading)] = result, frozenset(noted)
    noted |= earlier
    return result


def _from_there(record: RecordedPlays, reading: Ruleset, play: RecordedPlay) -> tuple[Redone | Stop, frozenset[str]]:
    """Redo a play from the record's own position; with the switches that a watched reading was asked for."""
    kept = record.redone.get(_key(play, reading))
    if kept is not None:
        return kept
    result = _redone(OpenLine.at(record, reading, play), play)
    return result, frozenset(reading.read) if isinstance(reading, WatchedRuleset) else frozenset()


def _status(results: Sequence[Redone | Stop], together: bool) -> str:
    one, two = results
    if isinstance(one, Redone) and isinstance(two, Redone):
        if not together:
            return APART
        return SAME if one.told == two.told else PARTS
    if not together:
        return APART
    stops = [result for result in results if isinstance(result, Stop)]
    if len(stops) == len(results) and _same_stop(stops[0], stops[1]):
        return SAME
    return UNCLEAR if any(stop.kind in UNJUDGED for stop in stops) else PARTS


def _moment(one: Redone | Stop, two: Redone | Stop) -> str | None:
    if isinstance(one, Redone) and isinstance(two, Redone):
        return None if one.told == two.told else PARTS
    status = _status((one, two), together=True)
    return None if status == SAME else status


def _same_stop(one: Stop, two: Stop) -> bool:
    return (one.kind, one.version) == (two.kind, two.version)


def _end(line: OpenLine) -> Stop:
    last = line.record.plays[-1] if line.record.plays else None
    kind = ENDED if line.draft.state.outcome is not None else LOG_ENDS
    return Stop(kind, last.number if last else 0, last.last if last else 0)


def _other_result(a: LineOfPlay, b: LineOfPlay, plays: Sequence[ComparedPlay]) -> str:
    if all(one.status == SAME for one in plays):
        return NO
    ended = [line.outcome is not None for line in (a, b)]
    if all(ended):
        return NO if result_of(a.outcome) == result_of(b.outcome) else YES
    if plays[-1].status in (SAME, MEETS) and a.stop.kind == b.stop.kind:
        return NO
    return UNCLEAR


def result_of(outcome: Outcome | None) -> tuple[Any, ...]:
    """Return the value by which results are compared: the winners, or that it was drawn or lost; () without a result."""
    return () if outcome is None else (outcome.winners, outcome.drawn)


def same_position(line: OpenLine, other: OpenLine) -> bool:
    """Whether two lines of one record are in the same position, with ids independent of the line."""
    one, two = line.position(), other.position()
    return _same_table(one, line.names, two, other.names) and _same_counters(one.state, line.names, two.state, other.names)


def _same_table(one: Position[Any], names: LineNames, two: Position[Any], other: LineNames) -> bool:
    a, b = one.table, two.table
    if a.hands != b.hands or a.decks != b.decks or a.zones != b.zones:
        return False
    if a.slots == b.slots and a.piles == b.piles and names.ids == other.ids:
        return True
    return bool(names.told(a.slots) == other.told(b.slots) and names.told(a.piles) == other.told(b.piles))


def _same_counters(one: Counters, names: LineNames, two: Counters, other: LineNames) -> bool:
    for part in fields(one):
        a, b = getattr(one, part.name), getattr(two, part.name)
        if a is b or isinstance(a, Ruleset):
            continue
        if names.told(a) != other.told(b):
            return False
    return True
