"""What Regicide keeps beside its cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from records.core.editions.rulesets import Ruleset
from records.core.faces import known
from records.core.ids import DeckId, PileId, SeatKey, ZoneId
from records.core.position import Counters, Position
from records.core.tables.fold_table import FoldTable
from records.core.tables.table_state import TableState
from records.errors import ImpossibleEvent, NotNoted
from records.games.regicide.cards import CARDS, HAND, Card

TAVERN, CASTLE, HEAP, ASIDE = DeckId("tavern"), DeckId("castle"), DeckId("heap"), DeckId("aside")
ROYAL = PileId("royal")
DISCARD, FIGHT, FLIPPED = ZoneId("discard"), ZoneId("fight"), ZoneId("flipped")


@dataclass(kw_only=True)
class RegicideCounters(Counters):
    """The counters of Regicide."""

    seats: tuple[SeatKey, ...]
    rules: Ruleset
    """The reading of the rules that ``decide`` follows."""
    begins: SeatKey | None = None
    damage: int = 0
    """What the royal has taken."""
    shield: int = 0
    """What is taken off the royal's attack."""
    blocked: int = 0
    """Spades that the royal's immunity blocked, and that a Jester makes count."""
    cancelled: bool = False
    """Whether a Jester has cancelled the royal's immunity."""
    need: int | None = None
    """What the seat on turn must discard in Step 4; None outside of it."""
    yielded: tuple[SeatKey, ...] = ()
    """Seats that yielded on their last turn."""
    in_a_row: int = 0
    """Yields since a card was last played."""
    draws: int = 0
    """Cards that are still to be drawn by the power or the flip under way."""
    drew: SeatKey | None = None
    """Who drew last by it."""
    refills: bool = False
    """Whether it is a flip, and no power."""
    heals: int = 0
    """Cards that the Heart under way brings back at most."""
    wishes: tuple[tuple[SeatKey, bool], ...] = ()
    """After a Jester: who said whether to go next."""

    @property
    def alone(self) -> bool:
        """Whether one player plays."""
        return len(self.seats) == 1

    @property
    def hand(self) -> int:
        """Cards that a hand may have at most."""
        return HAND[len(self.seats)]

    def after(self, seat: SeatKey) -> SeatKey:
        """Return who sits clockwise of ``seat``."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def around(self, seat: SeatKey) -> tuple[SeatKey, ...]:
        """Return all seats, clockwise from ``seat``."""
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    @property
    def choosing(self) -> bool:
        """Whether a Jester's player is to name who goes next."""
        for asked in self.pending:  # noqa: SIM110 -- asked several times a command: half of the time of ``any``
            if asked.what == "next":
                return True
        return False


RegicidePosition: TypeAlias = Position[RegicideCounters]


def standing(table: TableState | FoldTable) -> Card | None:
    """Return the royal that stands, None where none does or nobody noted which."""
    slots = table.piles.get(ROYAL, ())
    face = table.slots[slots[0]].face if slots else "?"
    card = CARDS.get(face) if isinstance(face, str) else None
    return card if card is not None and card.royal else None


def royal_of(table: TableState | FoldTable) -> Card:
    """Return the royal that stands; raises ``ImpossibleEvent`` where none does, ``NotNoted`` where nobody noted which."""
    slots = table.piles.get(ROYAL, ())
    if not slots:
        raise ImpossibleEvent("no royal stands in front of the castle")
    face = table.slots[slots[0]].face
    card = CARDS.get(face) if isinstance(face, str) and known(face) else None
    if card is None:
        raise NotNoted(f"nobody noted which royal lies in {slots[0]}")
    if not card.royal:
        raise ImpossibleEvent(f"{card.name} is not a royal")
    return card
