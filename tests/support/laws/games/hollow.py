"""HOLLOW under law: complete games, games with facts, cheats, partial records, and records that were wrong until they were corrected."""

from __future__ import annotations

from hypothesis import strategies as st

from support.laws.facts import DRAWN
from support.laws.sample import Sample, UnderLaw, kept
from support.laws.variants import complete, miswritten, partly
from support.mini_game import CARDS, HOLLOW, play

OPEN_FACES = ("card", "cards")
"""Fields in which faces stand openly."""


def make(kind: str, seed: int, length: int) -> Sample:
    """Return a sample of a kind, always the same for the same numbers."""
    match kind:
        case "plain":
            return complete(play(seed, length, facts=0))
        case "facts":
            return complete(play(seed, length))
        case "back and forth":
            return complete(play(seed, length, facts=0.5, of=("taken back", "taken back", "exposed")))
        case "cheats":
            return complete(play(seed, length, cheats=True))
        case "drawn":
            return complete(play(seed, length, facts=0.4, of=DRAWN))
        case "drawn, partial":
            return partly(seed, complete(play(seed, length, facts=0.4, of=DRAWN)), CARDS, OPEN_FACES)
        case "partial":
            return partly(seed, complete(play(seed, length)), CARDS, OPEN_FACES)
        case _:
            return miswritten(seed, complete(play(seed, length)), CARDS)


KINDS = ("plain", "facts", "back and forth", "drawn", "drawn, partial", "cheats", "partial", "partial", "miswritten")

UNDER_LAW = UnderLaw(HOLLOW, st.builds(kept(make), st.sampled_from(KINDS), st.integers(0, 10**6), st.sampled_from((6, 20, 50, 90))))
