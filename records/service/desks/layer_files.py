"""Layers as files: exported, imported, bound to another record, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.errors import NotThisRecord, RecordNotFound, StaleVersion, StoreRefused
from records.service.access import Permission
from records.service.desks.layers import LayerDesk
from records.service.foreign import as_it_came, foreign_key, said_name
from records.service.layers import files as layer_files
from records.service.persons import bringer_of, name_in_file
from records.service.streams.files import StreamFile
from records.store import Head, SaidWriter
from records.studies.layers import events as ev
from records.studies.layers.copies import derived_id
from records.values import replace

if TYPE_CHECKING:
    from records.core.viewers import Caller, Viewer
    from records.service.kinds import StoredLayer
    from records.service.layers.files import LayerTaken
    from records.store import Signature
    from records.studies.layers.copies import LayerMerge


class LayerFileDesk(LayerDesk):
    """Export and import of layers. A layer from elsewhere is stored under a separate key."""

    def export_layer(self, caller: Caller, layer: str, viewer: Viewer | str | None = None) -> StreamFile:
        """Return a layer for another store: the layer itself for the open table, for every other viewer a copy with what they may read."""
        read, sight, eyes = self._read(caller, layer, viewer)
        signature = self._store.people.signature(read.header.author)
        return layer_files.file_of(_as_it_came(read, signature), eyes, name_in_file(signature) if sight.names else "", sight.upto)

    def take_in_layer(self, caller: Caller, file: StreamFile, onto: str | None = None) -> LayerTaken:
        """Store a layer that was exported elsewhere, or merge it with the one that is here; its chain has been checked.

        If its author's key is the caller's, it is their own and goes into their layer. Any other layer is stored under a separate
        key, as imported by the caller; only that importer can update it. ``onto`` binds it to another record of the same game, as
        everybody saw it. Raises ``NotThisRecord`` if the record is not the layer's, ``RecordNotFound`` if it is not here.
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
        """Bind a layer of the caller's own to another record of the same game, such as a merged or newly imported one.

        Raises ``NotThisRecord`` if the public parts differ up to the layer's anchor.
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
        """Return the layer into which a file goes: the caller's own, or an earlier import of it; None if there is none."""
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
        """Whether the caller imported what is stored under the key ``author``; imports by earlier versions belong to the store's keeper."""
        said = self._store.people.signature(author).said
        return said is not None and (said.bringer == own or (not said.bringer and self._gate.may(caller, Permission.KEEP)))

    def _taken(self, caller: Caller, file: StreamFile, own: str, key: str) -> str:
        """Store a layer that is not here, under ``key``, which belongs to nobody unless it is the caller's ``own``; return its id."""
        if key == own:
            return str(self._layers.take_in(file.header, file.log, file.head).header.stream)
        name = said_name(self._store, file.header.author, file.name)
        said = SaidWriter(key=key, name=name, bringer=own, source=file.header.stream, writer=file.header.author)
        # For the store's keeper the id stays, so that studies find the layers that they show; nobody else learns that an id is taken.
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
