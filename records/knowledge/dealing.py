"""Drawing by lot what cannot be seen: one card, or a whole world, each as likely as it is (design/knowledge: Whole worlds).

A whole world is dealt card by card, each by what is known with those before it: the chain rule, so that it is exact wherever the
engine is. A hand is dealt as if its cards were laid out blind, one by one; that tells nothing, and gives each of them a place of its own.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import msgspec

from records.core.ids import DeckId, PileId, SlotId
from records.core.secret import Secret
from records.knowledge.tracking.call_log import Call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.asking.chance import Picker
    from records.core.ids import SeatKey
    from records.knowledge.answers import Knowledge
    from records.knowledge.asking import Asking

_UNSEEN = Secret(("?",))
_PILE = PileId("dealt:pile")
_BITS = 30


class DealtWorld(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which all cards may lie that a viewer does not see."""

    slots: Mapping[SlotId, str]
    """The card of every slot on the table."""
    hands: Mapping[SeatKey, tuple[str, ...]]
    """Every hand but the viewer's own; sorted."""
    decks: Mapping[DeckId, tuple[str, ...]]
    """Every deck, top first."""


def drawn(chances: Mapping[str, Fraction], picker: Picker) -> str:
    """Return one of the names by its chance, exactly; the chances are relative to each other."""
    whole = lcm(*(chance.denominator for chance in chances.values()))
    weights = {name: chance.numerator * (whole // chance.denominator) for name, chance in chances.items()}
    at = _below(sum(weights.values()), picker)
    for name, weight in weights.items():
        at -= weight
        if at < 0:
            return name
    raise AssertionError(chances)  # at was below the sum


def _below(number: int, picker: Picker) -> int:
    """Return a number from 0 to below ``number``, each as likely; ``picker`` may be told what to pick, so it is asked for little."""
    if number == 1:
        return 0
    while True:
        found, bound = 0, 1
        while bound < number:
            found, bound = found << _BITS | picker.choice(range(1 << _BITS)), bound << _BITS
        if found < bound - bound % number:
            return found % number


def deal(asking: Asking, knowledge: Knowledge, picker: Picker) -> DealtWorld:
    """Return a whole world at a step; raises ``Contradiction`` where the log leaves none."""
    told: list[Call] = []
    slots = {slot: turned(asking, told, slot, picker) for slot in knowledge.slots}
    hands = {}
    for seat, hand in knowledge.hands.items():
        cards = []
        for nth in range(hand.count):
            slot = SlotId(f"dealt:{seat}:{nth}")
            told.append(Call(asking.version, "lay", (seat, _PILE, slot, _UNSEEN, "bottom"), {}))
            cards.append(turned(asking, told, slot, picker))
        hands[seat] = tuple(sorted(cards))
    decks = {deck: tuple(next_card(asking, told, deck, picker) for _ in range(held.count)) for deck, held in knowledge.decks.items()}
    return DealtWorld(slots=slots, hands=hands, decks=decks)


def turned(asking: Asking, told: list[Call], slot: SlotId, picker: Picker) -> str:
    """Return the card of a slot by lot, and note it."""
    name = drawn(asking.slot(told, slot).of, picker)
    told.append(Call(asking.version, "show", (slot, 0, Secret((name,))), {}))
    return name


def next_card(asking: Asking, told: list[Call], deck: DeckId, picker: Picker) -> str:
    """Return the next card of a deck by lot, by what is ``told`` besides, and note it there."""
    place = DeckId(f"dealt:{len(told)}")
    asked = [*told, Call(asking.version, "split", (deck, place, "top", _UNSEEN), {})]
    name = drawn(asking(asked).decks[place].top.of, picker)
    told.append(Call(asking.version, "split", (deck, place, "top", Secret((name,))), {}))
    return name
