"""``kiebitz games``: which games there are, by which rules they can be played, and the points on which readings differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.core.wording.player_counts import told_counts
from records.errors import MalformedCommand
from records.service.library import library
from web.cli.completion import complete_game
from web.cli.languages import with_language
from web.cli.output import print_json, with_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.core.editions.rulesets import Ruleset, Switch
    from records.core.game import Game
    from web.words.phrases import Locale


@click.command()
@with_language
@with_json
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_game)
def games(game: str | None, locale: Locale, *, as_json: bool) -> None:
    """List the games, the rulesets of each and its switches, or those of one GAME."""
    known = library()
    if game is not None and game not in known:
        raise MalformedCommand(f"no game is called {game!r}; there are {', '.join(sorted(known))}")
    chosen = [known[name] for name in ([game] if game is not None else sorted(known))]
    if as_json:
        print_json([_data(one, locale) for one in chosen])
    else:
        click.echo("\n\n".join("\n".join(_lines(one, locale)) for one in chosen))


def _lines(game: Game, locale: Locale) -> Iterator[str]:
    players = _players(game)
    yield f"{game.name}  {locale.translated(game.title)}, {told_counts(players) if players else 'known from its log alone'}"
    rulesets = tuple(game.rules.rulesets.values())
    if not rulesets:
        return
    yield "  rulesets (--rules), the first is the usual one"
    yield from _columns([(ruleset.name, locale.translated(ruleset.title)) for ruleset in rulesets])
    yield "  switches (--switch NAME=VALUE), each with its paragraph and its values, the usual one first"
    switches = rulesets[0].switches
    told = [(one.name, f"§ {one.paragraph}", " | ".join(_values(rulesets[0], one)), locale.translated(one.title)) for one in switches]
    yield from _columns(told)


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for row in rows:
        yield "    " + "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])


def _players(game: Game) -> tuple[int, ...]:
    return () if game.simulation is None else game.simulation.players


def _values(usual: Ruleset, switch: Switch) -> list[str]:
    """Return the values of a switch, first what the usual ruleset chooses."""
    return sorted(switch.values, key=lambda value: value != usual[switch.name])


def _data(game: Game, locale: Locale) -> dict[str, Any]:
    rulesets = tuple(game.rules.rulesets.values())
    return {
        "game": game.name,
        "title": locale.translated(game.title),
        "players": sorted(_players(game)),
        "rulesets": [
            {
                "name": ruleset.name,
                "title": locale.translated(ruleset.title),
                "says": locale.translated(ruleset.says),
                "settings": {switch.name: ruleset[switch.name] for switch in ruleset.switches},
            }
            for ruleset in rulesets
        ],
        "switches": [_switch(switch, locale) for switch in (rulesets[0].switches if rulesets else ())],
    }


def _switch(switch: Switch, locale: Locale) -> dict[str, Any]:
    values = [{"name": one.name, "title": locale.translated(one.title), "says": locale.translated(one.says)} for one in switch.choices]
    return {"name": switch.name, "paragraph": switch.paragraph, "title": locale.translated(switch.title), "values": values}
