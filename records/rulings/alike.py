"""Whether two events say the same, as far as both are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.faces import join, known
from records.core.secret import Sealed, Secret
from records.errors import Contradiction

if TYPE_CHECKING:
    from records.core.events import Event
    from records.core.hidden import HiddenParts


def alike(parts: HiddenParts, decided: Event, recorded: Event) -> bool:
    """Whether two events are the same as far as both are known: faces joined, seals and salts aside (design/events: Audit)."""
    if type(decided) is not type(recorded) or _shell(parts, decided) != _shell(parts, recorded):
        return False
    pairs = zip(secrets(parts, decided), secrets(parts, recorded), strict=True)
    return all(a.known_to == b.known_to and a.hint == b.hint and a.ordered == b.ordered and _join(a, b) for a, b in pairs)


def secrets(parts: HiddenParts, event: Event) -> list[Secret]:
    """Return the hidden faces of an event, in the order of its fields."""
    found: list[Secret] = []

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Secret):
            found.append(part)
        return part

    parts.map(event, visit)
    return found


def _shell(parts: HiddenParts, event: Event) -> Event:
    return parts.map(event, lambda _path, part: Secret(()) if isinstance(part, Secret) else part)


def _join(a: Secret, b: Secret) -> bool:
    if len(a.faces) != len(b.faces):
        return False
    if not a.ordered:
        names_a, names_b = (sorted(str(face) for face in part.faces if known(face)) for part in (a, b))
        return names_a == names_b or len(names_a) < len(a.faces) or len(names_b) < len(b.faces)
    try:
        for one, other in zip(a.faces, b.faces, strict=True):
            join(one, other)
    except Contradiction:
        return False
    return True
