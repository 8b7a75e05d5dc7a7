"""Games of HOLLOW, played by chance from a seed: complete logs, with facts strewn in, and the true cards after each event."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from records.core import take_back
from records.core.chain import Chain
from records.core.chance import FromRecord
from records.core.effective import changes_earlier, effective
from records.core.events import Event, Recorded
from records.core.faces import fits
from records.core.fold import Folder
from records.core.game import Command, Draft, Position, frozen
from records.core.header import Header
from records.core.shared import TakenBack
from records.errors import ImpossibleEvent
from support.mini_game import commands as cmd
from support.mini_game.chance import SeededChance
from support.mini_game.decide import CLAIMS, decide
from support.mini_game.events import RowMixed
from support.mini_game.facts import KINDS, fact, position_set
from support.mini_game.game import HOLLOW, header
from support.mini_game.legal import legal
from support.mini_game.world import World, watched

KEY = b"k" * 32
FACTS_A_STEP = 0.25
OFTEN = {cmd.AgreeDraw: 9, cmd.PlayCard: 6, cmd.Seek: 4, cmd.Choose: 3, cmd.Lay: 3}
"""Kinds of commands that have more to try out than others."""
FOLDER = Folder(HOLLOW)


@dataclass
class Play:
    """A game so far."""

    header: Header
    log: list[Recorded[Any]] = field(default_factory=list)
    """Complete: every face is in it."""
    worlds: list[World] = field(default_factory=list)
    """The true cards after each version, from 0."""
    breaches: set[int] = field(default_factory=set)
    """Versions of decisions that a rule forbids."""
    mixed: bool = False
    """Slots were mixed so that nobody, the writer included, knows which is which."""


def play(seed: int, length: int = 60, *, facts: bool = True, cheats: bool = False) -> Play:
    """Return a game of about ``length`` events, shorter if it ends before."""
    player = _Player(seed, facts=facts, cheats=cheats)
    player.run(length)
    return player.game


class _Player:
    def __init__(self, seed: int, *, facts: bool, cheats: bool) -> None:
        self.game, self.random = Play(header()), Random(seed)
        self.facts, self.cheats = facts, cheats
        self.chain = Chain(HOLLOW, self.game.header, KEY)
        self.world = World(str(seed))
        self.true: Draft[Any] = FOLDER.start(self.game.header, self.world)
        self.draft: Draft[Any] = FOLDER.start(self.game.header)
        self.game.worlds.append(self.world.copy())

    def run(self, length: int) -> None:
        log = self.game.log
        while len(log) < length:
            if self.facts and log and self.random.random() < FACTS_A_STEP:
                self.noted(self.random.choice(KINDS))
            if self.draft.state.missing:
                self.add(position_set(self.world, self.random, len(log) + 1, self.draft.state))
            commands = legal(frozen(len(log), self.draft))
            if not commands:
                break
            self.decided(self.chosen(commands))

    def chosen(self, commands: tuple[Command, ...]) -> Command:
        """One of a random kind; hardly ever the end, for a short game proves little."""
        ends = set() if self.random.random() < 0.1 else {cmd.Resign, cmd.AgreeDraw}
        kinds = {type(command) for command in commands}
        able_kinds = sorted(kinds - ends or kinds, key=lambda cls: cls.__name__)
        (kind,) = self.random.choices(able_kinds, [OFTEN.get(kind, 1) for kind in able_kinds])
        able = [command for command in commands if type(command) is kind]
        if kind is cmd.PlayCard:
            effect = self.random.choice(sorted({command.effect for command in able if isinstance(command, cmd.PlayCard)}))
            able = [command for command in able if isinstance(command, cmd.PlayCard) and command.effect == effect]
        command = self.random.choice(able)
        if isinstance(command, cmd.Drop) and command.cards == ("?",):
            return msgspec.structs.replace(command, cards=tuple(self.world.faces(self.world.hands[command.seat][:1])))
        return command

    def decided(self, command: Command) -> None:
        version, position = len(self.game.log) + 1, frozen(len(self.game.log), self.draft)
        if self.cheats and isinstance(command, cmd.Lay) and not command.up and self.random.random() < 0.5:
            batch = self.cheated(position, command, version)
        else:
            world = self.world.copy()
            seen = Position(position.version, watched(position.table, world), position.state)
            batch = decide(seen, command, SeededChance(world, self.random), version)
        for event in batch:
            self.add(event, version)

    def cheated(self, position: Position[Any], command: cmd.Lay, version: int) -> tuple[Event, ...]:
        """A card is announced as what it is not; nobody at the table can tell."""
        (face,) = command.card.faces
        claim = self.random.choice([claim for claim, hint in CLAIMS.items() if not fits(str(face), hint)])
        unseen = msgspec.structs.replace(command, claim=claim, card=msgspec.structs.replace(command.card, faces=("?",)))
        laid: Any
        laid, *rest = decide(position, unseen, FromRecord(()), version)
        self.game.breaches.add(version)
        return msgspec.structs.replace(laid, card=msgspec.structs.replace(laid.card, faces=(face,))), *rest

    def noted(self, kind: str) -> None:
        if kind == "taken back":
            self.add(self.taken_back())
            return
        for event in fact(kind, self.world, self.random, self.game.log, self.draft.state):
            self.add(event)

    def taken_back(self) -> Event:
        """A take-back of the last batches; where the order of cards was lost, the position is laid out instead."""
        counted = effective(self.game.log)
        ends = [0, *(before.v for before, after in pairwise(counted) if after.cause == after.v), counted[-1].v]
        to = self.random.choice(ends[-5:-1] or ends)
        try:
            return take_back.take_back(HOLLOW, self.game.header, self.game.log, to, agreed=self.game.header.seats, why="a slip")
        except ImpossibleEvent:
            return position_set(self.world, self.random, len(self.game.log) + 1, self.draft.state)

    def add(self, event: Event, cause: int | None = None) -> None:
        log = self.game.log
        at = self.game.header.started + timedelta(seconds=len(log), microseconds=120 * (len(log) % 3))
        recorded, _line = self.chain.add(at, event, cause)
        log.append(recorded)
        if changes_earlier([recorded]):
            self.draft = FOLDER.fold(self.game.header, log)
        else:
            FOLDER.apply(self.draft, recorded)
        if isinstance(event, TakenBack):
            shuffles = self.world.shuffles
            self.world = self.game.worlds[event.to].copy()
            self.world.shuffles = shuffles
            self.true = Draft(self.world, msgspec.structs.replace(self.draft.state))
        else:
            FOLDER.apply(self.true, recorded)
        self.game.mixed = self.game.mixed or (isinstance(event, RowMixed) and not event.faces.ordered and len(event.old) > 1)
        self.game.worlds.append(self.world.copy())
