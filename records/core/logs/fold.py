"""The one fold: the same ``evolve`` for the full log and for each viewer's (design/architecture: One fold for all)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from records.core.game import Game
from records.core.logs.effective import effective
from records.core.position import Draft, Position, frozen
from records.core.shared import Corrected, GapNoted, PositionSet, TakenBack
from records.core.shared_evolve import SHARED, Apply, answering, apply_event
from records.core.tables.fold_table import FoldTable
from records.core.tables.table_state import TableState
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from records.core.events import Recorded
    from records.core.header import Header
    from records.core.table import CardTable


class _Folding:
    """What all folds of one game share: made with the first of them."""

    def __init__(self, game: Game) -> None:
        self.evolve: Mapping[type, Apply] = answering({**SHARED, PositionSet: _position_set(game), **game.evolve})
        self.careful: Mapping[type, Apply] = {cls: partial(apply_event, self.evolve) for cls in self.evolve}
        """The same for logs in which something may be missing."""
        self.straight: Mapping[type, Apply] = {**self.evolve, TakenBack: _not_straight, Corrected: _not_straight, GapNoted: _not_straight}
        """The same for logs that count as they come."""
        self._laid: tuple[PositionSet, TableState] | None = None
        """The last position that a fold began at, and its cards."""

    def table(self, position: PositionSet) -> FoldTable:
        """Return a table with the cards of a position that a game gave: the same one is laid out once."""
        laid = self._laid  # folds of other threads may begin elsewhere
        if laid is None or laid[0] is not position:
            table = FoldTable()
            table.reset(position)
            laid = self._laid = position, table.freeze()
        return FoldTable.thawed(laid[1])


class Folder:
    """Folds logs of one game. ``start`` and ``apply`` are the parts that other machines of the table use too."""

    def __init__(self, game: Game) -> None:
        self._game = game
        kept = game.kept.get(_Folding)
        folding: _Folding = game.kept.setdefault(_Folding, _Folding(game)) if kept is None else kept
        self._folding, self._evolve, self._careful, self._straight = folding, folding.evolve, folding.careful, folding.straight

    def start(self, header: Header, table: CardTable | None = None) -> Draft[Any]:
        """Return the draft before the first event, on ``table`` (a fold's if None)."""
        position = self._game.initial(header)
        if table is None:
            table = self._folding.table(position)
        else:
            table.reset(position)
        return Draft(table, self._game.counters(header))

    def apply(self, draft: Draft[Any], recorded: Recorded[Any]) -> None:
        """Change ``draft`` by one event.

        Raises ``ImpossibleEvent`` or ``Contradiction`` naming the version, ``KeyError`` for an event that is not of this game.
        """
        evolve = self._careful if draft.state.missing else self._evolve
        try:
            evolve[type(recorded.event)](draft, recorded)
        except (ImpossibleEvent, Contradiction) as error:
            raise _placed(error, recorded) from None

    def run(self, draft: Draft[Any], log: Iterable[Recorded[Any]]) -> None:
        """Change ``draft`` by events that follow each other; raises as ``apply`` does."""
        _run(self._careful, draft, log)

    def fold(self, header: Header, log: Iterable[Recorded[Any]], table: CardTable | None = None) -> Draft[Any]:
        """Return the draft after all of ``log``, take-backs and corrections counted in."""
        log = tuple(log)
        if table is None:
            draft = self.start(header)
            try:
                _run(self._straight, draft, log)
            except _NotStraightError:
                pass
            else:
                return draft
        draft = self.start(header, table)
        self.run(draft, effective(log))
        return draft

    def position(self, header: Header, log: Iterable[Recorded[Any]]) -> Position[Any]:
        """Return the position after all of ``log``."""
        events = tuple(log)
        return frozen(events[-1].v if events else 0, self.fold(header, events))


class _NotStraightError(Exception):
    """An event changes what others do."""


def _not_straight(_draft: Draft[Any], _recorded: Recorded[Any]) -> None:
    raise _NotStraightError


def _run(evolve: Mapping[type, Apply], draft: Draft[Any], log: Iterable[Recorded[Any]]) -> None:
    recorded = None
    try:
        for recorded in log:
            evolve[type(recorded.event)](draft, recorded)
    except (ImpossibleEvent, Contradiction) as error:
        if recorded is None:
            raise
        raise _placed(error, recorded) from None


def _placed(error: ImpossibleEvent | Contradiction, recorded: Recorded[Any]) -> ImpossibleEvent | Contradiction:
    return type(error)(f"version {recorded.v}, {type(recorded.event).__name__}: {error}")


def _position_set(game: Game) -> Apply:
    def position_set(draft: Draft[Any], recorded: Recorded[PositionSet]) -> None:
        draft.table.reset(recorded.event if game.told_by_rule is None else game.told_by_rule(recorded.event))
        draft.state.pending, draft.state.outcome, draft.state.missing = (), None, False
        if game.set_counters is not None:
            try:
                game.set_counters(draft, dict(recorded.event.counters))
            except (TypeError, ValueError) as error:
                raise ImpossibleEvent(f"a counter of this position cannot be what it says: {error}") from None
        elif recorded.event.counters:
            raise ImpossibleEvent(f"{game.name} has no counters that a position could set")

    return position_set
