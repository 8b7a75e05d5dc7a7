"""The present state of a class, folded from its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import ImpossibleEvent
from records.studies.classes import events as ev
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from records.core.events import Recorded
    from records.core.secret import Sealed
    from records.studies.chapters.events import ChapterId


class ClassMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a chapter."""

    chapter: ChapterId
    step: int


class ClassPoll(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was asked."""

    number: int
    session: int
    at: ClassMoment | None
    """The chapter and step shown at that time."""
    task: Sealed
    closed: bool = False
    revealed: bool = False


class ClassSession(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson that is held."""

    number: int
    eyes: ev.ClassEyes
    shown: ClassMoment | None = None
    poll: int = 0
    """The last one of this session; 0 before the first."""


class ClassState(msgspec.Struct, frozen=True, kw_only=True):
    """All of a class."""

    title: Sealed
    number: int = 0
    """Which published number of its study it learns; 0 for that of its header."""
    code: str = ""
    """Hash of the code by which somebody joins; "" for none."""
    until: datetime | None = None
    sessions: int = 0
    """How many were begun."""
    session: ClassSession | None = None
    """The one that is held; None between two."""
    polls: Mapping[int, ClassPoll] = msgspec.field(default_factory=dict)

    @property
    def open_poll(self) -> ClassPoll | None:
        """The open poll; None if there is none."""
        last = self.polls.get(self.session.poll) if self.session is not None else None
        return last if last is not None and not last.closed else None


def fold_class(log: Sequence[Recorded[Any]]) -> ClassState:
    """Return a class from its events; raises ``ImpossibleEvent`` for an impossible event."""
    state: ClassState | None = None
    for recorded in log:
        event = recorded.event
        if isinstance(event, ev.ClassNamed):
            state = ClassState(title=event.body) if state is None else replace(state, title=event.body)
        elif state is None:
            raise _impossible(recorded, "a class begins with what it is called")
        else:
            state = _after(state, recorded)
    if state is None:
        raise ImpossibleEvent("a class is called something")
    return state


def _after(state: ClassState, recorded: Recorded[Any]) -> ClassState:
    event = recorded.event
    if isinstance(event, ev.CodeSet):
        return replace(state, code=event.hash, until=event.until)
    if isinstance(event, ev.LearnerRemoved):
        return state
    session = state.session
    if isinstance(event, ev.ClassNumberTaken):
        if session is not None:
            raise _impossible(recorded, f"session {session.number} is held")
        if event.number <= state.number:
            raise _impossible(recorded, f"number {event.number} is not later than {state.number}")
        return replace(state, number=event.number)
    if isinstance(event, ev.SessionBegan):
        if session is not None:
            raise _impossible(recorded, f"session {session.number} is held")
        if event.number != state.sessions + 1:
            raise _impossible(recorded, f"the next session is {state.sessions + 1}, not {event.number}")
        return replace(state, sessions=event.number, session=ClassSession(number=event.number, eyes=event.eyes))
    if session is None:
        raise _impossible(recorded, "no session is held")
    if isinstance(event, ev.SessionEnded):
        if state.open_poll is not None:
            raise _impossible(recorded, f"poll {session.poll} is open")
        return replace(state, session=None)
    if isinstance(event, ev.StepShown):
        return replace(state, session=replace(session, shown=ClassMoment(chapter=event.chapter, step=event.step)))
    if isinstance(event, ev.PollOpened):
        if state.open_poll is not None:
            raise _impossible(recorded, f"poll {session.poll} is open")
        if event.poll != len(state.polls) + 1:
            raise _impossible(recorded, f"the next poll is {len(state.polls) + 1}, not {event.poll}")
        poll = ClassPoll(number=event.poll, session=session.number, at=session.shown, task=event.task)
        return replace(state, session=replace(session, poll=event.poll), polls={**state.polls, event.poll: poll})
    return _polled(state, recorded)


def _polled(state: ClassState, recorded: Recorded[Any]) -> ClassState:
    event = recorded.event
    poll = state.polls.get(event.poll)
    if poll is None or state.session is None or poll.session != state.session.number:
        raise _impossible(recorded, f"there is no poll {event.poll} in this session")
    if isinstance(event, ev.PollClosed):
        if poll.closed:
            raise _impossible(recorded, f"poll {poll.number} is closed")
        return _put(state, replace(poll, closed=True))
    if not poll.closed or poll.revealed:
        raise _impossible(recorded, f"poll {poll.number} is {'revealed' if poll.revealed else 'open'}")
    return _put(state, replace(poll, revealed=True))


def _put(state: ClassState, poll: ClassPoll) -> ClassState:
    return replace(state, polls={**state.polls, poll.number: poll})


def _impossible(recorded: Recorded[Any], why: str) -> ImpossibleEvent:
    return ImpossibleEvent(f"version {recorded.v}: {why}")
