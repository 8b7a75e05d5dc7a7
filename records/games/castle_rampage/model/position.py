"""What Castle Rampage keeps beside its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from records.core.editions.found import found_in
from records.core.editions.rulesets import Ruleset
from records.core.faces import Face
from records.core.ids import PileId, SeatKey, SlotId
from records.core.position import Counters, Position
from records.games.castle_rampage.cards import Card

Pays: TypeAlias = tuple[tuple[str, tuple[Face, ...]], ...]
"""What is paid with which cards: (purpose, cards). Purposes stand in ``costs``."""


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An attack under way."""

    seat: SeatKey
    target: PileId
    """The pile that it hits first."""
    strength: int
    """What is left of it."""
    parts: tuple[tuple[str, int], ...]
    destroyed: int = 0
    by: int = 0
    """Version of the decision that brought it."""
    takes: bool = False
    """Destroyed cards go to the attacker's hand."""
    defended: bool = False
    """Whether the defender can no longer weaken it."""
    facing: tuple[SlotId, Face, int] | None = None
    """The card that is turned over and neither held nor destroyed yet, with its face and defence."""
    robs: bool | None = None
    """Whether the attacker takes the card that it faces; None as long as nobody said."""


class Bonus(msgspec.Struct, frozen=True, gc=False):
    """Strength that waits for an attack of this turn."""

    source: str
    """The card that gave it."""
    amount: int
    until: str
    """``attack``: the next one uses it up; ``turn``: it counts for all of the turn."""


class CardInPlay(msgspec.Struct, frozen=True, gc=False):
    """A card being played, or a permanent one that was sent; with ``step`` the play goes on after a question."""

    seat: SeatKey
    card: Face
    by: int
    """Version of the decision."""
    with_cards: tuple[Face, ...] = ()
    pays: Pays = ()
    picks: tuple[str, ...] = ()
    slot: SlotId | None = None
    """Where a card in the display was sent from."""
    step: str = ""
    """The step that asked last; "" before the first question."""
    answered: int = 0
    """How many questions of that step are answered."""
    target: PileId | None = None
    """What was chosen for the attack to come."""
    parts: tuple[tuple[str, int], ...] = ()
    """What the last attack of this play was made of."""
    struck: int = 0
    """How many attacks of this play were declared."""
    weakened: int = 0
    """Strength that the attacks of this play have lost before they began."""
    robbed: tuple[Face, ...] = ()
    """Cards that fell to the attacker's hand and make seats discard."""


@dataclass(kw_only=True)
class CastleCounters(Counters):
    """The counters of Castle Rampage."""

    seats: tuple[SeatKey, ...] = ()
    phase: str = "setup"
    """``setup``, ``play`` or ``over``."""
    begins: SeatKey | None = None
    round: int = 0
    """Set-up round: 1 or 2."""
    to_place: tuple[PileId, ...] = ()
    """Gates and Castles that cards of this round still go under, each as often as cards are missing."""
    strengthened: bool = False
    """Whether the one strengthening of the turn is used."""
    attack: Attack | None = None
    playing: CardInPlay | None = None
    bonuses: tuple[Bonus, ...] = ()
    owed: tuple[tuple[SeatKey, int], ...] = ()
    """Cards that seats must still discard for Bombers and Spies, in the order in which they fell."""
    sent: bool = False
    """Whether a permanent attacker was sent in this turn."""
    played: int = 0
    """Cards played from the hand in this turn, strengthenings not counted."""
    displayed: tuple[SlotId, ...] = ()
    """Slots that came into the display in this turn."""
    forbidden: tuple[tuple[SeatKey, int], ...] = ()
    """(seat, turn): up to and with that turn the seat plays no attack cards."""
    plays_left: int | None = None
    """How many more cards may be played in this turn; None for any number."""
    limiting: int = 0
    """Cards played in this turn that limit further ones."""
    draw_offered: SeatKey | None = None
    rules: Ruleset
    """The reading of the rules that ``decide`` follows."""
    cards: Mapping[str, Card]
    """The catalogue, by name."""

    @property
    def powers(self) -> bool:
        """Whether the cards' texts are read."""
        return self.rules["powers"] == "on"

    def card(self, face: Face) -> Card | None:
        """Return the card of the catalogue, None for a face that nobody noted."""
        return self.cards.get(face) if isinstance(face, str) else None

    def with_power(self, power: str) -> tuple[str, ...]:
        """Return the names of the cards that have a power, sorted."""
        return found_in(self.cards, _with_power, power)

    @property
    def purple(self) -> tuple[str, ...]:
        """Names of the purple cards."""
        return found_in(self.cards, _purple)

    def other(self, seat: SeatKey) -> SeatKey:
        """Return the opponent of ``seat``."""
        return self.seats[1 - self.seats.index(seat)]


def _with_power(cards: Mapping[str, Card], power: str) -> tuple[str, ...]:
    return tuple(sorted(name for name, card in cards.items() if card.power(power)))


def _purple(cards: Mapping[str, Card]) -> tuple[str, ...]:
    return tuple(name for name, card in cards.items() if card.purple)


CastlePosition: TypeAlias = Position[CastleCounters]
