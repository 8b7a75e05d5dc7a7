"""Counters that somebody wrote into a position, taken for what they must be."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from records.core.ids import SeatKey
from records.errors import ImpossibleEvent


def number(named: Mapping[str, Any], name: str, usual: int = 0, least: int | None = 0) -> int:
    """Return a whole number, ``usual`` where it is not named; raises ``ImpossibleEvent`` for anything else, and for less than ``least``."""
    value = named.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int | str) or not str(value).removeprefix("-").isdecimal():
        raise ImpossibleEvent(f"the {name} is a number, not {value}")
    found = int(value)
    if least is not None and found < least:
        raise ImpossibleEvent(f"the {name} is {least} or more, not {found}")
    return found


def numbers(named: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """Return numbers apart by spaces, none where it is not named; raises ``ImpossibleEvent`` for anything else."""
    return tuple(number({name: text}, name) for text in str(named.get(name, "")).split())


def flag(named: Mapping[str, Any], name: str) -> bool:
    """Return yes or no, no where it is not named; raises ``ImpossibleEvent`` for anything else."""
    value = named.get(name, False)
    if not isinstance(value, bool) and value not in {0, 1}:
        raise ImpossibleEvent(f"the {name} is yes or no, not {value}")
    return bool(value)


def seat_in(named: Mapping[str, Any], name: str, seats: Collection[SeatKey]) -> SeatKey | None:
    """Return a seat of the table, None where it is not named; raises ``ImpossibleEvent`` for another one."""
    value = named.get(name)
    if value is not None and value not in seats:
        raise ImpossibleEvent(f"nobody sits at {value}; the seats are {', '.join(seats)}")
    return None if value is None else SeatKey(value)
