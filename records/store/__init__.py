"""The only place that imports eventsourcing and touches a database."""

from records.store.answers import KeptAnswer
from records.store.backup import restore
from records.store.new_rows import folded
from records.store.raw import RawHead, RawRecord, RawRow, RawShelf
from records.store.rows import Anchor, Head, NewRecord, Pulled, RecordInfo, Row, SeatAt, Tombstone, is_time
from records.store.salvage import UNREADABLE
from records.store.shelf_query import MOST_COUNTED, ShelfHit, ShelfOrder, ShelfQuery, ShelfSlice, Trash
from records.store.shelf_rows import ShelfRow, columns_of
from records.store.store import Store, open_store

__all__ = [
    "MOST_COUNTED",
    "UNREADABLE",
    "Anchor",
    "Head",
    "KeptAnswer",
    "NewRecord",
    "Pulled",
    "RawHead",
    "RawRecord",
    "RawRow",
    "RawShelf",
    "RecordInfo",
    "Row",
    "SeatAt",
    "ShelfHit",
    "ShelfOrder",
    "ShelfQuery",
    "ShelfRow",
    "ShelfSlice",
    "Store",
    "Tombstone",
    "Trash",
    "columns_of",
    "folded",
    "is_time",
    "open_store",
    "restore",
]
