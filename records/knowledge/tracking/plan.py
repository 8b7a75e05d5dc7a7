"""What is known before anything is counted: the cards of the game, and what the log tells up to the step that is asked about."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from records.core.table import HAND
from records.knowledge.tracking.slot_evidence import sights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.faces import Face
    from records.core.shared import PositionSet
    from records.knowledge.tracking.call_log import Call
    from records.knowledge.tracking.slot_evidence import SlotEvidence
    from records.knowledge.worlds.card_sets import CardIndex, Names

TOLD_APART = 3
"""Copies up to which a set that a hand tells of is told apart at each draw (design/knowledge: Small sets)."""


@dataclass(frozen=True)
class Plan:
    """How the calls of a log up to a step are to be thought through."""

    card_index: CardIndex
    catalogue: Mapping[str, int]
    """How often the game has each card: what lies nowhere is in the box."""
    values: Mapping[str, int] | None
    """What each card counts in a hand whose sum is told; None where the game does not say."""
    sights: Mapping[str, SlotEvidence]
    """What will be known of each slot."""
    told: tuple[Names, ...]
    """Small sets of which some hand tells whether it holds any."""
    hints: bool = True
    """Whether what follows from the rules is believed."""
    facts: bool = True
    """Whether what is told of hands and decks is believed."""


def planned(card_index: CardIndex, catalogue: Mapping[str, int], values: Mapping[str, int] | None, calls: Sequence[Call]) -> Plan:
    """Return the plan for ``calls``."""
    told = dict.fromkeys(card_index.several(call.args[1]) for call in calls if call.method == "tell" and str(call.args[0]).startswith(HAND))
    few = [names for names in told if sum(number for name, number in catalogue.items() if card_index.one(name) & names) <= TOLD_APART]
    return Plan(card_index, catalogue, values, sights(calls), tuple(few))


def faces_of(position: PositionSet) -> list[Face]:
    """Return every face of a position, unknown ones too."""
    parts = [
        *(part for hand in position.hands for part in hand.cards),
        *(lying.card for pile in position.piles for lying in pile.slots),
        *(part for deck in position.decks for part in deck.blocks),
    ]
    return [*(face for part in parts for face in part.faces), *(face for zone in position.zones for face in zone.faces)]


def catalogue_of(position: PositionSet) -> Counter[str]:
    """Return how often each card is in a position whose faces are all known."""
    return Counter(face for face in faces_of(position) if isinstance(face, str) and face != "?")
