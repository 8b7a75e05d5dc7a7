"""What is printed on a card, as far as somebody can tell.

``Known(card)`` is the card's name, ``Among(cards)`` one of several, ``NoneOf(cards)`` anything but; unknown is ``NoneOf()`` of nothing and
written ``"?"``. On the wire a name, ``"?"``, ``{"in": [...]}`` or ``{"not": [...]}`` (design/events: Faces).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import TypeAlias

import msgspec

from records.errors import Contradiction


class Some(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, eq=True):
    """A face that is not a single name: exactly one of the two fields is used, sorted and without doubles."""

    among: tuple[str, ...] = msgspec.field(default=(), name="in")
    """It is one of these; two or more."""
    none_of: tuple[str, ...] = msgspec.field(default=(), name="not")
    """It is none of these; one or more."""

    def __post_init__(self) -> None:
        listed = self.among or self.none_of
        if bool(self.among) == bool(self.none_of):
            raise ValueError('a face of several names has either "in" or "not"')
        if len(self.among) == 1:
            raise ValueError('"in" of a single card is written as its name')
        if any(a >= b for a, b in pairwise(listed)) or "?" in listed:
            raise ValueError(f"the names of a face stand sorted, once each, without '?': {list(listed)}")


Face: TypeAlias = str | Some
UNKNOWN: Face = "?"


def known(face: Face) -> bool:
    """Whether ``face`` is a single card's name."""
    return isinstance(face, str) and face != "?"


def among(cards: Iterable[str]) -> Face:
    """Return the face that is one of ``cards``; raise ``Contradiction`` if there are none."""
    names = tuple(sorted(set(cards)))
    if not names:
        raise Contradiction("a card must be one of none")
    return names[0] if len(names) == 1 else Some(among=names)


def none_of(cards: Iterable[str]) -> Face:
    """Return the face that is anything but ``cards``."""
    names = tuple(sorted(set(cards)))
    return Some(none_of=names) if names else UNKNOWN


def one_of(faces: Collection[Face]) -> Face:
    """Return what holds of any one of ``faces`` if it is not known which it is."""
    names: set[str] = set()
    for face in faces:
        if isinstance(face, str) and face != "?":
            names.add(face)
        elif isinstance(face, Some) and face.among:
            names.update(face.among)
        else:
            return face if all(other == face for other in faces) else UNKNOWN
    return among(names) if names else UNKNOWN


def join(a: Face, b: Face) -> Face:
    """Return what follows from both; raise ``Contradiction`` if no card is left. Commutative, associative, idempotent."""
    if b in (a, "?"):
        return a
    if a == "?":
        return b
    if isinstance(a, str):
        if fits(a, b):
            return a
    elif isinstance(b, str):
        if fits(b, a):
            return b
    elif a.among and b.among:
        if left := set(a.among) & set(b.among):
            return among(left)
    elif a.among or b.among:
        some, without = (a, b) if a.among else (b, a)
        if left := set(some.among) - set(without.none_of):
            return among(left)
    else:
        return none_of({*a.none_of, *b.none_of})
    raise Contradiction(f"a card cannot be {told(a)} and {told(b)}")


def fits(card: str, face: Face) -> bool:
    """Whether the card named ``card`` may be what ``face`` says."""
    if isinstance(face, str):
        return face in ("?", card)
    return card in face.among if face.among else card not in face.none_of


def told(face: Face) -> str:
    """Return a face in words, for messages."""
    if isinstance(face, str):
        return "unknown" if face == "?" else face
    return "one of " + ", ".join(face.among) if face.among else "none of " + ", ".join(face.none_of)


def face_key(face: Face) -> tuple[int, tuple[str, ...]]:
    """Return a sort key, by which a bag of faces is always written in the same order."""
    if isinstance(face, str):
        return (2, ()) if face == "?" else (0, (face,))
    return (1, ("in", *face.among)) if face.among else (1, ("not", *face.none_of))


def bag(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Return faces without a public order in their one written order."""
    return tuple(sorted(faces, key=face_key))
