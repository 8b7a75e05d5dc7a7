"""Each record and each stream beside one as the file that carries it to another store."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from importers import native
from importers.native_cases import write_case_file
from importers.native_streams import write_stream
from records.core.viewers import OPEN, viewer_key
from records.service.cases.files import CaseFile
from records.service.streams.files import StreamFile
from records.studies.cases.events import CASE
from records.studies.chapters.events import STUDY
from records.studies.classes.events import CLASS
from records.studies.layers.events import LAYER
from records.studies.learners.events import LEARNER
from records.studies.retellings.events import RETELLING
from records.studies.word_tables.events import WORD_TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game
    from records.service.incoming import Exchanged

_KINDS = {LAYER: "layer", CASE: "case", STUDY: "study", LEARNER: "study", CLASS: "class", RETELLING: "retelling", WORD_TABLE: "words"}
"""By kind of stream, what its file is called."""


class WholeFile(NamedTuple):
    """A file with all secrets."""

    kind: str
    """``record``, ``layer``, ``case``, ``study``, ``class``, ``retelling`` or ``words``."""
    id: str
    name: str
    data: bytes


def whole_file(games: Mapping[str, Game], found: Exchanged | StreamFile | CaseFile) -> WholeFile:
    """Return what ``rescue`` gave as a native file."""
    if isinstance(found, CaseFile):
        ident = found.case.stream
        return WholeFile("case", ident, f"{quote(ident, safe='')}-{viewer_key(found.viewer)}.case", write_case_file(games, found))
    if isinstance(found, StreamFile):
        ident, kind = found.header.stream, _KINDS[found.header.kind]
        return WholeFile(kind, ident, f"{quote(ident, safe='')}.{kind}", write_stream(found))
    name = f"{quote(found.header.record, safe='')}.jsonl"
    return WholeFile("record", found.header.record, name, native.write(games, found, viewer_key(OPEN)))
