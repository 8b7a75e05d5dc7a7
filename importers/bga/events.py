"""Moves of an archive as events: what everybody saw, what each seat saw, and what nobody did, each in its own part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from importers.bga.packets import microseconds
from records.core.ids import SeatKey
from records.core.secret import Sealed
from records.games.observed.events import Envelope, Line, Noted, Opened, PacketTrace, SeatLine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from importers.bga.envelopes import Archive
    from importers.bga.moves import Move
    from importers.bga.packets import Notif, RawPacket
    from importers.bga.people import SeatedPlayers
    from records.games.observed.tokens import Tokeniser

_OWN = ("uid", "type", "log", "args")
_PRIVATE = b'"_private"'
_encode = msgspec.json.Encoder().encode


def opened(archive: Archive, people: SeatedPlayers, tokeniser: Tokeniser) -> Opened:
    """Return what stands around the packets; the first position is known to the seat that saved it, else to nobody."""
    position = _raw(archive.position, tokeniser)
    keeper = people.seat(archive.spectator)
    here = msgspec.UNSET if archive.position is None or keeper is not None else position
    return Opened(
        colours=people.colours,
        private=tuple(Sealed((seat,), position if seat == keeper else msgspec.Raw(b"null")) for seat in people.seats),
        origin=_sealed((), Envelope(form=archive.form, rest=_raw(archive.rest, tokeniser), position=here)),
    )


def noted(move: Move, people: SeatedPlayers, tokeniser: Tokeniser) -> Noted:
    """Return the event of one move; raises ``RecursionError`` for arguments nested too deeply."""
    shown = [(packet, notif) for packet in move.public for notif in packet.notifs]
    lines = [_line(packet.time, notif, tokeniser) for packet, notif in shown]
    cut = iter([cut for _, cut in lines])
    seat_of = {number: seat for seat, number in people.ids.items()}
    told: dict[SeatKey, list[SeatLine]] = {seat: [] for seat in people.seats}
    traces = []
    for packet in sorted((*move.public, *move.private), key=lambda packet: packet.number):
        seat = seat_of.get(packet.player or "")
        if seat is not None:
            told[seat] += [_seat_line(packet, place, shown, tokeniser) for place in range(len(packet.notifs))]
        traces.append(_trace(packet, seat, cut, tokeniser))
    return Noted(
        move=move.number,
        lines=tuple(line for line, _ in lines),
        private=tuple(_sealed((seat,), own) for seat, own in told.items()),
        origin=_sealed((), traces),
    )


def _line(time: int, notif: Notif, tokeniser: Tokeniser) -> tuple[Line, bool]:
    """Return the line of a public message, and whether something had to be taken out of its arguments."""
    args = _raw(notif.args, tokeniser)
    cut = _PRIVATE in bytes(args)
    if cut:
        args = _raw(_without_private(notif.args), tokeniser)
    return Line(uid=notif.uid, time=time, type=notif.type, log=tokeniser.text(notif.log), args=args), cut


def _seat_line(packet: RawPacket, place: int, shown: Sequence[tuple[RawPacket, Notif]], tokeniser: Tokeniser) -> SeatLine:
    notif = packet.notifs[place]
    more = _beside(packet.plain["data"][place], notif)
    return SeatLine(
        after=_after(packet, notif, shown),
        uid=notif.uid,
        time=packet.time,
        type=notif.type,
        log=tokeniser.text(notif.log),
        args=_raw(notif.args, tokeniser),
        more=_raw(more, tokeniser) if more else msgspec.UNSET,
    )


def _after(packet: RawPacket, notif: Notif, shown: Iterable[tuple[RawPacket, Notif]]) -> int:
    """Count the public messages before a private one: by the times in their ids, else by the order of packets."""
    own = microseconds(notif.uid)
    count = 0
    for other, public in shown:
        sent = microseconds(public.uid)
        count += sent < own if own is not None and sent is not None else other.number < packet.number
    return count


def _trace(packet: RawPacket, seat: SeatKey | None, cut: Iterator[bool], tokeniser: Tokeniser) -> PacketTrace:
    head = _raw(_more(packet.plain, ("data",)), tokeniser)
    data: list[dict[str, Any]] = packet.plain["data"]
    if packet.player is None:
        told = zip(data, packet.notifs, cut, strict=False)
        more = tuple(_public_more(plain, notif, tokeniser, cut=parted) for plain, notif, parted in told)
        return PacketTrace(index=packet.index, head=head, more=more)
    if seat is None:
        return PacketTrace(index=packet.index, head=head, data=_raw(data, tokeniser))
    return PacketTrace(index=packet.index, to=seat, head=head, count=len(data))


def _public_more(plain: dict[str, Any], notif: Notif, tokeniser: Tokeniser, *, cut: bool) -> dict[str, Any] | None:
    """Return the kept fields of a public message besides its line; sequence and request marks would reveal the number of private ones."""
    more: dict[str, Any] = tokeniser.value(_beside(plain, notif) | ({"args": plain["args"]} if cut else {}))
    return more or None


def _beside(plain: dict[str, Any], notif: Notif) -> dict[str, Any]:
    """Return a message's other fields, and those for which a mapping says something else, as they were."""
    return {key: value for key, value in plain.items() if key not in _OWN or value != getattr(notif, key)}


def _without_private(value: Any) -> Any:
    """Return a public message's arguments without those marked as private."""
    if isinstance(value, dict):
        return {key: _without_private(inner) for key, inner in value.items() if key != "_private"}
    return [_without_private(inner) for inner in value] if isinstance(value, list) else value


def _more(plain: dict[str, Any], without: tuple[str, ...]) -> dict[str, Any]:
    return {key: inner for key, inner in plain.items() if key not in without}


def _raw(value: Any, tokeniser: Tokeniser) -> msgspec.Raw:
    return msgspec.Raw(_encode(tokeniser.value(value)))


def _sealed(known_to: tuple[str, ...], body: Any) -> Sealed:
    return Sealed(known_to, msgspec.Raw(_encode(body)))
