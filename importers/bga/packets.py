"""Packets of an archive, checked one by one.

Shapes are msgspec's, since there are thousands of packets in a file and each message of a problem must name its path.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from importers.bga.json_text import MOST_PROBLEMS
from records.errors import ImportRefused, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

_TABLE = re.compile(r"/table/t([0-9]{1,20})")
_PLAYER = re.compile(r"/player/p([0-9]{1,20})")
_UNIQID = re.compile(r"[0-9a-f]{13}")
_FIRST, _LATEST = 1_199_145_600, 4_102_444_800
"""Unix seconds: the years 2008, before the site opened, to 2100."""
_MOST = 2**62
_MOST_MOVES = 1_000_000
"""A limit far above any table, needed because missing moves between two numbers are counted."""


class Notif(msgspec.Struct, frozen=True):
    """One message of a packet, as far as every archive has it."""

    uid: str
    type: str
    log: str
    args: dict[str, Any] | list[Any]


class _Shape(msgspec.Struct, frozen=True):
    channel: str
    table_id: int | str
    packet_id: int | str
    packet_type: str
    move_id: int | str | None
    time: int | str
    data: list[Notif]


class RawPacket(msgspec.Struct, frozen=True, kw_only=True):
    """A packet that can be told of."""

    index: int
    """Place in the file, from 0."""
    number: int
    """Its ``packet_id``: packets are numbered in the order in which they were sent."""
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


def checked(packets: Sequence[Any], place: str, name: str) -> list[RawPacket]:
    """Return all packets in the order in which they were sent; raises ``ImportRefused`` with up to 20 problems, each with its path.

    A file in another order is sorted by the numbers of its packets, where the times agree with them.
    """
    if not packets:
        raise ImportRefused(name, Problem(reason="the archive holds no packets", place=place))
    found: list[RawPacket] = []
    problems: list[Problem] = []
    seen: dict[int, int] = {}
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
    found.sort(key=lambda packet: packet.number)
    if not problems:
        problems += _backwards(found)
    if problems:
        raise ImportRefused(name, *problems)
    return found


def _backwards(packets: Sequence[RawPacket]) -> list[Problem]:
    for before, packet in pairwise(packets):
        if packet.time < before.time:
            reason = f"packet {packet.number} was sent before packet {before.number}: numbers and times of the packets do not agree"
            return [Problem(reason=reason, place=f"{packet.place}.time")]
    return []


class _Odd(Exception):
    """A fault of one packet; never leaves this module."""

    def __init__(self, place: str, reason: str) -> None:
        self.place, self.reason = place, reason


def _packet(index: int, plain: Any, place: str) -> RawPacket:
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
    number = _whole(shape.table_id, f"{place}.table_id", 0, _MOST)
    if table is not None and int(table[1]) != number:
        raise _Odd(f"{place}.channel", f"the channel is that of table {int(table[1])}, and table_id is {number}")
    return RawPacket(
        index=index,
        number=_whole(shape.packet_id, f"{place}.packet_id", 0, _MOST),
        place=place,
        table=str(number),
        player=str(int(player[1])) if player else None,
        move=None if shape.move_id is None else _whole(shape.move_id, f"{place}.move_id", 0, _MOST_MOVES),
        time=_whole(shape.time, f"{place}.time", _FIRST, _LATEST),
        notifs=shape.data,
        plain=plain,
    )


def _whole(value: int | str, place: str, least: int, most: int) -> int:
    text = str(value)
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and least <= int(text) <= most):  # noqa: PLR2004 -- digits of 64 bits
        raise _Odd(place, f"{text[:40]!r} is not a whole number from {least} to {most}")
    return int(text)


def _once(packet: RawPacket, seen: dict[int, int]) -> None:
    first = seen.setdefault(packet.number, packet.index)
    if first != packet.index:
        raise _Odd(f"{packet.place}.packet_id", f"packet {packet.number} stands here a second time, first as packet {first} of the list")


def microseconds(uid: str) -> int | None:
    """Return the time in a message's id, Unix microseconds; None where it is of another form."""
    if _UNIQID.fullmatch(uid) is None:
        return None
    seconds, fraction = int(uid[:8], 16), int(uid[8:], 16)
    return seconds * 1_000_000 + fraction if fraction < 1_000_000 else None  # noqa: PLR2004 -- a second
