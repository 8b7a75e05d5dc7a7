"""What CreatureCrush keeps beside its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from records.core.editions.rulesets import Ruleset
from records.core.faces import Face
from records.core.ids import SeatKey, SlotId
from records.core.position import Counters, Position
from records.core.script import Script
from records.games.creature_crush.cards import Card
from records.games.creature_crush.model.chain import Attack, Effect, FieldCard, Happened

UNMARKED = FieldCard()


@dataclass(kw_only=True)
class CrushCounters(Counters):
    """The counters of CreatureCrush; mappings are made anew when they change."""

    seats: tuple[SeatKey, ...] = ()
    phase: str = "set-up"
    """``set-up``, ``start``, ``battle`` or ``tactics``."""
    begins: SeatKey | None = None
    kept: Mapping[SeatKey, int] = field(default_factory=dict)
    """Rounds of the draft that a seat has kept cards of; 1 once it has chosen its camp of a collection."""
    dice: tuple[int, ...] = ()
    """Start dice of the turn, as they fell."""
    burned: tuple[int, ...] = ()
    """Numbers of those that are burned; sorted."""
    gained: Mapping[SeatKey, int] = field(default_factory=dict)
    """Start dice that a seat gets more in its next turn."""
    cards_lying: Mapping[SlotId, FieldCard] = field(default_factory=dict)
    """What cards of the field bear; one that bears nothing may be left out."""
    waiting: tuple[Effect, ...] = ()
    """Effects that were triggered and are not in the chain yet."""
    chain: tuple[Effect, ...] = ()
    """The last is the newest, and is resolved first."""
    attack: Attack | None = None
    moments: tuple[Happened, ...] = ()
    window: SeatKey | None = None
    """Who may answer what has just happened."""
    second_window: SeatKey | None = None
    """Who may answer it too, after the first has passed: an attack is answered also where an own line joined the chain since."""
    own_window: SeatKey | None = None
    """Who brought it about itself; where the rules ask this seat too, it is asked first."""
    own_link: SeatKey | None = None
    """Whose effect joined the chain last; where the rules say so, this seat is asked for another of its crush cards first."""
    only_waiting: bool = False
    """Whether what has happened is answered only by crush cards that wait for it: a move, healing, the beginning of a turn."""
    quiet: int = 0
    """Turns in a row before this one in which nothing happened."""
    busy: bool = False
    """Whether anything has happened in this turn."""
    draw_offered: SeatKey | None = None
    rules: Ruleset
    """The reading of the rules that ``decide`` follows."""
    cards: Mapping[str, Card]
    """The catalogue, by name."""

    def other(self, seat: SeatKey) -> SeatKey:
        """Return who sits opposite."""
        first, second = self.seats
        return second if seat == first else first

    def lying(self, slot: SlotId) -> FieldCard:
        """Return what a card of the field bears."""
        return self.cards_lying.get(slot, UNMARKED)

    def card(self, face: Face) -> Card | None:
        """Return the card of the catalogue, None for a face that nobody noted."""
        return self.cards.get(face) if isinstance(face, str) else None

    @property
    def asked_itself(self) -> SeatKey | None:
        """Who brought about what has happened, unless it is asked after the other seat anyway."""
        return self.own_window if self.own_window not in (self.window, self.second_window) else None

    @property
    def asked_again(self) -> SeatKey | None:
        """Whose effect is the newest of the chain, unless it is asked after the other seat anyway."""
        return self.own_link if self.own_link not in (self.window, self.second_window) else None

    @property
    def way(self) -> str:
        """How camps are built: the last part of the ruleset's name."""
        return self.rules.name.rpartition("/")[2]

    @property
    def calm(self) -> bool:
        """Whether nothing is under way."""
        return not (self.waiting or self.chain or self.attack or self.pending)


CrushPosition: TypeAlias = Position[CrushCounters]
CrushScript: TypeAlias = Script[CrushCounters]
