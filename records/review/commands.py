"""What a seat could do at a decision, and how a command is written in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.secret import Secret
from records.core.wire import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.game import GamePlay
    from records.core.ids import SeatKey
    from records.core.position import Command, Position
    from records.review.rows import PlainCommand


def plain(command: Command) -> Command:
    """Return a command as its seat gives it, without the hints that the rules add for others."""
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    bare = {name: Secret(part.faces, part.known_to, ordered=part.ordered) for name, part in fields.items() if isinstance(part, Secret)}
    return msgspec.structs.replace(command, **bare) if bare else command


def text_of(command: Command) -> PlainCommand:
    """Return the wire form of a command."""
    return encode(plain(command)).decode()


def options(play: GamePlay, position: Position[Any], seat: SeatKey) -> tuple[Command, ...]:
    """Return the commands that the rules list for ``seat``, each once, as far as ``position`` shows its hand."""
    listed = [plain(command) for command in play.legal(position) if getattr(command, "seat", seat) == seat]
    return tuple(dict.fromkeys(listed))


def among(listed: Sequence[Command], command: Command) -> Command:
    """Return the one of ``listed`` that equals a recorded command, with cards in any order; the recorded one if none does."""
    wanted = plain(command)
    if wanted in listed:
        return wanted
    sorted_one = _sorted(wanted)
    return next((one for one in listed if _sorted(one) == sorted_one), wanted)


def hidden(command: Command) -> bool:
    """Whether a command names a card that nobody noted."""
    return '"?"' in text_of(command)


def _sorted(command: Command) -> tuple[type, Any]:
    return type(command), tuple(_in_order(getattr(command, name)) for name in command.__struct_fields__)


def _in_order(part: Any) -> Any:
    if isinstance(part, Secret):
        return _in_order(part.faces)
    if isinstance(part, tuple) and all(isinstance(one, str) for one in part):
        return tuple(sorted(part))
    return tuple(map(_in_order, part)) if isinstance(part, tuple) else part
