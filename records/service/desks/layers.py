"""Layers: notes and lines beside records, as each viewer may read them, and the caller's own layer (design/events: Layers)."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from records.errors import MalformedCommand, NotYours, RecordNotFound, StaleVersion, StoreRefused
from records.service.access import Permission
from records.service.layers import files as layer_files
from records.service.layers import lines as layer_lines
from records.service.layers import notes as layer_notes
from records.service.layers.views import LayerView
from records.service.learning.views import shown_chapter
from records.service.persons import Person, person_of
from records.studies.layers import events as ev
from records.studies.layers.copies import derived_id, readable
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.core.header import Header
    from records.core.viewers import Caller, Viewer
    from records.service.access import AccessSight
    from records.service.kinds import StoredLayer, Streams
    from records.service.layers.notes import ChapterNote, NoteView
    from records.service.learning.views import ShownChapter
    from records.service.office import Office
    from records.store import RecordInfo, SaidWriter

MOST_TRIES = 20
"""Most layers of one author beside one record that were deleted for good; beyond that another one is refused."""


class LayerDesk:
    """Reads layers, and writes to the caller's own. Every method names its caller first and asks the policy."""

    def __init__(self, office: Office, streams: Streams, chapter_notes: Callable[..., tuple[ChapterNote, ...]]) -> None:
        self.games, self._store, self._gate, self._logs, self._layers = office.games, office.store, office.gate, office.logs, streams.layers
        self._known, self._looked, self._seen, self._person = office.known, office.looked, office.seen, office.person
        self._chapter_notes = chapter_notes

    # -- reading -------------------------------------------------------------------------------------------------------

    def layers(self, caller: Caller, record: str, viewer: Viewer | str | None = None, at: int | None = None) -> list[LayerView]:
        """Return the layers of a record with what ``viewer`` may read in them, up to step ``at``.

        Layers without anything for that viewer are left out; beside a chapter only the layers that it shows are returned. Raises as
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
        """Whether anybody wrote beside a record, whether or not ``caller`` may read it: one query, cheap enough for every step."""
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
        """Return one layer as ``layers`` does; raises ``RecordNotFound`` if nothing in it is for that viewer."""
        read, sight, eyes = self._read(caller, layer, viewer)
        view = self._view(read, eyes, sight.upto)
        if view is None:
            raise RecordNotFound(f"no layer {layer!r}")
        return view

    def resolve_layer(self, caller: Caller, text: str) -> str:
        """Return the id of a layer from ``text``: the id or its beginning (4 characters or more).

        Raises ``RecordNotFound``, and ``MalformedCommand`` if several ids begin so.
        """
        self._gate.check_shelf(caller)
        begun = self._layers.begun(text) if len(text) >= 4 else []  # noqa: PLR2004 -- as for records
        found = [one.header.stream for one in begun if self._gate.knows(caller, one.state.of.record)]
        if not found:
            raise RecordNotFound(f"no layer {text!r}; give its id or at least the first 4 characters")
        if len(found) > 1 and text not in found:
            raise MalformedCommand(f"{text!r} begins {len(found)} ids: {', '.join(found[:5])}")
        return text if text in found else found[0]

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

    def _read(self, caller: Caller, layer: str, viewer: Viewer | str | None) -> tuple[StoredLayer, AccessSight, Viewer]:
        read = self._layers.read(layer)
        try:
            sight, _info, _header, eyes = self._looked(caller, read.state.of.record, viewer)
        except RecordNotFound:
            raise RecordNotFound(f"no layer {layer!r}") from None
        return read, sight, eyes

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

    # -- the caller's own ----------------------------------------------------------------------------------------------

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

    def _write_own(
        self,
        person: Person,
        header: Header,
        info: RecordInfo,
        make: Callable[[StoredLayer | None], list[ev.LayerEvent]],
        said: SaidWriter | None = None,
    ) -> StoredLayer:
        """Write to a person's layer beside a record, or to an imported one by the ``said`` author; the layer is made if there is none."""
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
