"""The part of ``GameBook`` that makes and reads the sources of chapters of studies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.ids import SeatKey
from records.core.viewers import OPEN, viewer_key
from records.errors import MalformedCommand, NotYours, RecordNotFound
from records.service.access import Permission
from records.service.cases.drafts import line_of, text_of
from records.service.chapters import drafts, sources
from records.service.chapters.kept import laid_pieces
from records.service.layers import files as layer_files
from records.service.layers import lines as layer_lines
from records.service.layers import notes as layer_notes
from records.service.layers.line_texts import LineText
from records.service.layers.notes import ChapterNote
from records.service.persons import person_of
from records.service.viewing import viewer_of
from records.studies.chapters import events as ev
from records.studies.layers.copies import readable
from records.studies.layers.events import LayerId
from records.studies.layers.fold import fold_layer
from records.studies.layers.viewpoints import viewer_from

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller, Viewer
    from records.service.chapters.drafts import NewChapter
    from records.service.chapters.sources import ChapterLog, LineEnd
    from records.service.desks.notes import NoteDesk
    from records.service.desks.records import RecordDesk
    from records.service.kinds import Streams
    from records.service.layers.notes import NoteView
    from records.service.office import Office
    from records.service.viewing import RecordView
    from records.studies.layers.events import RecordAnchor
    from records.studies.layers.fold import LayerState

MOST_LAYERS = 20
"""Of one chapter."""


class ChapterDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter not yet written, and the key that its task would have now."""

    body: ev.ChapterBody
    key: ev.ChapterKey
    log: ChapterLog


