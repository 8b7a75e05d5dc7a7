"""Where a game stands: cards on the table, counters beside them, and what somebody or chance may add to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from records.core.events import Event
from records.core.ids import SeatKey
from records.core.requests import ChanceRequest
from records.core.sentences import Sentence
from records.core.shared import Asked
from records.core.table import CardTable
from records.core.tables.fold_table import FoldTable
from records.core.tables.table_state import TableState
from records.errors import GameRefused


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, as far as the table knows it."""

    winners: tuple[SeatKey, ...] = ()
    """Empty for a draw or a common loss."""
    drawn: bool = False
    why: Sentence | None = None
    scores: tuple[tuple[SeatKey, str], ...] = ()
    """Final scores as they were written down, by seat."""
    grade: str = ""
    """How well it was won, as a message id; "" where a game knows no grades."""


@dataclass
class Counters:
    """What a game keeps beside its cards: fields of values that never change (numbers, names, tuples), so that a copy is a snapshot."""

    turn: int = 0
    """0 before the first turn."""
    active: SeatKey | None = None
    """Whose turn it is."""
    pending: tuple[Asked, ...] = ()
    """Open questions, oldest first; only ``Asked`` and answers change it."""
    outcome: Outcome | None = None
    missing: bool = False
    """A ``GapNoted`` is in force: no card can move until a ``PositionSet``."""

    def copy(self) -> Self:
        """Return a snapshot."""
        made = object.__new__(type(self))
        made.__dict__ = self.__dict__.copy()
        return made

    @property
    def to_act(self) -> SeatKey | None:
        """The seat that has to act now: the one asked, else the one on turn; None before the first turn and after the end."""
        if self.outcome is not None:
            return None
        return self.pending[0].seat if self.pending else self.active


C = TypeVar("C", bound=Counters)


class Draft(Generic[C]):
    """A position that only the fold owns: ``evolve`` writes to ``table`` and sets ``state``."""

    __slots__ = ("state", "table")

    def __init__(self, table: CardTable, state: C) -> None:
        self.table, self.state = table, state


@dataclass(frozen=True, slots=True)
class Position(Generic[C]):
    """The table after event ``version``, as one log shows it."""

    version: int
    table: TableState
    state: C

    def thaw(self) -> Draft[C]:
        """Return a draft of this position; the position stays."""
        return Draft(FoldTable.thawed(self.table), self.state.copy())

    def reached(self, version: int, draft: Draft[C]) -> Position[C]:
        """Return the position after ``version``, to which a draft of this one has been led."""
        return frozen(version, draft)


def frozen(version: int, draft: Draft[C]) -> Position[C]:
    """Return the position that ``draft`` is in now."""
    table = draft.table
    if not isinstance(table, FoldTable):
        raise GameRefused("only a folded table can be frozen")
    return Position(version, table.freeze(), draft.state.copy())


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to do; one class for each decision."""


class Chance(Protocol):
    """The table's answers: seeded in a simulation, read from the record in an audit, typed in by a scorekeeper."""

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the next event of one of the classes of ``request``; its outcome is the answer."""
