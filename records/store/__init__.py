"""The only place that imports eventsourcing and touches a database.

``Store`` holds its parts: people, accounts, access, pairings and the shelf.
"""

from records.store.care.backup import restore
from records.store.care.deletion import Bound
from records.store.care.moving import StoreMove, move
from records.store.care.raw import RawHead, RawRecord, RawRow
from records.store.care.salvage import UNREADABLE
from records.store.listings import TO_ACCOUNTS, TO_EVERYBODY, TO_NOBODY_ELSE
from records.store.rows import (
    NO_LABEL,
    Anchor,
    GameLabel,
    Head,
    NewRecord,
    OwnerLimits,
    Pulled,
    RecordInfo,
    Row,
    SaidWriter,
    SeatAt,
    Signature,
    Tombstone,
)
from records.store.schema import RECORD
from records.store.shelf.query import MOST_COUNTED, ShelfHit, ShelfOrder, ShelfQuery, ShelfReach, ShelfSlice, Trash
from records.store.shelf.raw import RawShelf
from records.store.shelf_rows import ShelfRow, columns_of
from records.store.store import Store, open_store, store_unchanged
from records.store.tables.accounts import Account
from records.store.tables.answers import AnsweredMeanwhileError, KeptAnswer, KeyedRequest
from records.store.tables.attempts import AttemptRows, CountedAttempts
from records.store.tables.job_parts import Lease
from records.store.tables.job_rows import JobRows
from records.store.tables.jobs import CANCELLED, DONE, FAILED, MOST_BYTES, OPEN, PLAN, Job, JobAsked, JobLimits, NewJob
from records.store.tables.pairings import NO_PAIRING, EventCount, Pairing
from records.store.tables.releases import AccessChange, Claim, HandsOpen, Listed, Onlookers, RecordAccess, Release, SeatLaw, Sitting
from records.store.tables.sign_ins import CodeRow, LinkRow, SessionRow, SignInRows, TokenRow
from records.store.tables.trail import CHANGES, TrailStep
from records.store.times import is_time
from records.store.waiting import waiting_at_most

__all__ = [
    "CANCELLED",
    "CHANGES",
    "DONE",
    "FAILED",
    "MOST_BYTES",
    "MOST_COUNTED",
    "NO_LABEL",
    "NO_PAIRING",
    "OPEN",
    "PLAN",
    "RECORD",
    "TO_ACCOUNTS",
    "TO_EVERYBODY",
    "TO_NOBODY_ELSE",
    "UNREADABLE",
    "AccessChange",
    "Account",
    "Anchor",
    "AnsweredMeanwhileError",
    "AttemptRows",
    "Bound",
    "Claim",
    "CodeRow",
    "CountedAttempts",
    "EventCount",
    "GameLabel",
    "HandsOpen",
    "Head",
    "Job",
    "JobAsked",
    "JobLimits",
    "JobRows",
    "KeptAnswer",
    "KeyedRequest",
    "Lease",
    "LinkRow",
    "Listed",
    "NewJob",
    "NewRecord",
    "Onlookers",
    "OwnerLimits",
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
    "SaidWriter",
    "SeatAt",
    "SeatLaw",
    "SessionRow",
    "ShelfHit",
    "ShelfOrder",
    "ShelfQuery",
    "ShelfReach",
    "ShelfRow",
    "ShelfSlice",
    "SignInRows",
    "Signature",
    "Sitting",
    "Store",
    "StoreMove",
    "TokenRow",
    "Tombstone",
    "TrailStep",
    "Trash",
    "columns_of",
    "is_time",
    "move",
    "open_store",
    "restore",
    "store_unchanged",
    "waiting_at_most",
]
