"""What seats and the public can know in whole battles: exactly, in each way to build a camp."""

from __future__ import annotations

import pytest

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.viewers import PUBLIC, Viewer
from records.games.creature_crush.rulesets import RULESETS
from records.knowledge.door import veil
from records.knowledge.engine import know
from records.service.library import library
from records.service.writing.simulation import simulate

CRUSH = library()["creature-crush"]
VIEWERS: tuple[Viewer, ...] = (SeatKey("A"), SeatKey("B"), PUBLIC)
FEW, MANY = 170, 19
"""One in so many steps is asked."""


@pytest.mark.parametrize(("seed", "every"), [(3, FEW), *(pytest.param(seed, MANY, marks=pytest.mark.soak) for seed in range(20, 40))])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_that_can_be_known_of_a_battle_is_known_exactly(ruleset: str, seed: int, every: int) -> None:
    """At each asked step, for each viewer: hands, camps, face-down cards; of an arena that is shuffled once too."""
    (new,) = simulate(CRUSH, seed=seed, games=1, ruleset=ruleset)
    header = Header(record=RecordId("0" * 16), game=CRUSH.name, seats=new.seats, started=new.started, **CRUSH.rules.edition(ruleset))
    log = [Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    steps = range(every // 2, len(log) + 1, every)
    assert len(steps) >= 2
    for viewer in VIEWERS:
        seen = veil(CRUSH.parts, log, viewer)
        assert [at for at in steps if not know(CRUSH, header, seen, viewer, at).exact] == []
