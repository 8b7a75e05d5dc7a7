"""How a batch asks: a seat by a question that ends it, the table by a request."""

from __future__ import annotations

from records.core.ids import SeatKey
from records.core.shared import Asked
from records.games.creature_crush.model.position import CrushScript


def ask_seat(script: CrushScript, seat: SeatKey, what: str, rule: str, *, least: int = 1, most: int = 1, why: str = "") -> None:
    """Ask a seat; the batch ends with it."""
    script.write(Asked(rule=rule, id=f"q{script.next}", seat=seat, what=what, least=least, most=most, why=why))
