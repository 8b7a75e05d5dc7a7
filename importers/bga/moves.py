"""Groups packets into events. Only the table's channel determines where an event begins, so that no private packet makes one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from importers.bga.packets import RawPacket


@dataclass(slots=True)
class Move:
    """The packets of one event: ``public`` in order, at least one; ``private`` in order, to any seat."""

    number: int | None
    public: list[RawPacket]
    private: list[RawPacket] = field(default_factory=list)


def moves(packets: Sequence[RawPacket]) -> list[Move]:
    """Cut an archive into moves.

    Public packets in a row with one number are a move; one without a number is a move of its own. A private packet joins the move of its
    number that began last before it, else the first of that number; where the table's channel has no such move, the one before it.
    """
    made: list[Move] = []
    for packet in packets:
        if packet.player is not None:
            continue
        if made and packet.move is not None and made[-1].number == packet.move:
            made[-1].public.append(packet)
        else:
            made.append(Move(packet.move, [packet]))
    of_number: dict[int, list[int]] = {}
    for place, move in enumerate(made):
        if move.number is not None:
            of_number.setdefault(move.number, []).append(place)
    begun = -1
    for packet in packets:
        if packet.player is None:
            if begun + 1 < len(made) and made[begun + 1].public[0] is packet:
                begun += 1
            continue
        places = of_number.get(packet.move, []) if packet.move is not None else []
        before = [place for place in places if place <= begun]
        joined = before[-1] if before else places[0] if places else max(begun, 0)
        made[joined].private.append(packet)
    return made