class ChapterDesk:
    """Sources of chapters. Before reading them for anybody but the author, a caller must ask the policy."""

    def __init__(self, office: Office, streams: Streams, records: RecordDesk, notes: NoteDesk) -> None:
        self.games, self._store, self._gate, self._logs, self._folders = (
            office.games,
            office.store,
            office.gate,
            office.logs,
            office.folders,
        )
        self._known, self._looked, self._seen, self._person = office.known, office.looked, office.seen, office.person
        self._layers, self._records, self._notes = streams.layers, records, notes
        for folder in office.folders.values():
            laid_pieces(folder).kept_in(office.memory)

    def chapter_draft(self, caller: Caller, chapter: NewChapter, was: ev.ChapterBody | None = None) -> ChapterDraft:
        """Return a chapter not yet written, with the key of its task; ``was`` is its content so far. Writes nothing.

        Raises ``MalformedCommand`` for invalid values and for a task without an exact key; and as ``GameBook.record``.
        """
        source, log = self._drafted(caller, chapter, was)
        first, last = drafts.checked_steps(chapter.first, chapter.last, source, log.view.steps)
        if isinstance(source, ev.RecordPart):
            source = msgspec.structs.replace(source, anchor=self._anchor(source.anchor.record, last))
        source = msgspec.structs.replace(source, first=first, last=last)
        task = drafts.checked_task(chapter)
        if isinstance(task, ev.FindMove):
            kept = was.task.then if was is not None and isinstance(was.task, ev.FindMove) else None
            then = self._then(caller, chapter, log, source, kept)
            task = msgspec.structs.replace(task, then=then)
        body = ev.ChapterBody(
            title=line_of(chapter.title, needed=True),
            text=text_of(chapter.text),
            source=source,
            viewer=viewer_key(log.view.viewer),
            conceal=chapter.conceal,
            task=task,
            layers=self._shown_layers(caller, chapter, source, log.view.viewer),
        )
        return ChapterDraft(body=body, key=drafts.key_of(ev.ChapterId(""), task, log, last), log=log)

    def chapter_log(self, caller: Caller, body: ev.ChapterBody) -> ChapterLog:
        """Return the whole log of a chapter as ``caller`` may see it, including its concealed steps.

        Raises as ``GameBook.record``, ``NotYours`` if they may not see its last step, ``NotThisRecord`` if the record has
        other events than the chapter expects.
        """
        return self._log(caller, body.source, body.viewer)

    def chapter_then(self, caller: Caller, body: ev.ChapterBody) -> ChapterLog | None:
        """Return the log shown once the chapter's move was found or given up, None for nothing; raises as ``chapter_log``."""
        record = record_of_chapter(body)
        view = self._records.record(caller, record, body.viewer) if record else None
        then = sources.then_log(self.chapter_log(caller, body), body.task, view)
        found = sources.anchor_of(body.task.then) if isinstance(body.task, ev.FindMove) and body.task.then is not None else None
        if found is not None and view is not None:
            self._check_anchor(found, view)
        return then

    def chapter_notes(
        self, caller: Caller, body: ev.ChapterBody, at: int | None = None, pinned: Mapping[str, int] | None = None
    ) -> tuple[ChapterNote, ...]:
        """Return the notes that a chapter shows up to its step ``at``, by step; None for its last.

        Only notes that the chapter's viewer may read, about its steps, and due to be shown by then. ``pinned`` says how many events of
        each layer count, as ``StudyView.layers`` does for a published number. Raises ``RecordNotFound`` as ``GameBook.record`` does.
        """
        if not isinstance(body.source, ev.Laid):
            self._gate.sight(caller, body.source.anchor.record)
        source = body.source
        last = source.last if at is None else min(at, source.last)
        notes = [
            ChapterNote(step=step, note=note)
            for layer in body.layers
            for step, note in self._notes_of(layer, source, viewer_from(body.viewer), last, pinned)
            if source.first <= step <= last
        ]
        return tuple(sorted(notes, key=lambda one: (one.step, one.note.written, one.note.id)))

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _drafted(self, caller: Caller, chapter: NewChapter, was: ev.ChapterBody | None) -> tuple[ev.ChapterSource, ChapterLog]:
        moves = isinstance(chapter.line, LineText)
        if sum((bool(chapter.record) and not moves, chapter.line is not None, chapter.laid is not None)) > 1:
            raise MalformedCommand("a chapter is made of a record, of a line or of a position, not of several")
        self._gate.check(caller, Permission.ANNOTATE, chapter.record or None)
        if isinstance(chapter.line, LineText):
            if not chapter.record:
                raise MalformedCommand("moves are imagined after a step of a record, and none is named")
            imagined = self._imagined(caller, chapter.record, chapter.line, chapter.viewer)
            return imagined, self._log(caller, imagined, chapter.viewer)
        if chapter.record:
            view = self._records.record(caller, chapter.record, chapter.viewer)
            anchor = self._anchor(view.header.record, view.steps)
            return ev.RecordPart(anchor=anchor, first=0, last=view.steps), sources.ChapterLog(view=view)
        if chapter.line is not None:
            source: ev.ChapterSource = self._line(caller, chapter.line)
            return source, self._log(caller, source, chapter.viewer)
        if chapter.laid is not None:
            new = chapter.laid
            if new.game not in self.games:
                raise MalformedCommand(f"no game {new.game!r} is known here")
            source = sources.laid_out(self.games[new.game], self._folders[new.game], new)
            return source, self._log(caller, source, chapter.viewer or viewer_key(OPEN))
        if was is None:
            raise MalformedCommand("a chapter is made of a record, of a line or of a position")
        return was.source, self._log(caller, was.source, chapter.viewer or was.viewer)

    def _log(self, caller: Caller, source: ev.ChapterSource, viewer: str | None) -> ChapterLog:
        if isinstance(source, ev.Laid):
            header = sources.laid_header(source)
            return sources.chapter_log(
                source,
                viewer_of(viewer or OPEN, header, {SeatKey(seat): name for seat, name in source.names}),
                None,
                self.games,
                self._folders,
            )
        eyes = viewer if viewer is not None or isinstance(source, ev.RecordPart) else source.eyes
        view = self._records.record(caller, source.anchor.record, eyes)
        self._check_anchor(source.anchor, view)
        return sources.chapter_log(source, view.viewer, view, self.games, self._folders)

    def _line(self, caller: Caller, choice: LineEnd) -> ev.LinePart:
        layer = self._notes.layer(caller, choice.layer)
        found = next((line for line in layer.lines if line.id == choice.line), None)
        if found is None:
            raise RecordNotFound(f"layer {choice.layer} has no line {choice.line!r}")
        node = max(found.nodes, default=0) if choice.node is None else choice.node
        self._gate.check(caller, Permission.ANNOTATE, layer.record)
        branch = self._notes.line_branch(caller, choice.layer, choice.line, node)
        return sources.line_part(branch, node, self._anchor(layer.record, found.base))

    def _imagined(self, caller: Caller, record: str, text: LineText, viewer: Viewer | str | None) -> ev.LinePart:
        """Return moves as a line belonging to the chapter; raises as ``NoteDesk.grow_line`` for impossible ones."""
        sight, info, header, eyes = self._looked(caller, record, viewer)
        line, _events = self._notes.whole_line(header, info, eyes, text, sight.upto)
        seen = self._seen(header, info.head, eyes, sight.upto)
        at = seen.events[text.base - 1].at if text.base else header.started
        log = layer_lines.line_log(seen, line, line.last)[text.base :]
        return sources.imagined([msgspec.structs.replace(one, at=at) for one in log], eyes, self._anchor(record, text.base))

    def _then(
        self, caller: Caller, chapter: NewChapter, log: ChapterLog, source: ev.ChapterSource, kept: ev.ThenSteps | ev.LinePart | None
    ) -> ev.ThenSteps | ev.LinePart | None:
        then = chapter.then
        if then is None:
            return None
        if isinstance(then, int):
            if not source.last < then <= log.view.steps:
                raise MalformedCommand(f"event {then} does not follow event {source.last} of {log.view.steps}")
            anchor = self._anchor(source.anchor.record, then) if isinstance(source, ev.RecordPart) else None
            return ev.ThenSteps(last=then, anchor=anchor)
        if isinstance(then, LineText):
            if not isinstance(source, ev.RecordPart) or then.base != source.last:
                raise MalformedCommand(
                    f"what is imagined begins after event {source.last} of a record; of a position it is written behind it"
                )
            return self._imagined(caller, source.anchor.record, then, log.view.viewer)
        if isinstance(then, ev.LinePart) and then != kept:
            raise MalformedCommand("what follows is not what followed so far")
        line = then if isinstance(then, ev.LinePart) else self._line(caller, then)
        if not isinstance(source, ev.RecordPart) or (line.anchor.record, line.anchor.v) != (source.anchor.record, source.last):
            raise MalformedCommand(f"line {line.line} does not begin after event {source.last} of the chapter's record")
        sources.line_seen(log.view.seen, line)
        return line

    def _shown_layers(self, caller: Caller, chapter: NewChapter, source: ev.ChapterSource, viewer: Viewer) -> tuple[LayerId, ...]:
        if len(chapter.layers) > MOST_LAYERS or len(set(chapter.layers)) < len(chapter.layers):
            raise MalformedCommand(f"a chapter shows the notes of up to {MOST_LAYERS} layers, each once")
        for layer in chapter.layers:
            if self._notes.layer(caller, layer, viewer).record != sources.record_of(source):
                raise MalformedCommand(f"layer {layer} lies beside another record than the chapter's")
        return tuple(map(LayerId, chapter.layers))

    def _notes_of(
        self, layer: LayerId, source: ev.ChapterSource, viewer: Viewer, last: int, pinned: Mapping[str, int] | None
    ) -> list[tuple[int, NoteView]]:
        try:
            read = self._layers.read(layer)
        except RecordNotFound:
            return []  # deleted since
        state = read.state if pinned is None else fold_layer(read.header.of, read.log[: pinned.get(layer, 0)])
        if isinstance(source, ev.Laid) or state.of.record != source.anchor.record:
            return []
        author = person_of(self._store.people.signature(read.header.author))
        base = source.anchor.v if isinstance(source, ev.LinePart) else last
        steps = _line_steps(state, source) if isinstance(source, ev.LinePart) else {}
        found = []
        for note in readable(state, viewer, min(last, base))[0]:
            view = layer_notes.note_view(note, layer, author)
            if view is None:
                continue
            if view.at.line is None:
                found.append((view.at.v, view))
            elif isinstance(source, ev.LinePart) and view.at.line == source.line and view.at.node in steps:
                found.append((steps[view.at.node], view))
        return found

    def _anchor(self, record: str, v: int) -> RecordAnchor:
        info, header = self._known(record)
        return layer_files.anchor(self.games[header.game], header, self._logs.stored(header, info.head), info.head.hash, v)

    def _check_anchor(self, of: RecordAnchor, view: RecordView) -> None:
        if view.steps < of.v:
            raise NotYours(f"record {of.record}: the author of the study does not see it up to event {of.v}; choose an earlier one")
        layer_files.check_anchor(of, self._anchor(of.record, of.v))


def record_of_chapter(body: ev.ChapterBody) -> str:
    """Return the record that a chapter belongs to; "" for a position laid out."""
    return sources.record_of(body.source)


def _line_steps(state: LayerState, source: ev.LinePart) -> dict[int, int]:
    """Return the step of the chapter of each node of its branch, 0 being the base; empty if the line is gone."""
    line = state.lines.get(source.line)
    if line is None or (source.node and source.node not in line.nodes):
        return {}
    steps, at = {0: source.anchor.v}, source.anchor.v
    for node in line.path(source.node):
        if node.body is None:
            return steps
        at += len(node.body.batch)
        steps[node.node] = at
    return steps
