"""A live game: nothing is frozen between two events, and nothing else is different."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.position import frozen
from records.service.library import library
from records.service.writing.simulation import FIRST_DAY
from support.soaking import one_in, shares

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.position import Chance, Command, Position

SETS = [
    ("regicide", "regicide/2021", 3),
    ("regicide", "regicide/2021", 1),
    ("regicide", "regicide/2020", 2),
    ("regicide", "regicide/bga", 4),
    ("castle-rampage", "castle-rampage/house", 2),
    ("castle-rampage", "castle-rampage/plain", 2),
    ("castle-rampage", "castle-rampage/yucata", 2),
    ("castle-rampage", "castle-rampage/pegasus", 2),
    ("creature-crush", "creature-crush/skirmish", 2),
    ("creature-crush", "creature-crush/arena", 2),
    ("creature-crush", "creature-crush/league", 2),
]


@pytest.mark.parametrize("decisions", shares(40, 10_000))
@pytest.mark.parametrize(("name", "rules", "players"), one_in(4, SETS))
def test_a_live_game_goes_as_one_frozen_at_every_step(name: str, rules: str, players: int, decisions: int) -> None:
    """The same chance and the same players bring the same events, and leave the same position."""
    game = library()[name]
    assert game.play is not None
    assert game.simulation is not None
    for seed in range(1 if decisions < 10_000 else 12):
        frozen_picker, live_picker = random.Random(seed), random.Random(seed)  # noqa: S311 -- a game, not a secret
        seats = SEATS[:players]
        header = Header(record=RecordId("live"), game=game.name, seats=seats, started=FIRST_DAY, **game.rules.edition(rules))
        position = frozen(0, Folder(game).start(header))
        live = Live(game.play, position)
        frozen_chance, live_chance = map(game.simulation.dealer, (frozen_picker, live_picker))
        command = game.simulation.start(seats, frozen_picker)
        game.simulation.start(seats, live_picker)
        for _ in range(decisions):
            position, events = _decided(game, position, command, frozen_chance)
            assert live.do(command, live_chance) == events
            if position.state.outcome is not None:
                break
            command = game.simulation.policy(position, frozen_picker)
            assert game.simulation.policy(live.position, live_picker) == command
        assert live.at_rest == position


def _decided(game: Game, position: Position[Any], command: Command, chance: Chance) -> tuple[Position[Any], tuple[Any, ...]]:
    """Return the position after a command and its events, by the fold."""
    assert game.play is not None
    first = position.version + 1
    events = game.play.decide(position, command, chance, first)
    draft, folder = position.thaw(), Folder(game)
    for version, event in enumerate(events, first):
        folder.apply(draft, Recorded(version, first, FIRST_DAY, "", event))
    return frozen(position.version + len(events), draft), events
