"""Names of things, kept apart by type.

A seat key is a short capital (``A``), stable for ever and no person's name. A place is ``draw``, ``gate:A``, ``hand:A``. A slot is ``s``
and the version of the event that made it (``s31``, ``s31.2`` if it made several), used once only, also after a take-back.
"""

from __future__ import annotations

import re
from typing import NewType

RecordId = NewType("RecordId", str)
"""Random, 16 small letters and digits: tells nothing of what it names."""
SeatKey = NewType("SeatKey", str)
"""One or two capitals or digits; never a viewer's word such as ``public``."""
CardName = NewType("CardName", str)
"""A card's name in its catalogue, kebab-case: ``hail-of-arrows``."""
SlotId = NewType("SlotId", str)
PileId = NewType("PileId", str)
"""Slots in order, each countable from the table: ``gate:A``."""
DeckId = NewType("DeckId", str)
"""Blocks from top to bottom, no card has an id: ``draw``."""
ZoneId = NewType("ZoneId", str)
"""Open faces: ``discard``."""

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Of random ids and secrets: 32 digits and letters, without those that are taken for a digit (i, l, o) or make words (u)."""
SEATS: tuple[SeatKey, ...] = tuple(SeatKey(key) for key in "ABCDEFGHIJKLMNOPQRST")
"""Keys given out when a record names none of its own, in seating order."""
_RECORD_ID = re.compile(r"[0-9a-z]{16}")
_SEAT_KEY = re.compile(r"[A-Z0-9]{1,2}")


def is_record_id(text: str) -> bool:
    """Whether ``text`` has the form of a record's id."""
    return _RECORD_ID.fullmatch(text) is not None


def is_seat_key(text: str) -> bool:
    """Whether ``text`` may stand as a seat's key."""
    return _SEAT_KEY.fullmatch(text) is not None


def slot_id(version: int, nth: int = 1) -> SlotId:
    """Return the id of the ``nth`` slot (from 1) that the event ``version`` makes."""
    return SlotId(f"s{version}" if nth == 1 else f"s{version}.{nth}")
