"""The only place that imports eventsourcing and touches a database.

Flat, though it holds more than 25 files: each is a topic behind ``Store``, many for either database, and no circle is among them.
"""

from records.store.accounts import Account
from records.store.answers import KeptAnswer
from records.store.backup import restore
from records.store.deletion import Bound
from records.store.listings import TO_ACCOUNTS, TO_EVERYBODY, TO_NOBODY_ELSE
from records.store.new_rows import folded
from records.store.pairings import NO_PAIRING, EventCount, Pairing
from records.store.raw import RawHead, RawRecord, RawRow, RawShelf
from records.store.releases import Claim, HandsOpen, Listed, Onlookers, RecordAccess, Release
from records.store.rows import NO_LABEL, Anchor, GameLabel, Head, NewRecord, Pulled, RecordInfo, Row, SeatAt, Tombstone
from records.store.salvage import UNREADABLE
from records.store.schema import RECORD
from records.store.shelf_query import MOST_COUNTED, ShelfHit, ShelfOrder, ShelfQuery, ShelfReach, ShelfSlice, Trash
from records.store.shelf_rows import ShelfRow, columns_of
from records.store.sign_in_rows import CodeRow, LinkRow, SessionRow, SignInRows, TokenRow
from records.store.store import Store, open_store
from records.store.times import is_time
from records.store.trail import TrailStep

__all__ = [
    "MOST_COUNTED",
    "NO_LABEL",
    "NO_PAIRING",
    "RECORD",
    "TO_ACCOUNTS",
    "TO_EVERYBODY",
    "TO_NOBODY_ELSE",
    "UNREADABLE",
    "Account",
    "Anchor",
    "Bound",
    "Claim",
    "CodeRow",
    "EventCount",
    "GameLabel",
    "HandsOpen",
    "Head",
    "KeptAnswer",
    "LinkRow",
    "Listed",
    "NewRecord",
    "Onlookers",
    "Pairing",
    "Pulled",
    "RawHead",
    "RawRecord",
    "RawRow",
    "RawShelf",
    "RecordAccess",
    "RecordInfo",
    "Release",
    "Row",
    "SeatAt",
    "SessionRow",
    "ShelfHit",
    "ShelfOrder",
    "ShelfQuery",
    "ShelfReach",
    "ShelfRow",
    "ShelfSlice",
    "SignInRows",
    "Store",
    "TokenRow",
    "Tombstone",
    "TrailStep",
    "Trash",
    "columns_of",
    "folded",
    "is_time",
    "open_store",
    "restore",
]
