"""What an event of an observed table must be beside its fields' types, to be readable later (design/events: Observed tables)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Event
from records.errors import ImpossibleEvent
from records.games.observed.events import Envelope, Noted, Opened, PacketTrace, SeatLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.core.header import Header
    from records.core.secret import Sealed

_seat_lines = msgspec.json.Decoder(list[SeatLine]).decode
_packets = msgspec.json.Decoder(list[PacketTrace]).decode
_envelope = msgspec.json.Decoder(Envelope).decode


def fits(header: Header, event: Event) -> None:
    """Raise ``ImpossibleEvent`` with the path of a part that no importer writes.

    Arguments are an object or a list; each seat has its own sealed part, in seat order; what is sealed is of the shape that its reader
    expects, where it is there to be read.
    """
    match event:
        case Noted():
            for index, line in enumerate(event.lines):
                if bytes(line.args)[:1] not in (b"{", b"["):
                    raise ImpossibleEvent(f"lines.{index}.args is neither an object nor a list")
            _private(header, event.private, _seat_lines)
            _readable("origin", event.origin, _packets)
        case Opened():
            for seat, _colour in event.colours:
                if seat not in header.seats:
                    raise ImpossibleEvent(f"colours names {seat!r}; the seats are {', '.join(header.seats)}")
            _private(header, event.private, None)
            _readable("origin", event.origin, _envelope)


def _private(header: Header, parts: tuple[Sealed, ...], read: Callable[[msgspec.Raw], Any] | None) -> None:
    if [part.known_to for part in parts] != [(seat,) for seat in header.seats]:
        raise ImpossibleEvent(f"private has not one part for each of {', '.join(header.seats)}, in this order")
    if read is not None:
        for index, part in enumerate(parts):
            _readable(f"private.{index}", part, read)


def _readable(path: str, part: Sealed, read: Callable[[msgspec.Raw], Any]) -> None:
    if isinstance(part.body, msgspec.UnsetType):
        return
    try:
        read(part.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ImpossibleEvent(f"{path} cannot be read: {error}") from None
