"""Who looks, and who asks."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from records.core.ids import SeatKey
from records.errors import NotYours

if TYPE_CHECKING:
    from records.core.header import Header
    from records.core.secret import Audience


class Spectator(enum.Enum):
    """The two viewers that sit on no seat."""

    PUBLIC = "public"
    """Sees what everybody at the table sees."""
    OPEN = "open"
    """Sees everything that the record holds."""


Viewer: TypeAlias = SeatKey | Spectator
PUBLIC, OPEN = Spectator.PUBLIC, Spectator.OPEN


def sees(viewer: Viewer, known_to: Audience) -> bool:
    """Whether ``viewer`` was shown what ``known_to`` was shown."""
    return viewer in known_to or viewer is OPEN or known_to == ("*",)


def viewer_key(viewer: Viewer) -> str:
    """Return how a viewer is written in a URL or option: ``public``, ``open`` or the seat's key."""
    return viewer.value if isinstance(viewer, Spectator) else viewer


@dataclass(frozen=True, slots=True)
class Caller:
    """The person who asks, as far as the program knows."""

    name: str
    """Account name; ``""`` is the one local user of a program without accounts."""


LOCAL = Caller("")


class ReleasePolicy(Protocol):
    """Says through whose eyes a caller may look at a record. Every read asks it."""

    def refuse(self, caller: Caller, header: Header, viewer: Viewer) -> NotYours | None:
        """Return why ``caller`` may not look as ``viewer``, or None."""

    def refuse_shelf(self, caller: Caller) -> NotYours | None:
        """Return why ``caller`` may not look through the shelf, or None."""


@dataclass(frozen=True, slots=True)
class LocalPolicy:
    """The keeper of the shelf may look through every eye; nobody else is known."""

    def refuse(self, caller: Caller, header: Header, viewer: Viewer) -> NotYours | None:
        """Refuse every caller but the local one."""
        if caller == LOCAL:
            return None
        return NotYours(f"record {header.record}: {caller.name!r} is not known here and may not look as {viewer_key(viewer)}")

    def refuse_shelf(self, caller: Caller) -> NotYours | None:
        """Refuse every caller but the local one."""
        return None if caller == LOCAL else NotYours(f"{caller.name!r} is not known here and may not look through the shelf")
