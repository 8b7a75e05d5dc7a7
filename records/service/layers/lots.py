"""Chance by lot in a line: each answer is drawn as likely as it is by what the line's eyes could know just then.

Cards that come one after the other are drawn one after the other, each by what is known with those before it: that is exact, and needs no
whole world.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.asking.typed import TableQuestion
from records.errors import MalformedCommand
from records.knowledge.dealing import next_card, turned

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from records.core.asking.chance import Picker
    from records.core.asking.typed import TableAnswer
    from records.core.events import Event
    from records.core.ids import DeckId
    from records.core.position import Position
    from records.core.requests import ChanceRequest
    from records.knowledge.engine import Known
    from records.knowledge.tracking.call_log import Call


class Lots:
    """Answers ``decide`` at the ``position`` that ``known`` goes up to; cards come from ``drawn_from`` where the game does not say."""

    def __init__(self, table: TableAnswer, known: Known, position: Position[Any], drawn_from: str, picker: Picker) -> None:
        at = position.version
        self._drawn_from = drawn_from
        self._table, self._asking, self._picker = table, known.asking(at), picker
        self._cards = frozenset(self._asking.names)
        self._before = position
        self._told: list[Call] = []
        """What the lots said so far."""

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the answer; raises ``MalformedCommand`` for a question that lots cannot answer."""
        asked = self._table(position, request)
        if not isinstance(asked, TableQuestion):
            return asked
        keys = [option.key for option in asked.options]
        if asked.least != asked.most:
            raise MalformedCommand(f"lots cannot say how many: {asked.asks}")
        if not self._cards.isdisjoint(keys):
            return asked.answered(self._drawn(asked, request))
        return asked.answered([self._picker.choice(keys) for _ in range(asked.least)])

    def _drawn(self, asked: TableQuestion, request: ChanceRequest) -> list[str]:
        slot = asked.slot if asked.slot is not None else request.slots[0] if len(request.slots) == 1 else None
        if slot is not None and slot in self._before.table.slots and asked.most == 1:
            return [turned(self._asking, self._told, slot, self._picker)]
        if asked.unknown and not self._shown(request, asked):
            return ["?"] * asked.least
        deck = self._deck(request, {option.key for option in asked.options})
        if deck is not None:
            return [next_card(self._asking, self._told, deck, self._picker) for _ in range(asked.least)]
        raise MalformedCommand(f"lots cannot answer this: {asked.asks}")

    def _deck(self, request: ChanceRequest, keys: AbstractSet[str]) -> DeckId | None:
        """Return the deck that the cards come from: that of the request, else one all of whose next cards are among the options.

        None where there is none: then something happened in this batch that tells more of the deck than is known here.
        """
        decks = self._asking(self._told).decks
        wanted = [request.deck] if request.deck is not None else sorted(decks, key=lambda deck: deck != self._drawn_from)
        able = [deck for deck in wanted if deck in decks and decks[deck].count and keys >= decks[deck].top.of.keys()]
        return next((deck for deck in able if not deck.startswith("dealt:")), None)

    def _shown(self, request: ChanceRequest, asked: TableQuestion) -> bool:
        """Whether the line's eyes are shown the answer."""
        viewer = self._asking.viewer
        return viewer in {asked.seat, request.seat} or viewer in request.shown_to or "*" in request.shown_to
