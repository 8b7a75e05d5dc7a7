"""The shape that all importers share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

from records.service.incoming import Exchanged, NewGame

if TYPE_CHECKING:
    from importers.maps.mapping import MapFile

ImportedRecord: TypeAlias = NewGame | Exchanged
"""A game read from a foreign log, or a record that was exported from another shelf."""


def _in_silence(_told: str) -> None:
    """Nobody listens."""


class ImportOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of an import."""

    pseudonyms: bool = False
    """Replace names and ids of people before anything is stored."""
    game_name: str = ""
    """Name of an observed table's game; "" takes it from the file's name."""
    players: tuple[str, ...] = ()
    """Who played, in seating order, where a text does not say so."""
    day: str = ""
    """When it was, where a text does not say so."""
    columns: tuple[tuple[str, str], ...] = ()
    """Columns of a score sheet as (field, heading), for headings that do not identify their field."""
    map_file: MapFile | None = None
    """The mapping of an archive's messages to events of a game; None reads archives as observed tables."""
    as_played: bool = False
    """Take games in notation as they were played, whatever the rules say of it."""
    keep_going: bool = False
    """Keep the part before the first fault of a game in notation, and report all faults."""
    tell: Callable[[str], None] = _in_silence
    """Called with messages for a person about a file that is taken all the same."""


class Importer(Protocol):
    """One format."""

    def sniff(self, data: bytes, name: str) -> bool:
        """Whether the file looks like this format; the importer that says yes also reports the file's faults."""

    def read(self, data: bytes, name: str, options: ImportOptions) -> list[ImportedRecord]:
        """Return the records in the file; raises ``ImportRefused`` with places and reasons, and then nothing of it may be kept."""
