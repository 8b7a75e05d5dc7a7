"""The log that lines make: batches and facts as they are added, event lines, and what is reported where a line is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from importers.notation.cards import CardNames
from importers.notation.forms import Vocabulary
from importers.notation.items import GameLine
from importers.notation.lines.telling import START, line_of, varied
from importers.notation.places import PlaceWords
from importers.notation.problems import LineRefused
from importers.notation.said import read_event
from importers.notation.values import Here
from records.core.events import Event, Recorded, Sort
from records.core.ids import SeatKey
from records.core.logs.fill import Filler
from records.errors import MalformedCommand, RecordsError, RuleViolation
from records.service.writing.checks import check_recorded

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Command, Position

NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
MOST_LISTED = 200
"""So many commands are looked at for what could stand instead."""


@dataclass(slots=True)
class LogTable:
    """A game as far as its lines were read."""

    game: Game
    header: Header
    vocabulary: Vocabulary
    names: CardNames
    start: Command | None = None
    """What the headers make of the word ``start``."""
    places: PlaceWords = field(init=False)
    filler: Filler = field(init=False)
    position: Position[Any] = field(init=False)
    starts: list[int] = field(default_factory=list)
    """For each line that can be taken back the version before it."""
    by_event_lines: set[int] = field(default_factory=set)
    """Versions of what begins a batch and stands in an event line."""

    def __post_init__(self) -> None:
        self.places = PlaceWords(self.game.notation.places, self.header.seats)
        self.filler = Filler(self.game, self.header)
        self.position = self.filler.mark()

    @property
    def log(self) -> Sequence[Recorded[Any]]:
        """The events so far."""
        return self.filler.log

    def here(self, seat: SeatKey | None = None) -> Here:
        """Return where a line stands now."""
        actor = seat or self.position.state.to_act or self.header.seats[0]
        return Here(self.position, actor, self.names, self.places, self.game.notation.purpose)

    def rewind(self, position: Position[Any], lines: int) -> None:
        """Go back to an earlier position, and number of lines."""
        self.filler.rewind(position)
        self.position = position
        del self.starts[lines:]

    def add(self, events: Sequence[Event], *, cause: int | None = None) -> None:
        """Add a batch, or go on with the one that ``cause`` began; raises ``RecordsError`` for what cannot have happened.

        Then the table is to be rewound.
        """
        first = cause or self.position.version + 1
        for version, event in enumerate(events, self.position.version + 1):
            recorded = Recorded(version, first, NO_TIME, "", event)
            check_recorded(self.game, self.header, recorded, new=True)
            self.filler.add(recorded)
        self.position = self.filler.mark()

    # event lines and facts

    def play_events(self, lines: Sequence[GameLine]) -> None:
        """Take event lines; raises ``LineRefused``, and then none of them is taken."""
        before, count = self.position, len(self.starts)
        for line in lines:
            event = read_event(self.game, line.event, line.at)
            own = line.alone or event.sort in {Sort.DECISION, Sort.FACT} or not self.log
            try:
                if own:
                    self.starts.append(self.position.version)
                    self.by_event_lines.add(self.position.version + 1)
                    self.add((event,))
                    self._keep_starts(event)
                else:
                    self.add((event,), cause=self.log[-1].cause)
            except RecordsError as error:
                self.rewind(before, count)
                raise self.refused(error, line.at) from None

    def _keep_starts(self, event: Event) -> None:
        to = getattr(event, "to", None)
        if type(event).__name__ == "TakenBack" and isinstance(to, int):
            self.starts[:] = [start for start in self.starts if start < to]

    def fact(self, event: Event, at: int) -> None:
        """Add a fact; raises ``LineRefused``, and then it is not added."""
        before, count = self.position, len(self.starts)
        self.starts.append(self.position.version)
        try:
            self.add((event,))
        except RecordsError as error:
            self.rewind(before, count)
            raise self.refused(error, at) from None
        self._keep_starts(event)

    # what is reported

    def refused(self, error: RecordsError, at: int, command: Command | None = None) -> LineRefused:
        """Return what rules or log refuse as a refusal of the line."""
        if isinstance(error, RuleViolation):
            paragraph = f" (§ {error.paragraph})" if error.paragraph else ""
            seat = SeatKey(getattr(command, "seat", "") or "") or None
            possible = self.possible(seat)
            return LineRefused("illegal", f"{error.why}{paragraph}", at, possible, rule=error, moment=self.moment())
        fault = "malformed" if isinstance(error, MalformedCommand) else "illegal"
        return LineRefused(fault, str(error), at, self.possible(), moment=self.moment())  # type: ignore[arg-type]  # one of them

    def moment(self) -> str:
        """Return turn, seat and step in words."""
        state = self.position.state
        seat = f", {state.to_act}" if state.to_act else ""
        if state.to_act and state.active and state.to_act != state.active:
            seat += " is asked first"
        return f"turn {state.turn}{seat}, after event {self.position.version}"

    def possible(self, seat: SeatKey | None = None) -> Callable[[], Sequence[str]]:
        """Return what tells the lines that could stand here instead."""
        return partial(self._possible, self.position, seat)

    def _possible(self, position: Position[Any], seat: SeatKey | None) -> tuple[str, ...]:
        if self.game.recording is None:
            return ()
        if not position.version and self.start is not None:
            return (START, "@position")
        try:
            commands = self.game.recording.actions(position)
        except RecordsError:
            return ()
        wanted = seat or position.state.to_act
        own = [command for command in commands if wanted is None or getattr(command, "seat", wanted) == wanted]
        return varied(dict.fromkeys(told for command in own[:MOST_LISTED] if (told := self.told(command, position))))

    def told(self, command: Command, position: Position[Any] | None = None) -> str:
        """Return a command as its line, "" for one that has none."""
        here = self.here(getattr(command, "seat", None))
        here.position = position or self.position
        return line_of(self.vocabulary, command, here) or ""
