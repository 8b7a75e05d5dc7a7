"""The imperative shell: what the web, the command line and the importers call."""

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
