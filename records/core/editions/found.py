"""What is found by going through a whole catalogue is looked for once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

Found = TypeVar("Found")


def found_in(cards: Mapping[str, Any], find: Callable[..., Found], *args: Hashable) -> Found:
    """Return ``find(cards, *args)``, kept for the very same ``cards``, which never change; so must what is found."""
    found: Found = _found(_These(cards), find, args)
    return found


class _These:
    """Cards told apart by being the same object."""

    __slots__ = ("cards",)

    def __init__(self, cards: Mapping[str, Any]) -> None:
        self.cards = cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _These) and self.cards is other.cards

    def __hash__(self) -> int:
        return id(self.cards)


@lru_cache(maxsize=256)
def _found(these: _These, find: Callable[..., Any], args: tuple[Hashable, ...]) -> Any:
    return find(these.cards, *args)
