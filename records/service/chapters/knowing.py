"""What each seat knows about a card, as far as one viewer's log proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import known
from records.core.secret import Secret
from records.core.viewers import sees, viewer_key
from records.errors import Contradiction, MalformedCommand
from records.knowledge.door import veil
from records.knowledge.engine import Known

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.events import Recorded
    from records.core.hidden import HiddenParts
    from records.core.ids import SeatKey, SlotId
    from records.core.secret import Sealed
    from records.service.seen_log import SeenLog
    from records.studies.chapters.events import AskKnows, HowKnown


def who_knows(seen: SeenLog, task: AskKnows, at: int) -> tuple[tuple[str, HowKnown], ...]:
    """Return what each of the requested seats knows after step ``at`` about the card at a place, in the order of the seats.

    Only ``seen`` is used, so a reader of that log learns nothing more. Every log states who was shown a card. That a
    seat can tell the card is proven by what this log shows of that seat's view; that it cannot, only if that is its entire view.
    Raises ``MalformedCommand`` for a missing place or seat, and if this log proves neither.
    """
    slot = seen.position(at).table.slots.get(task.place)  # type: ignore[call-overload]  # a slot's id
    if slot is None:
        raise MalformedCommand(f"{task.place!r} is no card on the table after event {at}")
    for nth, seat in enumerate(task.seats):
        if seat not in seen.header.seats:
            raise MalformedCommand(f"{seat!r} is no seat of record {seen.header.record}, these are: {', '.join(seen.header.seats)}")
        if seat in task.seats[:nth]:
            raise MalformedCommand(f"of seat {seat} it is asked twice")
    asked = [seat for seat in seen.header.seats if not task.seats or seat in task.seats]
    return tuple((seat, _how(seen, seat, task.place, at)) for seat in asked)  # type: ignore[arg-type]  # a slot's id


def _how(seen: SeenLog, seat: SeatKey, place: SlotId, at: int) -> HowKnown:
    slot = seen.position(at).table.slots[place]
    if slot.up or sees(seat, slot.known_to):
        return "sees it"
    if seen.other_cards:
        raise MalformedCommand(seen.other_cards)
    shown = veil(seen.game.parts, seen.events[:at], seat)
    try:
        chances = Known(seen.game, seen.header, shown, seat).at(at).slots[place]
    except Contradiction as error:
        raise MalformedCommand(f"nothing can be asked after event {at}: {error}") from None
    if chances.exact and chances.certain is not None:
        return "can work it out"
    if chances.exact and _all_there(seen.game.parts, shown, seat):
        return "cannot"
    raise MalformedCommand(
        f"what {viewer_key(seen.viewer)} was shown up to event {at} does not prove whether seat {seat} can tell the card at {place}; "
        "ask it at the open table, or of other seats"
    )


def _all_there(parts: HiddenParts, shown: Iterable[Recorded[Any]], seat: SeatKey) -> bool:
    """Whether a log, made for a seat from another viewer's log, has every face that the seat was shown."""
    missing = []

    def look(path: str, part: Secret | Sealed) -> Secret | Sealed:
        whole = all(map(known, part.faces)) if isinstance(part, Secret) else part.body is not msgspec.UNSET
        if not whole and sees(seat, part.known_to):
            missing.append(path)
        return part

    for recorded in shown:
        parts.map(recorded.event, look)
        if missing:
            return False
    return True
