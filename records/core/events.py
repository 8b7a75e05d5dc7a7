"""The shape of every event, and the envelope it is recorded in (design/events: Shape of an event)."""

from __future__ import annotations

import enum
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar, get_origin

import msgspec


class Sort(enum.Enum):
    """Why an event stands in the log."""

    DECISION = "decision"
    """A person chose."""
    CHANCE = "chance"
    """The table answered: a draw, a die, the face of a turned card."""
    CONSEQUENCE = "consequence"
    """It follows by rule from what is in the log."""
    FACT = "fact"
    """A person wrote down something outside the rules; a batch of its own."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="e", forbid_unknown_fields=True, omit_defaults=True, dict=False):
    """One fact, frozen. A subclass names its ``sort`` and, as ``tag``, its stable name ``game.past-tense-name/version``.

    Hidden things stand in ``Secret`` and ``Sealed`` fields only.
    """

    sort: ClassVar[Sort]
    rule: str = ""
    """Paragraph id of the ruleset that produced the event; empty on recorded facts."""


E_co = TypeVar("E_co", bound=Event, covariant=True)


class Recorded(msgspec.Struct, Generic[E_co], frozen=True, forbid_unknown_fields=True):
    """The envelope: one event in its place in a record."""

    v: int
    """Version: 1, 2, 3 ... without gaps."""
    cause: int
    """Version of the decision that the event belongs to; decisions, facts, and chance without a decision name themselves."""
    at: datetime
    """When it was written down; UTC, microseconds."""
    prev: str
    """Chain hash of the record up to ``v - 1``: 64 hex digits."""
    event: E_co
    """The event itself."""


def name_of(event: Any) -> str:
    """Return the stable name of an event, its class, or its class with parameters."""
    config = getattr(event, "__struct_config__", None) or get_origin(event).__struct_config__
    name: str = config.tag
    return name
