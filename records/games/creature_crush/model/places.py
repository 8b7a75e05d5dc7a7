"""Where cards lie: nine cells a seat, a camp, a hell, and what camps are built from.

Columns are common to both seats, so that ``a2:A`` and ``b2:B`` lie opposite each other.
"""

from __future__ import annotations

from functools import lru_cache

from records.core.ids import DeckId, PileId, SeatKey, ZoneId

STACK = DeckId("stack")
"""All cards, of which camps are dealt or drafted."""
FRONT, BACK, CRUSH = "a", "b", "c"
"""Zones of a field: A, B and C."""
COLUMNS = ("1", "2", "3")
CREATURE_ZONES = (FRONT, BACK)


def pool(seat: SeatKey) -> DeckId:
    """Return the collection that a seat chooses its camp from."""
    return DeckId(f"pool:{seat}")


@lru_cache(maxsize=256)
def camp(seat: SeatKey) -> DeckId:
    """Return the camp of a seat: the deck that it draws from."""
    return DeckId(f"camp:{seat}")


@lru_cache(maxsize=256)
def hell(seat: SeatKey) -> ZoneId:
    """Return the open pile of a seat's destroyed cards."""
    return ZoneId(f"hell:{seat}")


@lru_cache(maxsize=256)
def cell(zone: str, column: str, seat: SeatKey) -> PileId:
    """Return one place of a field."""
    return PileId(f"{zone}{column}:{seat}")


@lru_cache(maxsize=256)
def cells(seat: SeatKey, *zones: str) -> tuple[PileId, ...]:
    """Return the places of some zones of a seat's field, zone by zone."""
    return tuple(cell(zone, column, seat) for zone in zones for column in COLUMNS)


@lru_cache(maxsize=256)
def side(place: str) -> SeatKey:
    """Return whose place it is."""
    return SeatKey(place.rpartition(":")[2])


def zone(place: PileId) -> str:
    """Return the zone of a cell: ``a``, ``b`` or ``c``."""
    return place[0]


def column(place: PileId) -> str:
    """Return the column of a cell: ``1`` to ``3``."""
    return place[1]


@lru_cache(maxsize=1024)
def adjacent(one: PileId, other: PileId) -> bool:
    """Whether two cells of creatures touch on one side of the table, not slantwise."""
    if side(one) != side(other) or CRUSH in (zone(one), zone(other)):
        return False
    apart = abs(int(column(one)) - int(column(other)))
    return apart + (zone(one) != zone(other)) == 1
