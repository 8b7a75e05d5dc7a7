"""The only place that imports eventsourcing and touches a database."""

from records.store.new_rows import folded
from records.store.raw import RawHead, RawRecord, RawRow
from records.store.rows import Head, NewRecord, Pulled, RecordInfo, Row, SeatAt, Tombstone
from records.store.shelf import ShelfRow
from records.store.shelf_query import ShelfHit, ShelfOrder, ShelfQuery, ShelfSlice, Trash
from records.store.store import Store, open_store

__all__ = [
    "Head",
    "NewRecord",
    "Pulled",
    "RawHead",
    "RawRecord",
    "RawRow",
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
    "folded",
    "open_store",
]
