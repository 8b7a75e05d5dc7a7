"""Open faces that nobody noted, and a decision with each card that could be there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Event
from records.core.faces import Some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.faces import Face


def unnoted(part: Any) -> Iterator[Face]:
    """Yield the faces that stand open in a structure and are no name: what is a plain text cannot be told from other words."""
    if isinstance(part, Some) or part == "?":
        yield part
    elif isinstance(part, Event):
        for name in part.__struct_fields__:
            yield from unnoted(getattr(part, name))
    elif isinstance(part, (tuple, list)):
        for one in part:
            yield from unnoted(one)


def noted(part: Any, face: str) -> Any:
    """Return a structure with a card in place of each open face that nobody noted."""
    if isinstance(part, Some) or part == "?":
        return face
    if isinstance(part, Event):
        return msgspec.structs.replace(part, **{name: noted(getattr(part, name), face) for name in part.__struct_fields__})
    if isinstance(part, (tuple, list)):
        return type(part)(noted(one, face) for one in part)
    return part
