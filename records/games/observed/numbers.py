"""Numbers that messages tell of seats: the site's own counters, and fields that call themselves a score or a count.

What a game's field means is nowhere written, so that it is shown under the name that the log gives it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from records.games.observed.tokens import seat_of

if TYPE_CHECKING:
    from records.games.observed.events import Line
    from records.games.observed.position import ObservedCounters

PLAYER_COUNTER, TABLE_COUNTER = "setPlayerCounter", "setTableCounter"
"""Messages of the counters that the site offers to its games, as its documentation for authors names them."""
MAPPED_COUNTS = "mapped_counts"
"""Argument in which a mapping writes its sums for the seat of a message, by title."""
MOST_TOLD = 12
"""Numbers of a seat that are kept: those told last."""
LONGEST_FIELD = 40
_FIELD = re.compile(r"(?:.*_)?(?:score|counts?|counter)|.*(?:Score|Count|Counter)")
_SIGNS = (b'ore"', b'ount"', b'ounts"', b'ounter"')
_object = msgspec.json.Decoder(dict[str, Any]).decode


def may_tell(line: Line) -> bool:
    """Whether a message may tell such a number: asked of its bytes, since most do not."""
    args = bytes(line.args)
    return line.type in {PLAYER_COUNTER, TABLE_COUNTER} or (line.type != "gameStateChange" and any(sign in args for sign in _SIGNS))


def add_told(state: ObservedCounters, line: Line) -> None:
    """Keep what a message tells; one of another shape tells nothing."""
    try:
        args = _object(line.args)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    if line.type == TABLE_COUNTER:
        state.told_of_table = _kept(state.told_of_table, _counter(args))
        return
    seat = seat_of(args.get("player_id", args.get("playerId")))
    if seat is None:
        return
    found = _counter(args) if line.type == PLAYER_COUNTER else _fields(args)
    if found:
        told = dict(state.told)
        state.told = tuple(sorted({**told, seat: _kept(told.get(seat, ()), found)}.items()))


def _counter(args: dict[str, Any]) -> list[tuple[str, int]]:
    name, value = args.get("name"), whole(args.get("value"))
    return [(name[:LONGEST_FIELD], value)] if isinstance(name, str) and name.strip() and value is not None else []


def _fields(args: dict[str, Any]) -> list[tuple[str, int]]:
    mapped = args.get(MAPPED_COUNTS)
    named = [pair for pair in args.items() if _FIELD.fullmatch(pair[0])]
    named += mapped.items() if isinstance(mapped, dict) else ()
    return [(field, number) for field, value in named if len(field) <= LONGEST_FIELD and (number := whole(value)) is not None]


def _kept(before: tuple[tuple[str, int], ...], new: list[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    names = dict(new)
    return (*(pair for pair in before if pair[0] not in names), *names.items())[-MOST_TOLD:]


def whole(value: Any) -> int | None:
    """Return an integer that the site wrote as a number or as text; None for anything else."""
    if isinstance(value, str):
        text = value.strip()
        return int(text) if len(text) < 20 and text.lstrip("-").isascii() and text.lstrip("-").isdecimal() else None  # noqa: PLR2004 -- 64 bits
    return value if type(value) is int else None
