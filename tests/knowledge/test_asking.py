"""A step that is asked says what the engine says, also where something was taken back."""

from __future__ import annotations

import pytest

from records.core.shared import TakenBack
from records.core.viewers import PUBLIC, Viewer
from records.errors import Contradiction
from records.knowledge.door import veil
from records.knowledge.engine import Known
from support.mini_game import HOLLOW, SEATS, header, play
from support.soaking import rest_soaked

SEEDS = range(8)


@pytest.mark.parametrize("seed", rest_soaked(SEEDS, keep=3))
def test_asking_nothing_more_is_what_the_viewer_knows(seed: int) -> None:
    """With nothing told besides, the answer is that of the engine, slot by slot too."""
    log = play(seed, 40).log
    viewers: tuple[Viewer, ...] = (SEATS[seed % 3], PUBLIC)
    for viewer in viewers:
        seen = veil(HOLLOW.parts, log, viewer)
        known = Known(HOLLOW, header(), seen, viewer)
        for at in range(3, len(seen) + 1, 6):
            found = known.at(at)
            asking = Known(HOLLOW, header(), seen, viewer).asking(at)
            try:
                assert asking(()) == found
            except Contradiction:
                assert not found.exact
                continue
            for slot, chances in list(found.slots.items())[:3]:
                assert asking.slot((), slot).of == chances.of


def test_some_of_these_games_were_taken_back() -> None:
    """The games of the test above hold take-backs."""
    assert sum(isinstance(recorded.event, TakenBack) for seed in SEEDS for recorded in play(seed, 40).log) >= 5
