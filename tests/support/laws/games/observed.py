"""Observed tables under law: archives of any shape, with the facts that every game has written between their moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from records.core.events import Event
from records.core.ids import DeckId
from records.core.logs.chain import Chain
from records.core.logs.effective import effective
from records.core.secret import Secret
from records.core.shared import (
    Asked,
    CardExposed,
    CardReturned,
    CardTaken,
    Corrected,
    DrawAgreed,
    DrawOffered,
    GameDrawn,
    GameStarted,
    GameWon,
    GapNoted,
    IrregularityNoted,
    PositionSet,
    Replacement,
    Resigned,
    TakenBack,
)
from records.games.observed import OBSERVED
from support.archives import A, B, archives, read
from support.laws.sample import KEY, Sample, UnderLaw

_PLAIN: Sequence[Event] = (
    GameStarted(seats=(A, B), begins=A),
    Asked(id="q1", seat=B, what="an answer"),
    CardExposed(place="hand:A", card=Secret((), (A,))),
    CardReturned(seat=A, deck=DeckId("draw"), end="shuffled", card=Secret((), (A,))),
    CardTaken(seat=A, deck=DeckId("draw"), card=Secret((), (A,))),
    DrawAgreed(seat=B),
    DrawOffered(seat=A),
    GameDrawn(why="agreed"),
    GameWon(seat=A),
    GapNoted(why="a page is missing"),
    IrregularityNoted(what="other", seat=A, words="a slip"),
    PositionSet(why="after a gap"),
    Resigned(seat=B),
)
"""What may be noted anywhere: there are no cards that we know of."""


def _sample(archive: Any, seed: int) -> Sample:
    record, random = read(archive), Random(seed)
    chain, log = Chain(OBSERVED, record.header, KEY), []
    for entry in record.game.entries:
        log.append(chain.add(entry.at, entry.event, entry.cause)[0])
        while random.random() < 0.5:
            event: Event = random.choice(_PLAIN)
            counted = effective(log)
            if random.random() < 0.3:
                event = TakenBack(to=random.choice(counted).v)
            elif random.random() < 0.3:
                right = random.choice([r for r in log if not isinstance(r.event, TakenBack | Corrected)])
                event = Corrected(of=(Replacement(version=right.v, event=right.event),))
            elif any(isinstance(r.event, GapNoted) for r in counted):
                event = PositionSet()
            log.append(chain.add(entry.at, event)[0])
    return Sample(OBSERVED, record.header, tuple(log))


UNDER_LAW = UnderLaw(OBSERVED, st.builds(_sample, archives, st.integers(0, 10**6)))
