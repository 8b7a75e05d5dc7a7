"""Whoever adds an event class is told every place that must know it, when the game is made."""

from __future__ import annotations

from typing import ClassVar

import pytest

from records.core.asking.answering import DealerTable, ScorekeeperTable
from records.core.events import Event, Sort
from records.core.game import Game
from records.core.ids import SeatKey
from records.core.wording.narrator import Narrator
from records.errors import GameRefused
from records.service.library import library
from records.values import replace

GAMES = [game for game in library().values() if game.play is not None]


class DieRolled(Event, frozen=True, kw_only=True, tag="new.die-rolled/1"):
    """The table rolls a die."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    value: int


class DieAsked(Event, frozen=True, kw_only=True, tag="new.die-asked/1"):
    """A seat wants a die."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_class_alone_lacks_every_place(game: Game) -> None:
    """All classes and all places stand in one refusal."""
    with pytest.raises(GameRefused) as refused:
        replace(game, own=(*game.own, DieRolled, DieAsked))
    assert str(refused.value) == (
        f"{game.name} lacks places for event classes. "
        "DieRolled: no evolver, no answer of the dealer, no answer of the scorekeeper, no words; DieAsked: no evolver, no words"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_class_that_every_place_knows_is_taken(game: Game) -> None:
    """Place by place the refusal gets shorter, and with the last it is gone."""
    assert game.simulation is not None
    assert game.recording is not None
    dealer, asked, narrate = game.simulation.dealer, game.recording.table, game.narrate
    assert isinstance(dealer, DealerTable)
    assert isinstance(asked, ScorekeeperTable)
    assert isinstance(narrate, Narrator)
    rolled = DieRolled(seat=SeatKey("A"), value=6)
    changes = {
        "no evolver": {"evolve": {**game.evolve, DieRolled: lambda _draft, _recorded: None}},
        "no answer of the dealer": {
            "simulation": replace(game.simulation, dealer=DealerTable({**dealer.answers, DieRolled: lambda _pick, _at, _request: rolled}))
        },
        "no answer of the scorekeeper": {
            "recording": replace(game.recording, table=ScorekeeperTable({**asked.answers, DieRolled: lambda _at, _request: rolled}))
        },
        "no words": {"narrate": Narrator({**narrate.words, DieRolled: narrate.words[game.own[0]]})},
    }
    missing, done = list(changes), {"own": (*game.own, DieRolled)}
    for place, change in changes.items():
        with pytest.raises(GameRefused, match=f"DieRolled: {', '.join(missing)}$"):
            replace(game, **done)
        missing.remove(place)
        done |= change
    assert DieRolled in replace(game, **done).own


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_place_knows_a_class_that_is_not_there(game: Game) -> None:
    """What is answered and told are events of the game, so that nothing is left over from one that went."""
    assert game.simulation is not None
    assert game.recording is not None
    known = {*game.own, *game.shared}
    for place in (game.simulation.dealer, game.recording.table):
        assert isinstance(place, DealerTable | ScorekeeperTable)
        assert {cls for cls in place.answers if cls.sort is not Sort.CHANCE or cls not in known} == set()
    assert isinstance(game.narrate, Narrator)
    assert set(game.narrate.words) <= known
