"""What an event does stands in the event: ``evolve`` never looks at a rule or at a card's values, so that no ruling changes a fact."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from typing import Any, Self

import pytest

from records.core.events import Recorded
from records.core.game import Game
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.fold import Folder
from records.service import NewGame
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support.soaking import rest_soaked

GAMES = {name: game for name, game in library().items() if game.simulation is not None}
WITH_SWITCHES = [game for game in GAMES.values() if any(ruleset.switches for ruleset in game.rules.rulesets.values())]
PLAYED = [
    pytest.param(game, ruleset, players, id=f"{ruleset}-{players}", marks=[] if players == 2 else pytest.mark.soak)
    for game in GAMES.values()
    if game.simulation is not None
    for ruleset, players in product(game.rules.names, game.simulation.players)
]
RULES = ("rules", "cards")
"""Counters through which a game's ``decide`` finds what it decides by."""


class ReadError(Exception):
    """A rule was looked at."""


class Unread:
    """Rules that may be chosen and handed on, but not read."""

    def with_settings(self, _changes: object) -> Self:
        """Take other readings."""
        return self

    def with_known(self, _changes: object) -> Self:
        """Take those that are known."""
        return self

    def __getitem__(self, name: object) -> object:
        raise ReadError(name)

    def __getattr__(self, name: str) -> object:
        raise ReadError(name)

    def __iter__(self) -> Iterator[object]:
        raise ReadError

    def __contains__(self, name: object) -> bool:
        raise ReadError(name)


def unread(game: Game) -> Game:
    """The same game, with counters whose rules and cards cannot be read."""

    def counters(header: Header) -> Any:
        made = game.counters(header)
        for name in RULES:
            if hasattr(made, name):
                setattr(made, name, Unread())
        return made

    return replace(game, counters=counters)


def fold(game: Game, new: NewGame) -> Any:
    """The counters at the end of a game."""
    started = datetime(2026, 3, 14, 12, tzinfo=UTC)
    edition = {key: getattr(new, key) for key in ("ruleset", "ruleset_hash", "catalogue", "catalogue_hash")}
    header = Header(record=RecordId("folded"), game=game.name, seats=new.seats, started=started, **edition)
    log = [Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    return vars(Folder(game).fold(header, log).state)


@pytest.mark.parametrize(("game", "ruleset", "players"), rest_soaked(PLAYED, keep=3))
def test_a_game_folds_the_same_without_its_rules(game: Game, ruleset: str, players: int) -> None:
    """Whole games of every ruleset, each with every switch set apart from its default in one of them."""
    for new in _played(game, ruleset, players):
        true, blind = fold(game, new), fold(unread(game), new)
        for name in RULES:
            true.pop(name, None)
            blind.pop(name, None)
        assert blind == true


def _played(game: Game, ruleset: str, players: int) -> Iterator[NewGame]:
    yield from simulate(game, seed=1, games=2, ruleset=ruleset, players=players)
    switches = game.rules.rulesets[ruleset].switches
    if "powers" in {switch.name for switch in switches} and game.rules.rulesets[ruleset]["powers"] == "off":
        return  # the plain game reads few switches
    apart = {switch.name: switch.values[1] for switch in switches if switch.name != "powers"}
    yield from simulate(game, seed=2, games=2, ruleset=ruleset, players=players, switches=apart)


@pytest.mark.parametrize("game", rest_soaked([pytest.param(game, id=game.name) for game in WITH_SWITCHES]))
def test_an_evolver_that_reads_a_rule_is_found(game: Game) -> None:
    """The test can fail: any one evolver that looks at a switch or at a card is caught."""
    (new,) = simulate(game, seed=1, games=1)
    classes = [cls for cls in game.own if any(type(entry.event) is cls for entry in new.entries)]
    for cls in classes:

        def reads(draft: Any, recorded: Any, after: Any = game.evolve[cls]) -> None:
            after(draft, recorded)
            _ = draft.state.rules[game.rules.rulesets[new.ruleset].switches[0].name]

        faulty = replace(game, evolve={**game.evolve, cls: reads})
        fold(faulty, new)
        with pytest.raises(ReadError):
            fold(unread(faulty), new)
