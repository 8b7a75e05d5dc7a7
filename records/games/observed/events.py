"""What is written down of a table that is known from its log only (design/events: Observed tables).

A log is what the table's server sent to its players' screens, not a list of moves, so nothing in it is read as a rule. Each message to
everybody is a ``Line``; each message to one seat stands in that seat's sealed part. What reveals other channels by its mere numbers
(packet ids, order of packets, request marks) stands in ``origin``, which only the open table shows; with it the archive can be written out
again.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from records.core.events import Event, Sort
from records.core.hidden import PublicJson
from records.core.ids import SeatKey
from records.core.secret import Sealed
from records.core.shared import Part


class Line(Part, frozen=True, kw_only=True):
    """One message to everybody at the table."""

    uid: str
    """Id of the message at its site. At Board Game Arena hexadecimal: 8 digits are Unix seconds, 5 microseconds."""
    time: int
    """Unix seconds at which it was sent."""
    type: str
    """The site's or the game's name for this sort of message."""
    log: str
    """Template with ``${fields}``; ``""`` for a message without words."""
    args: PublicJson
    """What fills the template, and more; an object or a list."""


class Opened(Event, frozen=True, kw_only=True, tag="observed.opened/1"):
    """What an archive says beside its messages."""

    sort: ClassVar[Sort] = Sort.FACT
    colours: tuple[tuple[SeatKey, str], ...] = ()
    """Colour of a seat's pieces as the site writes it (``#1863a5``)."""
    private: tuple[Sealed, ...]
    """One for each seat, in seat order: the first position as JSON, where this seat saved the archive; else ``null``."""
    origin: Sealed
    """Known to nobody: an ``Envelope``."""


class Noted(Event, frozen=True, kw_only=True, tag="observed.noted/1"):
    """All messages of one move."""

    sort: ClassVar[Sort] = Sort.FACT
    move: int | None = None
    """The site's number of the move; None where it has none."""
    lines: tuple[Line, ...]
    """What everybody was sent, in order."""
    private: tuple[Sealed, ...]
    """One for each seat, in seat order, always: a list of ``SeatLine``."""
    origin: Sealed
    """Known to nobody: a list of ``PacketTrace``."""


class SeatLine(Part, frozen=True, kw_only=True):
    """One message to a single seat."""

    after: int
    """How many of the event's lines were sent before it."""
    uid: str
    time: int
    type: str
    log: str
    args: msgspec.Raw
    more: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The message's other fields, an object."""


class PacketTrace(Part, frozen=True, kw_only=True):
    """One packet of the archive, without what stands elsewhere in the event."""

    index: int
    """Place in the archive, from 0."""
    to: SeatKey | None = None
    """None for a packet to everybody, and for one to somebody who has no seat."""
    head: msgspec.Raw
    """The packet without its messages, an object."""
    more: tuple[dict[str, Any] | None, ...] = ()
    """For each message of a packet to everybody: its other fields; ``args`` among them where something was taken out of the line's."""
    count: int = 0
    """Number of messages of a packet to a seat."""
    data: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The messages of a packet to somebody who has no seat."""


class Envelope(Part, frozen=True, kw_only=True):
    """What stood around the packets."""

    form: str
    """``logs``, ``history``, ``dump`` or ``bare`` of an archive, ``text`` of a pasted log, ``scores`` of a score sheet."""
    rest: msgspec.Raw
    """Everything but the packets and the first position."""
    position: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The first position where no seat is known to have seen it."""
