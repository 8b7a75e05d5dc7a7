"""A position in words, whatever the game: its counters, then its places as the fold keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import told
from web.cli.output import counted
from web.cli.telling.outcomes import verdict
from web.schemas.table import own_counters
from web.words.phrases import Locale, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.ids import SeatKey
    from records.core.position import Position
    from records.core.secret import Audience
    from records.core.tables.table_state import TableState

_LAST_SECOND = 253_402_300_800
"""The year 10000 as Unix seconds."""


def table_lines(position: Position[Any], names: Mapping[SeatKey, str], locale: Locale) -> Iterator[str]:
    """Yield a position line by line; what is empty or not known is left out."""
    state = position.state
    if state.active is not None:
        yield f"to move: {seat_name(state.active, names, locale)}"
    for asked in state.pending:
        yield f"asked: {seat_name(asked.seat, names, locale)}, {asked.what}"
    if state.outcome is not None:
        yield f"result: {verdict(state.outcome, names, locale)}"
    for name, value in own_counters(state).items():
        if value not in (None, (), "") and value is not False:
            yield f"{name}: {_told(name, value, names)}"
    yield from _places(position.table, names, locale)


def _told(name: str, value: Any, names: Mapping[SeatKey, str]) -> str:
    """Return a counter; a site's seconds as what a clock or a calendar shows."""
    if name == "time" and type(value) is int and 0 <= value < _LAST_SECOND:
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M:%S} UTC"
    if name in ("clock", "thought"):
        return ", ".join(f"{names.get(seat, seat)} {_span(seconds)}" for seat, seconds in value)
    return _value(value, names)


def _span(seconds: int) -> str:
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{'-' if seconds < 0 else ''}{f'{hours}:{minutes:02}' if hours else minutes}:{rest:02}"


def _value(value: Any, names: Mapping[SeatKey, str]) -> str:
    match value:
        case tuple():
            return ", ".join(
                " ".join(_value(part, names) for part in item) if isinstance(item, tuple) else _value(item, names) for item in value
            )
        case str():
            return names.get(value, value)  # type: ignore[call-overload, no-any-return]  # a seat's key is a text
        case bool():
            return "yes"
        case msgspec.Struct():
            return ", ".join(_field(name, part, names) for name, part in msgspec.structs.asdict(value).items() if part)
        case Mapping():
            return ", ".join(_field(_value(key, names), part, names) for key, part in value.items() if part)
        case _:
            return str(value)


def _field(name: str, value: Any, names: Mapping[SeatKey, str]) -> str:
    """Return a part of a counter: what is true by its name alone, all else behind it."""
    said = name.replace("_", " ")
    return said if value is True else f"{said} {_value(value, names)}"


def _places(table: TableState, names: Mapping[SeatKey, str], locale: Locale) -> Iterator[str]:
    for seat, hand in table.hands.items():
        certain = f": {', '.join(hand.faces)}" if hand.faces else ""
        shown = "".join(f"; shown to {_audience(audience, names, locale)}: {', '.join(faces)}" for audience, faces in hand.shown)
        yield f"hand of {seat_name(seat, names, locale)}: {counted(hand.count, 'card')}{certain}{shown}"
    for pile, slots in table.piles.items():
        lying = [f"{slot} {'up' if table.slots[slot].up else 'down'} {told(table.slots[slot].face)}" for slot in slots]
        yield f"{pile}: {', '.join(lying) or 'empty'}"
    for deck, blocks in table.decks.items():
        parts = [counted(block.count, "card") + (f" ({', '.join(map(told, block.faces))})" if block.faces else "") for block in blocks]
        yield f"{deck}: {', '.join(parts) or 'empty'}"
    for zone, faces in table.zones.items():
        yield f"{zone}: {', '.join(map(told, faces)) or 'empty'}"


def _audience(audience: Audience, names: Mapping[SeatKey, str], locale: Locale) -> str:
    if audience == ("*",):
        return "all"
    return ", ".join(seat_name(seat, names, locale) for seat in audience)  # type: ignore[arg-type]  # an audience holds seat keys
