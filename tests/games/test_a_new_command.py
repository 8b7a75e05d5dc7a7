"""A command that a game learns has something that it does: the table by which it is begun names it."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from records.games.castle_rampage.deciding import decide as castle
from records.games.castle_rampage.model.commands import CastleCommand
from records.games.creature_crush.deciding import decide as crush
from records.games.creature_crush.model.commands import CrushCommand


@pytest.mark.parametrize(("command", "acts"), [(CastleCommand, castle._ACTS), (CrushCommand, crush._PLAIN | crush._WITH_CHANCE)])
def test_every_command_is_begun(command: Any, acts: dict[type, Any]) -> None:
    """And none stands in the table that is no command of the game."""
    assert {*acts} == {*get_args(command)}
