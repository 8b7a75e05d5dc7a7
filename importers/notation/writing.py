"""A record as a text that people can read, go on with and read in again.

Each line is proven: it is read back, and its events are compared with the record's; what differs is written as event lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.as_played.allowed import ALLOWED, eased
from importers.notation.cards import CardNames
from importers.notation.facts import CORRECT, Facts
from importers.notation.headers import AS_PLAYED
from importers.notation.headers import written as header_line
from importers.notation.items import GameLine, items
from importers.notation.line_table import LineTable
from importers.notation.lines.groups import LineGroup
from importers.notation.lines.headers_of import headers_of
from importers.notation.lines.sayings import RecordedBatch, Sayings
from importers.notation.lines.telling import start_with
from importers.notation.problems import LineRefused
from importers.notation.proving import differing
from importers.notation.reading import vocabulary_of
from importers.notation.said import written_event
from importers.notation.writing_notes import LayerToWrite, NotesToWrite, behind
from records.core.asking.chance import batches
from records.core.events import Recorded, Sort
from records.core.logs.effective import effective
from records.core.logs.fill import Filler
from records.core.shared import Corrected, GameStarted, PositionSet
from records.errors import MalformedCommand, RecordsError

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Position


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A text, and how much of it are event lines."""

    text: str
    lines: int
    """Batches of the record."""
    as_events: int
    """Those that are event lines."""


def write(
    game: Game,
    header: Header,
    names: Mapping[str, str],
    log: Sequence[Recorded[Any]],
    *,
    recorder: str = "open",
    language: str = "",
    times: bool = False,
    layers: Sequence[LayerToWrite] = (),
) -> Written:
    """Return the text of a log, as its viewer was shown it, each face written wherever that log holds it (design/events: Filling in).

    ``layers`` are written into it, as its viewer may read them.

    Raises ``MalformedCommand`` for a game without rules: what was observed stays in the native format.
    """
    if game.play is None or game.recording is None:
        raise MalformedCommand(f"{game.name} is known from its logs alone and has no notation; kiebitz export writes it as a native file")
    return _Writing(game, header, filled_in(game, header, log), language, times=times).write(names, recorder, layers)


def filled_in(game: Game, header: Header, log: Sequence[Recorded[Any]]) -> Sequence[Recorded[Any]]:
    """Return a log as it would be recorded: a viewer's own may hold a face in one event that a later one does not repeat."""
    filler = Filler(game, header)
    return [msgspec.structs.replace(recorded, event=filler.add(recorded)) for recorded in log]


