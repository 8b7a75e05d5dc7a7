"""The one fold: the same ``evolve`` for the full log and for each viewer's (DESIGN, idea 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.effective import effective
from records.core.fold_table import FoldTable
from records.core.game import Draft, Game, Position, frozen
from records.core.shared import PositionSet
from records.core.shared_evolve import SHARED, Apply, apply_event
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
        self._apply: Mapping[type, Apply] = {**SHARED, PositionSet: _position_set(game), **game.evolve}

    def start(self, header: Header, table: CardTable | None = None) -> Draft[Any]:
        """Return the draft before the first event, on ``table`` (a fold's if None)."""
        table = FoldTable() if table is None else table
        table.reset(self._game.initial(header))
        return Draft(table, self._game.counters(header))

    def apply(self, draft: Draft[Any], recorded: Recorded[Any]) -> None:
        """Change ``draft`` by one event.

        Raises ``ImpossibleEvent`` or ``Contradiction`` naming the version, ``KeyError`` for an event that is not of this game.
        """
        event = recorded.event
        try:
            apply_event(self._apply, draft, recorded)
        except (ImpossibleEvent, Contradiction) as error:
            raise type(error)(f"version {recorded.v}, {type(event).__name__}: {error}") from None

    def fold(self, header: Header, log: Iterable[Recorded[Any]], table: CardTable | None = None) -> Draft[Any]:
        """Return the draft after all of ``log``, take-backs and corrections counted in."""
        draft = self.start(header, table)
        for recorded in effective(log):
            self.apply(draft, recorded)
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
