"""A line with what continues it, and the parts that it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from importers.notation.cards import one_by_one
from importers.notation.items import GameLine, LineWord
from importers.notation.problems import LineRefused, short
from importers.notation.said import LineAnswer, answers_of
from records.core.ids import SeatKey

if TYPE_CHECKING:
    from importers.notation.lines.log_table import LogTable


@dataclass(slots=True)
class LineGroup:
    """A line with what continues it: answers below it, and turns that begin with it."""

    lines: list[GameLine] = field(default_factory=list)

    @property
    def at(self) -> int:
        """Where it begins."""
        return self.lines[0].at


@dataclass(slots=True)
class ReadGroup:
    """A group split: the words of its command, its answers, and the turns that it names."""

    seat: str
    words: list[LineWord]
    answers: list[LineAnswer]
    turns: list[tuple[int, str, int]]
    at: int


def split(group: LineGroup, table: LogTable) -> ReadGroup:
    """Return what a group says at a table; raises ``LineRefused`` for what belongs to nothing."""
    words: list[LineWord] = []
    answers: list[LineAnswer] = []
    turns: list[tuple[int, str, int]] = []
    seat, turn = "", None
    for nth, line in enumerate(group.lines):
        if line.turn is not None:
            turn = line.turn
        said, more = answers_of(line, table.header.seats, table.vocabulary.signs, turn)
        _check_one_each(more, table)
        answers += more
        if line.turn is not None:
            if len(said) != 1 or said[0].text not in table.header.seats:
                raise LineRefused(
                    "malformed",
                    "a turn's number is followed by its seat and answers: 12. B +cook; what is done goes on a line of its own",
                    line.at,
                )
            turns.append((line.turn, said[0].text, line.at))
        elif nth == 0 and said:
            if said[0].text in table.header.seats and said[0].kind == "WORD" and not table.names.has(said[0].text):
                seat, said = said[0].text, said[1:]
                if not said:
                    raise LineRefused("malformed", f"what does {seat} do?", line.at, table.possible(SeatKey(seat)))
            words = said
        elif said:
            raise LineRefused("malformed", f"{short(said[0].text)} does not fit here", said[0].at)
    return ReadGroup(seat, words, answers, turns, group.at)


def _check_one_each(answers: Sequence[LineAnswer], table: LogTable) -> None:
    """A sign that claims what becomes of a card stands before each."""
    claiming = {sign for signs in table.game.notation.signs.values() for sign, claimed in signs.items() if claimed is not None}
    for answer in answers:
        cards = one_by_one(answer.words)
        if answer.sign in claiming and len(cards) > 1:
            right = " ".join(f"{answer.sign} {short(word.text)}" for word in cards)
            told = f"{answer.sign} says what becomes of one card, and each has its own: {right}"
            raise LineRefused("malformed", told, cards[1].at)
