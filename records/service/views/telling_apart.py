"""A position as its viewer is shown it: a card logged as one of several is narrowed to what the viewer could know of it then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import UNKNOWN, Some, among, known
from records.core.ids import SlotId
from records.core.logs.effective import changes_earlier
from records.core.secret import NOBODY
from records.core.shared import GapNoted, PositionSet
from records.errors import Contradiction
from records.service.views.odds import asking
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.faces import Face
    from records.core.position import Position
    from records.service.seen_log import SeenLog

EVERY = 25
"""Interval of steps at which cards are told apart: this is not computed again at each step of a log."""


def told_apart(seen: SeenLog, at: int) -> Position[Any]:
    """Return the position after event ``at`` with each closed card that is one of several narrowed to what it can still be.

    The unchanged position if there is no such card, if the record's cards are not known here, or if the log leaves no world.
    Raises ``VersionNotFound``.
    """
    position = seen.position(at)
    several = tuple(_several(position))
    if not several or seen.other_cards:
        return position
    try:
        faces = {slot: _face(seen, at, slot) for slot in several}
    except Contradiction:
        return position
    slots = {slot: msgspec.structs.replace(position.table.slots[slot], seen=face) for slot, face in faces.items()}
    return replace(position, table=replace(position.table, slots={**position.table.slots, **slots}))


def closed(position: Position[Any], asked: str = "") -> Position[Any]:
    """Return a position in which each card that its log does not show is closed, without what it can be.

    For the card in the slot ``asked`` the audience is removed too.
    """
    slots = {
        slot: msgspec.structs.replace(lying, seen=UNKNOWN, hint=UNKNOWN)
        for slot, lying in position.table.slots.items()
        if lying.face != UNKNOWN and not known(lying.seen)
    }
    if (card := position.table.slots.get(SlotId(asked))) is not None:
        slots[SlotId(asked)] = msgspec.structs.replace(slots.get(SlotId(asked), card), known_to=NOBODY)
    return replace(position, table=replace(position.table, slots={**position.table.slots, **slots})) if slots else position


def _several(position: Position[Any]) -> Iterator[SlotId]:
    return (slot for slot, lying in position.table.slots.items() if isinstance(lying.face, Some) and lying.face.among)


def _face(seen: SeenLog, at: int, slot: SlotId) -> Face:
    """Return what a card can still be, from a nearby step if possible: knowledge of an unmoved card only grows."""
    face = seen.position(at).table.slots[slot].face
    before = at - at % EVERY
    after = min(before + EVERY, len(seen.events))
    if _same(seen, at, after, slot, face) and _can_be(seen, after, slot) == (face, True):
        return face
    if _same(seen, before, at, slot, face):
        then, exact = _can_be(seen, before, slot)
        if exact and isinstance(then, str):
            return then
    return _can_be(seen, at, slot)[0]


def _same(seen: SeenLog, first: int, last: int, slot: SlotId, face: Face) -> bool:
    """Whether a slot has a card of the same set at both steps, and nothing between them ends or changes knowledge."""
    between = seen.events[first:last]
    if any(isinstance(recorded.event, PositionSet | GapNoted) for recorded in between) or changes_earlier(between):
        return False
    lying = (seen.position(step).table.slots.get(slot) for step in (first, last))
    return all(there is not None and there.face == face for there in lying)


def _can_be(seen: SeenLog, at: int, slot: SlotId) -> tuple[Face, bool]:
    """Return what a card can be after event ``at``, and whether that is exact; raises ``Contradiction`` where no world is left."""
    with asking(seen, at) as ask:
        if slot not in ask.table().slots:  # where something is missing
            return seen.position(at).table.slots[slot].face, False
        chances = ask.slot((), slot)
        return among(chances.candidates), chances.exact
