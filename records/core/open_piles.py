"""Piles whose cards everybody sees, whatever else a position leaves closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from records.core.shared import PositionSet
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from records.core.events import Event
    from records.core.header import Header


def lie_open(*kinds: str) -> Callable[[Header, Event], None]:
    """Return what refuses a position in which a card of a pile of one of ``kinds`` (``display`` for ``display:A``) is not open to all.

    Raises ``ImpossibleEvent``, for use as ``Game.fits``.
    """

    def fits(_header: Header, event: Event) -> None:
        if not isinstance(event, PositionSet):
            return
        for pile in event.piles:
            for lying in pile.slots:
                if pile.pile.partition(":")[0] in kinds and not (lying.up and lying.card.open):
                    raise ImpossibleEvent(f"{lying.slot} lies in {pile.pile}, where cards lie face up and known to everybody")

    return fits
