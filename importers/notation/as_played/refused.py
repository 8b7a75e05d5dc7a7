"""The decision that records a command which the rules refuse, made without asking them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from records.core.events import Event, Sort
from records.core.ids import SlotId, slot_id
from records.errors import RecordsError

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.position import Command, Position


def decision_of(game: Game, position: Position[Any], command: Command) -> Event | None:
    """Return the decision event of a command at a position; None if no event of the game expresses exactly that command.

    A game whose events hold more than the command says names them in ``Notation.recorded``.
    """
    version = position.version + 1
    own = game.notation.recorded.get(type(command))
    if own is not None:
        return own(position, command, version)
    if game.play is None:
        return None
    for cls in game.event_names.values():
        if getattr(cls, "sort", None) is not Sort.DECISION:
            continue
        event = _made(cls, command, version)
        if event is None:
            continue
        try:
            if game.play.command_of(event) == command:
                return event
        except RecordsError:
            continue
    return None


def _made(cls: type, command: Command, version: int) -> Event | None:
    """An event of a class with the fields of a command; a slot that it makes gets its id."""
    given = {name: getattr(command, name) for name in command.__struct_fields__}
    names = {field.name: field.required for field in msgspec.structs.fields(cls)}
    if not given.keys() <= names.keys():
        return None
    missing = [name for name, required in names.items() if required and name not in given]
    hints = get_type_hints(cls)
    if any(hints[name] is not SlotId for name in missing):
        return None
    made = {**given, **{name: slot_id(version, nth) for nth, name in enumerate(missing, 1)}}
    try:
        event: Event = cls(**made)
    except (TypeError, ValueError):
        return None
    return event
