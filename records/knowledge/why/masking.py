"""Calls of the card table without what they tell: cards move as they did, but which cards is not said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from records.core.faces import Face
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
"""Where a method's arguments have its cards. ``fetch``, ``return_some`` and ``reset`` are not here: they say *which* card moves."""
_SAID = frozenset({"tell", "tell_sum"})


def tells(call: Call) -> bool:
    """Whether a call tells anything beyond how many cards moved."""
    return call.method in _SAID or any(face != "?" for face in faces_of(call)) or hint_of(call) != "?"


def only(calls: Sequence[Call], versions: Collection[int]) -> list[Call]:
    """Return calls of which only those of some versions tell anything."""
    return [kept for call in calls if (kept := call if call.version in versions else _masked(call)) is not None]


def faces_of(call: Call) -> tuple[Face, ...]:
    """Return the faces that a call shows, "?" where it does not."""
    cards = call.args[_CARDS[call.method]] if call.method in _CARDS else ()
    return cards.faces if isinstance(cards, Secret) else tuple(cards)


def hint_of(call: Call) -> Face:
    """Return what a call says of its cards by rule, "?" for nothing."""
    cards = call.args[_CARDS[call.method]] if call.method in _CARDS else ()
    return cards.hint if isinstance(cards, Secret) and cards.faces else "?"


def _masked(call: Call) -> Call | None:
    """Return a call that tells nothing; None for one that does nothing else."""
    if call.method in _SAID:
        return None
    if call.method not in _CARDS:
        return call
    at = _CARDS[call.method]
    cards = call.args[at]
    number = len(cards.faces if isinstance(cards, Secret) else cards)
    nothing = Secret(("?",) * number, cards.known_to, ordered=cards.ordered) if isinstance(cards, Secret) else ("?",) * number
    return call._replace(args=(*call.args[:at], nothing, *call.args[at + 1 :]))
