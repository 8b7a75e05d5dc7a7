"""What people write down outside the rules: slips, corrections, gaps, cards shown or put back by mistake, positions laid out anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from random import Random
from typing import Any

import msgspec

from records.core.events import Event, Recorded
from records.core.ids import DeckId, SeatKey, ZoneId, slot_id
from records.core.secret import ALL, Audience, secret
from records.core.shared import (
    CardExposed,
    CardReturned,
    CardTaken,
    Corrected,
    DeckSet,
    GapNoted,
    HandSet,
    IrregularityNoted,
    PileSet,
    PositionSet,
    Replacement,
    SlotSet,
    TakenBack,
    ZoneSet,
)
from records.core.table import hand_place
from records.core.tables.table_state import TableState
from support.laws.world import World

KINDS = ("slip", "exposed", "exposed", "exposed", "returned", "corrected", "position", "gap", "taken back", "taken back", "taken back")
"""Kinds of facts, as often as they should come."""
DRAWN = (*KINDS, "drawn", "drawn", "drawn")
"""With cards that are drawn outside the rules."""
Named = tuple[tuple[str, int | str | bool], ...]


@dataclass(frozen=True)
class Pen:
    """Who writes facts down: about a table with these true cards, of which the full log shows ``table``."""

    world: World
    table: TableState
    random: Random
    seats: tuple[SeatKey, ...]
    counters: Named
    """What a position that is laid out names beside the cards."""

    @property
    def audiences(self) -> list[Audience]:
        """Everybody, and every group of seats."""
        groups = chain.from_iterable(combinations(self.seats, size) for size in range(1, len(self.seats) + 1))
        return [ALL, *map(tuple, groups)]

    def fact(self, kind: str, log: Sequence[Recorded[Any]]) -> list[Event]:
        """Return what is written down, nothing where the table has nothing for it."""
        version = len(log) + 1
        match kind:
            case "slip":
                return [self.slip()]
            case "exposed":
                return self.exposed()
            case "returned":
                return self.returned()
            case "drawn":
                return self.drawn()
            case "corrected":
                return [self.corrected(log)]
            case "position":
                return [self.position(version)]
            case _:
                return [GapNoted(why="a page is missing"), self.slip(), self.position(version + 2)]

    def slip(self) -> IrregularityNoted:
        """Return a note that something went wrong."""
        what = self.random.choice(["out-of-turn", "missed-effect", "other"])
        return IrregularityNoted(what=what, seat=self.random.choice(self.seats), words="a slip")

    def exposed(self) -> list[Event]:
        """Return that a card of a hand, a slot or a deck was shown by mistake."""
        places = [
            *((hand_place(SeatKey(seat)), 0, card) for seat, hand in self.world.hands.items() for card in hand),
            *((slot, 0, card) for slot, card in self.world.slots.items()),
            *((deck, nth, card) for deck, cards in self.world.decks.items() for nth, card in enumerate(cards[:4])),
        ]
        if not places:
            return []
        place, index, card = self.random.choice(places)
        known_to = self.random.choice(self.audiences)
        if place.startswith("hand:") and known_to != ALL:
            known_to = tuple(sorted({*known_to, place.removeprefix("hand:")}))
        return [CardExposed(place=place, index=index, card=secret(self.world.names[card], to=known_to))]

    def returned(self) -> list[Event]:
        """Return that a card went back from a hand."""
        holders = [seat for seat, hand in self.world.hands.items() if hand]
        if not holders:
            return []
        seat = self.random.choice(holders)
        card = self.random.choice(self.world.hands[seat])
        known_to = self.random.choice([(seat,), ALL, tuple(sorted({seat, self.random.choice(self.seats)}))])
        deck, end = DeckId(self.random.choice(sorted(self.world.decks))), self.random.choice(("top", "bottom", "shuffled"))
        return [CardReturned(seat=SeatKey(seat), deck=deck, end=end, card=secret(self.world.names[card], to=known_to))]

    def drawn(self) -> list[Event]:
        """Return that a card too many was drawn."""
        decks = [deck for deck in self.from_decks() if self.world.decks[deck]]
        if not decks:
            return []
        deck, seat = self.random.choice(decks), self.random.choice(self.seats)
        known_to = self.random.choice([(seat,), ALL, tuple(sorted({seat, self.random.choice(self.seats)}))])
        top = self.world.names[self.world.decks[deck][0]]
        return [CardTaken(seat=seat, deck=DeckId(deck), card=secret(top, to=known_to))]

    def from_decks(self) -> list[str]:
        """Return the decks from which somebody may draw too much."""
        return sorted(self.world.decks)

    def corrected(self, log: Sequence[Recorded[Any]]) -> Corrected[Any]:
        """Return a correction of words, or of an event that turns out to have been right."""
        slips = [recorded for recorded in log if isinstance(recorded.event, IrregularityNoted)]
        if slips and self.random.random() < 0.5:
            wrong = self.random.choice(slips)
            return Corrected(
                of=(Replacement(version=wrong.v, event=msgspec.structs.replace(wrong.event, words="no slip")),), why="misheard"
            )
        right = self.random.choice([recorded for recorded in log if not isinstance(recorded.event, TakenBack | Corrected)])
        return Corrected(of=(Replacement(version=right.v, event=right.event),), why="looked up")

    def position(self, version: int) -> PositionSet:
        """Return the cards as they lie, known to whomever chance chooses; the slots get new ids."""
        made = iter(range(1, len(self.world.slots) + 1))
        return PositionSet(
            hands=tuple(map(self._hand, self.world.hands)),
            piles=tuple(
                PileSet(pile=pile, slots=tuple(self._slot(version, next(made), slot) for slot in slots))
                for pile, slots in self.table.piles.items()
            ),
            decks=tuple(map(self._deck, self.world.decks)),
            zones=tuple(ZoneSet(zone=ZoneId(zone), faces=tuple(self.world.faces(cards))) for zone, cards in self.world.zones.items()),
            counters=self.counters,
            why="laid out again",
        )

    def _slot(self, version: int, nth: int, slot: str) -> SlotSet:
        known_to = self.random.choice([(), *self.audiences])
        name = self.world.names[self.world.slots[slot]]
        return SlotSet(slot=slot_id(version, nth), card=secret(name, to=known_to), up=known_to == ALL)

    def _hand(self, seat: str) -> HandSet:
        cards = self.world.faces(self.world.hands[seat])
        cut = self.random.randint(0, len(cards))
        partner = tuple(sorted({seat, self.random.choice(self.seats)}))
        return HandSet(seat=SeatKey(seat), cards=(secret(*cards[:cut], to=(seat,)), secret(*cards[cut:], to=partner)))

    def _deck(self, name: str) -> DeckSet:
        cards = self.world.faces(self.world.decks[name])
        cut = self.random.randint(0, len(cards))
        parts = (cards[:cut], cards[cut:])
        return DeckSet(deck=DeckId(name), blocks=tuple(secret(*part, to=self.random.choice([(), *self.audiences])) for part in parts))
