"""Hands: a count, what is certain to be in them, and what each audience was shown of them (EVENTS, section 3).

A card in a hand has no id, so that none can be followed through it. Whoever holds a hand sees it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from records.core.faces import Face, fits, join, known
from records.core.secret import ALL, Audience, Secret
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.ids import SeatKey

Entries: TypeAlias = tuple[tuple[Audience, tuple[str, ...]], ...]


class Hand(msgspec.Struct, frozen=True):
    """A hand as a log shows it."""

    count: int = 0
    faces: tuple[str, ...] = ()
    """Certain to be in it as far as this log tells; sorted."""
    shown: Entries = ()
    """For each audience beyond the holder the cards that it was shown and that may not have left; sorted by audience."""
    own: tuple[str, ...] = ()
    """What the holder's log has as ``faces``: less than this log's where a card came or went that the holder did not see."""


def gained(hand: Hand, seat: SeatKey, cards: Secret) -> Hand:
    """Return the hand with cards that came in."""
    names = [face for face in cards.faces if isinstance(face, str) and face != "?"]
    count = hand.count + len(cards.faces)
    old, shown, own, known_to = hand.faces, hand.shown, hand.own, cards.known_to
    if not names:
        return Hand(count, old, shown, own)
    faces = tuple(sorted([*old, *names]))
    if seat in known_to or known_to == ALL:
        own = faces if own is old or own == old else tuple(sorted([*own, *names]))
    if known_to and known_to != (seat,):
        entries = dict(shown)
        entries[known_to] = tuple(sorted([*entries.get(known_to, ()), *names]))
        shown = tuple(sorted(entries.items()))
    return Hand(count, faces, shown, own)


def lost(hand: Hand, seat: SeatKey, cards: Secret) -> Hand:
    """Return the hand without cards that left; raises ``ImpossibleEvent`` if it has too few.

    In sight, every entry whose audience sees the card loses it. Hidden, one copy of each face that it may have been goes from whatever did
    not see it, so that nothing certain is claimed of what may be gone; that is the same in every log.
    """
    count = hand.count - len(cards.faces)
    if count < 0:
        raise ImpossibleEvent(f"{len(cards.faces)} cards leave the hand of {seat}, which has {hand.count}")
    faces, shown, own = hand.faces, hand.shown, hand.own
    known_to, hint = cards.known_to, cards.hint
    in_sight = seat in known_to or known_to == ALL
    alike = in_sight and (own is faces or own == faces)
    for face in cards.faces:
        seen = face if isinstance(face, str) and face != "?" else _hidden(face, hint)
        if faces:
            faces = _without(faces, seen)
        if not alike and own:
            own = _without(own, seen if in_sight else hint)
        if shown:
            shown = tuple((audience, _without(names, seen if _sees(audience, known_to) else hint)) for audience, names in shown)
    return _within(count, faces, shown, faces if alike else own)


def shown(hand: Hand, seat: SeatKey, cards: Secret) -> Hand:
    """Return the hand after cards of it were shown: what is claimed is raised to them, never added to.

    Raises ``ImpossibleEvent`` if it has too few.
    """
    if len(cards.faces) > hand.count:
        raise ImpossibleEvent(f"{len(cards.faces)} cards of the hand of {seat} are shown, which has {hand.count}")
    seen = Counter(face for face in cards.faces if isinstance(face, str) and known(face))
    if not seen:
        return hand
    entries = dict(hand.shown)
    if cards.known_to not in ((), (seat,)):
        entries[cards.known_to] = _raised(entries.get(cards.known_to, ()), seen, hand.count)
    own = _raised(hand.own, seen, hand.count) if _holds(seat, cards.known_to) else hand.own
    return Hand(hand.count, _raised(hand.faces, seen, hand.count), tuple(sorted(entries.items())), own)


def told(hand: Hand, seat: SeatKey, of: Sequence[str], at_least: int, at_most: int | None) -> Hand:
    """Return the hand after a public fact about it; raises ``ImpossibleEvent`` if it has too few cards for it."""
    if at_least > hand.count:
        raise ImpossibleEvent(f"the hand of {seat} has {hand.count} cards, it cannot hold {at_least} of {', '.join(of)}")
    if at_least and len(of) == 1:
        hand = shown(hand, seat, Secret(faces=(of[0],) * at_least, known_to=ALL))
    if at_most is not None and (at_most == 0 or len(of) == 1):
        entries = tuple((audience, _capped(names, of, at_most)) for audience, names in hand.shown)
        faces, own = _capped(hand.faces, of, at_most), _capped(hand.own, of, at_most)
        hand = Hand(hand.count, faces, tuple(entry for entry in entries if entry[1]), own)
    return hand


def _holds(seat: SeatKey, known_to: Audience) -> bool:
    return known_to == ALL or seat in known_to


def _sees(audience: Audience, known_to: Audience) -> bool:
    return known_to == ALL or (audience != ALL and all(seat in known_to for seat in audience))


def _hidden(face: Face, hint: Face) -> Face:
    try:
        return join(face, hint)
    except Contradiction:
        return face


def _without(names: tuple[str, ...], face: Face) -> tuple[str, ...]:
    if isinstance(face, str) and face != "?":
        if face not in names:
            return names
        rest = list(names)
        rest.remove(face)
        return tuple(rest)
    if not names:
        return names
    left = Counter(names)
    left.subtract(name for name in list(left) if fits(name, face))
    return tuple(sorted(left.elements()))


def _within(count: int, faces: tuple[str, ...], shown: Entries, own: tuple[str, ...]) -> Hand:
    """Return a hand; what claims more than the count is emptied: a card left that its hint had excluded."""
    if shown:
        shown = tuple(entry for entry in shown if entry[1] and len(entry[1]) <= count)
    return Hand(count, faces if len(faces) <= count else (), shown, own if len(own) <= count else ())


def _raised(names: tuple[str, ...], to: Counter[str], count: int) -> tuple[str, ...]:
    raised = Counter(names) | to
    return tuple(sorted((raised if raised.total() <= count else to).elements()))


def _capped(names: tuple[str, ...], of: Sequence[str], at_most: int) -> tuple[str, ...]:
    if not any(name in of for name in names):
        return names
    have = Counter(names)
    for name in of:
        have[name] = min(have[name], at_most)
    return tuple(sorted(have.elements()))
