"""Kiebitz in a Python shell: open a store, take in a file, walk a record's steps as a seat (``docs/python.md``)."""

import web as _web  # noqa: F401 -- first: it notices foreign packages of the names below
from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL, OPEN, PUBLIC
from records.errors import RecordsError
from records.service import GameBook, RecordView
from records.service.library import library
from web.replays import Replay, ReplayStep, add_file, replay
from web.replays import open_book as open  # noqa: A004 -- kiebitz.open reads like the built-in one

__all__ = [
    "LOCAL",
    "OPEN",
    "PUBLIC",
    "GameBook",
    "ImportOptions",
    "RecordView",
    "RecordsError",
    "Replay",
    "ReplayStep",
    "add_file",
    "library",
    "open",
    "replay",
    "store_file",
]
