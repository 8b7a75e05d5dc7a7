"""Who looks, and who asks."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from records.core.ids import SeatKey

if TYPE_CHECKING:
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
