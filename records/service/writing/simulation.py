"""Games that play themselves, by seed: the dealer and the players are the game's, chance and clock are made here."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.game import Game
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.position import frozen
from records.core.wording.player_counts import told_counts
from records.errors import MalformedCommand
from records.service.incoming import Entry, NewGame

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.game import Edition
    from records.core.ids import SeatKey

NAMES = ("Ana", "Ben", "Jona", "Mira")
FIRST_DAY = datetime(2025, 1, 1, 19, tzinfo=UTC)
MOST_DECISIONS = 20_000


def simulate(
    game: Game, *, seed: int, games: int, ruleset: str = "", players: int | None = None, switches: Mapping[str, str] | None = None
) -> Iterator[NewGame]:
    """Yield ``games`` games played by seed: the same arguments give the same games. ``switches`` are readings apart from the ruleset's.

    Raises ``MalformedCommand`` for a game that cannot play itself, an unknown ruleset, number of players or switch.
    """
    if game.simulation is None or game.play is None:
        raise MalformedCommand(f"{game.name} cannot be simulated: such a table is known from its log alone")
    seats = SEATS[: players or game.simulation.players[0]]
    if len(seats) not in game.simulation.players:
        raise MalformedCommand(f"{game.name} is for {told_counts(game.simulation.players)}, not {players or len(seats)}")
    folder, edition = Folder(game), game.rules.edition(ruleset)
    if switches:
        if edition["ruleset"] not in game.rules.rulesets:
            raise MalformedCommand(f"{game.name} has no switches")
        game.rules.rulesets[edition["ruleset"]].with_settings(switches)
    for number in range(games):
        picker = random.Random(f"{seed} {number}")  # noqa: S311 -- a game, not a secret
        start = game.simulation.start(seats, picker)
        if switches:
            start = msgspec.structs.replace(start, switches=tuple(sorted(switches.items())))
        yield _one(folder, game, start, seats, picker, FIRST_DAY + timedelta(days=number), edition)


def _one(  # noqa: PLR0917 -- what a game is made of
    folder: Folder, game: Game, start: Any, seats: tuple[SeatKey, ...], picker: random.Random, clock: datetime, edition: Edition
) -> NewGame:
    if game.simulation is None or game.play is None:
        raise MalformedCommand(f"{game.name} cannot be simulated")
    playing = game.simulation
    new = NewGame(
        game=game.name,
        seats=seats,
        names=dict(zip(seats, NAMES, strict=False)),
        started=clock,
        entries=(),
        **edition,
    )
    header = Header(record=RecordId("simulated"), game=new.game, seats=seats, started=clock, **edition)
    live = Live(game.play, frozen(0, folder.start(header)))
    chance = playing.dealer(picker)
    entries: list[Entry] = []
    command = start
    for _ in range(MOST_DECISIONS):
        first = len(entries) + 1
        clock += timedelta(seconds=picker.randint(3, 45), microseconds=picker.randrange(1_000_000))
        entries += [Entry(at=clock, event=event, cause=first) for event in live.do(command, chance)]
        if live.state.outcome is not None:
            break
        command = playing.policy(live.position, picker)
    return NewGame(game=new.game, seats=seats, names=new.names, started=new.started, entries=entries, **edition)
