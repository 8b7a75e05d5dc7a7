"""What the chain, the door, files and ``verify`` need of a stream: how its events are written, and where they hide something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from records.core.hidden import HiddenParts
from records.core.wire import LineCodec

if TYPE_CHECKING:
    from collections.abc import Iterable


class Book(Protocol):
    """A closed union of events, registered. A ``Game`` is the one of its records; every other kind of stream has an ``EventBook``."""

    @property
    def codec(self) -> LineCodec:
        """How its lines are written and read."""

    @property
    def parts(self) -> HiddenParts:
        """The hidden parts of its events."""


class EventBook(msgspec.Struct, frozen=True):
    """The book of a union that no game plays."""

    codec: LineCodec
    parts: HiddenParts

    @classmethod
    def of(cls, events: Iterable[Any]) -> EventBook:
        """Register ``events``; raises ``GameRefused`` for a class that cannot be seen through, or a name that is no stable one."""
        members = tuple(events)
        return cls(LineCodec(members), HiddenParts(members))
