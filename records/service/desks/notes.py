"""The part of ``GameBook`` for what people write beside records: notes, with their lines and files (design/events: Layers)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import OPEN
from records.errors import MalformedCommand, RecordNotFound, StaleVersion
from records.service.access import Permission
from records.service.desks.layer_files import LayerFileDesk
from records.service.desks.lines import LineDesk, line_in
from records.service.foreign import foreign_key
from records.service.incoming import checked_name
from records.service.layers import lines as layer_lines
from records.service.layers import notes as layer_notes
from records.service.persons import Person, person_of
from records.service.streams.sealing import sealed
from records.service.writing.record_builder import new_id
from records.store import SaidWriter
from records.studies.layers import events as ev
from records.studies.layers.copies import derived_id
from records.studies.layers.viewpoints import readers, viewer_from
from records.studies.layers.viewpoints import status as note_status

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.core.header import Header
    from records.core.viewers import Caller, Viewer
    from records.service.access import AccessSight
    from records.service.incoming import IncomingLayer
    from records.service.kinds import StoredLayer, Streams
    from records.service.layers.lines import LineView
    from records.service.layers.notes import ChapterNote, NoteDraft, NoteText, NoteView, NoteWarning
    from records.service.office import Office
    from records.store import RecordInfo
    from records.studies.layers.fold import Note, Variation


class NoteDesk(LineDesk):
    """Notes and lines. Every method names its caller first and asks the policy; only its author writes to a layer."""

    def __init__(self, office: Office, streams: Streams, chapter_notes: Callable[..., tuple[ChapterNote, ...]]) -> None:
        """Open the desk, and the one for files of layers."""
        super().__init__(office, streams, chapter_notes)
        self.files = LayerFileDesk(office, streams, chapter_notes)

    # -- reading -------------------------------------------------------------------------------------------------------

    def note_warnings(self, caller: Caller, record: str, text: NoteText, viewer: Viewer | str | None = None) -> list[NoteWarning]:
        """Return what readers of a note could not know, for those readers as whom ``caller`` may look. Writes nothing."""
        return list(self.note_draft(caller, record, text, viewer).warnings)

    def note_draft(self, caller: Caller, record: str, text: NoteText, viewer: Viewer | str | None = None) -> NoteDraft:
        """Return who could read a note if it were written now, how far that is proven, and its warnings. Writes nothing.

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

    # -- writing -------------------------------------------------------------------------------------------------------

    def write_note(self, caller: Caller, record: str, text: NoteText, *, viewer: Viewer | str | None = None, once: str = "") -> NoteView:
        """Write a note beside a record, in the caller's own layer of it; ``viewer`` is the viewer shown on the screen.

        Of two calls with the same random ``once`` only one writes. Raises ``MalformedCommand`` for a note that cannot be.
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
        """Write notes and variations that came with a record, from a file of another format; return the contents of their layer.

        They go into the caller's own layer if the author has no name or the caller's, else into an imported layer
        under the stated author's name, to which nobody here can write. Everything is written, or nothing. Raises as
        ``write_note`` and ``grow_line`` do.
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

    def revise_note(
        self, caller: Caller, layer: str, note: str, text: NoteText, *, was: int, viewer: Viewer | str | None = None
    ) -> NoteView:
        """Replace a note of the caller's own; ``was`` is its version so far.

        Raises ``StaleVersion`` if it was changed meanwhile, ``NotYours``, and as ``write_note``.
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
        """Remove a note of the caller's own; its text stays in the chain until it is erased. Raises as ``revise_note``."""
        self._own(caller, layer, None)
        ident = ev.NoteId(note)

        def make(now: StoredLayer) -> list[ev.LayerEvent]:
            _standing(now, ident, was)
            return [ev.NoteRemoved(note=ident, was=was)]

        self._layers.write(layer, make)

    def erase_note(self, caller: Caller, layer: str, note: str) -> int:
        """Erase the text of a note in every version of it, for good; the chain stays whole. Returns how many versions had a text."""
        self._own(caller, layer, None)
        count = self._layers.erase(layer, lambda now: [one.v for one in now.log if getattr(one.event, "note", None) == note])
        if not count and not any(getattr(one.event, "note", None) == note for one in self._layers.read(layer).log):
            raise RecordNotFound(f"layer {layer} has no note {note!r}")
        return count

    # -- parts ---------------------------------------------------------------------------------------------------------

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
            line = line_in(layer, text.line)
        if not 0 <= text.at <= steps:
            raise MalformedCommand(f"a note is about a step from 0 to {steps}, not {text.at}")
        if line is None:
            position = seen.position(text.at)
        else:
            position = layer_lines.line_position(self._seen(header, info.head, viewer_from(line.eyes), sight.upto), line, text.node)
        return layer_notes.note_body(text, header, steps, self._sight(sight, info, eyes, layer), position, line)


def _standing(layer: StoredLayer, note: ev.NoteId, was: int) -> None:
    standing = layer.state.notes.get(note)
    if standing is None:
        raise RecordNotFound(f"layer {layer.header.stream} has no note {note!r}")
    if standing.version != was:
        raise StaleVersion(layer.header.stream, was, standing.version)
