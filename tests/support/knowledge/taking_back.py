"""Games with parts that were taken back, and every world of them."""

# ruff: noqa: S311 -- a seed makes a game repeat

from __future__ import annotations

from random import Random
from typing import Any

from records.core.events import Recorded
from records.core.shared import IrregularityNoted, TakenBack
from support.knowledge import bare
from support.knowledge.deals import AllDeals
from support.knowledge.random_games import Played

UNDONE = ("take", "lay", "deal", "drop", "turn", "sweep", "pick_up", "on_deck", "mill", "bury", "split", "tell", "show", "fetch", "raise_")
"""Methods that lose no order, so that a take-back can undo them."""


class UndoingDeals(AllDeals):
    """Every world, each with what it was when a part began that was taken back."""

    depth = 0

    def begin_undone(self) -> None:
        """Remember each world as it is."""
        saved, self.depth = f"saved {self.depth}/", self.depth + 1
        self._go(lambda world: [({**world, **{saved + place: cards for place, cards in world.items()}}, 1)])

    def end_undone(self) -> None:
        """Make each world what it was."""
        self.depth -= 1
        saved = f"saved {self.depth}/"
        self._go(lambda world: [({place.removeprefix(saved): cards for place, cards in world.items() if place.startswith(saved)}, 1)])


def again(play: Played, log: list[Recorded[Any]], to: int, seed: int) -> tuple[Played, list[Recorded[Any]]]:
    """Take ``log`` back to ``to``; return the game at that position, whose next event is number ``len`` of the longer log."""
    version = len(log) + 1
    longer = [*log, Recorded(version, version, bare.NOON, "", TakenBack(to=to))]
    other = Played(play_seed(play), play.header.catalogue).run(to)
    other.random = Random(seed)
    while len(other.log) < len(longer):
        other.add(IrregularityNoted(what="other"))
    return other, longer


def play_seed(play: Played) -> int:
    """The seed of a game."""
    return int(play.world.seed)


def taken_back(seed: int) -> tuple[Played, tuple[Recorded[Any], ...]]:
    """A game with a part that was taken back, now and then within another."""
    random = Random(seed)
    play = Played(seed)
    play = Played(seed, play.header.catalogue).run(random.randint(2, 6))
    to = len(play.log)
    play.random = Random(seed * 7 + 1)
    play.run(to + random.randint(2, 4), UNDONE)
    log = list(play.log)
    if seed % 2:
        inner, log = again(play, log, to, seed * 7 + 2)
        before = len(inner.log)
        log += inner.run(before + random.randint(1, 3), UNDONE).log[before:]
    last, log = again(play, log, to, seed * 7 + 3)
    before = len(last.log)
    return last, (*log, *last.run(before + 4).log[before:])
