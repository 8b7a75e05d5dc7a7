"""What seats and the public can know in whole battles: exactly, in each way to build a camp."""

from __future__ import annotations

import pytest

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.playing.stream import Stream
from records.core.shared import Asked
from records.core.viewers import PUBLIC, Viewer
from records.games.creature_crush.model.chain_events import EffectAnswered
from records.games.creature_crush.model.places import camp
from records.games.creature_crush.rulesets import RULESETS
from records.knowledge.door import veil
from records.knowledge.engine import Known, know
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


@pytest.mark.parametrize(("seed", "place"), [(2, "camp"), (23, "hand")])
def test_a_card_that_was_chosen_lies_there_in_all_worlds_until_its_place_is_chosen(seed: int, place: str) -> None:
    """Who chooses a creature of hand or camp (§ 7.5) says which, so the others know that it is there."""
    (new,) = simulate(CRUSH, seed=seed, games=1, ruleset="creature-crush/skirmish")
    edition = CRUSH.rules.edition("creature-crush/skirmish")
    header = Header(record=RecordId("0" * 16), game=CRUSH.name, seats=new.seats, started=new.started, **edition)
    log = [Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    asked = {one.event.id for one in log if isinstance(one.event, Asked) and one.event.what == f"from-{place}"}
    at, answer = next(
        (one.v, one.event) for one in log if isinstance(one.event, EffectAnswered) and one.event.answers in asked and one.event.cards
    )
    foe = next(seat for seat in new.seats if seat != answer.seat)
    for viewer in (foe, PUBLIC):
        worlds = Known(CRUSH, header, veil(CRUSH.parts, log, viewer), viewer).worlds(at).draw(20, Stream(1))
        held = [world.hands[answer.seat] if place == "hand" else world.decks[camp(answer.seat)] for world in worlds]
        assert all(set(answer.cards) <= set(cards) for cards in held)
