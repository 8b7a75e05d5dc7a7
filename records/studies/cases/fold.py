"""The present state of a case, folded from its events."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from records.errors import ImpossibleEvent
from records.studies.cases import events as ev
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from records.core.events import Recorded
    from records.core.ids import SeatKey
    from records.core.secret import Sealed
    from records.studies.layers.events import NoteSight

CaseRecorded: TypeAlias = "Recorded[Any]"
"""An event of a case in its envelope."""


class RulingStanding(Enum):
    """The status of a ruling."""

    IN_FORCE = "in force"
    APPEALED = "appealed"
    UPHELD = "upheld"
    """In force, and confirmed."""
    OVERRULED = "overruled"


class CaseText(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was written in a case."""

    version: int
    at: datetime
    sight: NoteSight
    sealed: Sealed


class CaseAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An appeal, or how it was decided."""

    kind: str
    """``appealed``, ``upheld`` or ``overruled``."""
    written: CaseText


class CaseRuling(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling, and the answers to it."""

    id: ev.RulingId
    standing: RulingStanding
    written: CaseText
    answers: tuple[CaseAnswer, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether it is in force."""
        return self.standing in (RulingStanding.IN_FORCE, RulingStanding.UPHELD)


class CaseState(msgspec.Struct, frozen=True, kw_only=True):
    """All of a case."""

    v: int
    question: CaseText
    released: frozenset[SeatKey] = frozenset()
    claims: dict[ev.ClaimId, CaseText] = msgspec.field(default_factory=dict)
    rulings: dict[ev.RulingId, CaseRuling] = msgspec.field(default_factory=dict)
    closed: CaseText | None = None

    @property
    def ruling(self) -> CaseRuling | None:
        """The ruling in force, if there is one."""
        return next((one for one in self.rulings.values() if one.holds), None)

    @property
    def standing(self) -> CaseRuling | None:
        """The ruling that was not overruled, in force or appealed."""
        return next((one for one in self.rulings.values() if one.standing is not RulingStanding.OVERRULED), None)


def fold_case(log: Iterable[CaseRecorded]) -> CaseState:
    """Return a case from its events; raises ``ImpossibleEvent`` for an impossible event."""
    state: CaseState | None = None
    for recorded in log:
        if isinstance(recorded.event, ev.CaseOpened):
            if state is not None:
                raise _impossible(recorded, "a case is opened once")
            state = CaseState(v=recorded.event.v, question=_text(recorded))
        elif state is None:
            raise _impossible(recorded, "a case begins with its question")
        elif state.closed is not None:
            raise _impossible(recorded, "the case is closed")
        else:
            state = _after(state, recorded)
    if state is None:
        raise ImpossibleEvent("a case has a question")
    return state


def _after(state: CaseState, recorded: CaseRecorded) -> CaseState:
    event = recorded.event
    if isinstance(event, ev.SideReleased):
        return replace(state, released=state.released | {event.seat})
    if isinstance(event, ev.CaseClosed):
        return replace(state, closed=_text(recorded))
    if isinstance(event, ev.ClaimMade):
        if event.claim != f"c{len(state.claims) + 1}":
            raise _impossible(recorded, f"the next claim is c{len(state.claims) + 1}, not {event.claim}")
        return replace(state, claims={**state.claims, event.claim: _text(recorded)})
    if isinstance(event, ev.Ruled):
        if state.standing is not None:
            raise _impossible(recorded, f"ruling {state.standing.id} stands; it is overruled first")
        if event.ruling != f"r{len(state.rulings) + 1}":
            raise _impossible(recorded, f"the next ruling is r{len(state.rulings) + 1}, not {event.ruling}")
        ruling = CaseRuling(id=event.ruling, standing=RulingStanding.IN_FORCE, written=_text(recorded))
        return replace(state, rulings={**state.rulings, event.ruling: ruling})
    return _answered(state, recorded)


def _answered(state: CaseState, recorded: CaseRecorded) -> CaseState:
    event = recorded.event
    ruling = state.rulings.get(event.of)
    if ruling is None:
        raise _impossible(recorded, f"there is no ruling {event.of}")
    if ruling.standing is RulingStanding.OVERRULED:
        raise _impossible(recorded, f"ruling {event.of} was overruled")
    if isinstance(event, ev.Appealed) and ruling.standing is RulingStanding.APPEALED:
        raise _impossible(recorded, f"ruling {event.of} is appealed already")
    if isinstance(event, ev.Upheld) and ruling.standing is not RulingStanding.APPEALED:
        raise _impossible(recorded, f"nobody appealed against ruling {event.of}")
    standing = {ev.Appealed: RulingStanding.APPEALED, ev.Upheld: RulingStanding.UPHELD, ev.Overruled: RulingStanding.OVERRULED}[type(event)]
    answer = CaseAnswer(kind=standing.value, written=_text(recorded))
    ruling = replace(ruling, standing=standing, answers=(*ruling.answers, answer))
    return replace(state, rulings={**state.rulings, event.of: ruling})


def _text(recorded: CaseRecorded) -> CaseText:
    return CaseText(version=recorded.v, at=recorded.at, sight=recorded.event.sight, sealed=recorded.event.body)


def _impossible(recorded: CaseRecorded, why: str) -> ImpossibleEvent:
    return ImpossibleEvent(f"version {recorded.v} of a case: {why}")
