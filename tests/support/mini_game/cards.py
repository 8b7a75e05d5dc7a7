"""The cards, and where they lie."""

from __future__ import annotations

from records.core.ids import DeckId, PileId, SeatKey, ZoneId

SEATS = tuple(map(SeatKey, "ABC"))
VALUES = {"moth": 1, "newt": 2, "owl": 3, "pike": 4, "raven": 5}
CARDS = tuple(sorted(["moth"] * 5 + ["newt"] * 5 + ["owl"] * 4 + ["pike"] * 4 + ["raven"] * 3))
CARDS_OF = {"small": ("moth", "newt"), "birds": ("owl", "raven"), "pike": ("pike",), "owl": ("owl",)}
DRAW, NEST, UNDER = DeckId("draw"), DeckId("nest"), DeckId("under")
DISCARD, PLAYED = ZoneId("discard"), ZoneId("played")


def row(seat: str) -> PileId:
    """Return the row of a seat."""
    return PileId(f"row:{seat}")
