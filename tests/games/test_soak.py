"""Games that play themselves end well: a share each time, ten thousand of each kind by ``make soak``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from records.core.events import Recorded
from records.core.game import Game
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.fold import Folder
from records.core.shared import PositionSet
from records.core.tables.fold_table import FoldTable
from records.core.tables.table_state import TableState
from records.rulings.audit import audit
from records.service.library import library
from records.service.writing.simulation import simulate

MANY, CHUNKS, SHARE = 10_000, 10, 1
"""Games for each game and number of players, spread over its rulesets in chunks; and how many of each ruleset are played each time."""


def kinds() -> Iterator[Any]:
    """Every game that plays itself, by number of players and ruleset, in chunks of seeds."""
    for game in library().values():
        if game.simulation is None:
            continue
        for players in game.simulation.players:
            for ruleset in game.rules.names:
                yield pytest.param(game, players, ruleset, 0, SHARE, id=f"{ruleset}-{players}-share")
                many = -(-MANY // CHUNKS // len(game.rules.names))
                for chunk in range(CHUNKS):
                    yield pytest.param(game, players, ruleset, chunk, many, id=f"{ruleset}-{players}-{chunk}", marks=pytest.mark.soak)


@pytest.mark.parametrize(("game", "players", "ruleset", "chunk", "games"), list(kinds()))
def test_simulated_games_end_keep_every_card_and_audit_clean(game: Game, players: int, ruleset: str, chunk: int, games: int) -> None:
    """Each game ends, every card of its catalogue is still there once, and each decision is as the rules say."""
    folder = Folder(game)
    for number, new in enumerate(simulate(game, seed=chunk, games=games, ruleset=ruleset, players=players)):
        header = Header(record=RecordId("soak"), game=game.name, seats=new.seats, started=new.started, **game.rules.edition(ruleset))
        log = [Recorded(version, entry.cause or version, entry.at, "", entry.event) for version, entry in enumerate(new.entries, 1)]
        end = folder.fold(header, log)
        assert end.state.outcome is not None, f"seed {chunk}, game {number}: it does not end"
        assert isinstance(end.table, FoldTable)
        assert _lying(end.table.freeze()) == _dealt(game.initial(header)), f"seed {chunk}, game {number}: a card is lost or doubled"
        assert [one for one in audit(game, header, log) if one.why is not None] == [], f"seed {chunk}, game {number}"


def _lying(table: TableState) -> Counter[Any]:
    found: Counter[Any] = Counter(slot.face for slot in table.slots.values())
    for hand in table.hands.values():
        found.update(hand.faces)
    for deck in table.decks.values():
        for block in deck:
            found.update(block.faces or ())
    for zone in table.zones.values():
        found.update(zone)
    return found


def _dealt(position: PositionSet) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for deck in position.decks:
        for block in deck.blocks:
            found.update(block.faces)
    for zone in position.zones:
        found.update(zone.faces)
    return found
