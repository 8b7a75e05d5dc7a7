"""Packets as they stand in an archive, checked one by one.

Shapes are msgspec's, since there are thousands of packets in a file and each message of a problem must name its path.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from importers.bga.json_text import MOST_PROBLEMS
from records.errors import ImportRefused, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

_TABLE = re.compile(r"/table/t([0-9]{1,20})")
_PLAYER = re.compile(r"/player/p([0-9]{1,20})")
_UNIQID = re.compile(r"[0-9a-f]{13}")
_LATEST = 253_402_300_799
_MOST = 2**62


class Notif(msgspec.Struct, frozen=True):
    """One message of a packet, as far as every archive has it."""

    uid: str
    type: str
    log: str
    args: dict[str, Any] | list[Any] | None


class _Shape(msgspec.Struct, frozen=True):
    channel: str
    table_id: int | str
    packet_id: int | str
    packet_type: str
    move_id: int | str | None
    time: int | str
    data: list[Notif]


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """A packet that can be told of."""

    index: int
    place: str
    table: str
    """Id of the table."""
    player: str | None
    """Id of the one player it went to; None for the table's channel."""
    move: int | None
    time: int
    notifs: list[Notif]
    plain: dict[str, Any]
    """The packet as it was written."""


def checked(packets: Sequence[Any], place: str, name: str) -> list[Packet]:
    """Return all packets; raises ``ImportRefused`` with up to 20 problems, each with its path."""
    if not packets:
        raise ImportRefused(name, Problem(reason="the archive holds no packets", place=place))
    found: list[Packet] = []
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for index, plain in enumerate(packets):
        here = f"{place}[{index}]"
        try:
            packet = _packet(index, plain, here)
            _once(packet, seen)
        except _Odd as odd:
            problems.append(Problem(reason=odd.reason, place=odd.place))
            if len(problems) == MOST_PROBLEMS:
                break
        else:
            found.append(packet)
    if not problems and all(packet.player is not None for packet in found):
        problems.append(Problem(reason="no packet is of the table's channel: what everybody saw is missing", place=place))
    if not problems and (other := next((packet for packet in found if packet.table != found[0].table), None)):
        problems.append(Problem(reason=f"packets of two tables, {found[0].table} and {other.table}, in one archive", place=other.place))
    if problems:
        raise ImportRefused(name, *problems)
    return found


class _Odd(Exception):
    """What is wrong with one packet; never leaves this module."""

    def __init__(self, place: str, reason: str) -> None:
        self.place, self.reason = place, reason


def _packet(index: int, plain: Any, place: str) -> Packet:
    try:
        shape = msgspec.convert(plain, _Shape)
    except RecursionError:
        raise _Odd(place, "nested too deeply") from None
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        raise _Odd(place + path.rstrip("`"), reason) from None
    table, player = _TABLE.fullmatch(shape.channel), _PLAYER.fullmatch(shape.channel)
    if table is None and player is None:
        raise _Odd(f"{place}.channel", f"{shape.channel!r} is neither /table/t and a number nor /player/p and a number")
    _whole(shape.packet_id, f"{place}.packet_id", _MOST)
    return Packet(
        index=index,
        place=place,
        table=str(_whole(shape.table_id, f"{place}.table_id", _MOST)),
        player=str(int(player[1])) if player else None,
        move=None if shape.move_id is None else _whole(shape.move_id, f"{place}.move_id", _MOST),
        time=_whole(shape.time, f"{place}.time", _LATEST),
        notifs=shape.data,
        plain=plain,
    )


def _whole(value: int | str, place: str, most: int) -> int:
    text = str(value)
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) <= most):  # noqa: PLR2004 -- digits of 64 bits
        raise _Odd(place, f"{text[:40]!r} is no whole number from 0 to {most}")
    return int(text)


def _once(packet: Packet, seen: dict[str, int]) -> None:
    number = str(packet.plain["packet_id"])
    first = seen.setdefault(number, packet.index)
    if first != packet.index:
        raise _Odd(f"{packet.place}.packet_id", f"packet {number} stands here a second time, first as packet {first} of the list")


def microseconds(uid: str) -> int | None:
    """Return the time in a message's id, Unix microseconds; None where it is of another form."""
    if _UNIQID.fullmatch(uid) is None:
        return None
    seconds, fraction = int(uid[:8], 16), int(uid[8:], 16)
    return seconds * 1_000_000 + fraction if fraction < 1_000_000 else None  # noqa: PLR2004 -- a second
