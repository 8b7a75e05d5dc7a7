"""How even games of CreatureCrush are: how often who begins wins, and how often a camp wins that holds a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from records.core.events import Event
from records.core.faces import Face
from records.core.ids import SeatKey
from records.core.shared import GameDrawn, GameWon
from records.games.creature_crush.model.set_up_events import CampChosen, CampDealt, DraftKept, FirstRolled

FAIR = (0.45, 0.55)


@dataclass
class Share:
    """Games that were won, of those that were not drawn."""

    won: int = 0
    of: int = 0

    def count(self, won: bool) -> None:
        """Count a game."""
        self.won += won
        self.of += 1

    @property
    def part(self) -> float:
        """From 0 to 1."""
        return self.won / self.of

    @property
    def error(self) -> float:
        """The standard error of an even game over so many."""
        return 0.5 / self.of**0.5

    def __str__(self) -> str:
        return f"{self.part:6.1%} of {self.of}, ±{2 * self.error:.1%}"


@dataclass
class Balance:
    """What many games come to."""

    beginning: Share = field(default_factory=Share)
    drawn: Counter[str] = field(default_factory=Counter)
    """Games without a winner, by their reason."""
    cards: dict[Face, Share] = field(default_factory=dict)
    """By card: the camp that holds it against one that does not."""

    def count(self, events: Iterable[Event]) -> None:
        """Count a game; raises ``AssertionError`` for one that has not ended."""
        told = tuple(events)
        end = told[-1]
        if isinstance(end, GameDrawn):
            self.drawn[end.why] += 1
            return
        assert isinstance(end, GameWon), "the game does not end"
        self.beginning.count(end.seat == next(event.begins for event in told if isinstance(event, FirstRolled) and event.begins))
        held = camps(told)
        for card in frozenset.symmetric_difference(*held.values()):
            self.cards.setdefault(card, Share()).count(card in held[end.seat])

    def report(self) -> Iterator[str]:
        """Yield the figures: who begins, then the cards that are not even, strongest first."""
        yield f"who begins wins {self.beginning}; drawn: {dict(self.drawn)}"
        for card, share in sorted(self.cards.items(), key=lambda one: -one[1].part):
            if not FAIR[0] <= share.part <= FAIR[1]:
                yield f"  {card:28} {share}"


def camps(events: Iterable[Event]) -> dict[SeatKey, frozenset[Face]]:
    """Return the cards of each camp, in all three ways to build one."""
    found: dict[SeatKey, set[Face]] = {SeatKey("A"): set(), SeatKey("B"): set()}
    for event in events:
        match event:
            case CampDealt(seat=seat, cards=cards) | CampChosen(seat=seat, cards=cards) | DraftKept(seat=seat, kept=cards):
                found[seat].update(cards.faces)
    return {seat: frozenset(cards) for seat, cards in found.items()}
