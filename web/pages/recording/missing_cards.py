"""Cards that nobody noted in a command: how many there are, filling in their names, and what is wrong with a name."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import UNKNOWN, face_key
from records.core.secret import Secret
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from records.core.position import Command


def holes_in(command: Command, *, listed: bool) -> tuple[bool, ...]:
    """Return for each card that may still be named whether it may stay unknown.

    What is laid face down may, and what is only paid. A card that is played must be named, several of them unless the rules themselves
    have ``listed`` the command without names.
    """
    found: list[bool] = []
    for value in msgspec.structs.asdict(command).values():
        if isinstance(value, tuple):
            found += (listed if face == UNKNOWN else True for face in value for _hole in range(_count(face)))
        else:
            found += (isinstance(value, Secret) for _hole in range(_count(value)))
    return tuple(found)


def filled(command: Command, cards: Sequence[str]) -> Command:
    """Return the command with its cards named, in the order of ``holes_in``."""
    left = iter(cards)
    return msgspec.structs.replace(command, **{name: _named(value, left) for name, value in msgspec.structs.asdict(command).items()})


def complaints(cards: Sequence[str], holes: Sequence[bool], unseen: Collection[str]) -> tuple[str, ...]:
    """Return for each named card why it cannot be, "" where it can; ``unseen`` are the cards of the game that lie nowhere the log shows."""
    left = Counter(unseen)
    found = []
    for card, may_stay in zip(cards, holes, strict=True):
        if card == UNKNOWN:
            found.append("" if may_stay else _("This card must be named."))
        elif card not in left:
            found.append(_("“%(card)s” is not a card that can be here.", card=card))
        else:
            left[card] -= 1
            found.append(_("There are not that many copies of this card left.") if left[card] < 0 else "")
    return tuple(found)


def _count(value: Any) -> int:
    if isinstance(value, Secret):
        return value.faces.count(UNKNOWN)
    return sum(map(_count, value)) if isinstance(value, tuple) else int(value == UNKNOWN)


def _named(value: Any, left: Iterator[str]) -> Any:
    if isinstance(value, Secret):
        if UNKNOWN not in value.faces:
            return value
        faces = [next(left) if face == UNKNOWN else face for face in value.faces]
        return msgspec.structs.replace(value, faces=tuple(faces if value.ordered else sorted(faces, key=face_key)))
    if isinstance(value, tuple):
        return tuple(_named(part, left) for part in value)
    return next(left) if value == UNKNOWN else value
