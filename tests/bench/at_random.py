"""Games by any legal command, with all their events: no player's judgement is measured along with the rules."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.position import frozen
from records.service import Entry, NewGame
from records.service.writing.simulation import FIRST_DAY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from records.core.events import Event
    from records.core.game import Game


def header_of(game: Game, seats: Any, ruleset: str = "") -> Header:
    """Return a header for measuring: always the same record."""
    return Header(record=RecordId("measured"), game=game.name, seats=seats, started=FIRST_DAY, **game.rules.edition(ruleset))


def batches(game: Game, seed: int, players: int = 2) -> Iterator[tuple[Event, ...]]:
    """Yield what each decision of a game led to, the same for the same seed; raises ``AssertionError`` for a game without rules."""
    if game.simulation is None or game.play is None:
        raise AssertionError(f"{game.name} can be played")
    picker, seats = Random(seed), SEATS[:players]  # noqa: S311 -- a game, not a secret
    live = Live(game.play, frozen(0, Folder(game).start(header_of(game, seats))))
    chance, command = game.simulation.dealer(picker), game.simulation.start(seats, picker)
    while True:
        yield live.do(command, chance)
        if live.state.outcome is not None:
            return
        command = picker.choice(game.play.legal(live.position))


def game_at_random(game: Game, seed: int, names: tuple[str, ...]) -> NewGame:
    """Return such a game, to be recorded; each seed has an hour of its own."""
    began = FIRST_DAY + timedelta(hours=seed)
    entries: list[Entry] = []
    for batch in batches(game, seed, len(names)):
        cause, at = len(entries) + 1, began + timedelta(seconds=len(entries) + 1)
        entries += [Entry(at=at, event=event, cause=cause) for event in batch]
    seats = SEATS[: len(names)]
    return NewGame(
        game=game.name,
        seats=seats,
        names=dict(zip(seats, names, strict=True)),
        started=began,
        entries=entries,
        **game.rules.edition(""),
    )
