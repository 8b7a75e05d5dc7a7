"""The field is looked at once, as long as it stays: what was kept of it says what a new look would."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.position import frozen
from records.games.creature_crush.deciding.cells import attack_targets, crush_cells, move_cells, summon_cells
from records.games.creature_crush.deciding.sight import Sight, sight_of
from records.games.creature_crush.rulesets import RULESETS
from records.service.library import library
from records.service.writing.simulation import FIRST_DAY
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from records.core.position import Position

CRUSH = library()["creature-crush"]


def positions(ruleset: str, seed: int, choose: Callable[[Any, Random], Any]) -> Iterator[tuple[Live, Position[Any]]]:
    """Yield a live game after each decision, and the same position frozen."""
    picker = Random(seed)  # noqa: S311 -- a game, not a secret
    header = Header(record=RecordId("seen"), game=CRUSH.name, seats=SEATS[:2], started=FIRST_DAY, **CRUSH.rules.edition(ruleset))
    assert CRUSH.play is not None
    assert CRUSH.simulation is not None
    live, chance = Live(CRUSH.play, frozen(0, Folder(CRUSH).start(header))), CRUSH.simulation.dealer(picker)
    command = CRUSH.simulation.start(SEATS[:2], picker)
    while live.state.outcome is None:
        live.do(command, chance)
        yield live, live.at_rest
        if live.state.outcome is None:
            command = choose(live.position, picker)


def told(sight: Sight) -> dict[str, object]:
    """Return what a sight says of the field."""
    creatures, seats = sight.creatures, sight.state.seats
    return {
        "creatures": [(slot, sight.cell(slot), sight.attack(slot), sight.life(slot), attack_targets(sight, slot)) for slot in creatures],
        "crush cards": sight.crush_cards,
        "dead": sight.dead,
        "sides": [(sight.standing(seat), sight.laid(seat)) for seat in seats],
        "cells": [(summon_cells(sight, seat), crush_cells(sight, seat)) for seat in seats],
        "moves": [move_cells(sight, slot) for slot in creatures],
    }


@pytest.mark.parametrize(("ruleset", "seed"), rest_soaked([(name, seed) for seed in (3, 4, 5) for name in RULESETS]))
def test_what_is_kept_is_what_a_new_look_says(ruleset: str, seed: int) -> None:
    """After every decision of a game by any command, with whatever the rules themselves have looked at before."""
    assert CRUSH.play is not None
    legal, kept, taken_over, over_turns, before = CRUSH.play.legal, 0, 0, 0, None
    for live, rest in positions(ruleset, seed, lambda position, picker: picker.choice(legal(position))):
        sight = sight_of(live.position)
        assert told(sight) == told(Sight(rest))
        kept += sight is before
        taken_over += before is not None and sight.field is before.field and sight.crush is not before.crush
        over_turns += before is not None and sight.field is before.field and sight.active != before.active
        before = sight
    assert kept > 0
    assert taken_over > 0
    assert over_turns > 0


def test_a_frozen_position_keeps_nothing() -> None:
    """It may be looked at by several threads."""
    _live, rest = next(positions("creature-crush/skirmish", 1, lambda _position, _picker: None))
    assert sight_of(rest) is not sight_of(rest)
