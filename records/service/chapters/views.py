"""A study as its author reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.errors import RecordNotFound
from records.service.streams.sealing import opened_body
from records.studies.chapters import events as ev
from records.studies.chapters.fold import fold_study

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from records.service.kinds import StoredStudy


class ChapterView(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter."""

    id: str
    version: int
    """Version of the event that has its present content."""
    body: ev.ChapterBody | None
    """None if it was erased."""
    key: ev.ChapterKey | None = None
    """The key of its task; only in a published number, None also if it was erased."""


class StudyView(msgspec.Struct, frozen=True, kw_only=True):
    """A study in its present state, or as a number was published."""

    id: str
    author: str
    """The person's key."""
    opened: datetime
    title: str
    """"" where it was erased."""
    text: str
    chapters: tuple[ChapterView, ...]
    language: str = ""
    """The language in which it is written; "" if not stated."""
    numbers: int
    """How many were published."""
    number: int | None = None
    """Which number this is; None for the present state."""
    layers: Mapping[str, int] | None = None
    """For a number, how many events count of each layer whose notes it shows (``chapter_notes``); None for the present state."""
    listed: ev.ListedTo = "nobody"
    """Who finds the published numbers."""


def study_view(read: StoredStudy, number: int | None = None) -> StudyView:
    """Return a study in its present state, or as ``number`` was published; raises ``RecordNotFound`` for an unpublished number."""
    state, keys, layers = read.state, dict[str, ev.ChapterKey](), None
    if number is not None:
        if number not in state.published:
            raise RecordNotFound(f"study {read.header.stream} has no number {number}; {len(state.published)} were published")
        published = state.published[number]
        told = opened_body(published.keys, ev.PublishedKeys)
        keys = {} if told is None else {key.chapter: key for key in told.keys}
        layers = {} if told is None else {str(layer): count for layer, count in told.layers}
        state = fold_study(read.log[: published.version])
    title = opened_body(state.title, ev.StudyTitle)
    return StudyView(
        id=read.header.stream,
        author=read.header.author,
        opened=read.header.opened,
        title="" if title is None else title.title,
        text="" if title is None else title.text,
        language="" if title is None else title.language,
        chapters=tuple(
            ChapterView(id=one.id, version=one.version, body=opened_body(one.body, ev.ChapterBody), key=_key(keys, one.id))
            for one in state.chapters
        ),
        numbers=len(read.state.published),
        number=number,
        layers=layers,
        listed=read.state.listed,
    )


def _key(keys: Mapping[str, ev.ChapterKey], chapter: str) -> ev.ChapterKey | None:
    return keys.get(chapter)
