"""Drafts a game in notation from a log: lines with known words become moves with the line as a note; the others become remarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from importers.notation.cards import CardNames
from importers.notation.headers import NEW, written
from importers.notation.items import GameLine, items
from importers.notation.remarks import remark
from importers.retelling.shapes import Shaper, emptied, filled
from records.core.header import Header
from records.errors import MalformedCommand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from importers.retelling.word_table import WordTable
    from records.core.game import Game
    from records.core.ids import SeatKey

BEGINS: Final = "[Begins]"
"""What a line means that says who begins: it is a header."""
WAITS: Final = "; ? "
"""Before a line of the log for which the table has no words yet."""
SIGNS: Final = (">", "+", "x ", "=", "~")
"""Beginnings of lines that continue the one before: nobody's decision."""


class SourceLog(msgspec.Struct, frozen=True, kw_only=True):
    """A log to be told again."""

    names: Mapping[SeatKey, str]
    started: datetime
    lines: Sequence[str]
    source: str
    """The id of its record, "" for none."""


class RetoldText(msgspec.Struct, frozen=True, kw_only=True):
    """A game in notation, as far as the table knows the words of its log."""

    text: str
    known: int
    """Lines that became moves or answers."""
    silent: int
    """Lines that follow from others."""
    waiting: int
    """Number of lines that are still remarks."""


def draft(game: Game, log: SourceLog, table: WordTable, ruleset: str = "") -> RetoldText:
    """Return the log as a text that can be filled in and imported.

    Raises ``MalformedCommand`` for a game without rules, and for an unknown ruleset.
    """
    retelling = _Retelling(game, log.names, ruleset, log.started)
    return retelling.filled([*retelling.headers(log), "", "start", *(WAITS + line for line in log.lines)], table)


def fill_in(game: Game, log: SourceLog, text: str, table: WordTable, ruleset: str = "") -> tuple[RetoldText, list[str]]:
    """Fill in a table from a draft in which moves were written, and the draft from the table; return it and the words that are new.

    A move belongs to the line that is its note, or that waits directly before it. What the table has stays. Raises as ``draft``.
    """
    retelling = _Retelling(game, log.names, ruleset, log.started)
    new = retelling.learn(text, table)
    return retelling.filled(text.splitlines(), table), new


class _Retelling:
    def __init__(self, game: Game, names: Mapping[SeatKey, str], ruleset: str, started: datetime) -> None:
        if game.notation is None or game.board.faces is None:
            raise MalformedCommand(f"the rules of {game.name} are not known here: its games have no notation")
        self._game = game
        edition = game.rules.edition(ruleset)
        header = Header(record=NEW, game=game.name, seats=tuple(names), started=started, **edition)
        self.ruleset = header.ruleset
        self._seats = tuple(names)
        self.names = CardNames(game, header)
        self.shaper = Shaper(names, game.board.faces(header))

    def headers(self, log: SourceLog) -> Iterable[str]:
        """Yield the headers of a draft."""
        yield written("Game", self._game.name)
        yield written("Ruleset", self.ruleset)
        yield written("Seats", " ".join(log.names))
        for seat, name in log.names.items():
            yield written(seat, name)
        yield written("Date", log.started.strftime("%Y-%m-%dT%H:%M:%SZ"))
        if log.source:
            yield written("Source", log.source)

    def learn(self, text: str, table: WordTable) -> list[str]:
        """Fill in a table from moves beside their lines; return the words that are new."""
        new: list[str] = []
        waiting = ""
        for raw in text.splitlines():
            if raw.startswith(WAITS):
                waiting = raw.removeprefix(WAITS)
                continue
            move = _move(raw)
            line = move.remarks[0].text if move is not None and move.remarks else waiting
            waiting = ""
            if move is None or not line:
                continue
            shape = self.shaper.shape(line)
            means = emptied(self._words(move), shape, self.names, self._seats)
            if means is not None and shape.says not in table.means:
                table.means[shape.says] = means
                new.append(shape.says)
        return new

    def filled(self, lines: Sequence[str], table: WordTable) -> RetoldText:
        """Return a text whose waiting lines are filled in: each by the move below it, else by what the table says."""
        made: list[str] = []
        begins = ""
        counts = {"known": 0, "silent": 0, "waiting": 0}
        after = [*lines[1:], ""]
        beside = False
        for raw, following in zip(lines, after, strict=True):
            if beside:
                beside = False
                continue
            if not raw.startswith(WAITS):
                made.append(raw)
                continue
            line = raw.removeprefix(WAITS)
            move = _move(following)
            beside = move is not None and not move.remarks
            if beside:
                counts["known"] += 1
                made += _told(following, line)
                continue
            shape = self.shaper.shape(line)
            means = table.means.get(shape.says)
            text = filled(means, shape, self.names) if means else means
            if text is None:
                counts["waiting"] += 1
                made.append(raw)
            elif text == BEGINS:
                counts["known"] += 1
                begins = written("Begins", shape.values["seat"][0]) if "seat" in shape.values else begins
            elif not text:
                counts["silent"] += 1
                made.append(f"; {line}")
            else:
                counts["known"] += 1
                seat = f"{shape.values['seat'][0]} " if "seat" in shape.values and not text.startswith(SIGNS) else ""
                made += _told(f"   {seat}{text}", line)
        if begins:
            made.insert(made.index(""), begins)
        return RetoldText(text="\n".join(made) + "\n", **counts)

    def _words(self, move: GameLine) -> list[str]:
        words = [f'"{word.text}"' if word.kind == "STRING" else word.text for word in move.words]
        return words[1:] if words[0] in self._seats else words


def _move(raw: str) -> GameLine | None:
    """Return what a line of a text is, if it is a line with words in it."""
    found = [item for item in items(raw + "\n") if isinstance(item, GameLine) and item.words]
    return found[0] if found else None


def _told(raw: str, line: str) -> list[str]:
    """Return a line of notation with its line of the log: a note at a move, a remark below an answer."""
    if raw.lstrip().startswith(SIGNS):
        return [f"     {raw.strip()}", f"; {line}"]
    return [f"{raw.rstrip()} {remark(line)}"]
