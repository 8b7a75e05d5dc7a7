"""A study written as a whole, from a text: the events needed for the study to match the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.secret import NOBODY
from records.service.streams.sealing import opened_body, sealed
from records.studies.chapters import events as ev
from records.studies.layers.copies import derived_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service.chapters.drafts import NewChapter
    from records.studies.chapters.fold import StudyState


class WholeStudy(msgspec.Struct, frozen=True, kw_only=True):
    """A study as a text has it."""

    name: str
    """A name by which its author's next text is recognised as the same study, or its id; people do not see it."""
    title: str
    text: str = ""
    language: str = ""
    chapters: tuple[tuple[str, NewChapter], ...]
    """Each with a name, by which the next text refers to the same chapter, or its id."""


class StudyNames(msgspec.Struct, frozen=True):
    """The chapters of a study by their names in a text."""

    study: str
    state: StudyState

    def get(self, name: str) -> ev.ChapterBody | None:
        """Return a chapter's content, None for a chapter that is missing or was erased."""
        found = self.state.chapter(chapter_called(self.study, self.state, name))
        return None if found is None else opened_body(found.body, ev.ChapterBody)


def changes(
    study: str, state: StudyState | None, title: ev.StudyTitle, chapters: Sequence[tuple[str, ev.ChapterBody]], *, prune: bool
) -> list[ev.StudyEvent]:
    """Return the events that bring a study to the wanted state; none if it has it. ``state``: the present state, None for a new study.

    Chapters that are not named stay after the others, or are removed with ``prune``.
    """
    events: list[ev.StudyEvent] = []
    if state is None or opened_body(state.title, ev.StudyTitle) != title:
        events.append(ev.StudyNamed(body=sealed(title, NOBODY)))
    order = [] if state is None else [one.id for one in state.chapters]
    before: ev.ChapterId | None = None
    wanted = set()
    for name, body in chapters:
        ident = chapter_called(study, state, name)
        standing = None if state is None else state.chapter(ident)
        if standing is None:
            events.append(ev.ChapterAdded(chapter=ident, after=before, body=sealed(body, NOBODY)))
            order.insert(_behind(order, before), ident)
        else:
            if not same_chapter(opened_body(standing.body, ev.ChapterBody), body):
                events.append(ev.ChapterRevised(chapter=ident, was=standing.version, body=sealed(body, NOBODY)))
            if order.index(ident) != _behind(order, before):
                order.remove(ident)
                events.append(ev.ChapterMoved(chapter=ident, after=before))
                order.insert(_behind(order, before), ident)
        before = ident
        wanted.add(ident)
    if prune:
        events += [ev.ChapterRemoved(chapter=one) for one in order if one not in wanted]
    return events


def same_chapter(old: ev.ChapterBody | None, new: ev.ChapterBody) -> bool:
    """Whether two versions of a chapter have equal content; the times at which a position was laid out do not matter."""
    if old is None or not (isinstance(old.source, ev.Laid) and isinstance(new.source, ev.Laid)):
        return old == new
    a, b = old.source, new.source
    alike = _laid(a) == _laid(b) and (a.first, a.last, a.names) == (b.first, b.last, b.names)
    return alike and msgspec.structs.replace(old, source=new.source) == new


def _laid(source: ev.Laid) -> tuple[dict[str, Any], list[Any]]:
    header: dict[str, Any] = msgspec.json.decode(source.header)
    events = [msgspec.json.decode(line)["event"] for line in source.events]
    return {name: value for name, value in header.items() if name not in {"record", "started"}}, events


def _behind(order: Sequence[ev.ChapterId], before: ev.ChapterId | None) -> int:
    return 0 if before is None else order.index(before) + 1


def chapter_called(study: str, state: StudyState | None, name: str) -> ev.ChapterId:
    """Return the id of a chapter by its name in a text, or its id; a removed chapter comes back under a new id."""
    if state is not None and state.chapter(name) is not None:
        return ev.ChapterId(name)
    ident, again = ev.ChapterId(derived_id(study, "chapter", name)), 1
    while state is not None and ident in state.gone:
        again += 1
        ident = ev.ChapterId(derived_id(study, "chapter", name, str(again)))
    return ident
