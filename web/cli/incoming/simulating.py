"""``kiebitz simulate``: games that play themselves become records."""

from __future__ import annotations

import sys
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from records.errors import JobRefused, MalformedCommand
from records.service.jobs.tasks import Task
from records.service.writing.sent_games import SentSeed, games_of, played
from records.service.writing.simulation import seats_of
from records.values import replace
from web.cli.completion import complete_game
from web.cli.incoming.stored import made_data, print_stored
from web.cli.interrupts import uninterrupted
from web.cli.output import console, counted, stop, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.workers import answers, sent_cards, with_workers
from web.lanes import processors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.service import GameBook, NewGame
    from records.service.jobs.hands import Ended, Hands
    from records.service.sent_logs import SentCards
    from web.cli.workers import Workers

AT_ONCE = 50
"""Games that are stored in one transaction."""
SHARE, MANY = 10, 100
"""Games that a process plays at a time, and from how many on it pays to start others."""


@click.command()
@with_store
@click.option("--seed", default=1, show_default=True, type=int, help="Seed; the same one gives the same games.")
@click.option("--games", "count", default=1, show_default=True, type=click.IntRange(1, 1_000_000), help="Number of games.")
@click.option("--rules", metavar="RULESET", default="", help="The ruleset. [default: the game's usual one]")
@click.option("--switch", "switches", metavar="NAME=VALUE", multiple=True, help="Another reading of one rule; may be repeated.")
@click.option("--players", type=click.IntRange(1, 20), help="Number of players. [default: the game's usual number]")
@with_workers
@with_json
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.pass_obj
def simulate(
    place: StoreChoice,
    game: str,
    *,
    seed: int,
    count: int,
    rules: str,
    switches: tuple[str, ...],
    players: int | None,
    workers: Workers,
    as_json: bool,
) -> None:
    """Play GAME by itself, sensibly and by seed, and store the records."""
    with place.open(create=True) as book:
        if game not in book.games:
            able = sorted(name for name, one in book.games.items() if one.simulation is not None)
            raise MalformedCommand(f"no game is called {game!r}; those that can be simulated are {', '.join(able)}")
        asked = SentSeed(game=game, seed=seed, games=count, ruleset=rules, players=players, switches=_read(switches))
        seats_of(book.games[game], rules, players, asked.switches)
        with workers.hands(processors() if count >= MANY else 1) as hands:
            records, stopped = _store(book, _with_progress(_played(book, hands, asked, sent_cards(place)), count))
    print_stored(records, as_json=as_json)
    if stopped:
        stop(f"Stopped: {len(records)} of {counted(count, 'game')} are on the shelf.")
    tell(f"{counted(len(records), 'game')} stored.")


def _read(switches: tuple[str, ...]) -> dict[str, str]:
    """The readings by name; raises ``MalformedCommand`` for what is not NAME=VALUE, or named twice."""
    found: dict[str, str] = {}
    for switch in switches:
        name, equals, value = switch.partition("=")
        if not equals or name in found:
            raise MalformedCommand(f"--switch is NAME=VALUE, each name once, not {switch!r}")
        found[name] = value
    return found


def _played(book: GameBook, hands: Hands, asked: SentSeed, cards: SentCards | None) -> Iterator[NewGame]:
    """Yield the games in their order, whichever share of them was played first."""
    game = book.games[asked.game]
    shares = {str(first): replace(asked, first=first, games=min(SHARE, asked.games - first)) for first in range(0, asked.games, SHARE)}

    def told(name: str, ended: Ended) -> list[NewGame]:
        if ended.why:
            raise JobRefused(f"the games from number {int(name) + 1} on could not be played: {ended.why}")
        return games_of(game, shares[name], ended.value)

    return chain.from_iterable(answers(hands, [*shares], lambda name: Task(played, (shares[name], cards)), told))


def _store(book: GameBook, games: Iterator[NewGame]) -> tuple[list[dict[str, Any]], bool]:
    """Return the games that were stored, and whether Ctrl-C kept the others from it."""
    records: list[dict[str, Any]] = []
    try:
        while some := list(islice(games, AT_ONCE)):
            with uninterrupted():
                records += made_data(book, book.writing.add(book.keeper, *some))
    except KeyboardInterrupt:
        return records, True
    return records, False


def _with_progress(games: Iterator[NewGame], count: int) -> Iterator[NewGame]:
    """Yield the games, with a bar on standard error where somebody watches."""
    if count == 1 or not sys.stderr.isatty():
        yield from games
        return
    from rich.progress import Progress  # noqa: PLC0415 -- a tenth of a second that most commands do not need

    with Progress(console=console(sys.stderr), transient=True) as progress:
        yield from progress.track(games, total=count, description="Playing")
