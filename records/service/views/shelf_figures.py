"""Figures over many records as the shelf shows them: how long games were, who won from which seat, and who won how often. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from records.core.folding import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from records.core.ids import SeatKey
    from records.service.shelving import ShelfEntry

_SURE = 1.96
"""Standard errors on either side that hold the true share in 95 of 100 cases."""


class WonShare(msgspec.Struct, frozen=True, kw_only=True):
    """How many of so many games were won, with the bounds of Wilson's interval (95 %) for the share of all such games."""

    won: int
    of: int
    least: float
    most: float

    @property
    def share(self) -> float:
        """Won games among all; 0 where there are none."""
        return self.won / self.of if self.of else 0.0


class GameFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of the records of one game."""

    game: str
    records: int
    ended: int
    """Of these with a result."""
    drawn: int
    lengths: tuple[int, ...]
    """Turns of each record with a result, the shortest first."""
    seats: Mapping[int, tuple[WonShare, ...]]
    """By number of players: what was won by who moved first, second ...; of games that somebody can win against the others."""
    common: Mapping[int, WonShare]
    """By number of players: games that all win or lose together, as far as such were found."""

    @property
    def length(self) -> float | None:
        """Median of the turns; None where no record has a result."""
        return median(self.lengths) if self.lengths else None


class PersonFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How often somebody won, under the name that the shelf shows."""

    name: str
    won: WonShare
    drawn: int


class ShelfFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of some records."""

    records: int
    months: Mapping[str, Mapping[str, int]]
    """Number of records by month (``2026-11``) and game; those that do not say when they began are in none."""
    games: tuple[GameFigures, ...]
    """The game with the most records first."""
    people: tuple[PersonFigures, ...]
    """Who played most first; nobody whose name is not shown."""


@dataclass(slots=True)
class _Counted:
    records: int = 0
    ended: int = 0
    drawn: int = 0
    lengths: list[int] = field(default_factory=list)
    played: Counter[int] = field(default_factory=Counter)
    moved: Counter[int] = field(default_factory=Counter)
    won: Counter[tuple[int, int]] = field(default_factory=Counter)
    together: Counter[int] = field(default_factory=Counter)


def shelf_figures(entries: Iterable[ShelfEntry], together: Iterable[str] = ()) -> ShelfFigures:
    """Return the figures of ``entries``; of games in ``together`` all win or lose as one. Damaged ones count for nothing.

    Names are one person's that differ by case alone.
    """
    common = {*together}
    months: dict[str, Counter[str]] = {}
    games: dict[str, _Counted] = {}
    people: dict[str, tuple[str, list[int]]] = {}
    count = 0
    for entry in entries:
        if entry.damaged:
            continue
        count += 1
        if entry.started is not None:
            months.setdefault(f"{entry.started:%Y-%m}", Counter())[entry.game] += 1
        counted = games.setdefault(entry.game, _Counted())
        counted.records += 1
        outcome, players = entry.outcome, len(entry.seats)
        if outcome is None:
            continue
        counted.ended += 1
        counted.drawn += outcome.drawn
        counted.lengths.append(entry.turns)
        counted.played[players] += 1
        winners = () if outcome.drawn else outcome.winners
        if entry.game in common:
            counted.together[players] += bool(winners)
        elif order := _order(entry):
            counted.moved[players] += 1
            counted.won.update((players, nth) for nth, seat in enumerate(order) if seat in winners)
        for seat, name in entry.names.items():
            if name:
                _, told = people.setdefault(folded(name), (name, [0, 0, 0]))
                told[0] += 1
                told[1] += seat in winners
                told[2] += outcome.drawn
    return ShelfFigures(
        records=count,
        months={month: dict(months[month]) for month in sorted(months)},
        games=tuple(
            _game(game, counted, game in common) for game, counted in sorted(games.items(), key=lambda one: (-one[1].records, one[0]))
        ),
        people=tuple(
            PersonFigures(name=name, won=won_share(won, played), drawn=drawn)
            for _, (name, (played, won, drawn)) in sorted(people.items(), key=lambda one: (-one[1][1][0], one[0]))
        ),
    )


def won_share(won: int, of: int) -> WonShare:
    """Return a share with Wilson's bounds (E. B. Wilson, 1927): they stay between 0 and 1, and mean something for few games too."""
    if not of:
        return WonShare(won=0, of=0, least=0.0, most=1.0)
    share, square = won / of, _SURE * _SURE
    middle = (share + square / (2 * of)) / (1 + square / of)
    way = _SURE / (1 + square / of) * (share * (1 - share) / of + square / (4 * of * of)) ** 0.5
    return WonShare(won=won, of=of, least=max(0.0, middle - way), most=min(1.0, middle + way))


def _order(entry: ShelfEntry) -> tuple[SeatKey, ...]:
    """Return the seats from who moved first on, () where nobody is known to have moved."""
    first = next((seat for seat, _steps in entry.spine if seat in entry.seats), None)
    if first is None:
        return ()
    at = entry.seats.index(first)
    return (*entry.seats[at:], *entry.seats[:at])


def _game(game: str, counted: _Counted, common: bool) -> GameFigures:
    return GameFigures(
        game=game,
        records=counted.records,
        ended=counted.ended,
        drawn=counted.drawn,
        lengths=tuple(sorted(counted.lengths)),
        seats={}
        if common
        else {
            players: tuple(won_share(counted.won[players, nth], played) for nth in range(players))
            for players, played in sorted(counted.moved.items())
        },
        common={players: won_share(counted.together[players], played) for players, played in sorted(counted.played.items())}
        if common
        else {},
    )
