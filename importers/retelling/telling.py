"""A log told in a record that is written beside it: which line is next, what is played of it, and what is learnt on the way."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from importers.notation.problems import LineRefused
from importers.retelling.following import follows, left_after, meanings, next_moves
from importers.retelling.playing import RetoldTable
from importers.retelling.source import LogLine, log_lines
from records.core.viewers import OPEN
from records.errors import MalformedCommand, RecordsError
from records.studies.retellings import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.position import Command
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.retelling.views import RetellingView
    from records.studies.retellings.fold import LineMark

MOST_AT_ONCE = 20
"""Moves that are played by one wish."""


class MarkedLine(msgspec.Struct, frozen=True):
    """A line of the log, and what became of it; None for one that waits."""

    line: LogLine
    mark: LineMark | None


class Telling:
    """How far a log is told in a record, for a caller who writes it; made anew after each move."""

    def __init__(self, book: GameBook, caller: Caller, view: RecordView, retelling: RetellingView) -> None:
        self._book, self._caller, self.view, self.source = book, caller, view, retelling.source
        self._marks = retelling.marks
        lines = log_lines(retelling.source)
        told = [nth for nth, line in enumerate(lines) if line.place in self._marks]
        self.lines = [MarkedLine(line, self._marks.get(line.place)) for line in lines]
        """All lines of the log, in their order."""
        self.at = told[-1] + 1 if told else 0
        """How many are told."""

    @property
    def rest(self) -> list[LogLine]:
        """The lines that wait, the next one first."""
        return [one.line for one in self.lines[self.at :]]

    @cached_property
    def table(self) -> RetoldTable:
        """The record as a table at which lines are played."""
        return RetoldTable(self.view, self.source)

    @cached_property
    def words(self) -> dict[str, str]:
        """What the words of this site mean, as far as the caller filled it in."""
        return self._book.retelling.word_table_for(self._caller, self.view.header.game, self.site).means

    @property
    def site(self) -> str:
        """The site of the log, "" where it names none."""
        return self.source.label.site

    @cached_property
    def last(self) -> int:
        """The version of the move to which the last line belongs, or of the last move of all; 0 before the first."""
        tied = [mark.version for mark in self._marks.values() if mark.version is not None]
        moves = [recorded.v for recorded in self.view.events if recorded.cause == recorded.v]
        return tied[-1] if tied else moves[0] if moves else 0

    @cached_property
    def said(self) -> list[str]:
        """The last move in notation, with what the table answered."""
        return self.table.said(self.last) if self.last else []

    @cached_property
    def known(self) -> str:
        """The move in notation for which the next line stands by the table of words; "" for none."""
        moves = next_moves(self.table, self.rest, self.words)
        return " ".join(moves[0].lines) if moves else ""

    @cached_property
    def to_learn(self) -> tuple[LogLine, str, list[str]] | None:
        """The last line that was told, with its words and what they may stand for; None where its words are known, or there is none."""
        line = next((one.line for one in reversed(self.lines[: self.at]) if one.mark is not None and one.mark.version == self.last), None)
        if line is None or not self.said:
            return None
        says, may = meanings(self.table, line.text, self.said)
        return None if says in self.words else (line, says, may)

    # -- what is done --------------------------------------------------------------------------------------------------

    def moved(self, version: int) -> None:
        """Tie the next line, and those that wait for the next move, to the move that was just written as ``version``."""
        waits = [place for place, mark in self._marks.items() if mark.version is None and not mark.skipped]
        places = list(self._marks)
        again = places[places.index(waits[0]) :] if waits else []  # lines that were skipped meanwhile stand among them
        events: list[ev.RetellingEvent] = [
            ev.LineTied(line=place, version=version) if place in waits else ev.LineSkipped(line=place) for place in again
        ]
        self._tell([*events, *(ev.LineTied(line=line.place, version=version) for line in self.rest[:1])])
        self._again().follow()

    def begun(self, answers: Sequence[Sequence[str]]) -> None:
        """Tie the lines that name what the table answered at the beginning to it, and those that follow."""
        rest = self.rest
        left = left_after(self.table, rest, answers)
        self.belong([line.place for line in rest[: len(rest) - len(left)]])
        self._again().follow()

    def follow(self) -> None:
        """Tie the next lines to the last move, as far as the table of words says that they add nothing to it."""
        self.belong(follows(self.table, self.rest, self.words, self.said))

    def belong(self, places: Iterable[str]) -> None:
        """Tie lines to the last move."""
        self._tell([ev.LineTied(line=place, version=self.last) for place in places])

    def belong_upto(self, place: str) -> None:
        """Tie all lines up to one that waits to the last move. Raises ``MalformedCommand`` for one that is told, or without a move."""
        waiting = [line.place for line in self.rest]
        if place not in waiting or not self.last:
            raise MalformedCommand(f"line {place} does not wait for a move")
        self.belong(waiting[: waiting.index(place) + 1])

    def wait(self, *, skip: bool) -> None:
        """Leave the next line out, or let it wait for the next move."""
        for line in self.rest[:1]:
            self._tell([ev.LineSkipped(line=line.place) if skip else ev.LineTied(line=line.place)])

    def untie(self, place: str) -> None:
        """Tell a line, and those after it, no more. Raises ``MalformedCommand`` for one that is not told."""
        if place not in self._marks:
            raise MalformedCommand(f"line {place} is not told")
        self._tell([ev.LineUntied(line=place)])

    def learn(self, says: str, means: str) -> None:
        """Note what the last line stands for each time. Raises ``MalformedCommand`` for what it may not stand for."""
        found = self.to_learn
        if found is None or says != found[1] or means not in found[2]:
            raise MalformedCommand(f"the last line may not mean {means!r}")
        self._book.retelling.learn_words(self._caller, self.view.header.game, self.site, {says: means})
        self._again().follow()

    def play(self) -> None:
        """Play the move for which the next line stands, and tie its lines to it.

        Raises ``LineRefused`` where the rules do not accept it or there is none, and what writing raises.
        """
        moves = next_moves(self.table, self.rest, self.words)
        entries, move = self.table.play(moves)
        self._book.writing.append(self._caller, self.view.header.record, entries, expected=self.view.steps)
        causes = list(dict.fromkeys(entry.cause for entry in entries if entry.cause is not None))
        own = [entry.cause for entry in entries if entry.cause is not None and _who(entry.event) == _seat(move.lines)]
        self._again().moved(own[0] if own else causes[0])
        after = self._again()
        after.belong([line.place for line in after.rest if line.place in move.places])
        self._again().follow()

    def meant(self) -> list[Command]:
        """Return every command for which the next line may stand, without what the table answers. Raises ``LineRefused``."""
        return self.table.meant(next_moves(self.table, self.rest, self.words))

    def play_on(self) -> int:
        """Play moves as long as the words of the next line are known; returns how many. Raises as ``play`` for the first."""
        self.play()
        count = 1
        now = self._again()
        while count < MOST_AT_ONCE and now.known:
            try:
                now.play()
            except (LineRefused, RecordsError):
                break
            count, now = count + 1, self._again()
        return count

    def _tell(self, events: Sequence[ev.RetellingEvent]) -> None:
        if events:
            self._book.retelling.tell_lines(self._caller, self.view, events)

    def _again(self) -> Telling:
        view = self._book.record(self._caller, self.view.header.record, OPEN)
        found = telling_of(self._book, self._caller, view)
        if found is None:
            raise MalformedCommand("the log is not there any more")
        return found


def next_place(telling: Telling) -> str:
    """Return the place of the next line; "" where all are told."""
    return next((line.place for line in telling.rest), "")


def telling_of(book: GameBook, caller: Caller, view: RecordView) -> Telling | None:
    """Return how far a log is told in the record of ``view``, the open table; None where it is written beside none for this caller."""
    retelling = book.retelling.written_beside(caller, view) if view.viewer is OPEN else None
    return None if retelling is None else Telling(book, caller, view, retelling)


def _who(event: object) -> str:
    return str(getattr(event, "seat", ""))


def _seat(lines: Sequence[str]) -> str:
    return lines[0].split(" ", 1)[0]
