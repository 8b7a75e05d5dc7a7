"""Hands: a count, what is certain to be in them, and what each audience was shown of them (design/events: Hands).

A card in a hand has no id, so that none can be followed through it. Its holder sees it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from records.core.faces import UNKNOWN, Face, fits, join, known
from records.core.secret import ALL, Audience, Secret
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.ids import SeatKey

Entries: TypeAlias = tuple[tuple[Audience, tuple[str, ...]], ...]


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A hand as a log shows it."""

    count: int = 0
    faces: tuple[str, ...] = ()
    """Certain to be in it as far as this log tells; sorted."""
    shown: Entries = ()
    """For each audience beyond the holder the cards that it was shown and that may not have left; sorted by audience."""
    own: tuple[str, ...] = ()
    """What the holder's log has as ``faces``: less than this log's where a card came or went that the holder did not see."""


NO_CARDS = Hand()


class OpenHand:
    """A hand while a fold changes it: lists in the order of coming; ``close`` gives the hand."""

    __slots__ = ("apart", "changed", "count", "faces", "holder", "own", "seat", "shown")

    def __init__(self, seat: SeatKey, hand: Hand) -> None:
        self.seat = seat
        self.holder: Audience = (seat,)
        self.changed = False
        """Whether it is no longer the hand that was closed last."""
        self.count = hand.count
        self.faces = list(hand.faces)
        self.own = self.faces if hand.own == hand.faces else list(hand.own)
        """The same list as ``faces`` as long as the holder's log has the same."""
        self.shown = {audience: list(names) for audience, names in hand.shown}
        self.apart = self.own is not self.faces or bool(self.shown)
        """Whether there is more to keep than ``faces``."""

    def close(self) -> Hand:
        """Return the hand as it is now."""
        self.changed = False
        faces = tuple(sorted(self.faces))
        shown = tuple(sorted([(audience, tuple(sorted(names))) for audience, names in self.shown.items()])) if self.shown else ()
        return Hand(self.count, faces, shown, faces if self.own is self.faces else tuple(sorted(self.own)))

    def gain(self, cards: Secret) -> None:
        """Take in cards."""
        gained, known_to = cards.faces, cards.known_to
        self.changed = True
        self.count += len(gained)
        if known_to != self.holder:
            self._gain_apart(gained, known_to)
            return
        faces, own = self.faces, self.own
        for face in gained:
            if type(face) is str and face != UNKNOWN:
                faces.append(face)
                if own is not faces:
                    own.append(face)

    def _gain_apart(self, gained: Sequence[Face], known_to: Audience) -> None:
        """Take in cards that not the holder alone knows."""
        names = [face for face in gained if isinstance(face, str) and face != UNKNOWN]
        if self.seat not in known_to and known_to != ALL:
            self._part()
        elif self.own is not self.faces:
            self.own += names
        self.faces += names
        if names and known_to:
            self.apart = True
            self.shown.setdefault(known_to, []).extend(names)

    def lose(self, cards: Sequence[Face], known_to: Audience, hint: Face = UNKNOWN) -> None:
        """Let cards go; raises ``ImpossibleEvent`` if there are too few.

        In sight, every entry whose audience sees the card loses it. Hidden, one copy of each face that it may have been goes from whatever
        did not see it, so that nothing certain is claimed of what may be gone; that is the same in every log.
        """
        count = self.count - len(cards)
        if count < 0:
            raise ImpossibleEvent(f"{len(cards)} cards leave the hand of {self.seat}, which has {self.count}")
        self.changed = True
        self.count = count
        if known_to is not ALL and (self.apart or known_to != self.holder):
            self._lose_apart(cards, known_to, hint)
            return
        if self.apart:
            self._lose_openly(cards, hint)
            return
        faces = self.faces
        if not faces:
            return
        for face in cards:
            try:
                faces.remove(face)  # type: ignore[arg-type]  # what is not a name is not in it
            except ValueError:
                _let_go(faces, face if known(face) else _hidden(face, hint))
        if len(faces) > count:
            self._forget()

    def _lose_openly(self, cards: Sequence[Face], hint: Face) -> None:
        """Let cards go that everybody sees: every entry loses them."""
        faces, own, shown, count = self.faces, self.own, self.shown, self.count
        entries = [*shown.values(), faces] if own is faces else [*shown.values(), faces, own]
        for face in cards:
            if type(face) is str and face != UNKNOWN:
                for names in entries:
                    if face in names:
                        names.remove(face)
            else:
                seen = _hidden(face, hint)
                for names in entries:
                    _let_go(names, seen)
        if len(faces) > count or len(own) > count:
            self._forget()
        for names in shown.values():
            if not names or len(names) > count:
                self._keep({audience: names for audience, names in shown.items() if names and len(names) <= count})
                return

    def _lose_apart(self, cards: Sequence[Face], known_to: Audience, hint: Face) -> None:
        """Let cards go that others know of too, or with the holder's log apart."""
        in_sight = self.seat in known_to or known_to == ALL
        faces, own = self.faces, self.own if in_sight else self._part()
        for face in cards:
            seen = face if known(face) else _hidden(face, hint)
            _let_go(faces, seen)
            if own is not faces:
                _let_go(own, seen if in_sight else hint)
            for audience, names in self.shown.items():
                _let_go(names, seen if _sees(audience, known_to) else hint)
        if len(faces) > self.count or len(own) > self.count:
            self._forget()
        self._keep({audience: names for audience, names in self.shown.items() if names and len(names) <= self.count})

    def show(self, cards: Secret) -> None:
        """Show cards of it: entries are raised to at least these, never added to; raises ``ImpossibleEvent`` if it has too few."""
        if len(cards.faces) > self.count:
            raise ImpossibleEvent(f"{len(cards.faces)} cards of the hand of {self.seat} are shown, which has {self.count}")
        seen = Counter(face for face in cards.faces if isinstance(face, str) and known(face))
        if not seen:
            return
        known_to, self.changed = cards.known_to, True
        self._part()
        self.faces = _raised(self.faces, seen, self.count)
        if self.seat in known_to or known_to == ALL:
            self.own = _raised(self.own, seen, self.count)
        if known_to not in ((), self.holder):
            self.shown[known_to] = _raised(self.shown.get(known_to, []), seen, self.count)

    def tell(self, of: Sequence[str], at_least: int, at_most: int | None) -> None:
        """Note a public fact about it; raises ``ImpossibleEvent`` if it has too few cards for it."""
        if at_least > self.count:
            raise ImpossibleEvent(f"the hand of {self.seat} has {self.count} cards, it cannot hold {at_least} of {', '.join(of)}")
        if at_least and len(of) == 1:
            self.show(Secret(faces=(of[0],) * at_least, known_to=ALL))
        if at_most is not None and (at_most == 0 or len(of) == 1):
            self._cap(self.faces, of, at_most)
            if self.apart:
                if self.own is not self.faces:
                    self._cap(self.own, of, at_most)
                for names in self.shown.values():
                    self._cap(names, of, at_most)
                self._keep({audience: names for audience, names in self.shown.items() if names})

    def _cap(self, names: list[str], of: Sequence[str], at_most: int) -> None:
        """Keep at most so many of each of some names."""
        for name in set(names).intersection(of):
            while names.count(name) > at_most:
                names.remove(name)
                self.changed = True

    def _part(self) -> list[str]:
        """Return ``own``, which is no longer the same."""
        if self.own is self.faces:
            self.own, self.apart = list(self.faces), True
        return self.own

    def _keep(self, shown: dict[Audience, list[str]]) -> None:
        self.shown, self.apart = shown, self.own is not self.faces or bool(shown)

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
    if isinstance(face, str) and face != UNKNOWN:
        if face in names:
            names.remove(face)
    else:
        for name in set(names):
            if fits(name, face):
                names.remove(name)


def _raised(names: list[str], to: Counter[str], count: int) -> list[str]:
    raised = Counter(names) | to
    return list((raised if raised.total() <= count else to).elements())
