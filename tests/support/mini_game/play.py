"""HOLLOW played by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from records.core.asking.chance import FromRecord
from records.core.events import Event
from records.core.faces import fits
from records.core.position import Command, Position
from support.laws.facts import KINDS, Named
from support.laws.player import Play, Player
from support.laws.world import watched
from support.mini_game import commands as cmd
from support.mini_game.cards import SEATS, VALUES
from support.mini_game.chance import SeededChance
from support.mini_game.decide import CLAIMS, decide
from support.mini_game.events import RowMixed
from support.mini_game.game import HOLLOW, header
from support.mini_game.legal import legal

OFTEN = {cmd.AgreeDraw: 9, cmd.PlayCard: 6, cmd.Seek: 4, cmd.Choose: 3, cmd.Lay: 3, cmd.Stir: 3}
"""Kinds of commands that have more to try out than others."""


def play(seed: int, length: int = 60, *, facts: float = 0.25, of: Sequence[str] = KINDS, cheats: bool = False) -> Play:
    """Return a game of about ``length`` events, shorter if it ends before; ``facts`` is how likely a fact is before a command."""
    player = HollowPlayer(seed, cheats=cheats)
    player.facts_a_step, player.facts = facts, of
    return player.run(length)


class HollowPlayer(Player):
    """Plays HOLLOW; the true cards answer for the table."""

    def __init__(self, seed: int, *, cheats: bool = False) -> None:
        super().__init__(HOLLOW, header(), seed, VALUES)
        self.cheats = cheats

    def counters(self, state: Any) -> Named:
        """Return turn and seat on turn."""
        return ("active", state.active or SEATS[0]), ("turn", max(state.turn, 1))

    def commands(self, position: Position[Any]) -> Sequence[Command]:
        """Return the commands of one kind; hardly ever the end, for a short game proves little."""
        commands = legal(position)
        if not commands:
            return ()
        ends = set() if self.random.random() < 0.1 else {cmd.Resign, cmd.AgreeDraw}
        found = {type(command) for command in commands}
        kinds = sorted(found - ends or found, key=lambda cls: cls.__name__)
        (kind,) = self.random.choices(kinds, [OFTEN.get(kind, 1) for kind in kinds])
        able = [command for command in commands if type(command) is kind]
        if kind is cmd.PlayCard:
            effect = self.random.choice(sorted({command.effect for command in able if isinstance(command, cmd.PlayCard)}))
            able = [command for command in able if isinstance(command, cmd.PlayCard) and command.effect == effect]
        return [self._noticed(command) for command in able]

    def _noticed(self, command: Command) -> Command:
        """A seat that must discard looks at its hand, whatever the log shows of it."""
        if isinstance(command, cmd.Drop) and command.cards == ("?",):
            return msgspec.structs.replace(command, cards=tuple(self.world.faces(self.world.hands[command.seat][:1])))
        return command

    def batch(self, position: Position[Any], command: Command, version: int) -> Sequence[Event]:
        """Return what a command leads to, now and then a card that is announced as what it is not."""
        if self.cheats and isinstance(command, cmd.Lay) and not command.up and self.random.random() < 0.5:
            return self._cheated(position, command, version)
        world = self.world.copy()
        return decide(watched(position, world), command, SeededChance(world, self.random), version)

    def _cheated(self, position: Position[Any], command: cmd.Lay, version: int) -> Sequence[Event]:
        (face,) = command.card.faces
        claim = self.random.choice([claim for claim, hint in CLAIMS.items() if not fits(str(face), hint)])
        unseen = msgspec.structs.replace(command, claim=claim, card=msgspec.structs.replace(command.card, faces=("?",)))
        laid: Any
        laid, *rest = decide(position, unseen, FromRecord(()), version)
        self.play.breaches.add(version)
        return [msgspec.structs.replace(laid, card=msgspec.structs.replace(laid.card, faces=(face,))), *rest]

    def add(self, event: Event, cause: int | None = None) -> None:
        """Write an event down, and note what nobody can tell any more."""
        super().add(event, cause)
        self.play.mixed = self.play.mixed or (isinstance(event, RowMixed) and not event.faces.ordered and len(event.old) > 1)
