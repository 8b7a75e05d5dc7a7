"""A stored log in the shape in which it is folded, shown and audited (design/events: Upcasts)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.logs.in_public import lacks_public_words, told_in_public

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header


def present(game: Game, header: Header, log: Iterable[Recorded[Any]]) -> tuple[Recorded[Any], ...]:
    """Return a stored log with each event in its present shape, and with what the rules tell everybody of each decision.

    The same object where it has both.
    """
    return told_in_public(game, header, game.brought_up(header, log))


def reads_otherwise(game: Game, log: Sequence[Recorded[Any]]) -> bool:
    """Whether events of a stored log may read otherwise than they were written."""
    rules = game.play is not None
    return any(type(recorded.event) in game.upcasts or (rules and lacks_public_words(recorded.event)) for recorded in log)
