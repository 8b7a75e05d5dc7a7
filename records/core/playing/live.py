"""A game that is played on without being recorded: commands are decided and evolved on one draft, which is not frozen between events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.position import Draft, Position, frozen

if TYPE_CHECKING:
    from records.core.events import Event
    from records.core.game import GamePlay
    from records.core.position import Chance, Command


class LivePosition(Position[Any]):
    """A draft, to be read as a position until the next event; what decides on it writes to it."""

    __slots__ = ()

    def thaw(self) -> Draft[Any]:
        """Return the draft itself."""
        return Draft(self.table, self.state)  # type: ignore[arg-type]  # a live position has the draft's own table

    def reached(self, version: int, draft: Draft[Any]) -> Position[Any]:
        """Return the draft as it is now."""
        return _live(version, draft)


_VERSION, _TABLE, _STATE = (Position.__dict__[name].__set__ for name in ("version", "table", "state"))
"""Its slots are filled themselves, as one is made for each request: a frozen dataclass takes three times as long."""


def _live(version: int, draft: Draft[Any]) -> LivePosition:
    made = LivePosition.__new__(LivePosition)
    _VERSION(made, version)
    _TABLE(made, draft.table)
    _STATE(made, draft.state)
    return made


class Live:
    """A game from ``position`` on, which stays. One that a command's exception has left in the middle of a batch is used no more."""

    def __init__(self, play: GamePlay, position: Position[Any]) -> None:
        self._decide, self._draft = play.decide, position.thaw()
        self.position: Position[Any] = _live(position.version, self._draft)
        """The game as it is now: the same position throughout, which goes on with the game."""

    @property
    def state(self) -> Any:
        """The counters as they are now."""
        return self._draft.state

    @property
    def at_rest(self) -> Position[Any]:
        """The game as it is now, frozen."""
        return frozen(self.position.version, self._draft)

    def do(self, command: Command, chance: Chance) -> tuple[Event, ...]:
        """Return what ``command`` leads to, and go on over it; raises what ``GamePlay.decide`` raises."""
        version = self.position.version
        events = self._decide(self.position, command, chance, version + 1)
        _VERSION(self.position, version + len(events))
        return events
