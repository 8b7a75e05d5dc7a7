"""Games that another process plays by seed: what it is told, and what it answers. It opens no store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.events import Recorded
from records.service.incoming import Entry
from records.service.sent_logs import games_with
from records.service.writing.simulation import new_game, seats_of, simulate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.game import Game
    from records.service.incoming import NewGame
    from records.service.sent_logs import SentCards


class SentSeed(msgspec.Struct, frozen=True, kw_only=True):
    """Which games are played: as many as ``games``, from number ``first`` on."""

    game: str
    seed: int
    games: int
    first: int = 0
    ruleset: str = ""
    players: int | None = None
    switches: Mapping[str, str] = msgspec.field(default_factory=dict)


def played(asked: SentSeed, cards: SentCards | None) -> list[bytes]:
    """Return what happened in each game, an event a line; raises as ``simulate`` does."""
    game = games_with(cards)[asked.game]
    terms = {name: getattr(asked, name) for name in ("seed", "games", "first", "ruleset", "players", "switches")}
    return [b"\n".join(_lines(game, new)) for new in simulate(game, **terms)]


def _lines(game: Game, new: NewGame) -> Iterator[bytes]:
    for v, one in enumerate(new.entries, 1):
        yield game.codec.encode(Recorded(v, one.cause or v, one.at, "", one.event))


def games_of(game: Game, asked: SentSeed, lines: list[bytes]) -> list[NewGame]:
    """Return the games that ``played`` told of."""
    seats = seats_of(game, asked.ruleset, asked.players, asked.switches)
    return [new_game(game, number, asked.ruleset, seats, _entries(game, of_one)) for number, of_one in enumerate(lines, asked.first)]


def _entries(game: Game, lines: bytes) -> list[Entry]:
    found = map(game.codec.decode, lines.split(b"\n"))
    return [Entry(at=one.at, event=one.event, cause=one.cause) for one in found]
