"""Card catalogues are no records: a file that looks like one is refused with its problems, or with how to use it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from records.errors import ImportRefused, Problem
from records.service.catalogues import load_catalogue

if TYPE_CHECKING:
    from importers.base import ImportedRecord, ImportOptions

_HEAD = re.compile(rb"^(?:catalogue|cards):", re.MULTILINE)
_PEEK = 20_000
"""Bytes that may be comments before the first key."""


class CatalogueImporter:
    """Says yes to YAML with a catalogue's head, so that its problems are reported with line and column."""

    def sniff(self, data: bytes, name: str) -> bool:
        """Whether the file looks like a catalogue."""
        return name.lower().endswith((".yaml", ".yml")) or _HEAD.search(data[:_PEEK]) is not None

    def read(self, data: bytes, name: str, options: ImportOptions) -> list[ImportedRecord]:  # noqa: ARG002 -- the protocol's shape
        """Return nothing; raises ``ImportRefused`` with every problem, or with what can be done with a good catalogue."""
        game, found = load_catalogue(data, name)
        play = f"play with them by kiebitz --cards FILE simulate {game.name}, or kiebitz --cards FILE serve"
        reason = f"these are the cards {found.name}, without a fault, and no record; {play}"
        raise ImportRefused(name, Problem(reason=reason))


CARDS = CatalogueImporter()
