"""What happens before the first turn: camps are built, it is settled who begins, the first hands are dealt."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from records.core.events import Event, Sort
from records.core.ids import SeatKey
from records.core.secret import Secret


class CampDealt(Event, frozen=True, kw_only=True, tag="creature-crush.camp-dealt/1"):
    """A seat's camp is dealt off the shuffled stack."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: Secret


class StackShuffled(Event, frozen=True, kw_only=True, tag="creature-crush.stack-shuffled/1"):
    """The stack of the draft is shuffled."""

    sort: ClassVar[Sort] = Sort.CHANCE


class DraftDrawn(Event, frozen=True, kw_only=True, tag="creature-crush.draft-drawn/1"):
    """A seat draws cards of the stack to choose from."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: Secret


class DraftKept(Event, frozen=True, kw_only=True, tag="creature-crush.draft-kept/1"):
    """A seat keeps some of the drawn cards for its camp; the others go under the stack."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str
    kept: Secret
    left: Secret


class CampChosen(Event, frozen=True, kw_only=True, tag="creature-crush.camp-chosen/1"):
    """A seat builds its camp of its own collection."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str
    cards: Secret


class CampShuffled(Event, frozen=True, kw_only=True, tag="creature-crush.camp-shuffled/1"):
    """A camp is shuffled."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey


class FirstRolled(Event, frozen=True, kw_only=True, tag="creature-crush.first-rolled/1"):
    """Each seat rolls a die for who begins; a tie is rolled again."""

    sort: ClassVar[Sort] = Sort.CHANCE
    rolls: tuple[tuple[SeatKey, int], ...]
    begins: SeatKey | None = None
    """Who rolled more, None for a tie."""


class HandDealt(Event, frozen=True, kw_only=True, tag="creature-crush.hand-dealt/1"):
    """A seat takes the top cards of its camp as its first hand."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: Secret


SetUpEvent: TypeAlias = CampDealt | StackShuffled | DraftDrawn | DraftKept | CampChosen | CampShuffled | FirstRolled | HandDealt
