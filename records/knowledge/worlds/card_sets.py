"""Cards by name as bits of an int: "one of these" is a number, and two such statements combine with ``&``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from records.core.faces import Face, Some

if TYPE_CHECKING:
    from collections.abc import Iterable

Names: TypeAlias = int
"""Bit i stands for the i-th name. Negative numbers are complements: ``ANY`` is every name, even one added later."""
ANY: Names = -1


class CardIndex:
    """The names of a catalogue, numbered as they come."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._faces: dict[Face, Names] = {"?": ANY}

    def number(self, name: str) -> int:
        """Return the number of a name."""
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = len(self.names)
            self.names.append(name)
        return found

    def one(self, name: str) -> Names:
        """Return just this name."""
        return 1 << self.number(name)

    def several(self, names: Iterable[str]) -> Names:
        """Return any of ``names``."""
        found = 0
        for name in names:
            found |= self.one(name)
        return found

    def of(self, face: Face) -> Names:
        """Return what a face leaves open."""
        found = self._faces.get(face)
        if found is None:
            found = self._faces[face] = self._of(face)
        return found

    def _of(self, face: Face) -> Names:
        if isinstance(face, Some):
            return self.several(face.among) if face.among else ~self.several(face.none_of)
        return self.one(face)

    def only(self, names: Names) -> str | None:
        """Return the one name that is left, None if there are more."""
        return self.names[names.bit_length() - 1] if names > 0 and not names & (names - 1) else None


def joined(card_index: CardIndex, face: Face, hint: Face) -> Names:
    """Return the intersection of a face and its hint; a seen face outside its hint counts alone, because a rule was broken."""
    seen = card_index.of(face)
    return seen & card_index.of(hint) or seen