class _Writing(Sayings):
    def __init__(self, game: Game, header: Header, log: Sequence[Recorded[Any]], language: str, *, times: bool) -> None:
        start = next((one.event for one in log[:1] if isinstance(one.event, GameStarted)), None)
        self._started: GameStarted | None = start
        self._language = language
        fields = {"variant": start.variant, "switches": start.switches, "chance": start.chance} if start is not None else {}
        names = CardNames(game, header, language)
        vocabulary = vocabulary_of(game)
        vocabulary.check(names)
        command = start_with(game, start.begins if start is not None else None, header.seats, fields)
        super().__init__(LineTable(game, header, vocabulary, names, command), log, times=times)
        self._table.still = times
        self._facts = Facts(self._table)
        self._as_events = 0
        self._as_played = False
        """Whether a line says that it was allowed then, or what no rules give."""

    def write(self, names: Mapping[str, str], recorder: str, layers: Sequence[LayerToWrite] = ()) -> Written:
        """Return the whole text."""
        parts = batches(self._log)
        body: list[str] = []
        self._beside = beside = NotesToWrite(layers, len(self._log), self._table.places)
        at = self._implicit_start(parts)
        while at < len(parts):
            used, lines = self._next(parts, at)
            notes = beside.behind(parts[at + used - 1][-1].v, self._after_step)
            body += behind(lines, notes)
            if parts[at][0].event.sort is not Sort.FACT:
                instead = beside.instead(parts[at][0].v, self._line_beside)
                body += instead
                self._apart = (self._apart or bool(notes or instead)) and not self._times
            at += used
        body += beside.rest(self._line_beside)
        text = "\n".join((*self._headers(names, recorder), *beside.headers(), "", *body)) + "\n"
        return Written(text=text, lines=len(parts), as_events=self._as_events)

    def _headers(self, names: Mapping[str, str], recorder: str) -> Iterator[str]:
        game, header = self._game, self._header
        yield from headers_of(game, header, names, self._started, self._table.position.state.outcome, recorder)
        if self._as_played or differing(game, header, self._log, self._table.by_event_lines) is not None:
            yield header_line("Played", AS_PLAYED)
        yield header_line("Record", header.record)

    def _implicit_start(self, parts: Sequence[RecordedBatch]) -> int:
        """Follow a start that needs no line, because it says no more than the headers; return how many batches were passed, 0 or 1."""
        if len(parts) < 2 or self._started is None or len(parts[0]) > 1 or not isinstance(parts[1][0].event, PositionSet):  # noqa: PLR2004
            return 0
        plain = GameStarted(seats=self._header.seats, begins=self._started.begins, switches=self._started.switches)
        if plain != self._started or not plain.switches:
            return 0
        self._table.fact(plain, 0)
        self._follow(parts[0])
        return 1

    def _next(self, parts: Sequence[RecordedBatch], at: int) -> tuple[int, list[str]]:
        """Write what comes next; return how many batches it is, and its lines."""
        batch = parts[at]
        event = batch[0].event
        if event.sort is Sort.FACT:
            lines = None
            if len(batch) == 1:
                lines = self._correction(batch[0].v, event) if isinstance(event, Corrected) else self._facts.write(event)
            if lines is not None and self._proven(lines, [batch]):
                self._follow(batch)
                self._apart = not self._times
                return 1, lines
        elif event.sort is Sort.DECISION and batch[0].cause == batch[0].v:
            if (found := self._by_words(parts, at)) is not None:
                return found
            if (allowed := self._allowed(parts, at)) is not None:
                return 1, allowed
        self._apart = not self._times
        return 1, self._event_lines(batch)

    def _by_words(self, parts: Sequence[RecordedBatch], at: int) -> tuple[int, list[str]] | None:
        """Return how many batches come next that a line says, and its lines: by the rules, or as played; None for event lines."""
        for as_played in (False, True) if self._game.notation.otherwise else (False,):
            self._table.as_played = as_played
            ways = self._ways(parts, at)
            proven = next(((used, lines) for lines, used in ways if self._proven(lines, parts[at : at + used])), None)
            self._table.as_played = False
            if proven is not None:
                for one in parts[at : at + proven[0]]:
                    self._follow(one)
                self._apart, self._as_played = False, self._as_played or as_played
                return proven
        return None

    def _allowed(self, parts: Sequence[RecordedBatch], at: int) -> list[str] | None:
        """Return a batch against the rules as a line that the table allowed; None if its events are not those of such a line."""
        here = self._position()
        for position in eased(here):
            said = self._said(parts, at, here, position)
            lines = [] if said is None else self._lines([said], here, parts[at])
            if lines and self._proven([f"   {ALLOWED} {lines[0].strip()}", *lines[1:]], [parts[at]]):
                self._follow(parts[at])
                self._apart, self._as_played = not self._times, True
                return [f"   {ALLOWED} {lines[0].strip()}", *lines[1:]]
        return None

    def _correction(self, version: int, event: Corrected[Any]) -> list[str] | None:
        """Return a correction as the corrected line; None if it does not correct exactly one line."""
        starts = self._table.starts
        nth = next((nth for nth in range(1, len(starts) + 1) if starts[-nth] < event.of[0].version), None)
        if nth is None:
            return None
        first, last = starts[-nth], starts[-nth + 1] if nth > 1 else version - 1
        changed = {replacement.version: replacement.event for replacement in event.of}
        line = [
            msgspec.structs.replace(one, event=changed.get(one.v, one.event))
            for one in effective(self._log[: version - 1])
            if first < one.v <= last
        ]
        apart = _Writing(self._game, self._header, (*self._log[:first], *line), self._language, times=self._times)
        apart.stand_after(first)
        lines = apart.only_line()
        if lines is None:
            return None
        why = f" {msgspec.json.encode(event.why).decode()}" if event.why else ""
        first_line, *more = lines
        return [f"{CORRECT} {nth}{why}", f"   ( {first_line.strip()}", *(f"     {one.strip()}" for one in more), "   )"]

    def _after_step(self, version: int) -> Position[Any]:
        """The position after a step, as the text has it by then."""
        return self._table.position if version == self._table.position.version else self._facts.before(version).position

    def _line_beside(self, log: Sequence[Recorded[Any]], before: int) -> tuple[list[str], Position[Any]]:
        """Return the last batch of another log, of which ``before`` steps stand already, as lines, and the position after it."""
        apart = _Writing(self._game, self._header, filled_in(self._game, self._header, log), self._language, times=False)
        apart.stand_after(before)
        return apart.one_batch()

    def one_batch(self) -> tuple[list[str], Position[Any]]:
        """Return what is left of the log, which is one batch or nothing, as lines, and the position after it."""
        for batch in batches(self._log[self._version :]):
            ways = self._ways([batch], 0) if batch[0].event.sort is Sort.DECISION else ()
            lines = next((lines for lines, used in ways if used == 1 and self._proven(lines, [batch])), None)
            return (self._event_lines(batch) if lines is None else lines), self._table.position
        return [], self._table.position

    def stand_after(self, version: int) -> None:
        """Go on after an earlier event of the log."""
        self._table.filler.follow(self._log[:version])
        self._table.position = self._table.filler.mark()
        self._version = version
        self._folder.run(self._draft, effective(self._log[:version]))

    def only_line(self) -> list[str] | None:
        """Return what is left of the log as one line; None where it is more, or none."""
        parts = batches(self._log[self._version :])
        if not parts or parts[0][0].event.sort is not Sort.DECISION:
            return None
        return next((lines for lines, used in self._ways(parts, 0) if used == len(parts)), None)

    def _event_lines(self, batch: RecordedBatch) -> list[str]:
        self._as_events += 1
        lines = []
        for nth, recorded in enumerate(batch):
            own = nth == 0 and recorded.event.sort not in {Sort.DECISION, Sort.FACT}
            lines.append(f"{'||' if own else '|'} {written_event(recorded.event)}")
        self._table.play_events([one for one in items("\n".join(lines)) if isinstance(one, GameLine)])
        self._follow(batch)
        return lines

    def _proven(self, lines: Sequence[str], wanted: Sequence[RecordedBatch]) -> bool:
        """Whether lines are read as just these batches; if so, the table has played them."""
        table, before, count = self._table, self._table.position, len(self._table.starts)
        read = [one for one in items("\n".join(lines)) if isinstance(one, GameLine)]
        try:
            if read[0].words and read[0].words[0].text == CORRECT:
                self._facts.read(read[0], (), [LineGroup(read[1:])])
            elif read[0].words and read[0].words[0].text == ALLOWED:
                table.play_allowed(LineGroup(read))
            elif read[0].words and read[0].words[0].text.startswith("@"):
                self._facts.read(read[0], read[1:], ())
            else:
                table.play(LineGroup(read))
        except (LineRefused, RecordsError):
            table.rewind(before, count)
            return False
        made = table.log[before.version :]
        same = [one for batch in wanted for one in batch]
        if len(made) == len(same) and all(a.event == b.event and a.cause == b.cause for a, b in zip(made, same, strict=True)):
            return True
        table.rewind(before, count)
        return False
