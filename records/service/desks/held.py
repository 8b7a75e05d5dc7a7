"""Collects what somebody wrote beside records and in studies, as plain values, for an export of their data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import CorruptRecord, NotYours, RecordNotFound
from records.service.kinds import CLASSES, LAYERS, LEARNERS, RETELLINGS, STUDIES, WORD_TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from records.core.viewers import Caller
    from records.service.desks.cases import CaseDesk
    from records.service.desks.notes import NoteDesk
    from records.service.office import Office
    from records.service.streams.kind import StreamKind
    from records.store import SeatAt

_WRITTEN = (("studies", STUDIES), ("classes", CLASSES), ("progress", LEARNERS), ("retellings", RETELLINGS), ("words", WORD_TABLES))
"""Kinds of streams that people write, with their names in the export."""


class HeldWritings:
    """Reads what an account wrote, for ``caller``, as the viewers that they may now use for each record."""

    def __init__(self, office: Office, notes: NoteDesk, cases: CaseDesk) -> None:
        self._store, self._notes, self._cases = office.store, notes, cases

    def _writings(self, caller: Caller, person: str) -> dict[str, list[dict[str, Any]]]:
        """Return studies, classes and progress line by line, and layers as far as the caller may read their records now."""
        found = {name: [*self._streams(kind, person)] for name, kind in _WRITTEN}
        return found | {"layers": [*self._layers_held(caller, person)], "brought": [*self._brought_held(person)]}

    def _brought_held(self, person: str) -> Iterator[dict[str, Any]]:
        """Yield what the person imported, with its stated author."""
        for stream in self._store.people.brought_by(person):
            said = self._store.people.said_of(stream)
            yield {"id": stream, "said": "" if said is None or said.said is None else said.said.name}

    def _streams(self, kind: StreamKind[Any, Any], person: str) -> Iterator[dict[str, Any]]:
        for stream in self._store.ids(kind.name):
            header = kind.read_header(self._store.info(stream).header)
            if getattr(header, kind.whose) == person:
                yield {"id": stream, "header": msgspec.to_builtins(header), "lines": _lines(row.body for row in self._store.read(stream))}

    def _layers_held(self, caller: Caller, person: str) -> Iterator[dict[str, Any]]:
        for layer in self._store.ids(LAYERS.name):
            header = LAYERS.read_header(self._store.info(layer).header)
            if header.author != person:
                continue
            try:
                file = self._notes.files.export_layer(caller, layer)
            except (RecordNotFound, NotYours, CorruptRecord):
                yield {"id": layer, "record": str(header.of.record), "lines": None}  # they may no longer see its record
                continue
            yield {"id": layer, "record": str(header.of.record), "lines": _lines(map(LAYERS.events.codec.encode, file.log))}

    def _said_in_cases(self, caller: Caller, seats: Sequence[SeatAt]) -> list[dict[str, Any]]:
        """Return the texts in disputes written for the caller's own seats."""
        said = []
        for record, seat in seats:
            try:
                cases = self._cases.cases(caller, record, seat)
            except (RecordNotFound, NotYours, CorruptRecord):
                continue
            for case in cases:
                if case.read_only:
                    continue  # as a file says
                texts = [case.question.text] if case.question.by == seat else []
                texts += [claim.body.text for claim in case.claims if claim.body.party == seat]
                said += [{"case": case.id, "record": record, "text": text} for text in texts]
        return said


def _lines(bodies: Iterable[bytes]) -> list[Any]:
    return [msgspec.json.decode(body) for body in bodies]
