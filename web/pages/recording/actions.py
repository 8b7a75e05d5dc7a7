"""What may be done now where moves are made by touch, and what of a page its moves are made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from markupsafe import Markup

    from records.core.game import Scorekeeping
    from records.core.position import Command, Position
    from records.service import RecordView


class Action(msgspec.Struct, frozen=True):
    """One thing that may be done now."""

    command: Command
    says: Markup
    plain: str
    """The same as text."""
    holes: tuple[bool, ...]
    """For each card that nobody noted, and that may be named now, whether it may stay unknown."""
    listed: bool
    """Whether the rules themselves list it; else it is a play of cards that nobody noted, or stands beside the moves."""


class Tried(msgspec.Struct, frozen=True):
    """An action that was sent and could not be written, as it was filled in."""

    action: int
    """Its place among the actions."""
    cards: tuple[str, ...]
    wrong: tuple[str, ...]
    """What is wrong with each of them, "" for nothing."""
    why: Markup | str = ""
    """What is wrong with all of them together."""


class OfferedActions(Protocol):
    """A page on which moves are made, as far as those that it sends are made from it."""

    view: RecordView
    keeping: Scorekeeping
    position: Position[Any]
    """Where the game stands."""
    actions: tuple[Action, ...]

    @property
    def version(self) -> int:
        """Number of events that the page was made for."""

    @property
    def cards(self) -> Sequence[tuple[str, str]]:
        """Name and title of each card that may lie where nobody noted one."""

    @property
    def ways_back(self) -> Sequence[tuple[int, str]]:
        """Steps that the game may go back to, the latest first, each with what is then undone."""

    @property
    def can_undo(self) -> bool:
        """Whether each move that is made there can be taken back by one touch."""
