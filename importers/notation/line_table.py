"""The table at which lines are played: each becomes a command and answers of the table, and goes through ``decide``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from importers.notation.as_played.allowed import eased
from importers.notation.as_played.drawn import put_back, taken
from importers.notation.as_played.refused import decision_of
from importers.notation.lines.groups import LineGroup, ReadGroup, split
from importers.notation.lines.log_table import LogTable
from importers.notation.lines.telling import START
from importers.notation.problems import LineRefused, short
from importers.notation.said import LineAnswers, WrittenFaces
from records.core.events import Event
from records.core.ids import SeatKey
from records.core.logs.in_public import decided_in_public
from records.errors import Contradiction, ImpossibleEvent, MalformedCommand, RecordsError, RuleViolation
from records.values import replace

if TYPE_CHECKING:
    from records.core.position import Command, Position

MOST_UNDERSTOOD = 6
"""Most understood commands inserted at a place without lines, and again for each turn that begins there."""


@dataclass(slots=True)
class LineTable(LogTable):
    """A game at whose table lines are played."""

    as_played: bool = False
    """Whether commands that the rules refuse are recorded as they were played."""
    allowed: bool = False
    """Whether the next line was allowed then, whatever the rules say, and the game goes on by the rules from there."""
    followed: bool = False
    """Whether event lines below a line say what followed from it."""
    spare: bool = False
    """Whether unneeded answers are ignored: in a puzzle another reading may need them."""
    still: bool = False
    """Whether nothing is understood: each decision has its own line, for its time."""
    seconds: dict[int, float] = field(default_factory=dict)
    """By version of a decision, how long after the one before it came."""

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
        read = split(group, self)
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

    def meant(self, group: LineGroup) -> list[Command]:
        """Return every command that a line may be, before it is played; raises ``LineRefused`` for none."""
        return self._commands(split(group, self))

    def _attempt(self, read: ReadGroup, said: LineAnswers) -> None:
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
            return LineRefused("illegal", "no question asks for this answer", said.left[0].at, self.possible())
        if turns:
            number, _seat, at = turns[0]
            return LineRefused("illegal", f"turn {number} does not begin here", at, self.possible())
        return LineRefused("illegal", "no question asks for this answer", said.left[0].at if said.left else -1, self.possible())

    def _understood(self) -> Command | None:
        understood = self.game.notation.understood
        return understood(self.position) if understood is not None and not self.still else None

    def _command(self, read: ReadGroup, said: LineAnswers) -> None:
        """Decide the command of a line; an understood answer of a seat is inserted if the line has no other meaning."""
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

    def _allowed(self, read: ReadGroup, said: LineAnswers, refusal: LineRefused) -> None:
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

    def _as_played(self, read: ReadGroup, said: LineAnswers, refusal: LineRefused) -> None:
        """Record a decision that the rules refuse, with what everybody must take to follow from it.

        If everybody can see that it is forbidden, or event lines follow it, only the decision is recorded: those lines are its results.
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
                raise LineRefused("illegal", "the rules refuse it, so it can be recorded only as an event line", read.at)
            events = (alone,)
        try:
            self.add(events)
        except RecordsError as error:
            raise self.refused(error, read.at) from None

    def _commands(self, read: ReadGroup) -> list[Command]:
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
        raise LineRefused("malformed", f"{short(word.text)} is not a word of this game", word.at, self.possible(here.seat))

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
            raise LineRefused("ambiguous", "this line can mean several things", at, told)
        _command, events, said.at, said.claims[claims:] = accepted[0]
        self.add(events)

    def _check_claims(self, said: LineAnswers, before: Position[Any]) -> None:
        """Check that the claims of signs agree with the consequences; ``before``: the position before the line."""
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
                raise LineRefused("malformed", f"{short(word.text)} is not a word of this game", word.at) from None
