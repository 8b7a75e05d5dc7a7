"""Calls of the card table without what they tell: cards move as they did, but which cards is not said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.faces import UNKNOWN
from records.core.secret import Secret, ordered
from records.core.table import hand_place
from records.knowledge.tracking import plan

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from records.core.faces import Face
    from records.core.shared import PositionSet
    from records.knowledge.tracking.call_log import Call

_CARDS: Mapping[str, int] = {
    "take": 2,
    "pull": 2,
    "lay": 3,
    "deal": 3,
    "drop": 1,
    "turn": 1,
    "mix": 3,
    "mill": 2,
    "bury": 3,
    "split": 3,
    "look": 1,
    "show": 2,
}
"""Where a method's arguments have its cards. ``fetch`` and ``return_some`` are not here: they say *which* card moves."""
_SAID = frozenset({"tell", "tell_sum"})


def tells(call: Call) -> bool:
    """Whether a call tells anything beyond how many cards moved."""
    return call.method in _SAID or any(face != UNKNOWN for face in faces_of(call)) or hint_of(call) != UNKNOWN


class Maskable:
    """Calls, some of them without their information; the reduced form of a call is the same object each time."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self._calls = [(call, call if (masked := _masked(call)) == call else masked) for call in calls]

    def only(self, versions: Collection[int]) -> list[Call]:
        """Return the calls, with information only in those of some versions."""
        return [kept for call, masked in self._calls if (kept := call if call.version in versions else masked) is not None]


def faces_of(call: Call) -> tuple[Face, ...]:
    """Return the faces that a call shows, "?" where it does not; the cards of the game, before its first event, tell nothing."""
    if call.method == "reset":
        return tuple(plan.faces_of(call.args[0])) if call.version else ()
    cards = call.args[_CARDS[call.method]] if call.method in _CARDS else ()
    return cards.faces if isinstance(cards, Secret) else tuple(cards)


def hint_of(call: Call) -> Face:
    """Return what a call says of its cards by rule, "?" for nothing; of several such words the first."""
    if call.method == "reset":
        return next((part.hint for _place, part in placed(call.args[0]) if part.hint != UNKNOWN), UNKNOWN) if call.version else UNKNOWN
    cards = call.args[_CARDS[call.method]] if call.method in _CARDS else ()
    return cards.hint if isinstance(cards, Secret) and cards.faces else UNKNOWN


def _masked(call: Call) -> Call | None:
    """Return a call that tells nothing; None for one that does nothing else."""
    if call.method in _SAID:
        return None
    if call.method == "reset" and call.version:
        return call._replace(args=(untold(call.args[0]),))
    if call.method not in _CARDS:
        return call
    at = _CARDS[call.method]
    cards = call.args[at]
    nothing = _blank(cards) if isinstance(cards, Secret) else (UNKNOWN,) * len(cards)
    return call._replace(args=(*call.args[:at], nothing, *call.args[at + 1 :]))


def placed(position: PositionSet) -> Iterator[tuple[str, Secret]]:
    """Yield what a position says of its hands (``hand:A``), slots, decks and zones, part by part."""
    yield from ((hand_place(hand.seat), part) for hand in position.hands for part in hand.cards)
    yield from ((laid.slot, laid.card) for pile in position.piles for laid in pile.slots)
    yield from ((deck.deck, part) for deck in position.decks for part in deck.blocks)
    yield from ((zone.zone, ordered(*zone.faces)) for zone in position.zones)


def untold(position: PositionSet) -> PositionSet:
    """Return a position in which as many cards lie, and nobody says which."""
    replace = msgspec.structs.replace
    return replace(
        position,
        hands=tuple(replace(hand, cards=tuple(map(_blank, hand.cards))) for hand in position.hands),
        piles=tuple(replace(pile, slots=tuple(replace(laid, card=_blank(laid.card)) for laid in pile.slots)) for pile in position.piles),
        decks=tuple(replace(deck, blocks=tuple(map(_blank, deck.blocks))) for deck in position.decks),
        zones=tuple(replace(zone, faces=(UNKNOWN,) * len(zone.faces)) for zone in position.zones),
    )


def _blank(cards: Secret) -> Secret:
    return Secret((UNKNOWN,) * len(cards.faces), cards.known_to, ordered=cards.ordered)
