"""The one fold: the same ``evolve`` for the full log and for each viewer's (DESIGN, idea 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.effective import effective
from records.core.fold_table import FoldTable, Table
from records.core.game import Draft, Game, Position, frozen
from records.core.shared import PositionSet
from records.core.shared_evolve import SHARED, Apply, answering, apply_event
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from records.core.events import Recorded
    from records.core.header import Header
    from records.core.table import CardTable


class Folder:
    """Folds logs of one game. Made once a game; ``start`` and ``apply`` are the parts that other machines of the table use too."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._evolve: Mapping[type, Apply] = answering({**SHARED, PositionSet: _position_set(game), **game.evolve})
        self._laid: tuple[PositionSet, Table] | None = None
        """The last position that a fold began at, and its cards."""

    def start(self, header: Header, table: CardTable | None = None) -> Draft[Any]:
        """Return the draft before the first event, on ``table`` (a fold's if None)."""
        position = self._game.initial(header)
        if table is None:
            if self._laid is None or self._laid[0] is not position:
                table = FoldTable()
                table.reset(position)
                self._laid = position, table.freeze()
            table = self._laid[1].thaw()
        else:
            table.reset(position)
        return Draft(table, self._game.counters(header))

    def apply(self, draft: Draft[Any], recorded: Recorded[Any]) -> None:
        """Change ``draft`` by one event.

        Raises ``ImpossibleEvent`` or ``Contradiction`` naming the version, ``KeyError`` for an event that is not of this game.
        """
        self.run(draft, (recorded,))

    def run(self, draft: Draft[Any], log: Iterable[Recorded[Any]]) -> None:
        """Change ``draft`` by events that follow each other; raises as ``apply`` does."""
        evolve, state = self._evolve, draft.state
        recorded = None
        try:
            for recorded in log:
                if state.missing:
                    apply_event(evolve, draft, recorded)
                else:
                    evolve[type(recorded.event)](draft, recorded)
        except (ImpossibleEvent, Contradiction) as error:
            if recorded is None:
                raise
            raise type(error)(f"version {recorded.v}, {type(recorded.event).__name__}: {error}") from None

    def fold(self, header: Header, log: Iterable[Recorded[Any]], table: CardTable | None = None) -> Draft[Any]:
        """Return the draft after all of ``log``, take-backs and corrections counted in."""
        draft = self.start(header, table)
        self.run(draft, effective(log))
        return draft

    def position(self, header: Header, log: Iterable[Recorded[Any]]) -> Position[Any]:
        """Return the position after all of ``log``."""
        events = tuple(log)
        return frozen(events[-1].v if events else 0, self.fold(header, events))


def _position_set(game: Game) -> Apply:
    def position_set(draft: Draft[Any], recorded: Recorded[PositionSet]) -> None:
        draft.table.reset(recorded.event)
        draft.state.pending, draft.state.outcome, draft.state.missing = (), None, False
        if game.set_counters is not None:
            game.set_counters(draft, dict(recorded.event.counters))
        elif recorded.event.counters:
            raise ImpossibleEvent(f"{game.name} has no counters that a position could set")

    return position_set
