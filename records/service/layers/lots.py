"""Random chance in a line: the cards come from one whole world, drawn by what the line's viewer could know."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from records.core.asking.typed import TableQuestion
from records.core.ids import DeckId
from records.core.secret import Secret
from records.errors import MalformedCommand
from records.knowledge.tracking.call_log import Call

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from records.core.asking.chance import Picker
    from records.core.asking.typed import TableAnswer
    from records.core.events import Event
    from records.core.playing.dealt_world import DealtWorld
    from records.core.position import Position
    from records.core.requests import ChanceRequest
    from records.knowledge.engine import Known


class Lots:
    """Answers ``decide`` at the ``position`` that ``known`` goes up to; cards come from ``drawn_from`` where the game does not say."""

    def __init__(self, table: TableAnswer, known: Known, position: Position[Any], drawn_from: str, picker: Picker) -> None:
        self._drawn_from, self._known = drawn_from, known
        self._table, self._asking, self._picker = table, known.asking(position.version), picker
        self._cards = frozenset(self._asking.names)
        self._before = position
        self._next = Counter[DeckId]()
        """How many cards of each deck were drawn."""
        self._told: list[Call] = []
        """The same as calls of the card table."""

    @cached_property
    def _world(self) -> DealtWorld:
        return self._known.world(self._before.version, self._picker)

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
            return [self._world.slots[slot]]
        if asked.unknown and not self._shown(request, asked):
            return ["?"] * asked.least
        deck = self._deck(request, {option.key for option in asked.options})
        if deck is not None:
            return [self._next_card(deck) for _ in range(asked.least)]
        raise MalformedCommand(f"lots cannot answer this: {asked.asks}")

    def _next_card(self, deck: DeckId) -> str:
        name = self._world.decks[deck][self._next[deck]]
        self._next[deck] += 1
        place = DeckId(f"dealt:{len(self._told)}")
        self._told.append(Call(self._before.version, "split", (deck, place, "top", Secret((name,))), {}))
        return name

    def _deck(self, request: ChanceRequest, keys: AbstractSet[str]) -> DeckId | None:
        """Return the deck from which the cards come: that of the request, else one whose possible next cards are all among the options.

        None if there is none: then this batch has revealed more of the deck than is known here.
        """
        decks = self._asking(()).decks
        wanted = [request.deck] if request.deck is not None else sorted(decks, key=lambda deck: deck != self._drawn_from)
        return next((deck for deck in wanted if deck in decks and decks[deck].count > self._next[deck] and self._fits(deck, keys)), None)

    def _fits(self, deck: DeckId, keys: AbstractSet[str]) -> bool:
        """Whether each card that can come next is among the options; asked with what was drawn only where that makes a difference."""
        before = self._asking(()).decks[deck]
        return keys >= before.most.keys() or keys >= self._asking(self._told).decks[deck].top.of.keys()

    def _shown(self, request: ChanceRequest, asked: TableQuestion) -> bool:
        """Whether the line's viewer is shown the answer."""
        viewer = self._asking.viewer
        return viewer in {asked.seat, request.seat} or viewer in request.shown_to or "*" in request.shown_to
