"""A game's question to the table, as a value: the possible classes of the answer, and its subject."""

from __future__ import annotations

import msgspec

from records.core.events import Event
from records.core.ids import DeckId, PileId, SeatKey, SlotId
from records.core.secret import NOBODY, Audience
from records.errors import ImpossibleEvent


class ChanceRequest(msgspec.Struct, frozen=True, gc=False):
    """A request to chance. Everything in it is public, so that a dealer, a scorekeeper and a record can answer it alike."""

    classes: tuple[type[Event], ...]
    """The answer is an event of one of these."""
    seat: SeatKey | None = None
    """Whose cards it is about."""
    slots: tuple[SlotId, ...] = ()
    """The cards that it is about, in their order."""
    pile: PileId | None = None
    """Where they lie."""
    deck: DeckId | None = None
    number: int = 1
    """How many cards, or which one from the top."""
    shown_to: Audience = NOBODY
    """Who is shown the cards of the answer, if the request determines it."""
    purpose: str = ""
    """A word of the game: what the cards are for."""
    rule: str = ""
    """Paragraph that makes the table answer."""

    @property
    def slot(self) -> SlotId:
        """The one card that it is about; raises ``ImpossibleEvent`` where it is about none or several."""
        if len(self.slots) != 1:
            raise ImpossibleEvent(f"{self.wanted} is asked about one card, not about {len(self.slots)}")
        return self.slots[0]

    @property
    def whose(self) -> SeatKey:
        """The seat whose cards it is about; raises ``ImpossibleEvent`` where it is about nobody's."""
        if self.seat is None:
            raise ImpossibleEvent(f"{self.wanted} is asked about nobody's cards")
        return self.seat

    @property
    def wanted(self) -> str:
        """The classes by name, for a message."""
        return " or ".join(cls.__name__ for cls in self.classes)
