"""Which events count: take-backs cut, corrections replace, the log keeps everything (design/events: Effective events)."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.secret import Secret
from records.core.shared import Corrected, TakenBack
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.events import Event, Recorded


CHANGING = frozenset({TakenBack, Corrected})
"""Classes of what changes what an event before it counts."""
_EVENT = attrgetter("event")


def changes_earlier(log: Iterable[Recorded[Any]]) -> bool:
    """Whether one of these events changes what an event before it counts; if none does, they are folded as they come."""
    return not CHANGING.isdisjoint(map(type, map(_EVENT, log)))


def effective(log: Iterable[Recorded[Any]]) -> list[Recorded[Any]]:
    """Return the events that count at the end of ``log``.

    A take-back removes everything after ``to`` but is itself kept, for what it shows; a correction replaces its events wherever they still
    count. Raises ``ImpossibleEvent`` for a take-back to the future, into a batch or to what no longer counts, or a correction of another
    class, seat or place.
    """
    log = list(log)
    if not changes_earlier(log):
        return log
    lasting: list[Recorded[Any]] = []
    corrections: dict[int, Event] = {}
    written: dict[int, Event] = {}
    for recorded in log:
        event = recorded.event
        if isinstance(event, TakenBack):
            if not 0 <= event.to < recorded.v:
                raise ImpossibleEvent(f"version {recorded.v} takes back to {event.to}, which is not before it")
            lasting = _cut(lasting, event.to, recorded.v)
        elif isinstance(event, Corrected):
            for replacement in event.of:
                _check(recorded.v, replacement.version, written.get(replacement.version), replacement.event)
                corrections[replacement.version] = replacement.event
        lasting.append(recorded)
        written[recorded.v] = event
    if not corrections:
        return lasting
    return [
        msgspec.structs.replace(recorded, event=corrections[recorded.v]) if recorded.v in corrections else recorded for recorded in lasting
    ]


def _cut(lasting: list[Recorded[Any]], to: int, at: int) -> list[Recorded[Any]]:
    kept = [earlier for earlier in lasting if earlier.v <= to]
    if to and (not kept or kept[-1].v != to):
        raise ImpossibleEvent(f"version {at} takes back to {to}, which was taken back itself")
    if len(kept) < len(lasting) and lasting[len(kept)].cause != lasting[len(kept)].v:
        raise ImpossibleEvent(f"version {at} takes back to {to}, which is in the middle of what version {lasting[len(kept)].cause} began")
    return kept


def _check(at: int, version: int, old: Event | None, new: Event) -> None:
    if old is None or isinstance(old, TakenBack) or type(old) is not type(new):
        found = "nothing" if old is None else type(old).__name__
        raise ImpossibleEvent(f"version {at} corrects {version} to {type(new).__name__}, but there stands {found}")
    for name in ("seat", "slot", "slots", "pile", "seats"):
        if getattr(old, name, None) != getattr(new, name, None):
            raise ImpossibleEvent(f"version {at} may not change the {name} of version {version}")
    for part in old.__struct_fields__:
        before, after = getattr(old, part), getattr(new, part)
        if isinstance(before, Secret) and isinstance(after, Secret) and len(before.faces) != len(after.faces):
            raise ImpossibleEvent(f"version {at} may not change how many cards version {version} moves")
