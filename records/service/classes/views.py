"""A class as its teacher reads it, and the part of it that all participants are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.service.streams.sealing import opened_body
from records.studies.classes import events as ev

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from records.service.chapters.views import StudyView
    from records.service.kinds import StoredClass
    from records.studies.classes.fold import ClassMoment, ClassPoll, ClassState


class PollView(msgspec.Struct, frozen=True, kw_only=True):
    """A poll, open or closed."""

    number: int
    session: int
    at: ClassMoment | None
    task: ev.PollTask | None
    """None where it was erased."""
    closed: bool
    revealed: bool


class SessionView(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson that is held."""

    number: int
    eyes: ev.ClassEyes
    shown: ClassMoment | None
    poll: PollView | None
    """The last one; None before the first."""


class ClassView(msgspec.Struct, frozen=True, kw_only=True):
    """A class as it stands."""

    id: str
    title: str
    """"" where it was erased."""
    version: int
    """How many events it has."""
    opened: datetime
    study: str
    number: int
    """Which published number of the study is taught."""
    code_until: datetime | None
    """Until when people may join; None if nobody may."""
    sessions: int
    session: SessionView | None
    polls: Mapping[int, PollView]


class TaughtClass(msgspec.Struct, frozen=True, kw_only=True):
    """A class with the study that it is taught."""

    view: ClassView
    study: StudyView


class WireEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Sent to everybody in a class, or to followers of a game, about one event: ids and numbers, the same for all."""

    version: int
    name: str
    """``began``, ``shown``, ``poll``, ``closed``, ``revealed`` or ``ended``; of a game ``steps`` or ``over``."""
    data: Mapping[str, str | int]


def class_view(read: StoredClass, now: datetime) -> ClassView:
    """Return a class as it stands."""
    state = read.state
    title = opened_body(state.title, ev.ClassTitle)
    open_to = state.until if state.code and state.until is not None and state.until > now else None
    session = state.session
    return ClassView(
        id=read.header.stream,
        title="" if title is None else title.title,
        version=read.head.count,
        opened=read.header.opened,
        study=read.header.study,
        number=learnt_number(read),
        code_until=open_to,
        sessions=state.sessions,
        session=None
        if session is None
        else SessionView(
            number=session.number,
            eyes=session.eyes,
            shown=session.shown,
            poll=_poll(state.polls[session.poll]) if session.poll else None,
        ),
        polls={number: _poll(poll) for number, poll in state.polls.items()},
    )


def learnt_number(read: StoredClass) -> int:
    """Return the published number of its study that a class learns."""
    return read.state.number or read.header.number


def wire_events(read: StoredClass, after: int) -> tuple[WireEvent, ...]:
    """Return what is sent to everybody about the events after version ``after``: no name, no text, no card."""
    found = (_wire(recorded.v, recorded.event) for recorded in read.log[max(0, after) :])
    return tuple(one for one in found if one is not None)


def _wire(version: int, event: Any) -> WireEvent | None:
    match event:
        case ev.SessionBegan(number=number):
            return WireEvent(version=version, name="began", data={"session": number})
        case ev.StepShown(chapter=chapter, step=step):
            return WireEvent(version=version, name="shown", data={"chapter": chapter, "step": step})
        case ev.PollOpened(poll=poll):
            return WireEvent(version=version, name="poll", data={"poll": poll})
        case ev.PollClosed(poll=poll):
            return WireEvent(version=version, name="closed", data={"poll": poll})
        case ev.Revealed(poll=poll):
            return WireEvent(version=version, name="revealed", data={"poll": poll})
        case ev.SessionEnded():
            return WireEvent(version=version, name="ended", data={})
        case _:
            return None


def _poll(poll: ClassPoll) -> PollView:
    return PollView(
        number=poll.number,
        session=poll.session,
        at=poll.at,
        task=opened_body(poll.task, ev.PollTask),
        closed=poll.closed,
        revealed=poll.revealed,
    )


def chapters_asked(state: ClassState) -> frozenset[str]:
    """Return the chapters whose tasks are asked in the current lesson, and whose answers are not revealed yet."""
    if state.session is None:
        return frozenset()
    revealed = {}
    for _number, poll in sorted(state.polls.items()):
        task = opened_body(poll.task, ev.PollTask) if poll.session == state.session.number else None
        if isinstance(task, ev.ChapterPoll):
            revealed[str(task.chapter)] = poll.revealed  # the last time that it was asked counts
    return frozenset(chapter for chapter, told in revealed.items() if not told)
