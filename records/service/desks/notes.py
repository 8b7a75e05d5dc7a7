"""The part of ``GameBook`` for what people write beside records: notes and lines, in layers of their own (design/events: Layers)."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.viewers import OPEN, viewer_key
from records.errors import MalformedCommand, NotThisRecord, NotYours, RecordNotFound, StaleVersion, StoreRefused
from records.service.access import Permission
from records.service.foreign import as_it_came, foreign_key, said_name
from records.service.incoming import checked_name
from records.service.kinds import StoredLayer
from records.service.layers import files as layer_files
from records.service.layers import lines as layer_lines
from records.service.layers import notes as layer_notes
from records.service.layers.views import LayerView, LineBranch
from records.service.learning.views import shown_chapter
from records.service.persons import Person, bringer_of, name_in_file, person_of
from records.service.streams.files import StreamFile
from records.service.streams.sealing import sealed
from records.service.views import rereading
from records.service.writing.record_builder import new_id
from records.store import Head, SaidWriter
from records.studies.layers import events as ev
from records.studies.layers.copies import derived_id, readable
from records.studies.layers.fold import begun_line, grown_line
from records.studies.layers.viewpoints import audience_of, readers, viewer_from
from records.studies.layers.viewpoints import status as note_status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from records.core.events import Recorded
    from records.core.header import Header
    from records.core.position import Command
    from records.core.viewers import Caller, Viewer
    from records.service.access import AccessSight
    from records.service.incoming import IncomingLayer
    from records.service.kinds import Streams
    from records.service.layers.files import LayerTaken
    from records.service.layers.line_texts import LineText
    from records.service.layers.lines import LineView
    from records.service.layers.notes import ChapterNote, NoteDraft, NoteText, NoteView, NoteWarning
    from records.service.learning.views import ShownChapter
    from records.service.office import Office
    from records.store import RecordInfo, Signature
    from records.studies.layers.copies import LayerMerge
    from records.studies.layers.fold import Note, Variation

MOST_TRIES = 20
"""Layers of one author beside one record that were deleted for good, before another one is refused."""


class NoteDesk:
    """Notes and lines. Every method names its caller first and asks the policy; only its author writes to a layer."""

    def __init__(self, office: Office, streams: Streams, chapter_notes: Callable[..., tuple[ChapterNote, ...]]) -> None:
        self.games, self._store, self._gate, self._logs, self._layers = office.games, office.store, office.gate, office.logs, streams.layers
        self._known, self._looked, self._seen, self._person = office.known, office.looked, office.seen, office.person
        self._chapter_notes = chapter_notes

    # -- people --------------------------------------------------------------------------------------------------------

    # -- reading -------------------------------------------------------------------------------------------------------

    def layers(self, caller: Caller, record: str, viewer: Viewer | str | None = None, at: int | None = None) -> list[LayerView]:
        """Return the layers of a record with what ``viewer`` may read of them, up to step ``at``.

        A layer in which nothing is for that viewer is not there; below a chapter those are there that it shows. Raises as
        ``GameBook.record`` does.
        """
        if (shown := shown_chapter(caller)) is not None:
            return self._chapter_layers(caller, record, shown, at)
        sight, _info, _header, eyes = self._looked(caller, record, viewer)
        upto = min((bound for bound in (sight.upto, at) if bound is not None), default=None)
        views = [view for layer in self._layers.all(record) if (view := self._view(layer, eyes, upto)) is not None]
        return sorted(
            views, key=lambda view: (min((note.written for note in view.notes), default=datetime.max.replace(tzinfo=UTC)), view.id)
        )

    def has_layers(self, caller: Caller, record: str) -> bool:
        """Whether anybody wrote beside a record, in words that ``caller`` may read or not: one look, cheap enough for every step."""
        if (shown := shown_chapter(caller)) is not None:
            return bool(shown.body.layers)
        self._gate.sight(caller, record)
        return bool(self._store.bound(record, ev.LAYER))

    def _chapter_layers(self, caller: Caller, record: str, shown: ShownChapter, at: int | None) -> list[LayerView]:
        """Return the notes that a chapter shows, each at the chapter's step."""
        found: dict[str, list[NoteView]] = {}
        for one in self._chapter_notes(caller, shown.body, at, shown.pinned):
            found.setdefault(one.note.layer, []).append(replace(one.note, at=ev.NoteMoment(v=one.step)))
        return [
            LayerView(id=layer, record=record, author=notes[0].person, copy=False, notes=tuple(notes), lines=())
            for layer, notes in found.items()
        ]

    def layer(self, caller: Caller, layer: str, viewer: Viewer | str | None = None) -> LayerView:
        """Return one layer as ``layers`` does; raises ``RecordNotFound`` where nothing in it is for that viewer."""
        read, sight, eyes = self._read(caller, layer, viewer)
        view = self._view(read, eyes, sight.upto)
        if view is None:
            raise RecordNotFound(f"no layer {layer!r}")
        return view

    def resolve_layer(self, caller: Caller, text: str) -> str:
        """Return the id of the layer that ``text`` is, or begins (4 characters or more).

        Raises ``RecordNotFound``, and ``MalformedCommand`` where several begin so.
        """
        self._gate.check_shelf(caller)
        begun = self._layers.begun(text) if len(text) >= 4 else []  # noqa: PLR2004 -- as for records
        found = [one.header.stream for one in begun if self._gate.knows(caller, one.state.of.record)]
        if not found:
            raise RecordNotFound(f"no layer {text!r}; give its id or at least the first 4 characters")
        if len(found) > 1 and text not in found:
            raise MalformedCommand(f"{text!r} begins {len(found)} ids: {', '.join(found[:5])}")
        return text if text in found else found[0]

    def note_warnings(self, caller: Caller, record: str, text: NoteText, viewer: Viewer | str | None = None) -> list[NoteWarning]:
        """Return what the readers of a note could not know, for those readers whose eyes ``caller`` may use. Writes nothing."""
        return list(self.note_draft(caller, record, text, viewer).warnings)

    def note_draft(self, caller: Caller, record: str, text: NoteText, viewer: Viewer | str | None = None) -> NoteDraft:
        """Return who could read a note if it were written now, what is known of that, and its warnings. Writes nothing.

        Raises ``MalformedCommand`` for a note that cannot be.
        """
        sight, info, header, eyes = self._looked(caller, record, viewer)
        author = self._author(caller)
        own = next((layer for layer in self._layers.all(record) if layer.header.author == author and layer.header.copy_of is None), None)
        body, known_to = self._body(sight, info, header, eyes, text, own)
        may = [reader for reader in readers(known_to) if sight.viewers is None or reader in sight.viewers]
        found = [one for reader in may for one in layer_notes.warnings(body, self._seen(header, info.head, reader, sight.upto))]
        status = note_status(known_to, body.since, self._sight(sight, info, eyes, own))
        return layer_notes.NoteDraft(known_to=known_to, since=body.since, status=status, warnings=tuple(found))

    def may_annotate(self, caller: Caller, record: str) -> bool:
        """Whether ``caller`` may write beside a record."""
        try:
            self._gate.check(caller, Permission.ANNOTATE, record)
        except (NotYours, RecordNotFound):
            return False
        return True

    def author_key(self, caller: Caller, record: str) -> str | None:
        """Return the key of the person that ``caller`` writes as beside a record; None if they have written nothing yet. Creates nobody."""
        self._gate.sight(caller, record)
        return self._author(caller)

    # -- notes ---------------------------------------------------------------------------------------------------------

    def write_note(self, caller: Caller, record: str, text: NoteText, *, viewer: Viewer | str | None = None, once: str = "") -> NoteView:
        """Write a note beside a record, in the caller's own layer of it; ``viewer`` is whose eyes were on the screen.

        Of two calls with the same random ``once`` one writes. Raises ``MalformedCommand`` for a note that cannot be.
        """
        self._gate.check(caller, Permission.ANNOTATE, record)
        person = self._person(caller)
        sight, info, header, eyes = self._looked(caller, record, viewer)
        ident = ev.NoteId(derived_id(record, person.key, once) if once else new_id())

        def make(layer: StoredLayer | None) -> list[ev.LayerEvent]:
            if layer is not None and (ident in layer.state.notes or ident in layer.state.gone):
                return []
            body, known_to = self._body(sight, info, header, eyes, text, layer)
            return [ev.NoteWritten(note=ident, sight=self._sight(sight, info, eyes, layer), body=sealed(body, known_to))]

        return self._note_view(self._write_own(person, header, info, make), ident)

    def write_layer(
        self, caller: Caller, record: str, layer: IncomingLayer, *, viewer: Viewer | str | None = None
    ) -> tuple[list[NoteView], list[LineView]]:
        """Write notes and variations that came with a record, from a file of another format; return those of their layer.

        They go into the caller's own layer where the author has no name or the caller's, else into one that the caller brought and of
        which it is said that somebody of that name wrote it; nobody here can write to it. Everything is written, or nothing. Raises what
        ``write_note`` and ``grow_line`` raise.
        """
        self._gate.check(caller, Permission.ANNOTATE, record)
        own = self._person(caller)
        sight, info, header, eyes = self._looked(caller, record, viewer)
        author = layer.author.strip()
        person, said = own, None
        if author not in {"", own.name}:
            person = Person(key=foreign_key(own.key, "", author, record), name="")
            said = SaidWriter(key=person.key, name=checked_name(author), bringer=own.key, source="", writer="")
        views = [self._looked(caller, record, line.viewer)[3] if line.viewer is not None else eyes for line in layer.lines]

        def make(now: StoredLayer | None) -> list[ev.LayerEvent]:
            made: list[ev.LayerEvent] = []

            def note(text: NoteText, line: Variation | None) -> None:
                body, known_to = self._body(sight, info, header, eyes, text, now, line)
                known_sight = self._sight(sight, info, eyes, now)
                made.append(ev.NoteWritten(note=ev.NoteId(new_id()), sight=known_sight, body=sealed(body, known_to)))

            for text in layer.notes:
                note(text, None)
            if len(layer.lines) + (0 if now is None else len(now.state.lines)) > layer_lines.MOST_LINES:
                raise MalformedCommand(f"a layer has up to {layer_lines.MOST_LINES} lines")
            for written, seen_by in zip(layer.lines, views, strict=True):
                line, grown = self.whole_line(header, info, seen_by, written, sight.upto)
                made += grown
                for about in written.notes:
                    note(about, line)
            return made

        view = self._view(self._write_own(person, header, info, make, said), OPEN, None)
        return ([], []) if view is None else (list(view.notes), list(view.lines))

    def line_logs(self, caller: Caller, layer: str, line: str, viewer: Viewer | str | None = None) -> dict[int, tuple[Recorded[Any], ...]]:
        """Return the log up to each node of a line, as the line's eyes imagine it, by the node's number; 0 is the base.

        Raises ``RecordNotFound`` where ``viewer`` may not see the line.
        """
        read, sight, eyes = self._read(caller, layer, viewer)
        _notes, lines = readable(read.state, eyes, sight.upto)
        found = next((one for one in lines if one.id == line), None)
        if found is None:
            raise RecordNotFound(f"layer {layer} has no line {line!r}")
        info, header = self._known(read.state.of.record)
        seen = self._seen(header, info.head, viewer_from(found.eyes), sight.upto)
        standing = [0, *(number for number, node in found.nodes.items() if node.body is not None)]
        return {number: layer_lines.line_log(seen, found, number) for number in standing}

    def line_branch(self, caller: Caller, layer: str, line: str, node: int = 0, viewer: Viewer | str | None = None) -> LineBranch:
        """Return a line with the log of the branch that ends in ``node``, as the line's eyes imagine it, and what may be done there.

        Raises ``RecordNotFound`` where ``viewer`` may not see the line, ``ImpossibleEvent`` for a node that is not there.
        """
        read, sight, eyes = self._read(caller, layer, viewer)
        _notes, lines = readable(read.state, eyes, sight.upto)
        found = next((one for one in lines if one.id == line), None)
        if found is None:
            raise RecordNotFound(f"layer {layer} has no line {line!r}")
        info, header = self._known(read.state.of.record)
        seen = self._seen(header, info.head, viewer_from(found.eyes), sight.upto)
        log = layer_lines.line_log(seen, found, node)
        branch = seen.branched(found.base, log[found.base :])
        position = layer_lines.read_by(branch.position(len(log)), layer_lines.reading_of(seen, found))
        view = layer_lines.line_view(found, layer, read.header.author)
        own = self._author(caller) == read.header.author
        return LineBranch(line=view, record=read.state.of.record, seen=branch, position=position, own=own)

    def revise_note(
        self, caller: Caller, layer: str, note: str, text: NoteText, *, was: int, viewer: Viewer | str | None = None
    ) -> NoteView:
        """Write a note of the caller's own anew; ``was`` is its version so far.

        Raises ``StaleVersion`` if it reads otherwise by now, ``NotYours``, and as ``write_note``.
        """
        read, sight, eyes = self._own(caller, layer, viewer)
        info, header = self._known(read.state.of.record)
        ident = ev.NoteId(note)

        def make(now: StoredLayer) -> list[ev.LayerEvent]:
            _standing(now, ident, was)
            body, known_to = self._body(sight, info, header, eyes, text, now)
            return [ev.NoteRevised(note=ident, was=was, sight=self._sight(sight, info, eyes, now), body=sealed(body, known_to))]

        return self._note_view(self._layers.write(layer, make), ident)

    def remove_note(self, caller: Caller, layer: str, note: str, *, was: int) -> None:
        """Take a note of the caller's own away; its text stays in the chain until it is erased. Raises as ``revise_note``."""
        self._own(caller, layer, None)
        ident = ev.NoteId(note)

        def make(now: StoredLayer) -> list[ev.LayerEvent]:
            _standing(now, ident, was)
            return [ev.NoteRemoved(note=ident, was=was)]

        self._layers.write(layer, make)

    def erase_note(self, caller: Caller, layer: str, note: str) -> int:
        """Erase the text of a note in every version of it, for good; the chain stays whole. Returns how many versions had one."""
        self._own(caller, layer, None)
        count = self._layers.erase(layer, lambda now: [one.v for one in now.log if getattr(one.event, "note", None) == note])
        if not count and not any(getattr(one.event, "note", None) == note for one in self._layers.read(layer).log):
            raise RecordNotFound(f"layer {layer} has no note {note!r}")
        return count

    # -- lines ---------------------------------------------------------------------------------------------------------

    def begin_line(
        self,
        caller: Caller,
        record: str,
        base: int,
        *,
        name: str = "",
        viewer: Viewer | str | None = None,
        dealt: str = "chosen",
        reading: tuple[str, Mapping[str, str]] | None = None,
        command: Command | str | bytes | None = None,
        answers: Iterable[Sequence[str]] = (),
    ) -> LineView:
        """Begin a line after step ``base`` of a record, in the caller's own layer: what ``viewer`` saw, and what is imagined then.

        ``dealt`` says who answers for the table: ``chosen`` by the author, ``known`` by lot, or as it ``lay``, which the open table alone
        may ask for. ``reading``: a ruleset ("" for the record's own) and switches set otherwise. With a ``command`` its first move is made
        at once, and there is no line where that cannot be. Raises ``MalformedCommand``, and with a command as ``grow_line`` does.
        """
        self._gate.check(caller, Permission.ANNOTATE, record)
        person = self._person(caller)
        sight, info, header, eyes = self._looked(caller, record, viewer)
        if dealt not in {"chosen", "known", "lay"}:
            raise MalformedCommand(f"the table's answers are chosen, known or lay, not {dealt!r}")
        if dealt == "lay" and eyes is not OPEN:
            raise MalformedCommand("how the table lay is told to the open table alone")
        begun = self._begun(info, eyes, base, name, dealt)
        if reading is not None:
            ruleset, switches = reading
            rules = rereading.reading(self._seen(header, info.head, eyes, sight.upto), ruleset, switches)
            named = ev.RuleReading(ruleset=ruleset, switches=tuple(sorted(switches.items())), hash=rules.hash)
            begun = msgspec.structs.replace(begun, reading=named)
        typed = [tuple(answer) for answer in answers]

        def make(now: StoredLayer | None) -> list[ev.LayerEvent]:
            events = [_checked_count(now, begun)]
            if command is not None:
                line = begun_line(begun, 0, datetime.now(UTC))
                seen = self._seen(header, info.head, eyes, sight.upto)
                body = layer_lines.grown(seen, line, 0, command, typed, random.SystemRandom())
                events.append(ev.LineGrown(line=begun.line, node=line.last + 1, parent=0, body=sealed(body, line.known_to)))
            return events

        layer = self._write_own(person, header, info, make)
        return layer_lines.line_view(layer.state.lines[begun.line], layer.header.stream, person.key)

    def grow_line(
        self,
        caller: Caller,
        layer: str,
        line: str,
        command: Command | str | bytes,
        *,
        parent: int,
        answers: Iterable[Sequence[str]] = (),
    ) -> LineView:
        """Add what ``command`` leads to after the node ``parent`` (0 is the base) of a line of the caller's own.

        Raises ``RuleViolation``, ``AnswerNeeded`` with the next question of the table, ``NotYours``, ``MalformedCommand``, and
        ``Contradiction`` or ``ImpossibleEvent`` for what the line's eyes know not to be so.
        """
        read, sight, _eyes = self._own(caller, layer, None)
        info, header = self._known(read.state.of.record)
        typed = [tuple(answer) for answer in answers]

        def make(now: StoredLayer) -> list[ev.LayerEvent]:
            found = _line_in(now, line)
            eyes = viewer_from(found.eyes)
            if sight.viewers is not None and eyes not in sight.viewers:
                raise NotYours(f"line {line} was begun through eyes that {caller.name!r} may not use; begin one of your own")
            seen = self._seen(header, info.head, eyes, sight.upto)
            body = layer_lines.grown(seen, found, parent, command, typed, random.SystemRandom())
            return [ev.LineGrown(line=found.id, node=found.last + 1, parent=parent, body=sealed(body, found.known_to))]

        written = self._layers.write(layer, make)
        return layer_lines.line_view(written.state.lines[ev.LineId(line)], layer, written.header.author)

    def name_line(self, caller: Caller, layer: str, line: str, name: str) -> None:
        """Call a line of the caller's own otherwise."""
        self._own(caller, layer, None)

        def make(now: StoredLayer) -> list[ev.LayerEvent]:
            found = _line_in(now, line)
            return [ev.LineNamed(line=found.id, name=sealed(layer_lines.check_line_name(name), found.known_to))]

        self._layers.write(layer, make)

    def prune_line(self, caller: Caller, layer: str, line: str, node: int = 0) -> None:
        """Cut a node and all that follows it off a line of the caller's own; 0 is the whole line. Raises ``ImpossibleEvent``."""
        self._own(caller, layer, None)
        self._layers.write(layer, lambda now: [ev.LinePruned(line=_line_in(now, line).id, node=node)])

    # -- files and deletion --------------------------------------------------------------------------------------------

    def export_layer(self, caller: Caller, layer: str, viewer: Viewer | str | None = None) -> StreamFile:
        """Return a layer for another shelf: itself for the open table, for every other viewer a copy with what that viewer may read."""
        read, sight, eyes = self._read(caller, layer, viewer)
        signature = self._store.people.signature(read.header.author)
        return layer_files.file_of(_as_it_came(read, signature), eyes, name_in_file(signature) if sight.names else "", sight.upto)

    def take_in_layer(self, caller: Caller, file: StreamFile, onto: str | None = None) -> LayerTaken:
        """Store a layer that was exported elsewhere, or bring it together with the one that is here; its chain has been checked.

        It is the caller's own where its author's key is the caller's, and goes into their layer. Any other stands apart under a key of its
        own, as brought by the caller; only who brought it brings more of it. ``onto`` binds it to another record of the same game, as
        everybody saw that. Raises ``NotThisRecord`` where the record is not the layer's, ``RecordNotFound`` where it is not here.
        """
        of = file.header.of
        record = of.record if onto is None else onto
        self._gate.check(caller, Permission.ANNOTATE, record)
        bound = self._bound_to(of, record, rebinding=onto is not None)
        own, author = self._person(caller).key, file.header.author
        key = author if author == own else foreign_key(own, file.header.copy_of or file.header.stream, author, record)
        here = self._here(caller, file, own, key)
        new = here is None
        if here is None:
            here = self._taken(caller, file, own, key)
        merge: list[LayerMerge] = []

        def make(now: StoredLayer) -> list[ev.LayerEvent]:
            events, found = layer_files.brought(_as_it_came(now, self._store.people.signature(now.header.author)), file)
            merge[:] = [found]
            return [*events, *([ev.Rebound(to=bound)] if new and onto is not None else [])]

        self._layers.write(here, make)
        if new and onto is not None:
            self._store.rebind(here, onto)
        changed = len(file.log) if new else len(merge[0].events)
        return layer_files.LayerTaken(id=here, new=new, changed=changed, conflicts=() if new else merge[0].conflicts)

    def rebind_layer(self, caller: Caller, layer: str, onto: str) -> None:
        """Bind a layer of the caller's own to another record of the same game: one that was merged, or imported anew.

        Raises ``NotThisRecord`` where everybody saw another game up to the layer's anchor.
        """
        read = self._layers.read(layer)
        self._gate.check(caller, Permission.ANNOTATE, onto)
        self._check_author(caller, read)
        bound = self._bound_to(read.state.of, onto, rebinding=True)
        self._layers.write(layer, lambda _now: [ev.Rebound(to=bound)])
        self._store.rebind(layer, onto)

    def remove_layer(self, caller: Caller, layer: str) -> int:
        """Delete a layer for good, the caller's own or imported one, or any if they may delete records for good; returns its events."""
        read = self._layers.read(layer)
        mine = self._author(caller) in {read.header.author, bringer_of(self._store.people.signature(read.header.author))}
        self._gate.check(caller, Permission.ANNOTATE if mine else Permission.PURGE, read.state.of.record)
        return self._layers.remove(layer)

    def erase_writings(self, caller: Caller, person: str) -> int:
        """Erase every text that the person of this key wrote, in all layers; every chain stays whole. Returns how many there were."""
        self._gate.check(caller, Permission.FORGET)
        return self._layers.erase_of(person)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _read(self, caller: Caller, layer: str, viewer: Viewer | str | None) -> tuple[StoredLayer, AccessSight, Viewer]:
        read = self._layers.read(layer)
        try:
            sight, _info, _header, eyes = self._looked(caller, read.state.of.record, viewer)
        except RecordNotFound:
            raise RecordNotFound(f"no layer {layer!r}") from None
        return read, sight, eyes

    def _own(self, caller: Caller, layer: str, viewer: Viewer | str | None) -> tuple[StoredLayer, AccessSight, Viewer]:
        read, sight, eyes = self._read(caller, layer, viewer)
        self._gate.check(caller, Permission.ANNOTATE, read.state.of.record)
        self._check_author(caller, read)
        return read, sight, eyes

    def _check_author(self, caller: Caller, read: StoredLayer) -> None:
        if self._author(caller) != read.header.author:
            raise NotYours(
                f"layer {read.header.stream} belongs to somebody else, and only its author writes to it; write in one of your own"
            )

    def _author(self, caller: Caller) -> str | None:
        found = self._store.people.person_of(caller.person)
        return None if found is None else found[0]

    def _view(self, layer: StoredLayer, eyes: Viewer, upto: int | None) -> LayerView | None:
        notes, lines = readable(layer.state, eyes, upto)
        if not notes and not lines:
            return None
        author, ident = person_of(self._store.people.signature(layer.header.author)), layer.header.stream
        views = [view for note in notes if (view := layer_notes.note_view(note, ident, author)) is not None]
        return LayerView(
            id=ident,
            record=layer.state.of.record,
            author=author,
            copy=layer.header.copy_of is not None,
            notes=tuple(sorted(views, key=lambda view: (view.at.v, view.written))),
            lines=tuple(
                layer_lines.line_view(line, ident, author.key) for line in sorted(lines, key=lambda line: (line.base, line.begun, line.id))
            ),
        )

    def _note_view(self, layer: StoredLayer, ident: ev.NoteId) -> NoteView:
        note: Note | None = layer.state.notes.get(ident)
        author = person_of(self._store.people.signature(layer.header.author))
        view = None if note is None else layer_notes.note_view(note, layer.header.stream, author)
        if view is None:
            raise RecordNotFound(f"layer {layer.header.stream} has no note {ident!r} any more")
        return view

    def _sight(self, sight: AccessSight, info: RecordInfo, eyes: Viewer, layer: StoredLayer | None) -> ev.NoteSight:
        earlier = [] if layer is None else [note.sight for note in layer.state.notes.values()]
        return layer_notes.sight_of(sight, eyes, info.head.count, earlier)

    def _body(  # noqa: PLR0917 -- what a note is checked against
        self,
        sight: AccessSight,
        info: RecordInfo,
        header: Header,
        eyes: Viewer,
        text: NoteText,
        layer: StoredLayer | None,
        line: Variation | None = None,
    ) -> tuple[ev.NoteBody, tuple[str, ...]]:
        seen = self._seen(header, info.head, eyes, sight.upto)
        steps = len(seen.events)
        if text.line is not None:
            if layer is None:
                raise MalformedCommand(f"there is no line {text.line!r}")
            line = _line_in(layer, text.line)
        if not 0 <= text.at <= steps:
            raise MalformedCommand(f"a note is about a step from 0 to {steps}, not {text.at}")
        if line is None:
            position = seen.position(text.at)
        else:
            position = layer_lines.line_position(self._seen(header, info.head, viewer_from(line.eyes), sight.upto), line, text.node)
        return layer_notes.note_body(text, header, steps, self._sight(sight, info, eyes, layer), position, line)

    def _write_own(
        self,
        person: Person,
        header: Header,
        info: RecordInfo,
        make: Callable[[StoredLayer | None], list[ev.LayerEvent]],
        said: SaidWriter | None = None,
    ) -> StoredLayer:
        """Write to the layer of a person, or of whom it is ``said``, beside a record, which is made where there is none."""
        for nth in range(MOST_TRIES):
            ident = derived_id(header.record, person.key, str(nth))
            try:
                read = self._layers.read(ident)
            except RecordNotFound:
                made = self._created(ident, person, header, info, make, said)
                if made is None:
                    continue  # one of this id was deleted for good
                return made
            if read.header.author == person.key and read.state.of.record == header.record:
                return self._layers.write(ident, make)
        raise StoreRefused(f"record {header.record}: too many layers of one author were deleted for good")

    def _created(  # noqa: PLR0917 -- what a layer begins with
        self,
        ident: str,
        person: Person,
        header: Header,
        info: RecordInfo,
        make: Callable[[StoredLayer | None], list[ev.LayerEvent]],
        said: SaidWriter | None,
    ) -> StoredLayer | None:
        of = layer_files.anchor(self.games[header.game], header, self._logs.stored(header, info.head), info.head.hash, info.head.count)
        layer = ev.LayerHeader(stream=ev.LayerId(ident), opened=datetime.now(UTC), of=of, author=ev.PersonKey(person.key))
        events = make(None)
        if not events:
            raise MalformedCommand("there is nothing to be written")
        try:
            return self._layers.create(layer, events, said)
        except StaleVersion:
            with suppress(RecordNotFound):  # it is in the trash
                return self._layers.write(ident, make)  # another process was faster
        except StoreRefused:
            if ident not in {stone.id for stone in self._store.tombstones()}:
                raise
        return None

    def _begun(self, info: RecordInfo, eyes: Viewer, base: int, name: str, dealt: str) -> ev.LineBegun:
        if not 0 <= base <= info.head.count:
            raise MalformedCommand(f"a line begins after a step from 0 to {info.head.count}, not {base}")
        known_to = audience_of(eyes)
        by: ev.Dealt = "known" if dealt == "known" else "lay" if dealt == "lay" else "chosen"
        text = sealed(layer_lines.check_line_name(name), known_to)
        return ev.LineBegun(line=ev.LineId(new_id()), base=base, eyes=viewer_key(eyes), dealt=by, name=text)

    def whole_line(
        self, header: Header, info: RecordInfo, eyes: Viewer, text: LineText, upto: int | None
    ) -> tuple[Variation, list[ev.LayerEvent]]:
        """Return a line as it stands when all of it is written, and the events that write it."""
        begun = self._begun(info, eyes, text.base, text.name, "chosen")
        now, seen = datetime.now(UTC), self._seen(header, info.head, eyes, upto)
        line = begun_line(begun, 0, now)
        made: list[ev.LayerEvent] = [begun]
        for node, step in enumerate(text.steps, 1):
            body = layer_lines.grown(seen, line, step.parent, step.command, step.answers, random.SystemRandom(), step.events)
            event = ev.LineGrown(line=begun.line, node=node, parent=step.parent, body=sealed(body, line.known_to))
            line = grown_line(line, 0, now, event)
            made.append(event)
        return line, made

    def _bound_to(self, of: ev.RecordAnchor, record: str, *, rebinding: bool) -> ev.RecordAnchor:
        info, header = self._known(record)
        if of.v > info.head.count:
            raise NotThisRecord(f"the layer is of a record with {of.v} events or more; record {record} has {info.head.count}")
        here = layer_files.anchor(self.games[header.game], header, self._logs.stored(header, info.head), info.head.hash, of.v)
        if rebinding:
            layer_files.check_shell(of, here)
        else:
            layer_files.check_anchor(of, here)
        return here

    def _here(self, caller: Caller, file: StreamFile, own: str, key: str) -> str | None:
        """Return the layer that a file goes into: the caller's own, or what they brought of it before; None where there is none."""
        if key != own and (stream := self._store.people.signature(key).stream):
            return stream
        idents: tuple[str | None, ...] = file.header.copy_of, file.header.stream
        for ident in filter(None, idents):
            try:
                here = self._layers.read(ident).header.author
            except RecordNotFound:
                continue
            if here == file.header.author and (here == own or self._brought(caller, here, own)):
                return ident
        return None

    def _brought(self, caller: Caller, author: str, own: str) -> bool:
        """Whether the caller brought what stands under the key ``author``; what an earlier version took in is who keeps the store's."""
        said = self._store.people.signature(author).said
        return said is not None and (said.bringer == own or (not said.bringer and self._gate.may(caller, Permission.KEEP)))

    def _taken(self, caller: Caller, file: StreamFile, own: str, key: str) -> str:
        """Store a layer that is not here, under the ``key`` that is nobody's unless it is the caller's ``own``; return its id."""
        if key == own:
            return str(self._layers.take_in(file.header, file.log, file.head).header.stream)
        name = said_name(self._store, file.header.author, file.name)
        said = SaidWriter(key=key, name=name, bringer=own, source=file.header.stream, writer=file.header.author)
        # Who keeps the store knows its ids, so that studies find the layers that they show; nobody else learns that one is taken.
        ids = [str(file.header.stream)] if self._gate.may(caller, Permission.KEEP) else []
        for ident in (*ids, derived_id(said.key, file.header.stream)):
            header = msgspec.structs.replace(file.header, stream=ev.LayerId(ident))
            try:
                self._layers.take_in(header, file.log, file.head, said)
            except StaleVersion:
                if stream := self._store.people.signature(said.key).stream:
                    return stream  # another process was faster
                continue
            return ident
        raise StoreRefused(f"layer {file.header.stream} cannot be taken in: its id is taken")


def _as_it_came(layer: StoredLayer, signature: Signature) -> StoredLayer:
    came = as_it_came(StreamFile(header=layer.header, log=layer.log, head=layer.head.hash), signature)
    return replace(layer, header=came.header, log=tuple(came.log), head=Head(layer.head.count, came.head))


def _standing(layer: StoredLayer, note: ev.NoteId, was: int) -> None:
    standing = layer.state.notes.get(note)
    if standing is None:
        raise RecordNotFound(f"layer {layer.header.stream} has no note {note!r}")
    if standing.version != was:
        raise StaleVersion(layer.header.stream, was, standing.version)


def _line_in(layer: StoredLayer, line: str) -> Variation:
    found = layer.state.lines.get(ev.LineId(line))
    if found is None:
        raise RecordNotFound(f"layer {layer.header.stream} has no line {line!r}")
    return found


def _checked_count(layer: StoredLayer | None, begun: ev.LineBegun) -> ev.LayerEvent:
    if layer is not None and len(layer.state.lines) >= layer_lines.MOST_LINES:
        raise MalformedCommand(f"a layer has up to {layer_lines.MOST_LINES} lines")
    return begun
