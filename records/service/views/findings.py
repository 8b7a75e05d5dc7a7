"""What an audit found, with who decided it and from whose log it can be judged (design/events: Audit)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from records.core.logs.effective import effective
from records.core.viewers import OPEN, PUBLIC
from records.knowledge.door import veil
from records.rulings.audit import audit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.ids import SeatKey
    from records.core.viewers import Viewer
    from records.rulings.audit import Judged
    from records.service.seen_log import SeenLog


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFinding:
    """One decision that is not as the rules say, or that cannot be judged."""

    judged: Judged
    seat: SeatKey | None
    """Whose decision it was; None where the event belongs to no seat."""
    noticed_by: tuple[SeatKey, ...]
    """From whose log the same can be judged, in seating order; empty where nothing is wrong. See ``findings`` for what a seat is told."""
    taken_back: bool
    """Whether the decision was taken back later, so that it counts no more."""


def findings(seen: SeenLog, judged: Sequence[Judged]) -> tuple[AuditFinding, ...]:
    """Return what is not kept of ``judged``, in its order.

    A breach that the public's log tells could be noticed by every seat. Otherwise the open table is told each seat whose own log tells it,
    and a seat only that it could notice it itself: what the others' logs hold is not this viewer's to know.
    """
    counting = {recorded.v for recorded in effective(seen.events)}
    told = _told(seen) if any(one.wrong for one in judged) else {}
    return tuple(
        AuditFinding(
            judged=one,
            seat=getattr(seen.events[one.version - 1].event, "seat", None),
            noticed_by=tuple(seat for seat in seen.header.seats if one.wrong and (one.version, one.at) in told[seat]),
            taken_back=one.version not in counting,
        )
        for one in judged
        if one.why is not None
    )


def _told(seen: SeenLog) -> dict[SeatKey, frozenset[tuple[int, int]]]:
    """Return what each seat's log tells to be wrong, as far as this viewer may know that: decision and place."""
    everybody = _wrong(seen, PUBLIC)
    own = {seat: _wrong(seen, seat) for seat in seen.header.seats if seen.viewer in (OPEN, seat)}
    return {seat: everybody | own.get(seat, frozenset()) for seat in seen.header.seats}


def _wrong(seen: SeenLog, eyes: Viewer) -> frozenset[tuple[int, int]]:
    log = seen.events if eyes == seen.viewer else veil(seen.game.parts, seen.events, eyes)
    return frozenset((one.version, one.at) for one in audit(seen.game, seen.header, log) if one.wrong)
