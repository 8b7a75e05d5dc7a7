"""The log of a scene: a game of any sort that is played by hand, one command after the other."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.service import Entry, NewGame

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from records.core.events import Event
    from records.core.game import Game
    from records.core.position import Chance, Command, Position

BETWEEN = timedelta(seconds=20)
"""Between two commands."""


class Log:
    """A game as it is played on."""

    def __init__(self, game: Game, rules: str, names: Sequence[str], began: datetime) -> None:
        self.game, self.names = game, names
        self.header = Header(
            record=RecordId("scene"), game=game.name, seats=SEATS[: len(names)], started=began, **game.rules.edition(rules)
        )
        self.log: list[Recorded[Any]] = []
        self._folder, self._at = Folder(game), began

    @property
    def position(self) -> Position[Any]:
        """The position of the full log."""
        return self._folder.position(self.header, self.log)

    @property
    def version(self) -> int:
        """Of the last event."""
        return len(self.log)

    def new_game(self) -> NewGame:
        """Return the game as it is to be recorded."""
        entries = [Entry(at=one.at, event=one.event, cause=one.cause) for one in self.log]
        header = self.header
        return NewGame(
            game=header.game,
            seats=header.seats,
            names={str(seat): name for seat, name in zip(header.seats, self.names, strict=True)},
            started=header.started,
            entries=entries,
            ruleset=header.ruleset,
            ruleset_hash=header.ruleset_hash,
            catalogue=header.catalogue,
            catalogue_hash=header.catalogue_hash,
        )

    def note(self, fact: Event) -> None:
        """Add a fact."""
        self._add((fact,))

    def decide(self, command: Command, chance: Chance) -> None:
        """Decide a command; ``chance`` answers for the table. Raises ``SystemExit`` for a game without rules."""
        if self.game.play is None:
            raise SystemExit(f"the rules of {self.game.name} are not known")
        self._add(self.game.play.decide(self.position, command, chance, self.version + 1))

    def _add(self, batch: Iterable[Event]) -> None:
        first = self.version + 1
        self.log += [Recorded(version, first, self._at, "", event) for version, event in enumerate(batch, first)]
        self._at += BETWEEN
