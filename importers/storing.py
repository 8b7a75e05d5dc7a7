"""From a file to records on the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from importers import ImportOptions, read_file
from records.service import NewGame

if TYPE_CHECKING:
    from records.core.viewers import Caller
    from records.service import GameBook, Stored


def store_file(book: GameBook, caller: Caller, data: bytes, name: str, options: ImportOptions) -> list[Stored]:
    """Store the records in a file; raises ``ImportRefused`` or another ``RecordsError``, and then nothing of it is stored."""
    records = read_file(book.games, data, name, options)
    games = [record for record in records if isinstance(record, NewGame)]
    stored = book.add(caller, *games)
    return stored + [book.take_in(caller, record) for record in records if not isinstance(record, NewGame)]
