"""From a text to games: headers, lines through ``decide``, notes beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from importers.notation.cards import CardNames
from importers.notation.facts import Facts
from importers.notation.forms import Vocabulary
from importers.notation.headers import AS_PLAYED, Headers, read_headers
from importers.notation.items import Bracket, GameLine, HeaderLine, Item, items
from importers.notation.line_table import LineGroup, LineTable, start_with
from importers.notation.notes import TextComment, TextNote, TextVariation
from importers.notation.problems import LineRefused, Places
from importers.notation.proving import differing
from records.core.ids import SeatKey
from records.core.shared import GameStarted, GapNoted
from records.service.incoming import Entry, NewGame

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.position import Outcome
    from records.errors import Problem

MOST_NESTED = 20


@dataclass(kw_only=True)
class ReadGame:
    """A game as far as it was read, with what was wrong with it."""

    headers: Headers
    table: LineTable
    notes: list[TextNote] = field(default_factory=list)
    refused: list[LineRefused] = field(default_factory=list)
    steps: list[tuple[int, int]] = field(default_factory=list)
    """Place in the text and step after it, for each line that was played."""

    def new_game(self, origin: str | None, *, pseudonyms: bool = False) -> NewGame:
        """Return it as a game to be recorded, its people called ``Player A`` ... if so chosen."""
        headers, at = self.headers, self.headers.header.started
        header, times = headers.header, self.table.seconds
        entries = []
        for recorded in self.table.log:
            if recorded.v in times:
                at += timedelta(seconds=times[recorded.v])
            entries.append(Entry(at=at, event=recorded.event, cause=recorded.cause))
        return NewGame(
            game=header.game,
            seats=header.seats,
            names={seat: f"Player {seat}" if pseudonyms else name for seat, name in headers.names.items() if name or pseudonyms},
            started=header.started,
            entries=entries,
            ruleset=header.ruleset,
            ruleset_hash=header.ruleset_hash,
            catalogue=header.catalogue,
            catalogue_hash=header.catalogue_hash,
            origin=origin,
        )


@dataclass(kw_only=True)
class ReadText:
    """The games of a text."""

    games: list[ReadGame]
    refused: list[LineRefused]
    """All that is wrong, in the order of the text."""
    places: Places

    @property
    def problems(self) -> list[Problem]:
        """What is wrong, by line and column."""
        return [self.places.problem(one) for one in self.refused]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a text is read."""

    as_played: bool = False
    keep_going: bool = False
    """TextNote what is wrong and go on, for what can still be said of the form of later lines."""
    puzzle: bool = False
    """Headers of a rule puzzle are meant; else a game with them is refused."""


