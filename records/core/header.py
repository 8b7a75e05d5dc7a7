"""What a record says of itself before its first event."""

from __future__ import annotations

from datetime import datetime

import msgspec

from records.core.ids import SEATS, RecordId, SeatKey, is_seat_key

FORMAT = 1
"""Version of the native file and of the stored lines."""
MOST_SEATS = len(SEATS)


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The public facts that the chain starts from. No person's name: those stand outside, by seat key."""

    format: int = FORMAT
    record: RecordId
    game: str
    """Key in GAMES: ``castle-rampage``."""
    ruleset: str
    """Name of the ruleset, ``castle-rampage/yucata``; ``none`` where the rules are not known."""
    ruleset_hash: str
    """BLAKE2b-16 of the ruleset's canonical JSON, hex."""
    catalogue: str
    catalogue_hash: str
    seats: tuple[SeatKey, ...]
    """In seating order, 1 to ``MOST_SEATS``."""
    started: datetime
    """UTC, microseconds."""

    def __post_init__(self) -> None:
        if not self.seats or len(set(self.seats)) != len(self.seats) or not all(map(is_seat_key, self.seats)):
            raise ValueError(f"seats are one or two capitals or digits each, none twice: {list(self.seats)}")
        if len(self.seats) > MOST_SEATS:
            raise ValueError(f"{len(self.seats)} seats; at most {MOST_SEATS} can sit at a table")
        if self.started.utcoffset() is None or self.started.utcoffset():
            raise ValueError("the start is a time in UTC")
