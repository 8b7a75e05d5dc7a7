"""How the batches of a log are said: in which words, with which answers, and what goes without saying around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from importers.notation.line_table import MOST_UNDERSTOOD, LineTable
from importers.notation.lines.telling import START, line_of
from importers.notation.values import Here
from importers.notation.witness import ToldAnswer, Witness, command_of
from importers.notation.writing_notes import NotesToWrite
from records.core.events import Recorded, Sort
from records.core.logs.effective import changes_earlier, effective
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.errors import RecordsError

if TYPE_CHECKING:
    from records.core.position import Command, Draft, Position

WIDTH = 118
RecordedBatch: TypeAlias = tuple[Recorded[Any], ...]
Said: TypeAlias = "tuple[str, list[ToldAnswer], Position[Any]]"
"""A batch as its command's words, its answers, and the position after it."""


class Sayings:
    """A log as far as it was said, beside the table at which its lines are read back."""

    def __init__(self, table: LineTable, log: Sequence[Recorded[Any]], *, times: bool) -> None:
        self._table, self._log, self._times = table, log, times
        self._game, self._header = table.game, table.header
        self._folder = Folder(self._game)
        self._draft: Draft[Any] = self._folder.start(self._header)
        self._version = 0
        self._before = self._header.started
        self._apart = not times
        """Whether what comes next continues no line."""
        self._beside: NotesToWrite | None = None

    def _position(self) -> Position[Any]:
        return frozen(self._version, self._draft)

    def _follow(self, batch: RecordedBatch) -> None:
        """Go on over a batch with the position by which the next one is said."""
        if changes_earlier(batch):
            self._version = batch[-1].v
            self._draft = self._folder.start(self._header)
            self._folder.run(self._draft, effective(self._log[: self._version]))
            return
        for recorded in batch:
            if recorded.v > self._version:
                self._folder.apply(self._draft, recorded)
        self._version = max(self._version, batch[-1].v)
        self._before = batch[0].at

    def _ways(self, parts: Sequence[RecordedBatch], at: int) -> Iterator[tuple[list[str], int]]:
        """Yield ways to say what comes next, with how many batches each says: with what is understood around it, and alone."""
        position = self._position()
        silent = 0 if self._times else self._silent(parts, at, position)
        for skipped in (silent, 0) if silent else (0,):
            here = self._after(parts[at : at + skipped], position)
            said = self._said(parts, at + skipped, here) if at + skipped < len(parts) else None
            if said is None:
                continue
            chain = [said]
            used = 0 if self._times else self._understood(parts, at + skipped + 1, chain)
            lines = self._lines(chain, here, parts[at + skipped])
            if self._apart and len(lines) > 1 and lines[0].strip() == said[0] and lines[1][:1].isdigit():
                yield lines[1:], skipped + 1 + used  # the turn's number says that the one before it ends
            yield lines, skipped + 1 + used
            if used:
                yield self._lines(chain[:1], here, parts[at + skipped]), skipped + 1

    def _silent(self, parts: Sequence[RecordedBatch], at: int, position: Position[Any]) -> int:
        """Return how many answers of seats go without saying before the next line."""
        understood = self._game.notation.understood
        count = 0
        while understood is not None and position.state.pending and count < MOST_UNDERSTOOD - 1 and at + count + 1 < len(parts):
            batch = parts[at + count]
            command = understood(position)
            if command is None or command_of(self._game, batch[0].event) != command:
                break
            if self._apart_from(batch, parts[at + count + 1]):
                return 0
            said = self._said(parts, at + count, position)
            if said is None or said[1]:
                break
            count, position = count + 1, said[2]
        return count if parts[at + count][0].event.sort is Sort.DECISION else 0

    def _apart_from(self, batch: RecordedBatch, following: RecordedBatch) -> bool:
        """Whether notes or brackets stand between two batches."""
        return self._beside is not None and (self._beside.ends(batch) or self._beside.begins(following))

    def _after(self, some: Sequence[RecordedBatch], position: Position[Any]) -> Position[Any]:
        if not some:
            return position
        draft = position.thaw()
        for batch in some:
            for recorded in batch:
                self._folder.apply(draft, recorded)
        return frozen(some[-1][-1].v, draft)

    def _understood(self, parts: Sequence[RecordedBatch], at: int, chain: list[Said]) -> int:
        """Add to a chain the batches that go without saying after it, because of their answers or of the turn that they end."""
        understood = self._game.notation.understood
        used = 0
        waiting: list[Said] = []
        while understood is not None and at + used + len(waiting) < len(parts):
            nth = at + used + len(waiting)
            position = (waiting or chain)[-1][2]
            if parts[nth][0].event.sort is not Sort.DECISION or len(waiting) == MOST_UNDERSTOOD - 1:
                break
            if self._apart_from(parts[nth - 1], parts[nth]):
                break
            command = understood(position)
            if command is None or command_of(self._game, parts[nth][0].event) != command:
                break
            said = self._said(parts, nth, position)
            if said is None:
                break
            _words, told, after = said
            ends = after.state.turn > position.state.turn
            calls = any(one.turn is None for one in told)
            if (calls and not position.state.pending) or (calls and waiting):
                break
            waiting.append(("", told, after))
            if ends or calls:
                chain += waiting
                used += len(waiting)
                waiting.clear()
        return used

    def _said(self, parts: Sequence[RecordedBatch], at: int, position: Position[Any], decided: Position[Any] | None = None) -> Said | None:
        """Return a batch as its command's words, its answers, and the position after it; None where the rules do not lead to it.

        ``decided``: the position in which it is decided, where that is another.
        """
        batch = parts[at]
        command = command_of(self._game, batch[0].event)
        if command is None or self._game.play is None:
            return None
        table = self._table
        here = table.here()
        here.position = position
        seat = getattr(command, "seat", None)
        here.seat = seat or position.state.to_act or self._header.seats[0]
        later = parts[at + 1] if at + 1 < len(parts) else ()
        witness = Witness(table, here, batch, later, led=table.as_played)
        try:
            self._game.play.decide(decided or position, command, witness, position.version + 1)
        except RecordsError:
            return None
        if witness.left:
            return None
        words = self._words(command, here)
        if words is None:
            return None
        draft = position.thaw()
        for recorded in batch:
            self._folder.apply(draft, recorded)
        return words, witness.told, frozen(batch[-1].v, draft)

    def _words(self, command: Command, here: Here) -> str | None:
        return START if command == self._table.start else line_of(self._table.vocabulary, command, here)

    # layout

    def _lines(self, chain: Sequence[Said], position: Position[Any], batch: RecordedBatch) -> list[str]:
        """Return the lines of a command and of what is understood after it."""
        first, told, after = chain[0]
        actor = getattr(batch[0].event, "seat", None)
        lines: list[str] = []
        line, here = ("" if first == START else "   ") + first, [one for one in told if one.turn is None]
        if self._times:
            seconds = (batch[0].at - self._before).total_seconds()
            line += f" %{seconds:.6f}".rstrip("0").rstrip(".")
        turn, seat = position.state.turn, actor
        apart = first == START
        for nth, (_words, answers, end) in enumerate(chain):
            for one in answers if nth else here:
                if one.turn is None:
                    line = self._with(lines, line, one, seat, apart=apart)
            began = [one for one in answers if one.turn is not None]
            if end.state.turn > turn:
                lines.append(line)
                turn, seat = end.state.turn, end.state.active
                line = f"{turn}. {seat}"
            for one in began:
                line = self._with(lines, line, one, seat, apart=False)
        lines.append(line)
        del after
        return lines

    def _with(self, lines: list[str], line: str, told: ToldAnswer, seat: Any, *, apart: bool) -> str:
        """Return the current line with one answer more; a full one goes to ``lines``."""
        whose = f"{told.seat}: " if told.seat is not None and (told.seat != seat) and not told.event else ""
        close = told.sign == "+"
        answer = f"{told.sign}{'' if close else ' '}{whose}{told.text}"
        if apart or told.event or len(line) + 1 + len(answer) > WIDTH:
            lines.append(line)
            return f"  {answer}" if apart else f"     {answer}"
        return f"{line} {answer}"
