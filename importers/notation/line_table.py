"""The table at which lines are played: each becomes a command and answers of the table, and goes through ``decide``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from itertools import product, zip_longest
from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.as_played.allowed import eased
from importers.notation.as_played.drawn import put_back, taken
from importers.notation.as_played.refused import decision_of
from importers.notation.cards import CardNames, one_by_one
from importers.notation.forms import Vocabulary
from importers.notation.items import GameLine, LineWord
from importers.notation.places import PlaceWords
from importers.notation.problems import LineRefused, short
from importers.notation.said import LineAnswer, LineAnswers, WrittenFaces, answers_of, read_event
from importers.notation.values import Here
from records.core.events import Event, Recorded, Sort
from records.core.ids import SeatKey
from records.core.logs.fill import Filler
from records.core.logs.in_public import decided_in_public
from records.errors import Contradiction, ImpossibleEvent, MalformedCommand, RecordsError, RuleViolation
from records.service.writing.checks import check_recorded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Command, Position

NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
MOST_UNDERSTOOD = 6
"""So many commands are put in where nothing stands, and as many again for each turn that begins there."""
MOST_LISTED = 200
"""So many commands are looked at for what could stand instead."""
START = "start"


@dataclass(slots=True)
class LineGroup:
    """A line with what continues it: answers below it, and turns that begin with it."""

    lines: list[GameLine] = field(default_factory=list)

    @property
    def at(self) -> int:
        """Where it begins."""
        return self.lines[0].at


@dataclass(slots=True)
class _Read:
    """A group split: the words of its command, its answers, and the turns that it names."""

    seat: str
    words: list[LineWord]
    answers: list[LineAnswer]
    turns: list[tuple[int, str, int]]
    at: int


@dataclass(slots=True)
class LineTable:
    """A game as far as its lines were read."""

    game: Game
    header: Header
    vocabulary: Vocabulary
    names: CardNames
    start: Command | None = None
    """What the headers make of the word ``start``."""
    as_played: bool = False
    """Whether what the rules refuse is recorded as it was played."""
    allowed: bool = False
    """Whether the next line was allowed then, whatever the rules say, and the game goes on by the rules from there."""
    followed: bool = False
    """Whether event lines below a line say what followed from it."""
    spare: bool = False
    """Whether answers that nothing asks for are let be: in a puzzle another reading may ask for them."""
    still: bool = False
    """Whether nothing is understood: each decision has its own line, for its time."""
    places: PlaceWords = field(init=False)
    filler: Filler = field(init=False)
    position: Position[Any] = field(init=False)
    starts: list[int] = field(default_factory=list)
    """For each line that can be taken back the version before it."""
    seconds: dict[int, float] = field(default_factory=dict)
    """By version of a decision, how long after the one before it came."""
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

    # lines

    def play_allowed(self, group: LineGroup) -> None:
        """Play a line that was allowed then: its words behind the mark. Raises as ``play``."""
        mark, *words = group.lines[0].words
        if not words:
            raise LineRefused("malformed", "what was allowed? @allowed gate knight", mark.at)
        self.allowed = True
        try:
            self.play(LineGroup([replace(group.lines[0], words=words), *group.lines[1:]]))
        finally:
            self.allowed = False

    def play(self, group: LineGroup) -> None:
        """Play a line with what continues it; raises ``LineRefused``, and then nothing of it is played."""
        before, lines = self.position, len(self.starts)
        read = self._split(group)
        claimed = any(
            answer.sign in signs for answer in read.answers for signs in self.game.notation.signs.values() if signs.get(answer.sign)
        )
        first: LineRefused | None = None
        furthest = -1
        ways = (WrittenFaces.ALL, WrittenFaces.NONE, WrittenFaces.CLAIMED) if claimed else (WrittenFaces.NONE, WrittenFaces.ALL)
        for led, written in product((False, True) if claimed and self.as_played else (False,), ways):
            said = LineAnswers(self.game, self.here(), read.answers, written=written, as_played=self.as_played, led=led)
            try:
                self._attempt(read, said)
            except LineRefused as error:
                self.rewind(before, lines)
                nearer = said.known_otherwise() or (written is WrittenFaces.NONE and not said.left)
                if first is None or said.furthest > furthest or (said.furthest == furthest and nearer):
                    first, furthest = error, said.furthest
                if not read.answers:
                    break
            except RecordsError as error:
                self.rewind(before, lines)
                raise self.refused(error, group.at) from None
            else:
                return
        if first is None:
            raise LineRefused("malformed", "this line says nothing", group.at)
        if first.at < 0:
            first.at = group.at
        first.moment = first.moment or self.moment()
        raise first

    def _split(self, group: LineGroup) -> _Read:
        words: list[LineWord] = []
        answers: list[LineAnswer] = []
        turns: list[tuple[int, str, int]] = []
        seat, turn = "", None
        for nth, line in enumerate(group.lines):
            if line.turn is not None:
                turn = line.turn
            said, more = answers_of(line, self.header.seats, self.vocabulary.signs, turn)
            self._check_one_each(more)
            answers += more
            if line.turn is not None:
                if len(said) != 1 or said[0].text not in self.header.seats:
                    raise LineRefused(
                        "malformed",
                        "after a turn's number stand its seat and answers: 12. B +cook; what is done has a line of its own",
                        line.at,
                    )
                turns.append((line.turn, said[0].text, line.at))
            elif nth == 0 and said:
                if said[0].text in self.header.seats and said[0].kind == "WORD" and not self.names.has(said[0].text):
                    seat, said = said[0].text, said[1:]
                    if not said:
                        raise LineRefused("malformed", f"what does {seat} do?", line.at, self.possible(SeatKey(seat)))
                words = said
            elif said:
                raise LineRefused("malformed", f"{short(said[0].text)} does not fit here", said[0].at)
        return _Read(seat, words, answers, turns, group.at)

    def _check_one_each(self, answers: Sequence[LineAnswer]) -> None:
        """A sign that claims what becomes of a card stands before each."""
        claiming = {sign for signs in self.game.notation.signs.values() for sign, claimed in signs.items() if claimed is not None}
        for answer in answers:
            cards = one_by_one(answer.words)
            if answer.sign in claiming and len(cards) > 1:
                right = " ".join(f"{answer.sign} {short(word.text)}" for word in cards)
                told = f"{answer.sign} says what becomes of one card, and each has its own: {right}"
                raise LineRefused("malformed", told, cards[1].at)

    def _attempt(self, read: _Read, said: LineAnswers) -> None:
        before = self.position
        if read.words:
            self.starts.append(self.position.version)
            self._command(read, said)
        turns = [*read.turns]
        ended = False
        for _ in range(MOST_UNDERSTOOD * (1 + len(turns))):
            while turns and self.position.state.turn >= turns[0][0]:
                self._check_turn(*turns.pop(0))
            if not turns and not said.left:
                break
            ends = bool(turns) and (not said.left or said.left[0].turn is not None)
            understood = self._understood()
            if self.as_played and not turns and said.written is WrittenFaces.ALL and (besides := said.drawn_besides()):
                self._beside(taken(self.game, self.names, self.position.state.active or self.header.seats[0], besides))
                said.at = len(said.answers)
                break
            if self.spare and not turns and (understood is None or not self.position.state.pending):
                break
            if (
                understood is None
                or (not ends and not self.position.state.pending)
                or (ends and turns[0][0] != self.position.state.turn + 1)
            ):
                raise self._left_over(said, turns)
            if not self.position.state.pending and not ended:
                self.starts.append(self.position.version)
                ended = True
            self._decide([understood], said, read.at)
        else:
            raise self._left_over(said, turns)
        self._check_claims(said, before)
        self._beside(put_back(self.game, [*(said.undrawn or {}).values()]))

    def _beside(self, facts: Iterable[tuple[Event, int]]) -> None:
        """Record facts that stand on the line of what they follow."""
        for fact, at in facts:
            self.fact(fact, at)
            self.starts.pop()

    def _check_turn(self, number: int, seat: str, at: int) -> None:
        state = self.position.state
        if number != state.turn:
            raise LineRefused("illegal", f"this is turn {state.turn}, not {number}", at)
        if seat != state.active:
            raise LineRefused("illegal", f"turn {number} is that of {state.active}, not of {seat}", at)

    def _left_over(self, said: LineAnswers, turns: Sequence[tuple[int, str, int]]) -> LineRefused:
        if known := said.known_otherwise():
            return LineRefused("illegal", f"the record has another card here: {known}", said.left[0].at)
        if said.left and said.left[0].turn is None:
            return LineRefused("illegal", "nothing asks for this answer", said.left[0].at, self.possible())
        if turns:
            number, _seat, at = turns[0]
            return LineRefused("illegal", f"turn {number} does not begin here", at, self.possible())
        return LineRefused("illegal", "nothing asks for this answer", said.left[0].at if said.left else -1, self.possible())

    def _understood(self) -> Command | None:
        understood = self.game.notation.understood
        return understood(self.position) if understood is not None and not self.still else None

    def _command(self, read: _Read, said: LineAnswers) -> None:
        """Decide what a line says; an answer of a seat that goes without saying is put in where it cannot be taken otherwise."""
        refusal: LineRefused | None = None
        for _ in range(MOST_UNDERSTOOD):
            try:
                commands = self._commands(read)
                self._decide(commands, said, read.at)
            except LineRefused as error:
                refusal = error  # of the furthest position: what went without saying is put in before it
                understood = self._understood() if self.position.state.pending and not said.at else None
                if understood is None:
                    break
                try:
                    self._decide([understood], LineAnswers(self.game, self.here(), (), written=WrittenFaces.NONE), read.at)
                except LineRefused:
                    break
            else:
                return
        if self.allowed and refusal is not None and refusal.rule is not None:
            self._allowed(read, said, refusal)
            return
        if self.as_played and refusal is not None and refusal.rule is not None:
            before = self.starts[-1]
            self.rewind(self.position, len(self.starts)) if before == self.position.version else None
            self._as_played(read, said, refusal)
            return
        raise refusal or LineRefused("malformed", "this line says nothing", read.at)

    def _allowed(self, read: _Read, said: LineAnswers, refusal: LineRefused) -> None:
        """Record a decision that the rules refuse with what they would give, had they not."""
        before = self.position
        furthest: LineRefused | None = None
        for command in self._commands(read):
            for position in eased(before):
                said.at = 0
                said.claims.clear()
                try:
                    self.add(said.as_told(decided_in_public(self.game, position, command, said)))
                except LineRefused as error:
                    furthest = furthest or error
                except RecordsError:
                    self.rewind(before, len(self.starts))
                else:
                    return
        if furthest is not None:
            raise furthest
        raise LineRefused("illegal", "no other reading allows it: what followed stands in event lines below", read.at, rule=refusal.rule)

    def _as_played(self, read: _Read, said: LineAnswers, refusal: LineRefused) -> None:
        """Record a decision that the rules refuse, with what everybody must take to follow from it.

        Where everybody sees that it is forbidden, or event lines stand below it, it is recorded alone: they say what followed.
        """
        command = self._commands(read)[0]
        alone = decision_of(self.game, self.position, command)
        try:
            events = () if self.followed else said.as_told(decided_in_public(self.game, self.position, command, said))
        except (LineRefused, RecordsError) as error:
            if read.answers:
                raise refusal if isinstance(error, RecordsError) else error from None
            events = ()
        if not events:
            if alone is None:
                raise LineRefused("illegal", "the rules refuse it, and it can be recorded as an event line only", read.at)
            events = (alone,)
        try:
            self.add(events)
        except RecordsError as error:
            raise self.refused(error, read.at) from None

    def _commands(self, read: _Read) -> list[Command]:
        """Return every command that the words may be; raises ``LineRefused`` for none."""
        word = read.words[0]
        if word.text == START and len(read.words) == 1 and self.start is not None:
            return [self.start]
        here = self.here(SeatKey(read.seat) if read.seat else None)
        faults: list[LineRefused] = []
        found: list[Command] = []
        for form in self.vocabulary.fitting(word.text if word.kind == "WORD" else ""):
            found += [command for command in form.read(read.words, here, faults) if command not in found]
        if found:
            return found
        if faults:
            fault = max(faults, key=lambda one: (one.at, one.fault == "illegal"))
            if fault.at > word.at or word.text in self.vocabulary.verbs:
                fault.possible = fault.possible or self.possible(here.seat)
                raise fault
        if word.kind == "WORD" and self.names.has(word.text) and not faults:
            raise LineRefused("malformed", f"what happens with {short(word.text)}?", word.at, self.possible(here.seat))
        raise LineRefused("malformed", f"{short(word.text)} is no word of this game", word.at, self.possible(here.seat))

    def _decide(self, commands: Sequence[Command], said: LineAnswers, at: int) -> None:
        """Decide the one of some commands that the rules accept, and add its events."""
        play = self.game.play
        if play is None:
            raise LineRefused("malformed", f"the rules of {self.game.name} are not known here", at)
        began, claims, refusal = said.at, len(said.claims), None
        accepted: list[tuple[Command, tuple[Event, ...], int, list[Any]]] = []
        for command in commands:
            said.at = began
            del said.claims[claims:]
            try:
                events = said.as_told(play.decide(self.position, command, said, self.position.version + 1))
            except LineRefused as error:
                refusal = error if refusal is None or refusal.rule else refusal
            except (RuleViolation, MalformedCommand, ImpossibleEvent, Contradiction) as error:
                refusal = refusal or self.refused(error, at, command)
            else:
                if all(events != other for _command, other, _at, _claims in accepted):
                    accepted.append((command, events, said.at, said.claims[claims:]))
        if not accepted:
            raise refusal or LineRefused("malformed", "this line says nothing", at)
        if len(accepted) > 1:
            told = tuple(self.told(command) for command, *_ in accepted)
            raise LineRefused("ambiguous", "several things are meant by this line", at, told)
        _command, events, said.at, said.claims[claims:] = accepted[0]
        self.add(events)

    def _check_claims(self, said: LineAnswers, before: Position[Any]) -> None:
        """What a sign claims to follow is what follows; ``before``: the position before the line."""
        if not said.claims:
            return
        if (wrong := said.passed_over()) is not None:
            raise wrong
        told = iter(said.claims)
        waiting, last = next(told, None), None
        signs = self.game.notation.signs
        for recorded in self.log[before.version :]:
            cls = type(recorded.event)
            if waiting is not None and cls is type(waiting.event):
                last, waiting = waiting, next(told, None)
            elif last is not None and last.claims is not None and last.answer is not None and cls in signs[type(last.event)].values():
                if cls is not last.claims:
                    right = next(sign for sign, claimed in signs[type(last.event)].items() if claimed is cls)
                    told_so = f"{last.answer.sign} is written here, and by the rules it is {right}"
                    raise LineRefused("illegal", told_so, last.answer.at)
                last = None

    # event lines

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

    def check_form(self, group: LineGroup) -> None:
        """Raise ``LineRefused`` where a line begins with a word that belongs to nothing, wherever the game stands."""
        line = group.lines[0]
        word = next((word for word in line.words if word.text not in self.header.seats), None)
        if word is None or word.kind != "WORD" or line.event or line.turn is not None or word.text.startswith("@"):
            return
        known = word.text in (START, "set") or word.text in self.vocabulary.verbs or self.names.has(word.text.partition("*")[0])
        if not known and word.text not in self.vocabulary.signs and word.text.partition(".")[2:] == ("",):
            try:
                self.places.form(word)
            except LineRefused:
                raise LineRefused("malformed", f"{short(word.text)} is no word of this game", word.at) from None

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
        return _varied(dict.fromkeys(told for command in own[:MOST_LISTED] if (told := self.told(command, position))))

    def told(self, command: Command, position: Position[Any] | None = None) -> str:
        """Return a command as its line, "" for one that has none."""
        here = self.here(getattr(command, "seat", None))
        here.position = position or self.position
        return line_of(self.vocabulary, command, here) or ""


def _varied(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines in turn by their first words, so that a few of them show all that can be done."""
    by_word: dict[str, list[str]] = {}
    for line in lines:
        by_word.setdefault(line.partition(" ")[0], []).append(line)
    return tuple(one for some in zip_longest(*by_word.values()) for one in some if one)


def line_of(vocabulary: Vocabulary, command: Command, here: Here) -> str | None:
    """Return a command as a line, with its seat where another is the one to act; None where no form says all of it."""
    for form in vocabulary.of(command):
        words = form.write(command, here)
        if words is not None:
            seat = getattr(command, "seat", None)
            label = f"{seat} " if seat is not None and seat != here.position.state.to_act else ""
            return label + " ".join(words)
    return None


def start_with(game: Game, begins: str | None, seats: Sequence[SeatKey], fields: Mapping[str, Any]) -> Command | None:
    """Return the first command of a game, as its headers say it; None where it cannot be written down."""
    if game.recording is None:
        return None
    start = game.recording.start(tuple(seats), SeatKey(begins) if begins else seats[0], fields.get("chance", ""))
    changes = {name: value for name, value in fields.items() if name in start.__struct_fields__}
    return msgspec.structs.replace(start, begins=SeatKey(begins) if begins else None, **changes)
