"""A fault of a line, and its place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, TypeAlias

from records.core.sentences import Sentence
from records.errors import Problem, RuleViolation

Fault: TypeAlias = Literal["malformed", "illegal", "ambiguous"]
"""Grammar, an unknown word, too few answers · rules or log say no, a claim is false · several cards or commands fit."""
MOST_POSSIBLE = 12
"""How many possible things are listed."""
LONGEST_TOLD = 60
"""Characters of a word that are quoted."""


@dataclass
class LineRefused(Exception):
    """A line of a game is not taken; nothing of it is."""

    fault: Fault
    reason: str
    at: int
    """Where, in characters from the beginning of the text."""
    possible: Sequence[str] | Callable[[], Sequence[str]] = ()
    """Possible texts at this place; computed when needed."""
    rule: RuleViolation | None = None
    """The violation, if the rules refused it."""
    moment: str = ""
    """Turn, seat and step of the line."""
    asks: Sentence | None = None
    """The question to the table, if its answer is at fault."""

    @property
    def alternatives(self) -> Sequence[str]:
        """Possible texts at this place."""
        if callable(self.possible):
            self.possible = self.possible()
        return self.possible

    def __str__(self) -> str:
        told = f"{self.fault}: {self.reason}"
        if self.moment:
            told += f"; {self.moment}"
        if possible := self.alternatives:
            more = f" and {len(possible) - MOST_POSSIBLE} more" if len(possible) > MOST_POSSIBLE else ""
            told += f"; possible: {', '.join(possible[:MOST_POSSIBLE])}{more}"
        return told


class Places:
    """Finds line and column of a place in a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def problem(self, refused: LineRefused) -> Problem:
        """Return a refused line as a problem of the file."""
        line, column = self.of(refused.at)
        return Problem(reason=str(refused), line=line, column=column)

    def of(self, at: int) -> tuple[int, int]:
        """Return line and column, both from 1."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1


def short(text: str) -> str:
    """Return what was written in quotes, cut where it is long."""
    return repr(text if len(text) <= LONGEST_TOLD else text[:LONGEST_TOLD] + "...")
