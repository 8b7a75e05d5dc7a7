"""Answers by event class, as tables: what a table lacks is found when the game is made, not when the event first happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from records.core.asking.chance import Picker
from records.core.asking.typed import TableQuestion
from records.core.events import Event
from records.core.position import Chance, Position
from records.core.requests import ChanceRequest
from records.errors import ImpossibleEvent

Deals: TypeAlias = Callable[[Picker, Any, ChanceRequest], Event]
"""The event that a dealer makes: a source of chance, the position of the full log, the request."""
Asks: TypeAlias = Callable[[Any, ChanceRequest], Event | TableQuestion]
"""The event where the log tells it already, else what the scorekeeper must say."""


class DealerTable(msgspec.Struct, frozen=True):
    """A game's dealer: called with a source of chance it is a table that knows the full position. A request goes by its first class."""

    answers: Mapping[type[Event], Deals]

    def __call__(self, picker: Picker) -> Chance:
        """Return the dealer that picks with ``picker``."""
        return _Dealer(self.answers, picker)


class _Dealer(msgspec.Struct, frozen=True):
    answers: Mapping[type[Event], Deals]
    picker: Picker

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the table's answer; raises ``ImpossibleEvent`` for a class that it does not know."""
        answer = self.answers.get(request.classes[0])
        if answer is None:
            raise ImpossibleEvent(f"this dealer has no answer to {request.wanted}")
        return answer(self.picker, position, request)


class ScorekeeperTable(msgspec.Struct, frozen=True):
    """What a scorekeeper is asked, by the first class of a request."""

    answers: Mapping[type[Event], Asks]

    def __call__(self, position: Position[Any], request: ChanceRequest) -> Event | TableQuestion:
        """Return the answer or the question; raises ``ImpossibleEvent`` for a class that it does not know."""
        answer = self.answers.get(request.classes[0])
        if answer is None:
            raise ImpossibleEvent(f"nobody knows what to ask for {request.wanted}")
        return answer(position, request)
