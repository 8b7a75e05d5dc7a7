"""The counters of an observed table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from records.core.position import Counters

if TYPE_CHECKING:
    from records.core.ids import SeatKey


@dataclass
class ObservedCounters(Counters):
    """``turn`` is the number of the move."""

    move: int | None = None
    """The last move that had a number; None before it."""
    gap: tuple[int, int] | None = None
    """First and last of the moves that the log does not have, just before the present one."""
    time: int | None = None
    """Unix seconds of the last message to everybody; None where the one before it is missing."""
    progress: int | None = None
    """How far the game is, in percent, as the site counts it."""
    clock: tuple[tuple[SeatKey, int], ...] = ()
    """Seconds that a seat has left to think, as the site counts them; below 0 where it took more."""
    thought: tuple[tuple[SeatKey, int], ...] = ()
    """Seconds that passed, between moves that the log has, while only this seat was asked to act."""
    conceded: tuple[SeatKey, ...] = ()
    told: tuple[tuple[SeatKey, tuple[tuple[str, int], ...]], ...] = ()
    """Of each seat the last numbers that messages about it told: its counters at the site, and fields named a score or a count."""
    told_of_table: tuple[tuple[str, int], ...] = ()
    """The table's own counters at the site."""
    statistics: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """At the end: of the table (``""``) and of each seat, number and value of each statistic, as the site numbers them."""
    ended: bool = False
    """The site has closed the game; what comes after is not play."""
