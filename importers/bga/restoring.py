"""Writes an archive out again from its record: the proof that nothing of it was lost."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from importers.bga.envelopes import PATHS, POSITION
from records.errors import ImpossibleEvent
from records.games.observed.events import Envelope, Noted, Opened, PacketTrace, SeatLine
from records.games.observed.tokens import put_back

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from records.core.events import Event
    from records.core.ids import SeatKey
    from records.core.secret import Sealed
    from records.games.observed.events import Line

    _Back: TypeAlias = Callable[[Any], Any]

_decode = msgspec.json.decode


def restore(events: Iterable[Event], names: Mapping[SeatKey, str], ids: Mapping[SeatKey, str]) -> Any:
    """Return the JSON of the archive that ``events`` were read from, with ``names`` and ``ids`` in place of the people.

    Needs the full log: raises ``ImpossibleEvent`` where a part is sealed.
    """

    def back(value: Any) -> Any:
        return put_back(value, names, ids)

    packets: list[tuple[int, dict[str, Any]]] = []
    opened: Opened | None = None
    for event in events:
        match event:
            case Opened():
                opened = event
            case Noted():
                packets += _packets(event, back)
            case _:
                pass
    if opened is None:
        raise ImpossibleEvent("the record does not say what archive it was read from")
    ordered = [packet for _, packet in sorted(packets, key=lambda entry: entry[0])]
    return _envelope(opened, ordered, back)


def _packets(event: Noted, back: _Back) -> Iterator[tuple[int, dict[str, Any]]]:
    lines = deque(event.lines)
    own = {sealed.known_to[0]: deque(_body(sealed, list[SeatLine])) for sealed in event.private}
    for trace in _body(event.origin, list[PacketTrace]):
        if not isinstance(trace.data, msgspec.UnsetType):
            data = back(_decode(trace.data))
        elif trace.to is not None:
            data = [_seat_notif(own[trace.to].popleft(), back) for _ in range(trace.count)]
        else:
            data = [_notif(lines.popleft(), more or {}, back) for more in trace.more]
        yield trace.index, {**back(_decode(trace.head)), "data": data}


def _seat_notif(line: SeatLine, back: _Back) -> dict[str, Any]:
    return _notif(line, {} if isinstance(line.more, msgspec.UnsetType) else _decode(line.more), back)


def _notif(line: Line | SeatLine, more: dict[str, Any], back: _Back) -> dict[str, Any]:
    told = {"uid": line.uid, "type": line.type, **back({"log": line.log, "args": _decode(line.args)})}
    return {**told, **back(more)}


def _envelope(opened: Opened, packets: list[dict[str, Any]], back: _Back) -> Any:
    around = _body(opened.origin, Envelope)
    rest = back(_decode(around.rest))
    if around.form not in PATHS:
        raise ImpossibleEvent(f"this record was read from a {around.form}, not from an archive")
    path = PATHS[around.form]
    if not path:
        return packets
    inner = rest
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = packets
    positions = [body for sealed in opened.private if (body := _body(sealed, Any)) is not None]
    if not isinstance(around.position, msgspec.UnsetType):
        positions.append(_decode(around.position))
    if positions:
        rest[POSITION] = back(positions[0])
    return rest


def _body(sealed: Sealed, shape: Any) -> Any:
    if isinstance(sealed.body, msgspec.UnsetType):
        raise ImpossibleEvent("a part of this record is sealed; an archive can be written from the full record only")
    return _decode(sealed.body, type=shape)
