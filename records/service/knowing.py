"""What the viewer of a cached log could know, with the size of its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.knowledge.engine import Known
from records.service.memory import Tallied, Tally
from records.service.weights import ANSWER, ANSWERED_SLOT, CALL, IN_DECK, IN_HAND, NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.viewers import Viewer
    from records.knowledge.answers import Knowledge


class Knowing(Tallied):
    """A piece of a log: it grows with each step that is asked about."""

    def __init__(self, game: Game, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer) -> None:
        self.tally = Tally()
        self.known = Known(game, header, log, viewer, self)
        self._answers = 0

    def kept(self, answer: Knowledge) -> None:
        """Count the memory of a newly cached answer, and of the log and cards read for it."""
        self._answers += (
            ANSWER
            + ANSWERED_SLOT * len(answer.slots)
            + IN_HAND * sum(len(hand.most) for hand in answer.hands.values())
            + IN_DECK * sum(len(deck.most) for deck in answer.decks.values())
        )
        self._count()

    def forgot(self) -> None:
        """Stop counting answers."""
        self._answers = 0
        self._count()

    def _count(self) -> None:
        names = len(self.known.cards.catalogue) if self._answers else 0  # sorted once, for the first answer
        self.tally.set(NAME * names + CALL * self.known.calls_read + self._answers)
