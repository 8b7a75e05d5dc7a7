"""A log as a game in notation: lines whose words are known become moves, each with its line as a note; the others wait as remarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from importers.notation.cards import CardNames
from importers.notation.headers import NEW, written
from importers.notation.items import GameLine, items
from importers.notation.remarks import remark
from importers.retelling.shapes import Shaper, emptied, filled
from records.core.header import Header
from records.errors import MalformedCommand

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLog:
    """A log to be told again."""

    names: Mapping[SeatKey, str]
    started: datetime
    lines: Sequence[str]
    source: str
    """The id of its record, "" for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A game in notation, as far as the table knows the words of its log."""

    text: str
    known: int
    """Lines that became moves or answers."""
    silent: int
    """Lines that follow from others."""
    waiting: int
    """Lines that stand as remarks."""


def draft(game: Game, log: SourceLog, table: WordTable, ruleset: str = "") -> Draft:
    """Return the log as a text that can be filled in and imported.

    Raises ``MalformedCommand`` for a game without rules, and for an unknown ruleset.
    """
    retelling = _Retelling(game, log.names, ruleset, log.started)
    body: list[str] = []
    begins, counts = "", {"known": 0, "silent": 0, "waiting": 0}
    for line in log.lines:
        shape = retelling.shaper.shape(line)
        means = table.means.get(shape.says)
        move = filled(means, shape, retelling.names) if means else means
        if move is None:
            counts["waiting"] += 1
            body.append(WAITS + line)
        elif move == BEGINS:
            counts["known"] += 1
            begins = shape.values["seat"][0] if "seat" in shape.values else begins
        elif not move:
            counts["silent"] += 1
            body.append(f"; {line}")
        elif move.startswith(SIGNS):
            counts["known"] += 1
            body += [f"     {move}", f"; {line}"]
        else:
            counts["known"] += 1
            seat = f"{shape.values['seat'][0]} " if "seat" in shape.values else ""
            body.append(f"   {seat}{move} {remark(line)}")
    note = [f"   {remark(f'Told again from record {log.source}.')}"] if log.source else []
    return Draft(text="\n".join((*retelling.headers(log, begins), "", "start", *note, *body)) + "\n", **counts)


def learn(game: Game, names: Mapping[SeatKey, str], text: str, table: WordTable, ruleset: str = "", *, now: datetime) -> list[str]:
    """Fill in a table from a text in notation whose moves have their lines as notes; return the words that are new.

    A waiting line directly before a move without a note is that move's. What the table has stays. Raises as ``draft``.
    """
    retelling = _Retelling(game, names, ruleset, now)
    new: list[str] = []
    for line, words in _pairs(text):
        shape = retelling.shaper.shape(line)
        seated = [word for nth, word in enumerate(words) if nth or word not in names]
        means = emptied(seated, shape, retelling.names)
        if means is not None and shape.says not in table.means:
            table.means[shape.says] = means
            new.append(shape.says)
    return new


def _pairs(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield lines of the log with the words of the move that stands with each."""
    waiting = ""
    for raw in text.splitlines():
        if raw.startswith(WAITS):
            waiting = raw.removeprefix(WAITS)
            continue
        for item in items(raw + "\n"):
            if not isinstance(item, GameLine) or not item.words:
                continue
            words = [f'"{word.text}"' if word.kind == "STRING" else word.text for word in item.words]
            line = item.remarks[0].text if item.remarks else waiting
            if line:
                yield line, words
            waiting = ""


class _Retelling:
    def __init__(self, game: Game, names: Mapping[SeatKey, str], ruleset: str, started: datetime) -> None:
        if game.notation is None or game.board.faces is None:
            raise MalformedCommand(f"the rules of {game.name} are not known here: its games have no notation")
        self._game = game
        edition = game.rules.edition(ruleset)
        header = Header(record=NEW, game=game.name, seats=tuple(names), started=started, **edition)
        self.ruleset = header.ruleset
        self.names = CardNames(game, header)
        self.shaper = Shaper(names, game.board.faces(header))

    def headers(self, log: SourceLog, begins: str) -> Iterable[str]:
        yield written("Game", self._game.name)
        yield written("Ruleset", self.ruleset)
        yield written("Seats", " ".join(log.names))
        for seat, name in log.names.items():
            yield written(seat, name)
        if begins:
            yield written("Begins", begins)
        yield written("Date", log.started.strftime("%Y-%m-%dT%H:%M:%SZ"))
