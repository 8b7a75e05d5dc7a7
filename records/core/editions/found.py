"""Caches results of searching a whole catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

Found = TypeVar("Found")


def found_in(cards: Mapping[str, Any], find: Callable[..., Found], *args: Hashable) -> Found:
    """Return ``find(cards, *args)``, cached for the identical object ``cards``. Neither ``cards`` nor the result may ever change."""
    asked = (id(cards), find, args)
    kept = _KEPT.get(asked)
    if kept is not None:
        return kept[1]  # type: ignore[no-any-return]  # what ``find`` returned
    found = find(cards, *args)
    if len(_KEPT) >= MOST:
        _KEPT.clear()
    _KEPT[asked] = cards, found
    return found


MOST = 256
_KEPT: dict[tuple[int, Callable[..., Any], tuple[Hashable, ...]], tuple[Mapping[str, Any], Any]] = {}
"""Results, stored with the cards themselves: as long as these are kept, no other cards can have their identity."""
