"""What an audit found, with who decided it and from whose log it can be judged (design/events: Audit)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.events import Recorded
from records.core.logs.effective import effective
from records.core.viewers import OPEN, PUBLIC
from records.core.wording.narration import Moment
from records.errors import MalformedCommand, RecordsError
from records.knowledge.door import veil
from records.rulings.audit import audit
from records.rulings.consequences import Consequence, consequences
from records.rulings.possibilities import Possibility, possibilities
from records.rulings.redoing.compare import reading_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Event
    from records.core.ids import SeatKey
    from records.core.sentences import Sentence
    from records.core.viewers import Viewer
    from records.rulings.audit import Judged
    from records.service.seen_log import SeenLog


class AuditFinding(msgspec.Struct, frozen=True, kw_only=True):
    """One decision that is not as the rules say, or that cannot be judged."""

    judged: Judged
    seat: SeatKey | None
    """Whose decision it was; None where the event belongs to no seat."""
    noticed_by: tuple[SeatKey, ...]
    """The seats whose logs show the same, in seating order; empty if nothing is wrong. See ``findings`` for what a seat gets."""
    taken_back: bool
    """Whether the decision was taken back later, so that it counts no more."""
    recorded: tuple[Sentence, ...] = ()
    """What was written down where record and rules part ways, as the record tells it; () where it tells nothing."""
    ruled: tuple[Sentence, ...] = ()
    """What the rules give there, in the same words; () where they forbid the decision, or tell nothing of it."""
    consequence: Consequence | None = None
    """Whether it can still matter; None where nothing is wrong."""
    possibilities: tuple[Possibility, ...] = ()
    """Of a decision that cannot be judged because one open card was not noted: what it would be with each card."""


def findings(seen: SeenLog, judged: Sequence[Judged]) -> tuple[AuditFinding, ...]:
    """Return the findings of ``judged`` that are not as the rules say, in its order.

    Every seat could notice a breach in the public's log. Otherwise the open table gets each seat whose own log shows it,
    and a seat gets only itself, because it may not know what the others' logs hold.
    """
    counting = {recorded.v for recorded in effective(seen.events)}
    told = _told(seen) if any(one.wrong for one in judged) else {}
    changed = _consequences(seen, judged)
    cards = tuple(sorted(seen.faces)) if any(_unnoted(one) for one in judged) else ()
    return tuple(
        AuditFinding(
            judged=one,
            seat=getattr(seen.events[one.version - 1].event, "seat", None),
            noticed_by=tuple(seat for seat in seen.header.seats if one.wrong and (one.version, one.at) in told[seat]),
            taken_back=one.version not in counting,
            recorded=_in_words(seen, one, one.recorded),
            ruled=_in_words(seen, one, one.ruled),
            consequence=changed.get(one.version),
            possibilities=possibilities(seen.game, seen.header, seen.events, one.version, cards) if _unnoted(one) else (),
        )
        for one in judged
        if one.why is not None
    )


def _unnoted(one: Judged) -> bool:
    return one.why is not None and not one.wrong and not one.unjudged


def _consequences(seen: SeenLog, judged: Sequence[Judged]) -> Mapping[int, Consequence]:
    """Return what each breach changed, by the version of its decision."""
    wrong = [one.version for one in judged if one.wrong]
    if not wrong:
        return {}
    try:
        reading = reading_of(seen.game, seen.header, seen.events)
    except MalformedCommand:
        return {}
    return dict(zip(wrong, consequences(seen.game, seen.header, seen.events, reading, wrong), strict=True))


def _in_words(seen: SeenLog, one: Judged, event: Event | None) -> tuple[Sentence, ...]:
    """Narrate an event as if the record had it at the place where rules and record part ways."""
    if event is None:
        return ()
    here = one.at if one.recorded is None else one.at - 1  # where the rules go on, it comes after the last that was recorded
    position = seen.position(here)
    draft, before = position.thaw(), position.state
    then = seen.events[one.at - 1]
    recorded = Recorded(here + 1, one.version, then.at, "", event)
    try:
        seen.folder.apply(draft, recorded)
        return seen.game.narrate(Moment(recorded, before, draft, seen.viewer, lambda: seen.timeline.versions)).lines
    except RecordsError:
        return ()


def _told(seen: SeenLog) -> dict[SeatKey, frozenset[tuple[int, int]]]:
    """Return the breaches that each seat's log shows, as far as this viewer may know them: decision and place."""
    everybody = _wrong(seen, PUBLIC)
    own = {seat: _wrong(seen, seat) for seat in seen.header.seats if seen.viewer in (OPEN, seat)}
    return {seat: everybody | own.get(seat, frozenset()) for seat in seen.header.seats}


def _wrong(seen: SeenLog, eyes: Viewer) -> frozenset[tuple[int, int]]:
    log = seen.events if eyes == seen.viewer else veil(seen.game.parts, seen.events, eyes)
    return frozenset((one.version, one.at) for one in audit(seen.game, seen.header, log) if one.wrong)
