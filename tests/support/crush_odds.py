"""Questions about chances put to a table of CreatureCrush, and every course that a command can take there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, TypeVar

from records.core.asking.questions import Choice, OddsAnswer, Parameter
from records.core.position import Command
from records.games.creature_crush.odds import QUESTIONS
from support.crush_table import A, CrushTable

T = TypeVar("T")
BY_NAME = {question.name: question for question in QUESTIONS}


@dataclass
class Odometer:
    """A source of chance that goes through everything it can pick, one course after the other."""

    digits: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of them."""
        if len(self.sizes) == len(self.digits):
            self.digits.append(0)
        self.sizes.append(len(seq))
        return seq[self.digits[len(self.sizes) - 1]]

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return ``k`` of them, one after the other."""
        rest, picked = list(population), list[T]()
        for _ in range(k):
            picked.append(self.choice(rest))
            rest.remove(picked[-1])
        return picked

    def random(self) -> float:
        """Return 0."""
        return 0.0

    @property
    def share(self) -> Fraction:
        """How likely the course was."""
        found = Fraction(1)
        for size in self.sizes:
            found /= size
        return found

    def turned(self) -> bool:
        """Go on to the next course; return False after the last."""
        self.digits = self.digits[: len(self.sizes)]
        while self.digits and self.digits[-1] == self.sizes[len(self.digits) - 1] - 1:
            self.digits.pop()
        if self.digits:
            self.digits[-1] += 1
        self.sizes = []
        return bool(self.digits)


def courses(table: CrushTable, command: Command) -> Iterator[tuple[CrushTable, Fraction]]:
    """Every course that a command can take, with its chance."""
    chance = Odometer()
    while True:
        played = table.copy()
        played.take(command, chance)
        yield played, chance.share
        if not chance.turned():
            return


def answered(table: CrushTable, name: str, **said: Any) -> OddsAnswer:
    """What is told of a table where everything lies open."""
    question = BY_NAME[name]
    usual = {one.name: next(iter(one.options)) if isinstance(one, Choice) else one.usual for one in question.parameters(table.position, A)}
    assert {*said} <= {*usual}
    return question.answer(SimpleNamespace(position=table.position, viewer=A), usual | said)  # type: ignore[arg-type]  # what it asks for


def asked(table: CrushTable, name: str) -> dict[str, Parameter]:
    """What is to be said for a question at a table; nothing where it cannot be asked."""
    return {parameter.name: parameter for parameter in BY_NAME[name].parameters(table.position, A)}


def told(answer: OddsAnswer) -> dict[str, Fraction]:
    """The chances of an answer, by their sentences with what stands in them."""
    return {
        one.of.text % {key: getattr(value, "card", getattr(value, "seat", value)) for key, value in one.of.args.items()}: one.chance
        for one in answer.chances
    }
