"""Compares an exported file with the record from which it claims to come (design/events: Seals).

Both chains are over the same commitments. So a redacted file agrees with the full record exactly if every hash does, and a face
shown by the file is the one that was sealed; nothing needs to be opened to check this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.logs.differing import FieldDifference, first_difference
from records.core.logs.seals import Sealer, first_hash

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.game import Game
    from records.service.incoming import Exchanged


class ExportDifference(msgspec.Struct, frozen=True, kw_only=True):
    """The first place where a file differs from the record."""

    version: int
    """The event; 0 for the header."""
    what: FieldDifference

    def __str__(self) -> str:
        place = f"version {self.version}" if self.version else "the header"
        return f"{place}, {self.what}"


def export_difference(game: Game, here: Exchanged, file: Exchanged) -> ExportDifference | None:
    """Return the first difference of a file, whose own chain has been checked, from ``here``: the record as the file's viewer would get it.

    A file made when the record was shorter agrees with it; one that continues after the record's end does not. Names of people are
    in no chain and are not compared.
    """
    if first_hash(here.header) != first_hash(file.header):
        found = first_difference(here.header, file.header)
        return ExportDifference(version=0, what=found or _length("header", "another"))
    sealers = Sealer(game.parts, here.key), Sealer(game.parts, file.key)
    for ours, theirs in zip(here.log, file.log, strict=False):
        if sealers[0].canonical(ours) != sealers[1].canonical(theirs):
            return ExportDifference(version=theirs.v, what=_event_difference(sealers, ours, theirs))
    if len(file.log) > len(here.log):
        return ExportDifference(version=len(here.log) + 1, what=_length("nothing", "an event"))
    return None


def _event_difference(sealers: tuple[Sealer, Sealer], ours: Recorded[Any], theirs: Recorded[Any]) -> FieldDifference:
    """Return where two events differ; instead of a commitment, the hidden value itself if both sides show it, as that says more."""
    ours, theirs = (msgspec.structs.replace(recorded, prev="") for recorded in (ours, theirs))
    shells = [_shell(sealer, recorded) for sealer, recorded in zip(sealers, (ours, theirs), strict=True)]
    bare = first_difference(*shells) or _length("another", "this")
    return (first_difference(ours, theirs) or bare) if ".seal" in bare.field else bare


def _shell(sealer: Sealer, recorded: Recorded[Any]) -> Recorded[Any]:
    return msgspec.structs.replace(recorded, event=sealer.redacted(recorded, lambda _known_to: False))


def _length(expected: str, found: str) -> FieldDifference:
    return FieldDifference(field="", expected=expected, found=found)
