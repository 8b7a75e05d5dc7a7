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


class Held:
    """A hand while a fold changes it: lists in the order of coming; ``close`` gives the hand."""

    __slots__ = ("changed", "count", "faces", "own", "shown")

    def __init__(self, hand: Hand) -> None:
        self.changed = False
        """Whether it is no longer the hand that was closed last."""
        self.count = hand.count
        self.faces = list(hand.faces)
        self.own = self.faces if hand.own == hand.faces else list(hand.own)
        """The same list as ``faces`` as long as the holder's log has the same."""
        self.shown = {audience: list(names) for audience, names in hand.shown}

    def close(self) -> Hand:
        """Return the hand as it is now."""
        self.changed = False
        faces = tuple(sorted(self.faces))
        shown = tuple(sorted([(audience, tuple(sorted(names))) for audience, names in self.shown.items()])) if self.shown else ()
        return Hand(self.count, faces, shown, faces if self.own is self.faces else tuple(sorted(self.own)))

    def gain(self, seat: SeatKey, cards: Secret) -> None:
        """Take in cards."""
        faces, own, known_to = self.faces, self.own, cards.known_to
        if seat in known_to or known_to == ALL:
            apart = own is not faces
        else:
            own, apart = self._part(), False
        before = len(faces)
        for face in cards.faces:
            if isinstance(face, str) and face != "?":
                faces.append(face)
        self.changed = True
        self.count += len(cards.faces)
        if apart:
            own += faces[before:]
        if known_to and known_to != (seat,) and len(faces) > before:
            self.shown.setdefault(known_to, []).extend(faces[before:])

    def lose(self, seat: SeatKey, cards: Secret) -> None:
        """Let cards go; raises ``ImpossibleEvent`` if there are too few.

        In sight, every entry whose audience sees the card loses it. Hidden, one copy of each face that it may have been goes from whatever
        did not see it, so that nothing certain is claimed of what may be gone; that is the same in every log.
        """
        faces, shown, known_to = self.faces, self.shown, cards.known_to
        count = self.count - len(cards.faces)
        if count < 0:
            raise ImpossibleEvent(f"{len(cards.faces)} cards leave the hand of {seat}, which has {self.count}")
        self.changed, self.count = True, count
        in_sight = seat in known_to or known_to == ALL
        own = self.own if in_sight else self._part()
        for face in cards.faces:
            seen: Face = face
            if face in faces:
                faces.remove(face)
            else:
                if not known(face):
                    seen = _hidden(face, cards.hint)
                _let_go(faces, seen)
            if own is not faces:
                _let_go(own, seen if in_sight else cards.hint)
            if shown:
                for audience, names in shown.items():
                    _let_go(names, seen if _sees(audience, known_to) else cards.hint)
        if len(faces) > count or len(own) > count:
            self._forget()
        if shown:
            self.shown = {audience: names for audience, names in shown.items() if names and len(names) <= count}

    def show(self, seat: SeatKey, cards: Secret) -> None:
        """Show cards of it: what is claimed is raised to them, never added to; raises ``ImpossibleEvent`` if it has too few."""
        if len(cards.faces) > self.count:
            raise ImpossibleEvent(f"{len(cards.faces)} cards of the hand of {seat} are shown, which has {self.count}")
        seen = Counter(face for face in cards.faces if isinstance(face, str) and known(face))
        if not seen:
            return
        known_to, self.changed = cards.known_to, True
        self._part()
        self.faces = _raised(self.faces, seen, self.count)
        if seat in known_to or known_to == ALL:
            self.own = _raised(self.own, seen, self.count)
        if known_to not in ((), (seat,)):
            self.shown[known_to] = _raised(self.shown.get(known_to, []), seen, self.count)

    def tell(self, seat: SeatKey, of: Sequence[str], at_least: int, at_most: int | None) -> None:
        """Note a public fact about it; raises ``ImpossibleEvent`` if it has too few cards for it."""
        if at_least > self.count:
            raise ImpossibleEvent(f"the hand of {seat} has {self.count} cards, it cannot hold {at_least} of {', '.join(of)}")
        if at_least and len(of) == 1:
            self.show(seat, Secret(faces=(of[0],) * at_least, known_to=ALL))
        if at_most is not None and (at_most == 0 or len(of) == 1):
            for names in self.shown.values():
                self._cap(names, of, at_most)
            self._cap(self.faces, of, at_most)
            if self.own is not self.faces:
                self._cap(self.own, of, at_most)
            self.shown = {audience: names for audience, names in self.shown.items() if names}

    def _cap(self, names: list[str], of: Sequence[str], at_most: int) -> None:
        """Keep at most so many of each of some names."""
        for name in of:
            while names.count(name) > at_most:
                names.remove(name)
                self.changed = True

    def _part(self) -> list[str]:
        """Return ``own``, which is no longer the same."""
        if self.own is self.faces:
            self.own = list(self.faces)
        return self.own

    def _forget(self) -> None:
        """Empty what claims more than the count: a card left that its hint had excluded."""
        self._part()
        if len(self.faces) > self.count:
            self.faces = []
        if len(self.own) > self.count:
            self.own = []


def _sees(audience: Audience, known_to: Audience) -> bool:
    return known_to == ALL or (audience != ALL and all(seat in known_to for seat in audience))


def _hidden(face: Face, hint: Face) -> Face:
    try:
        return join(face, hint)
    except Contradiction:
        return face


def _let_go(names: list[str], face: Face) -> None:
    """Take one copy of each name that ``face`` may be."""
    if not names:
        return
    if isinstance(face, str) and face != "?":
        if face in names:
            names.remove(face)
    else:
        for name in set(names):
            if fits(name, face):
                names.remove(name)


def _raised(names: list[str], to: Counter[str], count: int) -> list[str]:
    raised = Counter(names) | to
    return list((raised if raised.total() <= count else to).elements())
