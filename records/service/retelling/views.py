"""A retelling and a table of words as their reader sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.service.viewing import RecordView
    from records.studies.retellings.fold import LineMark

LONGEST_WORDS = 500
"""Characters of what a line says, and of what it means."""


class RetellingView(msgspec.Struct, frozen=True, kw_only=True):
    """A log that is told again, for a caller who may see both the log and the record."""

    source: RecordView
    """The observed table, through eyes that are the caller's to look through."""
    told: str
    """Id of the record that is written beside it."""
    marks: Mapping[str, LineMark]
    """What is told, by the places of its lines and in the order in which it was told; what the record took back is not among them."""


class WordTableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table of words of the caller's own."""

    id: str
    game: str
    site: str
    """"" where the log named none."""
    lines: Mapping[int, tuple[str, str]]
    """What each line says and means, by its number in the table's history; without those whose texts were erased."""

    @property
    def means(self) -> dict[str, str]:
        """What the lines mean, by what they say."""
        return dict(self.lines.values())
