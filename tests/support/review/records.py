"""Records of simulated games, some with moves that the simulated player would not make."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from records.core.events import Event, Recorded
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.position import frozen
from records.review.passes import Budget, Passes
from records.service.library import library
from records.service.writing.simulation import FIRST_DAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from records.core.game import Game

TINY = Passes(
    chart=4,
    look=Budget(choice=8, pairs=2),
    marks=Budget(choice=16, pairs=4),
    closer=Budget(choice=32, pairs=8, most=16, error=5.0),
    open=4,
    marked=None,
    least="inaccuracy",
)
"""Passes of a few play-outs."""


class Played(NamedTuple):
    """A record."""

    game: Game
    header: Header
    log: tuple[Recorded[Any], ...]


def played(name: str, rules: str = "", players: int = 2, seed: int = 0, astray: float = 0.0) -> Played:
    """Return a simulated game; ``astray``: how often somebody does any legal thing instead of what the simulated player would."""
    game = library()[name]
    assert game.play is not None
    assert game.simulation is not None
    seats, picker = SEATS[:players], random.Random(f"{seed} {astray}")  # noqa: S311 -- a game, not a secret
    header = Header(record=RecordId("simulated"), game=name, seats=seats, started=FIRST_DAY, **game.rules.edition(rules))
    live, chance = Live(game.play, frozen(0, Folder(game).start(header))), game.simulation.dealer(picker)
    command, log = game.simulation.start(seats, picker), list[Recorded[Any]]()
    while True:
        log += recorded(live.do(command, chance), len(log) + 1)
        if live.state.outcome is not None:
            return Played(game, header, tuple(log))
        listed = game.play.legal(live.position)
        command = picker.choice(listed) if listed and picker.random() < astray else game.simulation.policy(live.position, picker)


def recorded(events: Iterable[Event], first: int) -> Iterator[Recorded[Any]]:
    """Yield a batch as it stands in a log."""
    for version, event in enumerate(events, first):
        yield Recorded(version, first, FIRST_DAY, "", event)