def text_of(data: bytes) -> str:
    """Return the text of a file; raises ``LineRefused`` where it is not UTF-8."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LineRefused("malformed", f"the file is not UTF-8: byte {error.start + 1} fits nowhere", 0) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_text(games: Mapping[str, Game], text: str, options: Options, now: datetime | None = None) -> ReadText:
    """Read every game of a text; what is wrong is noted, and a game is read up to there."""
    found: list[ReadGame] = []
    refused: list[LineRefused] = []
    for part in _games(items(text)):
        wrong = [one for one in part if isinstance(one, LineRefused)]
        refused += wrong
        lines = [one for one in part if isinstance(one, HeaderLine)]
        try:
            headers = read_headers(games, lines, now or datetime.now(UTC))
            if not options.puzzle and (headers.readings or headers.expects):
                at = (*headers.readings, *headers.expects)[0].at
                raise LineRefused("malformed", "this is a rule puzzle: kiebitz puzzle FILE runs it", at)  # noqa: TRY301 -- noted with the others
        except LineRefused as error:
            refused.append(error)
            continue
        body = [one for one in part if not isinstance(one, HeaderLine)]
        first = next((one.at for one in wrong), None)
        game = GameReading(headers, options).read([one for one in body if not isinstance(one, LineRefused)], first)
        found.append(game)
        refused += game.refused
    if not found and not refused:
        refused.append(LineRefused("malformed", "here is no game: it begins with [Game ...]", 0))
    return ReadText(games=found, refused=sorted(refused, key=lambda one: one.at), places=Places(text))


def _games(parts: Iterator[Item | LineRefused]) -> Iterator[list[Item | LineRefused]]:
    current: list[Item | LineRefused] = []
    for part in parts:
        if isinstance(part, HeaderLine) and part.key == "Game" and any(not isinstance(one, LineRefused) for one in current):
            yield current
            current = []
        current.append(part)
    if current:
        yield current


class GameReading:
    """Reads the lines of one game."""

    def __init__(self, headers: Headers, options: Options) -> None:
        self._headers, self._options = headers, options
        self._as_played = options.as_played or headers.text("Played") == AS_PLAYED
        self.table = table_for(headers)
        self.table.as_played = self._as_played
        self.table.spare = options.puzzle
        self._game = ReadGame(headers=headers, table=self.table)
        self._facts = Facts(self.table)

    def read(self, body: Sequence[GameLine | Bracket], broken_at: int | None = None) -> ReadGame:
        """Read lines up to the first that is refused, or that cannot be read at all (``broken_at``)."""
        game, table = self._game, self.table
        table.still = any(isinstance(one, GameLine) and one.seconds is not None for one in body)
        brackets: list[LineRefused] = []
        blocks = _blocks(body, self._continues, brackets)
        broken_at = min([one.at for one in brackets] + ([] if broken_at is None else [broken_at]), default=None)
        for block in blocks:
            if game.refused or (broken_at is not None and block.at > broken_at):
                if not self._options.keep_going:
                    break
                self._check_form(block)
                continue
            try:
                self._play(block)
            except LineRefused as error:
                game.refused.append(error)
                if not self._options.keep_going:
                    break
            else:
                game.steps.append((block.at, table.position.version))
        game.refused += brackets
        cut = bool(game.refused) or broken_at is not None
        if not cut:
            try:
                self._check_end()
            except LineRefused as error:
                game.refused.append(error)
        if cut and table.log and self._options.keep_going and not table.position.state.missing:
            where = min([one.at for one in game.refused] + ([broken_at] if broken_at is not None else []))
            table.fact(GapNoted(why="the text could not be read any further"), where)
        return game

    def _continues(self, block: LineBlock, line: GameLine) -> bool:
        """Whether a line belongs to the one before it: answers, a turn, what lies in a position."""
        first = block.group.lines[0]
        if first.event and not first.sign:
            return False
        if first.words and first.words[0].text == "@position":
            return self._facts.positions.belongs(line)
        if first.words and first.words[0].text.startswith("@"):
            return False
        if line.turn is not None or (line.event and line.sign):
            return True
        return not line.words or line.words[0].text in self.table.vocabulary.signs

    def _play(self, block: LineBlock) -> None:
        table, group = self.table, block.group
        before = table.position.version
        first = group.lines[0]
        if first.event and not first.sign:
            table.play_events(group.lines)
        elif first.words and first.words[0].text.startswith("@") and first.words[0].kind == "WORD":
            self._begin_with_switches(first.words[0].text)
            self._facts.read(first, group.lines[1:], [one.group for one in block.instead])
        else:
            table.play(group)
            self._variations(block, before)
        self._note(block, before)

    def _begin_with_switches(self, word: str) -> None:
        """Switches of a game that begins with a position stand in its ``GameStarted``."""
        table, headers = self.table, self._headers
        if word == "@position" and not table.log and headers.switches:
            begins = SeatKey(headers.begins) if headers.begins else None
            table.fact(GameStarted(seats=headers.header.seats, begins=begins, switches=headers.switches), headers.at)

    def _variations(self, block: LineBlock, before: int) -> None:
        for instead in block.instead:
            self._variation(instead, before, 0)

    def _variation(self, block: Variant, before: int, depth: int) -> None:
        if depth > MOST_NESTED:
            raise LineRefused("malformed", "brackets stand in brackets too often", block.group.at)
        apart = self._facts.before(before)
        for step in block.steps:
            version = apart.position.version
            apart.play(step.group)
            for inner in step.instead:
                _check_nested(apart, inner, version, self.table)
        self._game.notes.append(
            TextVariation(instead_of=before + 1, events=tuple(one.event for one in apart.log[before:]), comments=block.comments)
        )

    def _note(self, block: LineBlock, before: int) -> None:
        after = self.table.position.version
        for line in block.group.lines:
            if line.seconds is not None and line is block.group.lines[0]:
                self.table.seconds[before + 1] = line.seconds
            for comment in line.comments:
                self._game.notes.append(_comment(after, comment.text, tuple(line.glyphs)))
            if line.glyphs and not line.comments:
                self._game.notes.append(_comment(after, "", tuple(line.glyphs)))

    def _check_form(self, block: LineBlock) -> None:
        """After the first error only words that belong to nothing are noted."""
        try:
            self.table.check_form(block.group)
        except LineRefused as error:
            self._game.refused.append(error)

    def _check_end(self) -> None:
        headers, table = self._headers, self.table
        if not table.log:
            raise LineRefused("malformed", "the game has no lines", headers.at)
        if not self._as_played:
            version = differing(table.game, headers.header, table.log, table.by_event_lines)
            if version is not None:
                at = next((at for at, step in self._game.steps if step >= version), headers.at)
                reason = f"the rules do not lead to step {version}; as played it is taken: --as-played"
                raise LineRefused("illegal", reason, at)
        said = headers.text("Result")
        outcome: Outcome | None = table.position.state.outcome
        if said and outcome is not None and said != result_of(outcome, headers.game):
            reason = f"the game ended {result_of(outcome, headers.game)}, the header says {said}"
            raise LineRefused("illegal", reason, headers.places["Result"])


def _check_nested(apart: LineTable, inner: Variant, version: int, table: LineTable) -> None:
    """A variation inside a variation has to be playable too; it is kept as text with the outer one."""
    nested = Facts(apart).before(version)
    for step in inner.steps:
        at = nested.position.version
        nested.play(step.group)
        for one in step.instead:
            _check_nested(nested, one, at, table)


def table_for(headers: Headers, switches: tuple[tuple[str, str], ...] | None = None) -> LineTable:
    """Return the table of a game before its first line; raises ``LineRefused`` where its cards are not known."""
    game = headers.game
    vocabulary = vocabulary_of(game)
    names = CardNames(game, headers.header)
    fields = {
        "variant": headers.text("Variant"),
        "switches": headers.switches if switches is None else switches,
        "chance": headers.text("Chance"),
    }
    start = start_with(game, headers.begins or None, headers.header.seats, fields)
    return LineTable(game, headers.header, vocabulary, names, start)


_VOCABULARIES: dict[int, tuple[Game, Vocabulary]] = {}


def vocabulary_of(game: Game) -> Vocabulary:
    """Return the words of a game, made once."""
    found = _VOCABULARIES.get(id(game))
    if found is None or found[0] is not game:
        _VOCABULARIES[id(game)] = found = (game, Vocabulary(game))
    return found[1]


def result_of(outcome: Outcome | None, game: Game) -> str:
    """Return how a game ended as a header says it: who won, ``draw``, ``lost`` for all, ``*`` for not yet."""
    if outcome is None:
        return "*"
    if outcome.winners:
        return " ".join(outcome.winners)
    return "lost" if game.together and not outcome.drawn else "draw"


def _comment(version: int, text: str, glyphs: tuple[str, ...]) -> TextComment:
    layer = ""
    if text.startswith("@"):
        layer, _space, text = text[1:].partition(" ")
    return TextComment(version=version, text=text.strip(), glyphs=glyphs, layer=layer)


# blocks: a line with all that belongs to it


@dataclass(slots=True)
class LineBlock:
    """A line of the game with its continuations, and what could stand instead."""

    group: LineGroup
    instead: list[Variant] = field(default_factory=list)

    @property
    def at(self) -> int:
        """Where it begins."""
        return self.group.at


@dataclass(slots=True)
class Variant:
    """What stands in one pair of brackets."""

    steps: list[LineBlock]

    @property
    def group(self) -> LineGroup:
        """Its first line."""
        return self.steps[0].group

    @property
    def comments(self) -> tuple[str, ...]:
        """Its comments."""
        return tuple(comment.text for step in self.steps for line in step.group.lines for comment in line.comments)


def _blocks(
    body: Sequence[GameLine | Bracket], continues: Callable[[LineBlock, GameLine], bool], refused: list[LineRefused]
) -> list[LineBlock]:
    """Gather lines into blocks; a bracket that has no other costs itself."""
    stack: list[list[LineBlock]] = [[]]
    opened: list[int] = []
    for one in body:
        if isinstance(one, Bracket):
            if one.sign == "(":
                if not stack[-1]:
                    refused.append(LineRefused("malformed", "what stands in brackets could stand instead of a line before it", one.at))
                stack.append([])
                opened.append(one.at)
            elif len(stack) == 1:
                refused.append(LineRefused("malformed", "this bracket was not opened", one.at))
            else:
                inner, at = stack.pop(), opened.pop()
                if not inner:
                    refused.append(LineRefused("malformed", "nothing stands in these brackets", at))
                elif stack[-1]:
                    stack[-1][-1].instead.append(Variant(inner))
            continue
        _add(stack[-1], one, continues)
    while opened:
        refused.append(LineRefused("malformed", "this bracket is not closed", opened.pop()))
        inner = stack.pop()
        stack[-1] += inner
    return stack[0]


def _add(blocks: list[LineBlock], line: GameLine, continues: Callable[[LineBlock, GameLine], bool]) -> None:
    last = blocks[-1] if blocks else None
    if line.event and not line.sign:
        if last is None or not (last.group.lines[0].event and not last.group.lines[0].sign) or last.instead:
            blocks.append(LineBlock(LineGroup([line])))
        else:
            last.group.lines.append(line)
        return
    if last is not None and not last.instead and continues(last, line):
        last.group.lines.append(line)
        return
    blocks.append(LineBlock(LineGroup([line])))


def origin_of(data: bytes, nth: int) -> str:
    """Return the digest by which the ``nth`` game of a file is known again."""
    return sha256(data + b"\0" + str(nth).encode()).hexdigest()
