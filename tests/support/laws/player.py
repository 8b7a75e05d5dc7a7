"""Games played by chance from a seed: complete logs, with facts strewn in, and the true cards after each event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import Any

from records.core.events import Event, Recorded
from records.core.game import Game
from records.core.header import Header
from records.core.logs import take_back
from records.core.logs.chain import Chain
from records.core.logs.effective import changes_earlier, effective
from records.core.logs.fold import Folder
from records.core.position import Command, Draft, Position, frozen
from records.core.shared import TakenBack
from records.errors import ImpossibleEvent
from support.laws.facts import KINDS, Named, Pen
from support.laws.sample import KEY
from support.laws.world import World


@dataclass
class Play:
    """A game so far."""

    game: Game
    header: Header
    log: list[Recorded[Any]] = field(default_factory=list)
    """Complete: every face is in it."""
    worlds: list[World] = field(default_factory=list)
    """The true cards after each version, from 0."""
    breaches: set[int] = field(default_factory=set)
    """Versions of decisions that a rule forbids."""
    mixed: bool = False
    """Slots were mixed so that nobody, the writer included, knows which is which."""


class Player:
    """Plays one game, alone for all seats. A game says how by ``commands`` and ``batch``."""

    facts_a_step = 0.25
    """How likely a fact is before a command."""
    facts: Sequence[str] = KINDS
    """Kinds of facts, as often as they should come."""
    lazy = False
    """Whether chance finds out what lies on top only when it is asked, and so does not ask this world."""

    def __init__(self, game: Game, header: Header, seed: int, values: Mapping[str, int]) -> None:
        self.play, self.random = Play(game, header), Random(seed)
        self.chain = Chain(game, header, KEY)
        self.folder = Folder(game)
        self.world = World(str(seed), values)
        self.true: Draft[Any] = self.folder.start(header, self.world)
        self.draft: Draft[Any] = self.folder.start(header)
        self.play.worlds.append(self.world.copy())

    def commands(self, position: Position[Any]) -> Sequence[Command]:
        """Return what may be done; nothing ends the game."""
        raise NotImplementedError

    def batch(self, position: Position[Any], command: Command, version: int) -> Sequence[Event]:
        """Return what a command leads to."""
        raise NotImplementedError

    def counters(self, state: Any) -> Named:
        """Return what a position that is laid out names beside the cards."""
        raise NotImplementedError

    def can_lay(self) -> bool:
        """Whether the cards lie so that a game can go on from a position laid out like it."""
        return True

    @property
    def pen(self) -> Pen:
        """Who writes facts down now."""
        table = frozen(len(self.play.log), self.draft).table
        return Pen(self.world, table, self.random, self.play.header.seats, self.counters(self.draft.state))

    def run(self, length: int) -> Play:
        """Play until the log has ``length`` events, or the game is over."""
        log = self.play.log
        while len(log) < length:
            if log and self.random.random() < self.facts_a_step:
                self.noted(self.random.choice(self.facts))
            if self.draft.state.missing:
                self.add(self.pen.position(len(log) + 1))
            position, version = frozen(len(log), self.draft), len(log) + 1
            commands = self.commands(position)
            if not commands:
                break
            for event in self.batch(position, self.random.choice(commands), version):
                self.add(event, version)
        return self.play

    def noted(self, kind: str) -> None:
        """Write a fact down."""
        if kind == "taken back":
            self.add(self.taken_back())
            return
        if kind in {"position", "gap"} and not self.can_lay():
            return
        for event in self.pen.fact(kind, self.play.log):
            self.add(event)

    def taken_back(self) -> Event:
        """Return a take-back of the last batches; where the order of cards was lost, the position is laid out instead."""
        counted = effective(self.play.log)
        ends = [0, *(before.v for before, after in pairwise(counted) if after.cause == after.v), counted[-1].v]
        to = self.random.choice(ends[-5:-1] or ends)
        header = self.play.header
        try:
            return take_back.take_back(self.play.game, header, self.play.log, to, agreed=header.seats, why="a slip")
        except ImpossibleEvent:
            return self.pen.position(len(self.play.log) + 1) if self.can_lay() else self.pen.slip()

    def add(self, event: Event, cause: int | None = None) -> None:
        """Write an event down; the true cards go along, and a take-back puts them where they were."""
        log = self.play.log
        at = self.play.header.started + timedelta(seconds=len(log), microseconds=120 * (len(log) % 3))
        recorded, _line = self.chain.add(at, self.play.game.written(event, self.play.header), cause)
        log.append(recorded)
        if changes_earlier([recorded]):
            self.draft = self.folder.fold(self.play.header, log)
        else:
            self.folder.apply(self.draft, recorded)
        if isinstance(event, TakenBack):
            shuffles = self.world.shuffles
            self.world = self.play.worlds[event.to].copy()
            self.world.shuffles = shuffles
            if self.lazy:
                self.world.arrange(frozen(len(log), self.draft).table)
            self.true = Draft(self.world, self.draft.state.copy())
        else:
            self.folder.apply(self.true, recorded)
        self.play.worlds.append(self.world.copy())
