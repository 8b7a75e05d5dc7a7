"""Games that play themselves, by seed: the dealer and the players are the game's, chance and clock are made here."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.game import Game, GamePlay, Simulation
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.position import frozen
from records.core.wording.player_counts import told_counts
from records.errors import MalformedCommand
from records.service.incoming import Entry, NewGame

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.core.ids import SeatKey

NAMES = ("Ana", "Ben", "Jona", "Mira")
FIRST_DAY = datetime(2025, 1, 1, 19, tzinfo=UTC)
MOST_DECISIONS = 20_000


def simulate(
    game: Game,
    *,
    seed: int,
    games: int,
    ruleset: str = "",
    players: int | None = None,
    switches: Mapping[str, str] | None = None,
    first: int = 0,
) -> Iterator[NewGame]:
    """Yield ``games`` games played by seed, from number ``first`` on: the same arguments give the same games.

    ``switches`` are readings apart from the ruleset's. Raises as ``seats_of`` does.
    """
    seats = seats_of(game, ruleset, players, switches)
    _play, playing = _playable(game)
    folder = Folder(game)
    for number in range(first, first + games):
        picker = random.Random(f"{seed} {number}")  # noqa: S311 -- a game, not a secret
        start = playing.start(seats, picker)
        if switches:
            start = msgspec.structs.replace(start, switches=tuple(sorted(switches.items())))
        yield _one(folder, game, start, new_game(game, number, ruleset, seats), picker)


def new_game(game: Game, number: int, ruleset: str, seats: tuple[SeatKey, ...], entries: Sequence[Entry] = ()) -> NewGame:
    """Return a game of a number with what happened in it."""
    names: dict[str, str] = dict(zip(seats, NAMES, strict=False))
    started = FIRST_DAY + timedelta(days=number)
    return NewGame(game=game.name, seats=seats, names=names, started=started, entries=entries, **game.rules.edition(ruleset))


def seats_of(game: Game, ruleset: str, players: int | None, switches: Mapping[str, str] | None) -> tuple[SeatKey, ...]:
    """Return the seats of games that play themselves.

    Raises ``MalformedCommand`` for a game that cannot play itself, an unknown ruleset, number of players or switch.
    """
    _play, playing = _playable(game)
    seats = SEATS[: players or playing.players[0]]
    if len(seats) not in playing.players:
        raise MalformedCommand(f"{game.name} is for {told_counts(playing.players)}, not {players or len(seats)}")
    edition = game.rules.edition(ruleset)
    if switches:
        if edition["ruleset"] not in game.rules.rulesets:
            raise MalformedCommand(f"{game.name} has no switches")
        game.rules.rulesets[edition["ruleset"]].with_settings(switches)
    return seats


def _playable(game: Game) -> tuple[GamePlay, Simulation]:
    if game.play is None or game.simulation is None:
        raise MalformedCommand(f"{game.name} cannot be simulated: such a table is known from its log alone")
    return game.play, game.simulation


def _one(folder: Folder, game: Game, start: Any, new: NewGame, picker: random.Random) -> NewGame:
    (play, playing), clock = _playable(game), new.started
    edition = game.rules.edition(new.ruleset)
    header = Header(record=RecordId("simulated"), game=new.game, seats=new.seats, started=clock, **edition)
    live = Live(play, frozen(0, folder.start(header)))
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
    return msgspec.structs.replace(new, entries=entries)
