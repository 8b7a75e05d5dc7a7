"""The present state of a study, folded from its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import ImpossibleEvent
from records.studies.chapters import events as ev
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Recorded
    from records.core.secret import Sealed


class StudyChapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter as it reads now."""

    id: ev.ChapterId
    version: int
    """Of the event that says how it reads."""
    body: Sealed


class PublishedStudy(msgspec.Struct, frozen=True, kw_only=True):
    """A published number."""

    number: int
    version: int
    """Version of the event that published it: the study up to there was published."""
    keys: Sealed


class StudyState(msgspec.Struct, frozen=True, kw_only=True):
    """All of a study."""

    title: Sealed
    chapters: tuple[StudyChapter, ...] = ()
    """In their order."""
    gone: frozenset[ev.ChapterId] = frozenset()
    published: Mapping[int, PublishedStudy] = msgspec.field(default_factory=dict)
    listed: ev.ListedTo = "nobody"

    def chapter(self, chapter: str) -> StudyChapter | None:
        """Return a chapter, None where there is none."""
        return next((one for one in self.chapters if one.id == chapter), None)


def fold_study(log: Sequence[Recorded[Any]]) -> StudyState:
    """Return a study from its events; raises ``ImpossibleEvent`` for an impossible event."""
    state: StudyState | None = None
    for recorded in log:
        event = recorded.event
        if isinstance(event, ev.StudyNamed):
            state = StudyState(title=event.body) if state is None else replace(state, title=event.body)
        elif state is None:
            raise _impossible(recorded, "a study begins with what it is called")
        else:
            state = _after(state, recorded)
    if state is None:
        raise ImpossibleEvent("a study is called something")
    return state


def _after(state: StudyState, recorded: Recorded[Any]) -> StudyState:
    event = recorded.event
    if isinstance(event, ev.StudyPublished):
        if event.number != len(state.published) + 1:
            raise _impossible(recorded, f"the next number is {len(state.published) + 1}, not {event.number}")
        if not state.chapters:
            raise _impossible(recorded, "a study without chapters is not published")
        published = PublishedStudy(number=event.number, version=recorded.v, keys=event.keys)
        return replace(state, published={**state.published, event.number: published})
    if isinstance(event, ev.StudyListed):
        return replace(state, listed=event.to)
    if isinstance(event, ev.ChapterAdded):
        if state.chapter(event.chapter) is not None or event.chapter in state.gone:
            raise _impossible(recorded, f"chapter {event.chapter} was added already")
        return _placed(state, recorded, StudyChapter(id=event.chapter, version=recorded.v, body=event.body), event.after)
    chapter = state.chapter(event.chapter)
    if chapter is None:
        raise _impossible(recorded, f"there is no chapter {event.chapter}")
    others = replace(state, chapters=tuple(one for one in state.chapters if one is not chapter))
    if isinstance(event, ev.ChapterMoved):
        return _placed(others, recorded, chapter, event.after)
    if isinstance(event, ev.ChapterRemoved):
        return replace(others, gone=state.gone | {chapter.id})
    if event.was != chapter.version:
        raise _impossible(recorded, f"chapter {chapter.id} was last written at version {chapter.version}, not {event.was}")
    new = replace(chapter, version=recorded.v, body=event.body)
    return replace(state, chapters=tuple(new if one is chapter else one for one in state.chapters))


def _placed(state: StudyState, recorded: Recorded[Any], chapter: StudyChapter, after: ev.ChapterId | None) -> StudyState:
    order = [one.id for one in state.chapters]
    if after is not None and after not in order:
        raise _impossible(recorded, f"there is no chapter {after} beside this one")
    at = 0 if after is None else order.index(after) + 1
    return replace(state, chapters=(*state.chapters[:at], chapter, *state.chapters[at:]))


def _impossible(recorded: Recorded[Any], why: str) -> ImpossibleEvent:
    return ImpossibleEvent(f"version {recorded.v}: {why}")
