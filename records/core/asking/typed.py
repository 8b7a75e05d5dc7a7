"""Chance typed in by a scorekeeper: what a game asks, what may be answered, and the answers in order (design/events: Chance is data)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from records.core.events import Event
from records.core.ids import SeatKey, SlotId
from records.core.position import Position
from records.core.requests import ChanceRequest
from records.core.sentences import CardRef, Sentence
from records.errors import AnswerNeeded, MalformedCommand, OpenQuestion

MANY = 999
DEALT, TYPED = "dealt", "typed"
"""Who answers for the table: the values of ``GameStarted.chance``."""


class AnswerOption(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that may be answered."""

    key: str
    """A card's name, ``"?"`` for a face that the scorekeeper does not know, or another word of the game."""
    says: Sentence
    most: int = MANY
    """How often it may be chosen in one answer."""


class TableQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """What the table must answer before a batch can go on."""

    event: str
    """Stable name of the event that the answer makes."""
    asks: Sentence
    options: tuple[AnswerOption, ...]
    build: Callable[[tuple[str, ...]], Event]
    """Makes the event from the keys that were chosen, which are checked before."""
    seat: SeatKey | None = None
    """Whose cards it is about, if anybody's."""
    slot: SlotId | None = None
    """The card that is turned over, if one is."""
    least: int = 1
    """How many options are chosen at least."""
    most: int = 1

    def __str__(self) -> str:
        return f"{self.asks} ({self.event})"

    @property
    def unknown(self) -> bool:
        """Whether a face may be left unknown."""
        return any(option.key == "?" for option in self.options)

    def answered(self, chosen: Sequence[str]) -> Event:
        """Return the event of an answer; raises ``MalformedCommand`` for too few, too many, or what is no option."""
        if not self.least <= len(chosen) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            raise MalformedCommand(f"wanted: {wanted}, answered: {len(chosen)}")
        allowed = {option.key: option.most for option in self.options}
        for key, times in Counter(chosen).items():
            if key not in allowed:
                raise MalformedCommand(f"{key!r} cannot be")
            if times > allowed[key]:
                raise MalformedCommand(f"{key!r} is there {allowed[key]} times, not {times}")
        return self.build(tuple(chosen))


TableAnswer: TypeAlias = Callable[[Position[Any], ChanceRequest], Event | TableQuestion]
"""What a game says when ``decide`` asks the table: the event, where the log tells it already, or what must be typed in."""


def whole(question: OpenQuestion) -> TableQuestion:
    """Return a question of ``AnswerNeeded`` with its options; raises ``TypeError`` for one that no game asked."""
    if not isinstance(question, TableQuestion):
        raise TypeError(f"{question} was not asked by a game")
    return question


def card_options(cards: Iterable[str], *, unknown: bool) -> tuple[AnswerOption, ...]:
    """Return an option for each of ``cards``, as often as it stands there; with ``unknown`` one more for a face nobody noted."""
    options = tuple(_card_option(card, times) for card, times in sorted(Counter(cards).items()))
    return (_UNNOTED, *options) if unknown else options


_UNNOTED = AnswerOption(key="?", says=Sentence("?"))


@lru_cache(maxsize=4096)
def _card_option(card: str, times: int) -> AnswerOption:
    return AnswerOption(key=card, says=Sentence("%(card)s", {"card": CardRef(card)}), most=times)


class Typed:
    """Answers ``decide`` with what a scorekeeper typed, in its order."""

    def __init__(self, table: TableAnswer, answers: Iterable[Sequence[str]]) -> None:
        self._table = table
        self._answers = [tuple(answer) for answer in answers]
        self._answered: list[tuple[TableQuestion, tuple[str, ...]]] = []

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the event that the log or the next answer gives.

        Raises ``AnswerNeeded`` where the answers end, or do not fit.
        """
        found = self._table(position, request)
        if isinstance(found, Event):
            return found
        if len(self._answered) == len(self._answers):
            raise AnswerNeeded(found, tuple(self._answered))
        answer = self._answers[len(self._answered)]
        try:
            event = found.answered(answer)
        except MalformedCommand as error:
            raise AnswerNeeded(found, tuple(self._answered), wrong=str(error)) from None
        self._answered.append((found, answer))
        return event

    def close(self) -> None:
        """Raise ``MalformedCommand`` if more was answered than asked."""
        if len(self._answered) < len(self._answers):
            raise MalformedCommand(f"{len(self._answers)} answers were typed in, {len(self._answered)} were asked for")
