"""The player of simulated games plays sensibly."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from records.core.asking.chance import Picker
from records.core.position import Command
from records.core.shared import GameWon
from records.games.creature_crush.deciding.legal import legal
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.player.policy import sensible_policy
from records.games.creature_crush.rulesets import RULESETS
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace

CRUSH = library()["creature-crush"]
MANY = 167 if os.environ.get("KIEBITZ_SOAK") == "full" else 20


ENDS = (cmd.EndBattle, cmd.EndTurn)
GOES_ON = 0.6
"""How likely a phase goes on while there is something to do."""


def anything(position: Any, picker: Picker) -> Command:
    """Return any command of any kind."""
    found = legal(position)
    kinds = {type(command).__name__: type(command) for command in found}
    going_on = [kind for name, kind in sorted(kinds.items()) if kind not in ENDS]
    ending = [kind for kind in kinds.values() if kind in ENDS]
    kind = picker.choice(going_on) if going_on and (not ending or picker.random() < GOES_ON) else picker.choice(ending)
    return picker.choice([command for command in found if type(command) is kind])


def won(good: str, ruleset: str, games: int) -> int:
    """How many games ``good`` wins that plays sensibly against one that does anything."""
    policies: dict[bool, Callable[..., Any]] = {True: sensible_policy, False: anything}
    assert CRUSH.simulation is not None
    mixed = replace(CRUSH.simulation, policy=lambda position, picker: policies[position.state.to_act == good](position, picker))
    played = simulate(replace(CRUSH, simulation=mixed), seed=5, games=games, ruleset=ruleset)
    ends = [new.entries[-1].event for new in played]
    return sum(isinstance(event, GameWon) and event.seat == good for event in ends)


@pytest.mark.soak
@pytest.mark.parametrize("count", [pytest.param(2, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.soak)])
def test_it_beats_one_that_plays_anything(count: int) -> None:
    """In at least 90 % of the games, in each way to build a camp and from each seat."""
    found = sum(won(good, ruleset, count) for ruleset in RULESETS for good in "AB")
    assert found >= 0.9 * 6 * count
