"""Drawing by lot what cannot be seen, card by card: each by what is known with those before it (design/knowledge: Whole worlds)."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from records.core.ids import DeckId
from records.core.secret import Secret
from records.knowledge.tracking.call_log import Call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.asking.chance import Picker
    from records.core.ids import SlotId
    from records.knowledge.asking import Asking

_UNSEEN = Secret(("?",))
_BITS = 30


def drawn(chances: Mapping[str, Fraction], picker: Picker) -> str:
    """Return one of the names by its chance, exactly; the chances are relative to each other."""
    whole = lcm(*(chance.denominator for chance in chances.values()))
    weights = {name: chance.numerator * (whole // chance.denominator) for name, chance in chances.items()}
    at = below(sum(weights.values()), picker)
    for name, weight in weights.items():
        at -= weight
        if at < 0:
            return name
    raise AssertionError(chances)  # at was below the sum


def below(number: int, picker: Picker) -> int:
    """Return a number from 0 to below ``number``, each as likely; ``picker`` may be told what to pick, so it is asked for little."""
    if number == 1:
        return 0
    while True:
        found, bound = 0, 1
        while bound < number:
            found, bound = found << _BITS | picker.choice(range(1 << _BITS)), bound << _BITS
        if found < bound - bound % number:
            return found % number


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
