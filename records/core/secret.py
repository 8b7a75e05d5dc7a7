"""The only two places where an event hides anything (design/events: Secrets; design/events: Seals)."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import msgspec

from records.core.faces import UNKNOWN, Face, face_key

Audience: TypeAlias = tuple[str, ...]
"""Seat keys, sorted; ``("*",)`` is everybody, ``()`` nobody. Everybody is not the same as a list of every seat: it includes the public."""
_COMMITMENT = re.compile(r"[0-9a-f]{32}")
ALL: Audience = ("*",)
NOBODY: Audience = ()


def audience(*seats: str) -> Audience:
    """Return ``seats`` as an audience."""
    if len(seats) == 1:
        return ALL if seats == ALL else seats
    return ALL if "*" in seats else tuple(sorted(set(seats)))


def meet(a: Audience, b: Audience) -> Audience:
    """Return who belongs to both."""
    if not a or a == b:
        return a
    if a == ALL:
        return b
    if b == ALL:
        return a
    return tuple(seat for seat in a if seat in b)


def widen(a: Audience, b: Audience) -> Audience:
    """Return who belongs to either."""
    if ALL in (a, b):
        return ALL
    return a if not b or a == b else tuple(sorted({*a, *b}))


def _check_audience(seats: Audience) -> None:
    if any(a >= b for a, b in pairwise(seats)) or ("*" in seats and seats != ALL):
        raise ValueError(f"known_to is sorted, names nobody twice and is ['*'] for everybody: {list(seats)}")


class Secret(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Faces that only some were shown. Count, ``known_to`` and ``hint`` are public."""

    faces: tuple[Face, ...]
    """A bag, written sorted, unless ``ordered``; the only hidden field."""
    known_to: Audience = NOBODY
    """The seats that were *shown* the faces (never who could work them out), the owner included."""
    hint: Face = UNKNOWN
    """What others may conclude if the rules were kept; from the event's class, public fields and ruleset only."""
    ordered: bool = False
    """Whether the faces have a public order."""
    salt: tuple[str, ...] = ()
    """In a redacted record, beside faces that its reader was shown: the salt of each, hex."""
    seal: tuple[str, ...] = ()
    """In a redacted record, in place of faces: the commitment to each, hex."""

    def __post_init__(self) -> None:
        if len(self.known_to) > 1:
            _check_audience(self.known_to)
        faces = self.faces
        if len(faces) > 1 and not self.ordered and list(faces) != sorted(faces, key=face_key):
            raise ValueError("faces without an order are written sorted")
        if self.salt or self.seal:
            self._check_seals(faces)

    def _check_seals(self, faces: tuple[Face, ...]) -> None:
        if (self.salt and len(self.salt) != len(faces)) or (self.seal and len(self.seal) != len(faces)):
            raise ValueError("as many salts or seals as faces")
        if self.seal and (self.salt or any(face != UNKNOWN for face in faces) or not all(map(_COMMITMENT.fullmatch, self.seal))):
            raise ValueError("a seal is 32 hex digits and stands in place of a face and its salt, not beside them")

    @property
    def open(self) -> bool:
        """Whether everybody was shown the faces; then nothing is sealed."""
        return self.known_to == ALL


class Sealed(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Any JSON that only some were shown. Whether it is empty, and its size, are hidden too."""

    known_to: Audience = NOBODY
    body: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The JSON as it was written; unset for viewers who were not shown it."""
    salt: str = ""
    seal: str = ""

    def __post_init__(self) -> None:
        if len(self.known_to) > 1:
            _check_audience(self.known_to)
        if self.seal and (self.salt or self.body is not msgspec.UNSET or not _COMMITMENT.fullmatch(self.seal)):
            raise ValueError("a seal is 32 hex digits and stands in place of a body and its salt, not beside them")


def secret(*faces: Face, to: Audience = NOBODY, hint: Face = UNKNOWN) -> Secret:
    """Return a bag of faces, put in its written order."""
    return Secret(tuple(sorted(faces, key=face_key)) if len(faces) > 1 else faces, to, hint)


@lru_cache(maxsize=4096)
def openly(*faces: Face) -> Secret:
    """Return faces that everybody sees, position by position."""
    return Secret(faces=faces, known_to=ALL, ordered=True)


def ordered(*faces: Face, to: Audience = NOBODY, hint: Face = UNKNOWN) -> Secret:
    """Return faces in a public order (position by position)."""
    return Secret(faces=faces, known_to=to, hint=hint, ordered=True)
