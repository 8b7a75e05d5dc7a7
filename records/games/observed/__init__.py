"""A table that is known from its log only: every seat sees the table's channel and its own, and no rule is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.game import Game, GameBoard
from records.core.sentences import N_
from records.core.shared import PositionSet
from records.games.observed.counters import counters, noted, opened
from records.games.observed.events import Noted, Opened
from records.games.observed.fitting import fits
from records.games.observed.narrate import narrate
from records.games.observed.packets import table_of
from records.games.observed.reports import progress, report, seat_report

if TYPE_CHECKING:
    from records.core.header import Header

__all__ = ["OBSERVED"]


def _no_cards(_header: Header) -> PositionSet:
    return PositionSet()


OBSERVED = Game(
    name="observed",
    title=N_("Observed table"),
    icon="eye",
    nameless=True,
    table_of=table_of,
    own=(Opened, Noted),
    evolve={Opened: opened, Noted: noted},
    initial=_no_cards,
    counters=counters,
    narrate=narrate,
    fits=fits,
    board=GameBoard(seat=seat_report, report=report, progress=progress),
)
