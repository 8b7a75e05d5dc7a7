"""From a text to games: headers, lines through ``decide``, notes beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.as_played.allowed import ALLOWED
from importers.notation.blocks import LineBlock, Variant, blocks_of
from importers.notation.cards import CardNames
from importers.notation.facts import Facts
from importers.notation.forms import Vocabulary
from importers.notation.headers import AS_PLAYED, Headers, read_headers
from importers.notation.items import Bracket, GameLine, HeaderLine, Item, items
from importers.notation.line_table import LineTable
from importers.notation.lines.telling import start_with
from importers.notation.notes import TextNote, layers_of
from importers.notation.problems import LineRefused, Places
from importers.notation.proving import differing
from importers.notation.remarks import RemarkWords
from importers.notation.said import read_event
from importers.notation.variations import Variations
from records.core.events import Sort
from records.core.ids import SeatKey
from records.core.logs.fold import Folder
from records.core.shared import GameStarted, GapNoted
from records.core.viewers import OPEN
from records.service.incoming import Entry, NewGame
from records.service.seen_log import SeenLog
from records.service.viewing import RecordView

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.position import Outcome, Position
    from records.errors import Problem


@dataclass(kw_only=True)
class ReadGame:
    """A game as far as it was read, with its faults."""

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
            layers=layers_of(self.notes, headers.layers, pseudonyms=pseudonyms),
            source="" if pseudonyms else headers.text("Source"),
        )

    def seen(self) -> RecordView:
        """Return it as a record that lies on no shelf, with open cards."""
        game, header = self.headers.game, self.headers.header
        seats = {seat: self.headers.names.get(seat) or seat for seat in header.seats}
        return RecordView(seen=SeenLog(game, Folder(game), header, OPEN, tuple(self.table.log)), names=seats)

    def step_at(self, at: int) -> int:
        """Return the step after the line that stands at ``at``, in characters from the beginning of the text, or before it."""
        return max((step for place, step in self.steps if place <= at), default=0)


@dataclass(kw_only=True)
class ReadText:
    """The games of a text."""

    games: list[ReadGame]
    refused: list[LineRefused]
    """All that is wrong, in the order of the text."""
    places: Places

    @property
    def problems(self) -> list[Problem]:
        """The faults, by line and column."""
        return [self.places.problem(one) for one in self.refused]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How a text is read."""

    as_played: bool = False
    keep_going: bool = False
    """Note faults and continue, to report faults in the form of later lines too."""
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
    """Read every game of a text; faults are noted, and each game is read up to its first fault."""
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
        refused.append(LineRefused("malformed", "there is no game here: a game begins with [Game ...]", 0))
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
        self._remarks = RemarkWords(headers.layers, headers.header.seats, self.table.places)
        self._variations = Variations(self.table, self._remarks)

    def read(self, body: Sequence[GameLine | Bracket], broken_at: int | None = None) -> ReadGame:
        """Read lines up to the first that is refused, or that cannot be read at all (``broken_at``)."""
        game, table = self._game, self.table
        table.still = any(isinstance(one, GameLine) and one.seconds is not None for one in body)
        brackets: list[LineRefused] = []
        blocks, loose = blocks_of(body, self._continues, brackets)
        broken_at = min([one.at for one in brackets] + ([] if broken_at is None else [broken_at]), default=None)
        for nth, block in enumerate(blocks):
            table.followed = self._as_played and self._goes_on(blocks[nth + 1 : nth + 2])
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
        if not game.refused or self._options.keep_going:
            self._beside(loose)
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
        if first.words and first.words[0].text.startswith("@") and first.words[0].text != ALLOWED:
            return False
        if line.turn is not None or (line.event and line.sign):
            return not block.remarks
        return not line.words or line.words[0].text in self.table.vocabulary.signs

    def _goes_on(self, after: Sequence[LineBlock]) -> bool:
        """Whether event lines stand next that belong to the line before them."""
        first = next((block.group.lines[0] for block in after), None)
        if first is None or not first.event or first.sign or first.alone:
            return False
        try:
            return read_event(self.table.game, first.event, first.at).sort not in {Sort.DECISION, Sort.FACT}
        except LineRefused:
            return False

    def _play(self, block: LineBlock) -> None:
        table, group = self.table, block.group
        before = table.position.version
        first = group.lines[0]
        if first.event and not first.sign:
            table.play_events(group.lines)
        elif first.words and first.words[0].text == ALLOWED:
            if not self._as_played:
                told = "a line can be marked as allowed only in a game that is written as played: --as-played"
                raise LineRefused("illegal", told, first.at)
            table.play_allowed(group)
        elif first.words and first.words[0].text.startswith("@") and first.words[0].kind == "WORD":
            self._begin_with_switches(first.words[0].text)
            self._facts.read(first, group.lines[1:], [one.group for one in block.instead])
            self._note(block, before)
            return
        else:
            table.play(group)
        self._note(block, before)
        for instead in block.instead:
            self._game.notes.append(self._variations.read(instead, before))

    def _begin_with_switches(self, word: str) -> None:
        """Switches of a game that begins with a position stand in its ``GameStarted``."""
        table, headers = self.table, self._headers
        if word == "@position" and not table.log and headers.switches:
            begins = SeatKey(headers.begins) if headers.begins else None
            table.fact(GameStarted(seats=headers.header.seats, begins=begins, switches=headers.switches), headers.at)

    def _beside(self, loose: Sequence[Variant]) -> None:
        """Read variations that say themselves after which step they begin."""
        for one in loose:
            try:
                self._game.notes.append(self._variations.read(one, None))
            except LineRefused as error:
                self._game.refused.append(error)

    def _note(self, block: LineBlock, before: int) -> None:
        """Keep the notes of a line, and how long it took."""
        table, after = self.table, self.table.position.version
        first = block.group.lines[0]
        if first.seconds is not None:
            table.seconds[before + 1] = first.seconds
        actor = table.log[before].event if after > before else None
        for remark in block.remarks:
            head = self._remarks.split(remark)
            self._game.notes.append(self._remarks.comment(head, after, self._position, getattr(actor, "seat", None)))

    def _position(self, version: int) -> Position[Any]:
        """The position after a step that was read already."""
        if version == self.table.position.version:
            return self.table.position
        return self._facts.before(min(version, self.table.position.version)).position

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
                reason = f"the rules do not lead to event {version}; to take it as played: --as-played"
                raise LineRefused("illegal", reason, at)
        said = headers.text("Result")
        outcome: Outcome | None = table.position.state.outcome
        if said and outcome is not None and said != result_of(outcome, headers.game):
            reason = f"the game ended {result_of(outcome, headers.game)}, the header says {said}"
            raise LineRefused("illegal", reason, headers.places["Result"])


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


def origin_of(data: bytes, nth: int) -> str:
    """Return the digest by which the ``nth`` game of a file is known again."""
    return sha256(data + b"\0" + str(nth).encode()).hexdigest()
