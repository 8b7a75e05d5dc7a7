"""The imperative shell: what the web, the command line and the importers call.

Flat, though it holds more than 25 files: each is a topic behind ``GameBook`` or ``RecordView``, and no circle is among them.
"""

from records.service.book import GameBook
from records.service.incoming import Entry, Exchanged, NewGame
from records.service.ingest import Stored
from records.service.recording import NewTable
from records.service.shelving import ShelfEntry, ShelfOrder, ShelfPage, ShelfQuery, Trash
from records.service.verification import Finding
from records.service.viewing import RecordView

__all__ = [
    "Entry",
    "Exchanged",
    "Finding",
    "GameBook",
    "NewGame",
    "NewTable",
    "RecordView",
    "ShelfEntry",
    "ShelfOrder",
    "ShelfPage",
    "ShelfQuery",
    "Stored",
    "Trash",
]
