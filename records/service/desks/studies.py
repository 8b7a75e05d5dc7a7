"""The part of ``GameBook`` for studies: chapters of records, written, published by number, erased (design/events: Studies)."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from records.core.secret import NOBODY
from records.errors import MalformedCommand, RecordNotFound, StaleVersion
from records.service.access import Permission
from records.service.chapters.drafts import checked_title, key_of
from records.service.chapters.views import study_view
from records.service.chapters.whole import StudyNames, changes
from records.service.desks.chapters import ChapterDesk
from records.service.foreign import said_writer
from records.service.kinds import MOST_CHAPTERS, WRITTEN
from records.service.streams.files import StreamFile
from records.service.streams.sealing import opened_body, sealed
from records.service.writing.record_builder import new_id
from records.studies.chapters import events as ev
from records.studies.layers.copies import derived_id
from records.studies.layers.events import PersonKey
from records.studies.learners.events import LearnerHeader, learner_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from records.core.viewers import Caller
    from records.service.chapters.drafts import NewChapter
    from records.service.chapters.views import StudyView
    from records.service.chapters.whole import WholeStudy
    from records.service.desks.notes import NoteDesk
    from records.service.desks.records import RecordDesk
    from records.service.kinds import StoredStudy, Streams
    from records.service.office import Office
    from records.studies.layers.events import LayerId


class StudyDesk(ChapterDesk):
    """Studies. Every method takes its caller first and asks the policy; a study exists only for its author."""

    def __init__(self, office: Office, streams: Streams, records: RecordDesk, notes: NoteDesk) -> None:
        super().__init__(office, streams, records, notes)
        self._studies, self._learners = streams.studies, streams.learners

    def open_study(self, caller: Caller, title: str, text: str = "", language: str = "") -> StudyView:
        """Begin a study; raises ``MalformedCommand`` for an invalid title."""
        self._gate.check(caller, Permission.ANNOTATE)
        body = checked_title(title, text, language)
        author = PersonKey(self._person(caller).key)
        header = ev.StudyHeader(stream=ev.StudyId(new_id()), opened=datetime.now(UTC), author=author)
        return study_view(self._studies.create(header, [ev.StudyNamed(body=sealed(body, NOBODY))]))

    def studies(self, caller: Caller) -> list[StudyView]:
        """Return the caller's own studies, the oldest first."""
        self._gate.check(caller, Permission.ANNOTATE)
        found = []
        for study in self._store.ids(ev.STUDY):
            try:
                found.append(study_view(self.own_study(caller, study)))
            except RecordNotFound:
                continue  # somebody else's, or in the trash
        return sorted(found, key=lambda view: (view.opened, view.id))

    def study(self, caller: Caller, study: str, number: int | None = None) -> StudyView:
        """Return a study of the caller's in its present state, or as ``number`` was published, with its keys; raises ``RecordNotFound``."""
        return study_view(self.own_study(caller, study), number)

    def name_study(self, caller: Caller, study: str, title: str, text: str = "", language: str | None = None) -> StudyView:
        """Set a study's title and text; None leaves its language unchanged."""
        if language is None:
            language = study_view(self.own_study(caller, study)).language
        body = checked_title(title, text, language)
        return self._wrote(caller, study, lambda _now: [ev.StudyNamed(body=sealed(body, NOBODY))])

    def write_study(self, caller: Caller, whole: WholeStudy, *, prune: bool = False) -> tuple[StudyView, int]:
        """Write a study from a text: a new one, or an update of the author's study of that name; return it and how much was written.

        All of it or nothing is written. With ``prune`` chapters that the text does not name are removed. Raises as ``add_chapter``.
        """
        self._gate.check(caller, Permission.ANNOTATE)
        if len(whole.chapters) > MOST_CHAPTERS:
            raise MalformedCommand(f"a study has up to {MOST_CHAPTERS} chapters, not {len(whole.chapters)}")
        title = checked_title(whole.title, whole.text, whole.language)
        author = PersonKey(self._person(caller).key)
        ident, read = self._called(caller, author, whole.name)
        before = None if read is None else StudyNames(ident, read.state)
        bodies = [
            (name, self.chapter_draft(caller, chapter, None if before is None else before.get(name)).body)
            for name, chapter in whole.chapters
        ]
        if read is None:
            header = ev.StudyHeader(stream=ev.StudyId(ident), opened=datetime.now(UTC), author=author)
            made = changes(ident, None, title, bodies, prune=prune)
            return study_view(self._studies.create(header, made)), len(made)
        after = self._studies.write(ident, lambda now: changes(ident, now.state, title, bodies, prune=prune))
        return study_view(after), len(after.log) - len(read.log)

    def study_called(self, caller: Caller, name: str) -> StudyNames | None:
        """Return the chapters, by name, of the caller's study of this name; None if there is none."""
        _ident, read = self._called(caller, PersonKey(self._person(caller).key), name)
        return None if read is None else StudyNames(read.header.stream, read.state)

    def was_written(self, caller: Caller, name: str) -> bool:
        """Return whether the caller has a study of this name or id, or had one of this name that was deleted."""
        first = derived_id(PersonKey(self._person(caller).key), "study", name, "0")
        gone = any(stone.id == first for stone in self._store.tombstones())
        return gone or self.study_called(caller, name) is not None

    def add_chapter(self, caller: Caller, study: str, chapter: NewChapter, *, after: str | None = None, once: str = "") -> StudyView:
        """Add a chapter after ``after``, at the end if none is named; of two calls with the same random ``once`` only one adds.

        Raises ``MalformedCommand`` for missing steps, and for a task without an exact key in the viewer's log; for the record as
        ``GameBook.record`` does.
        """
        self.own_study(caller, study)
        body = self.chapter_draft(caller, chapter).body
        ident = ev.ChapterId(derived_id(study, "chapter", once) if once else new_id())

        def make(now: StoredStudy) -> list[ev.StudyEvent]:
            if now.state.chapter(ident) is not None or ident in now.state.gone:
                return []
            last = now.state.chapters[-1].id if now.state.chapters else None
            behind = last if after is None else ev.ChapterId(after)
            return [ev.ChapterAdded(chapter=ident, after=behind, body=sealed(body, NOBODY))]

        return self._wrote(caller, study, make)

    def revise_chapter(self, caller: Caller, study: str, chapter: str, new: NewChapter, *, was: int) -> StudyView:
        """Replace a chapter; ``was`` must be its present version, else raises ``StaleVersion``."""
        standing = self.own_study(caller, study).state.chapter(chapter)
        old = None if standing is None else opened_body(standing.body, ev.ChapterBody)
        body = self.chapter_draft(caller, new, old).body

        def make(now: StoredStudy) -> list[ev.StudyEvent]:
            _found(now, chapter, was)
            return [ev.ChapterRevised(chapter=ev.ChapterId(chapter), was=was, body=sealed(body, NOBODY))]

        return self._wrote(caller, study, make)

    def move_chapter(self, caller: Caller, study: str, chapter: str, after: str | None) -> StudyView:
        """Move a chapter after another one, to the front for None."""

        def make(now: StoredStudy) -> list[ev.StudyEvent]:
            _found(now, chapter)
            if after is not None:
                _found(now, after)
            if after == chapter:
                raise MalformedCommand("a chapter does not stand behind itself")
            return [ev.ChapterMoved(chapter=ev.ChapterId(chapter), after=None if after is None else ev.ChapterId(after))]

        return self._wrote(caller, study, make)

    def remove_chapter(self, caller: Caller, study: str, chapter: str, *, was: int) -> StudyView:
        """Remove a chapter; published numbers keep it."""

        def make(now: StoredStudy) -> list[ev.StudyEvent]:
            _found(now, chapter, was)
            return [ev.ChapterRemoved(chapter=ev.ChapterId(chapter))]

        return self._wrote(caller, study, make)

    def publish_study(self, caller: Caller, study: str) -> StudyView:
        """Publish the present study under the next number, with the frozen key of each task; return it as published.

        Raises ``MalformedCommand`` for a chapter that was erased or whose record is missing or changed.
        """

        def make(now: StoredStudy) -> list[ev.StudyEvent]:
            bodies = {one.id: opened_body(one.body, ev.ChapterBody) for one in now.state.chapters}
            keys = tuple(self.key_of(caller, chapter, body) for chapter, body in bodies.items())
            published = ev.PublishedKeys(keys=keys, layers=self._pinned(bodies.values()))
            return [ev.StudyPublished(number=len(now.state.published) + 1, keys=sealed(published, NOBODY))]

        wrote = self._wrote(caller, study, make)
        return self.study(caller, study, wrote.numbers)

    def publish_changes(self, caller: Caller, study: str) -> StudyView:
        """Return the last number of a study, after publishing it as ``publish_study`` does if anything was written since."""
        read = self.own_study(caller, study)
        written = [one.event for one in read.log if not isinstance(one.event, ev.StudyListed)]
        if isinstance(written[-1], ev.StudyPublished):
            return study_view(read, len(read.state.published))
        return self.publish_study(caller, study)

    def list_study(self, caller: Caller, study: str, to: ev.ListedTo) -> StudyView:
        """Set who finds the published numbers besides holders of a link; without accounts everybody does."""
        return self._wrote(caller, study, lambda now: [] if now.state.listed == to else [ev.StudyListed(to=to)])

    def erase_chapter(self, caller: Caller, study: str, chapter: str) -> int:
        """Erase every text of a chapter for good, in published numbers too; the chain stays whole. Returns how many there were.

        The keys of published numbers are the engine's and stay.
        """
        self.own_study(caller, study)

        def of_it(now: StoredStudy) -> list[int]:
            kinds = (ev.ChapterAdded, ev.ChapterRevised)
            return [one.v for one in now.log if isinstance(one.event, kinds) and one.event.chapter == chapter]

        return self._studies.erase(study, of_it)

    def erase_studies(self, caller: Caller, person: str) -> int:
        """Erase every text that the person of this key wrote in studies; every chain stays whole. Returns how many there were."""
        self._gate.check(caller, Permission.FORGET)
        return self._studies.erase_of(person)

    def remove_study(self, caller: Caller, study: str) -> int:
        """Delete a study for good; returns how many events it had."""
        self.own_study(caller, study)
        return self._studies.remove(study)

    def export_study(self, caller: Caller, study: str) -> StreamFile:
        """Return a whole study of the caller's with its keys, to be stored elsewhere."""
        read = self.own_study(caller, study)
        name = self._store.people.persons([read.header.author]).get(read.header.author, "")
        return StreamFile(header=read.header, log=read.log, head=read.head.hash, name=name)

    def take_in_study(self, caller: Caller, stream: StreamFile) -> bool:
        """Store a study or a learner from another store, whose chain was checked; returns False for one that is here already.

        It is the caller's own if its author's key is theirs, otherwise nobody's here, imported by the caller.
        """
        self._gate.check(caller, Permission.KEEP)
        header = stream.header
        said = said_writer(self._store, self._person(caller).key, header.stream, getattr(header, WRITTEN[header.kind].whose), stream.name)
        if said is not None and isinstance(header, LearnerHeader):
            header = msgspec.structs.replace(header, stream=learner_id(header.study, said.key, header.in_class))
        if header.stream in self._store.ids(header.kind):
            return False
        (self._studies if header.kind == ev.STUDY else self._learners).take_in(header, stream.log, stream.head, said)
        return True

    # -- parts ---------------------------------------------------------------------------------------------------------

    def own_study(self, caller: Caller, study: str) -> StoredStudy:
        """Return a study of the caller's as it is stored. Raises ``RecordNotFound`` and ``NotYours``."""
        self._gate.check(caller, Permission.ANNOTATE)
        read = self._studies.read(study)
        found = self._store.people.person_of(caller.person)
        if found is None or found[0] != read.header.author:
            raise RecordNotFound(f"no study {study!r}")
        return read

    def _called(self, caller: Caller, author: PersonKey, name: str) -> tuple[str, StoredStudy | None]:
        """Return the id of the caller's study of that name or id, and the study; None if there is none yet."""
        there = set(self._store.ids(ev.STUDY))
        if name in there:
            try:
                return name, self.own_study(caller, name)
            except RecordNotFound:
                pass  # somebody else's id: here it is a name like any other
        gone = {stone.id for stone in self._store.tombstones()}
        ids = (derived_id(author, "study", name, str(nth)) for nth in count())
        ident = next(one for one in ids if one not in gone and (one not in there or self._studies.read(one).header.author == author))
        return ident, self.own_study(caller, ident) if ident in there else None

    def _wrote(self, caller: Caller, study: str, make: Callable[[StoredStudy], Sequence[ev.StudyEvent]]) -> StudyView:
        self.own_study(caller, study)
        return study_view(self._studies.write(study, make))

    def key_of(self, caller: Caller, chapter: ev.ChapterId, body: ev.ChapterBody | None) -> ev.ChapterKey:
        """Return the key of a chapter's task. Raises ``MalformedCommand`` for a chapter that was erased."""
        if body is None:
            raise MalformedCommand(f"chapter {chapter} was erased; it is removed first")
        log = self.chapter_log(caller, body)
        self.chapter_then(caller, body)
        return key_of(chapter, body.task, log, body.source.last)

    def _pinned(self, bodies: Iterable[ev.ChapterBody | None]) -> tuple[tuple[LayerId, int], ...]:
        """Return how many events each layer has whose notes are shown."""
        found = {}
        for layer in sorted({layer for body in bodies if body is not None for layer in body.layers}):
            try:
                found[layer] = self._layers.read(layer).head.count
            except RecordNotFound:
                continue  # deleted since
        return tuple(found.items())


def _found(now: StoredStudy, chapter: str, was: int | None = None) -> None:
    """Raise ``RecordNotFound`` for a missing chapter, ``StaleVersion`` for one that was changed meanwhile."""
    found = now.state.chapter(chapter)
    if found is None:
        raise RecordNotFound(f"study {now.header.stream} has no chapter {chapter!r}")
    if was is not None and was != found.version:
        raise StaleVersion(now.header.stream, was, found.version)
