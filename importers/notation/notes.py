"""Notes that stand in a game's text: plain values beside the record, for whoever keeps notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from records.core.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class TextComment:
    """What somebody noted on a step."""

    version: int
    """The last event of the line that it stands behind."""
    text: str
    glyphs: tuple[str, ...] = ()
    """Signs of praise and doubt as they are written: ``$!``, ``$??``, ``$a``."""
    layer: str = ""
    """Whose note it is: the name of a ``Layer`` header; "" for the writer's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextVariation:
    """What could have stood instead of a line."""

    instead_of: int
    """The first event of that line."""
    events: tuple[Event, ...]
    """Of the variation, their first being that version."""
    comments: tuple[str, ...] = ()


TextNote: TypeAlias = TextComment | TextVariation
