"""The imperative shell: what the web, the command line and the importers call.

Each module is a topic behind ``GameBook`` or ``RecordView``; their imports form no cycle.

A name is imported from its module on first use, so reading the rules of a game needs no database.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from records.service.answers import AnsweredMeanwhileError as AnsweredMeanwhileError
    from records.service.answers import KeptAnswer as KeptAnswer
    from records.service.answers import KeyedRequest as KeyedRequest
    from records.service.book import GameBook as GameBook
    from records.service.checking.inspection import Inspection as Inspection
    from records.service.checking.verification import Finding as Finding
    from records.service.incoming import Entry as Entry
    from records.service.incoming import Exchanged as Exchanged
    from records.service.incoming import NewGame as NewGame
    from records.service.shelving import ShelfEntry as ShelfEntry
    from records.service.shelving import ShelfOrder as ShelfOrder
    from records.service.shelving import ShelfPage as ShelfPage
    from records.service.shelving import ShelfQuery as ShelfQuery
    from records.service.shelving import Trash as Trash
    from records.service.viewing import RecordView as RecordView
    from records.service.writing.ingest import Stored as Stored
    from records.service.writing.merging import Merged as Merged
    from records.service.writing.recording import NewTable as NewTable
    from records.store import Bound as Bound
    from records.store import GameLabel as GameLabel
    from records.store import waiting_at_most as waiting_at_most

_MODULES = {
    "AnsweredMeanwhileError": "answers",
    "Bound": "streams.store",
    "Entry": "incoming",
    "Exchanged": "incoming",
    "Finding": "checking.verification",
    "GameBook": "book",
    "GameLabel": "incoming",
    "Inspection": "checking.inspection",
    "KeptAnswer": "answers",
    "KeyedRequest": "answers",
    "Merged": "writing.merging",
    "NewGame": "incoming",
    "NewTable": "writing.recording",
    "RecordView": "viewing",
    "ShelfEntry": "shelving",
    "ShelfOrder": "shelving",
    "ShelfPage": "shelving",
    "ShelfQuery": "shelving",
    "Stored": "writing.ingest",
    "Trash": "shelving",
    "waiting_at_most": "answers",
}

if not TYPE_CHECKING:  # a type checker would take every name as defined

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        return found
