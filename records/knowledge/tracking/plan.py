"""Facts known before counting begins: the cards of the game, and the information in the log up to the requested step."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from records.core.table import HAND
from records.knowledge.tracking.slot_evidence import gathered
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.faces import Face
    from records.core.shared import PositionSet
    from records.knowledge.tracking.call_log import Call
    from records.knowledge.tracking.slot_evidence import SlotEvidence
    from records.knowledge.worlds.card_sets import CardIndex, Names

TOLD_APART = 3
"""Copies up to which a set that a hand makes a statement about is split at each draw (design/knowledge: Small sets)."""


class Belief(NamedTuple):
    """Which parts of a log are believed."""

    hints: bool
    """What follows from the rules."""
    facts: bool
    """Statements about hands and decks."""


EVERYTHING = Belief(hints=True, facts=True)


class GameCards(msgspec.Struct, frozen=True):
    """The cards of a game."""

    index: CardIndex
    catalogue: Mapping[str, int]
    """The number of copies of each card; a copy that lies nowhere is in the box."""
    values: Mapping[str, int] | None
    """The value of each card in a hand whose sum is stated; None if the game has no values."""


class Plan(msgspec.Struct, frozen=True):
    """How the calls of a log up to a step are followed."""

    cards: GameCards
    evidence: Mapping[str, SlotEvidence]
    """What the log shows of each slot up to the requested step."""
    told_apart: tuple[Names, ...]
    """Small sets for which some hand reveals whether it holds any of them: such cards are split at each draw."""
    hints: bool
    """Whether what follows from the rules is believed."""
    facts: bool
    """Whether statements about hands and decks are believed."""


def planned(cards: GameCards, calls: Sequence[Call], belief: Belief = EVERYTHING, tracked: Sequence[str] = ()) -> Plan:
    """Return the plan for ``calls``; the cards of slots that are ``tracked`` get places of their own among the counts."""
    index = cards.index
    told = dict.fromkeys(index.several(call.args[1]) for call in calls if call.method == "tell" and str(call.args[0]).startswith(HAND))
    few = [names for names in told if sum(number for name, number in cards.catalogue.items() if index.one(name) & names) <= TOLD_APART]
    evidence = gathered(calls)
    for slot in tracked:
        evidence[slot] = replace(evidence[slot], leaves=True)
    return Plan(cards, evidence, tuple(few), belief.hints, belief.facts)


def faces_of(position: PositionSet) -> list[Face]:
    """Return every face of a position, unknown ones too."""
    parts = [
        *(part for hand in position.hands for part in hand.cards),
        *(laid.card for pile in position.piles for laid in pile.slots),
        *(part for deck in position.decks for part in deck.blocks),
    ]
    return [*(face for part in parts for face in part.faces), *(face for zone in position.zones for face in zone.faces)]


def catalogue_of(position: PositionSet) -> Counter[str]:
    """Return how often each card is in a position whose faces are all known."""
    return Counter(face for face in faces_of(position) if isinstance(face, str) and face != "?")
