"""How even the game is between sensible players: a few games each time, ten thousand by ``make soak``, which prints the figures."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from records.core.events import Event
from records.core.faces import Face
from records.core.ids import SeatKey
from records.core.secret import secret
from records.core.shared import GameDrawn, GameWon
from records.games.creature_crush.model.set_up_events import CampChosen, CampDealt, DraftKept, FirstRolled
from records.games.creature_crush.rulesets import RULESETS
from records.service.library import library
from records.service.writing.simulation import simulate
from support.crush_table import A, B

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


CRUSH = library()["creature-crush"]
MANY = -(-10_000 // len(RULESETS))
FULL = os.environ.get("KIEBITZ_SOAK") == "full"


def balance(games: int) -> Balance:
    """What so many games of each way to build a camp come to."""
    found = Balance()
    for ruleset in RULESETS:
        for game in simulate(CRUSH, seed=11, games=games, ruleset=ruleset):
            found.count(entry.event for entry in game.entries)
    return found


@pytest.mark.soak
def test_every_game_is_counted() -> None:
    """A win for each card that one camp holds and the other does not."""
    found = balance(3)
    assert found.beginning.of + found.drawn.total() == 9
    assert sum(share.won for share in found.cards.values()) > 0
    assert all(0 <= share.won <= share.of <= found.beginning.of for share in found.cards.values())


@pytest.mark.soak
@pytest.mark.skipif(not FULL, reason="ten thousand games are played by make soak")
def test_who_begins_wins_about_half_of_the_games(record_property: Callable[[str, object], None]) -> None:
    """Over all three ways; the cards that are not even are told, strongest first."""
    found = balance(MANY)
    record_property("measured", "\n".join(found.report()))
    assert FAIR[0] <= found.beginning.part <= FAIR[1]
    assert len(found.cards) == 100


def test_only_cards_of_one_camp_are_counted() -> None:
    """A holds x and y, B holds y and z; B begins, A wins: x has won, z has lost, y tells nothing."""
    found = Balance()
    found.count(_told(GameWon(rule="10.1", seat=A, why="no card left")))
    assert {str(card): (share.won, share.of) for card, share in found.cards.items()} == {"x": (1, 1), "z": (0, 1)}
    assert (found.beginning.won, found.beginning.of) == (0, 1)
    found.count(_told(GameDrawn(rule="10.2", why="stalemate")))
    assert (found.beginning.of, found.drawn) == (1, {"stalemate": 1})
    assert next(found.report()) == "who begins wins   0.0% of 1, ±100.0%; drawn: {'stalemate': 1}"
    with pytest.raises(AssertionError, match="does not end"):
        found.count([*_told(GameDrawn(rule="10.2", why="stalemate"))][:-1])


def _told(end: Any) -> Iterator[Any]:
    yield CampDealt(rule="11.1", seat=A, cards=secret("x", "y"))
    yield CampDealt(rule="11.1", seat=B, cards=secret("y", "z"))
    yield FirstRolled(rule="3.3", rolls=((A, 2), (B, 5)), begins=B)
    yield end
