"""A record that is written beside a log, as a table: lines of notation are played at it, and its moves are said in notation."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from importers.notation.cards import CardNames
from importers.notation.exporting import plain_log
from importers.notation.items import GameLine, items
from importers.notation.line_table import LineTable
from importers.notation.lines.groups import LineGroup
from importers.notation.lines.telling import START, line_of
from importers.notation.problems import LineRefused
from importers.notation.reading import vocabulary_of
from importers.notation.witness import Witness, command_of
from importers.retelling.shapes import Shaper
from records.core.shared import GameStarted
from records.errors import MalformedCommand, RecordsError
from records.service.incoming import Entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from importers.notation.witness import ToldAnswer
    from importers.retelling.next_move import NextMove
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.core.position import Command
    from records.service.viewing import RecordView


class LogWords:
    """Reads the people and cards of a game in the lines of a log."""

    def __init__(self, game: Game, header: Header, names: Mapping[SeatKey, str]) -> None:
        """Take the ``names`` that the people have in the log; raise ``MalformedCommand`` for a game without notation."""
        if game.notation is None or game.board.faces is None:
            raise MalformedCommand(f"the rules of {game.name} are not known here: its games have no notation")
        self.game, self.seats, self.names = game, header.seats, CardNames(game, header)
        self.shaper = Shaper(names, game.board.faces(header))


class RetoldTable(LogWords):
    """The table of a record whose open cards ``view`` shows, with the names that its people have in the log; made for one request."""

    def __init__(self, view: RecordView, source: RecordView) -> None:
        """Raise as ``LogWords`` does."""
        super().__init__(view.game, view.header, log_names(view.header.seats, view.names, source))
        self._view = view

    def play(self, moves: Sequence[NextMove]) -> tuple[list[Entry], NextMove]:
        """Return what the first of some readings of a move that the rules accept leads to at the end of the record, and which it is.

        Raises ``LineRefused`` with what is wrong with the first where none can be played here, or there is none.
        """
        table = self._at(len(self._view.events))
        before, wrong = table.position, LineRefused("malformed", "this line says nothing", 0)
        for move in reversed(moves):
            try:
                table.play(_group(move.lines))
            except LineRefused as error:
                table.rewind(before, 0)
                wrong = error
                continue
            now = datetime.now(UTC)
            return [Entry(at=now, event=recorded.event, cause=recorded.cause) for recorded in table.log[before.version :]], move
        raise wrong

    def meant(self, moves: Sequence[NextMove]) -> list[Command]:
        """Return every command that a move may be, without what the table answers. Raises as ``play``."""
        return [command for move in moves[:1] for command in self._at(len(self._view.events)).meant(_group(move.lines[:1]))]

    def said(self, version: int) -> list[str]:
        """Return in notation what event ``version`` began: its command, then the answers, together and one by one.

        Empty where it was not written by the rules, or stands no more.
        """
        log = self._view.events
        batch = tuple(takewhile(lambda recorded: recorded.cause == version, log[version - 1 :]))
        if not batch or self.game.play is None:
            return []
        try:
            return self._said(self._at(version - 1), batch, log[version - 1 + len(batch) : version + len(batch)])
        except RecordsError:
            return []

    def _said(self, table: LineTable, batch: Sequence[Recorded[Any]], later: Sequence[Recorded[Any]]) -> list[str]:
        first = batch[0].event
        command = command_of(self.game, first)
        if command is None or self.game.play is None:
            return []
        here = table.here()
        here.seat = getattr(command, "seat", None) or here.seat
        witness = Witness(table, here, batch, later, led=False)
        self.game.play.decide(table.position, command, witness, table.position.version + 1)
        words = START if isinstance(first, GameStarted) else line_of(table.vocabulary, command, here)
        return [*filter(None, [words]), *_answers(witness.told)]

    def _at(self, version: int) -> LineTable:
        """Return the table after an event."""
        table = LineTable(self.game, self._view.header, vocabulary_of(self.game), self.names)
        for recorded in plain_log(self.game, self._view.events[:version]):
            table.filler.add(recorded)
        table.position = table.filler.mark()
        return table


def _group(lines: Sequence[str]) -> LineGroup:
    return LineGroup([one for one in items("\n".join(lines) + "\n") if isinstance(one, GameLine)])


def log_names(seats: Sequence[SeatKey], names: Mapping[SeatKey, str], source: RecordView) -> dict[SeatKey, str]:
    """Return what the people at some seats are called in the log: by their ``names``, if the log has them, else who sits there in it."""
    there = [source.names.get(seat, "") for seat in source.header.seats]
    return {seat: name if (name := names.get(seat, "")) in there else other for seat, other in zip(seats, there, strict=False)}


def _answers(told: Sequence[ToldAnswer]) -> list[str]:
    """Return answers as lines: first those together that are one seat's by one sign, then each."""
    together: dict[tuple[str, SeatKey | None], list[str]] = {}
    single = []
    for one in told:
        if one.event:
            continue
        together.setdefault((one.sign, one.seat), []).append(one.text)
        single.append(_answer(one.sign, one.seat, one.text))
    joined = [_answer(sign, seat, " ".join(texts)) for (sign, seat), texts in together.items()]
    return list(dict.fromkeys((*joined, *single)))


def _answer(sign: str, seat: SeatKey | None, text: str) -> str:
    return f"{sign} {seat}: {text}" if seat is not None else f"{sign} {text}"
