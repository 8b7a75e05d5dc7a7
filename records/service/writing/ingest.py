"""Whole records come in: games from foreign logs or simulations, and records that were exported elsewhere. Each is stored once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from records.core.header import Header
from records.core.ids import RecordId
from records.core.secret import Sealed, Secret
from records.errors import AlreadyStored, MalformedCommand, StaleVersion
from records.service.streams.store import TRIES
from records.service.writing.record_builder import Seated, header_of, new_id, new_key
from records.store import RECORD, Head, NewRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.events import Recorded
    from records.core.hidden import HiddenParts
    from records.service.incoming import Entry, Exchanged, NewGame
    from records.store import Store

Make: TypeAlias = "Callable[[Header, bytes, Seated, Sequence[Entry | Recorded[Any]], str | None], NewRecord]"
"""Chains and folds a record: header, key, people, events, origin."""


class Stored(msgspec.Struct, frozen=True):
    """The result of storing a game, or a stream beside one."""

    id: RecordId
    already: bool = False
    """It was on the shelf before, and nothing was stored."""
    copy_of: str = ""
    """The viewer of the redacted copy on the shelf, if the file holds more: ``public``, a seat's key, or several; else ""."""
    kind: str = RECORD
    """Of which kind it is."""


def add(store: Store, make: Make, new: Sequence[NewGame]) -> list[Stored]:
    """Store whole games in one transaction, those of a file that was read before not again; errors are those of ``make``."""
    ready: dict[int, NewRecord] = {}
    for again in reversed(range(TRIES)):
        stored: list[Stored] = []
        first: dict[str, RecordId] = {}
        fresh: list[NewRecord] = []
        for number, game in enumerate(new):
            known = _known(store, game.origin, first)
            if known is not None:
                stored.append(Stored(known, already=True))
                continue
            if number not in ready:
                ready[number] = make(header_of(game), new_key(), (game.names, game.foreign_ids, game.label), game.entries, game.origin)
            fresh.append(ready[number])
            stored.append(Stored(RecordId(ready[number].id)))
            if game.origin is not None:
                first[game.origin] = stored[-1].id
        try:
            if fresh:
                store.create_many(fresh)
        except AlreadyStored:
            if not again:
                raise
            continue  # another process read the same file between our question and our writing
        break
    return stored


def _known(store: Store, origin: str | None, here: dict[str, RecordId]) -> RecordId | None:
    if origin is None:
        return None
    if origin in here:
        return here[origin]
    found = store.by_origin(origin)
    return RecordId(found[0]) if found else None


def take_in(  # noqa: PLR0917 -- what a record comes with
    store: Store,
    make: Make,
    exchanged: Exchanged,
    parts: HiddenParts,
    log_of: Callable[[str], Sequence[Recorded[Any]]],
    keyed: Callable[[str], str] | None = None,
) -> Stored:
    """Store a record that was exported elsewhere; its chain has been checked.

    It keeps its id if that is free. The same record is not stored twice; another one with the same id is chained again under a new id.
    ``log_of`` reads the full log of a record that is here. ``keyed`` makes a digest specific to one uploader: then the id is always a new
    one, and files stored by others are not recognised.
    """
    if not exchanged.log:
        raise MalformedCommand(f"record {exchanged.header.record} has no events")
    for again in reversed(range(TRIES)):
        header, origin = exchanged.header, None
        if keyed is not None:
            origin = keyed(exchanged.head.hex())
        elif header.record in store.ids_with_prefix(header.record):
            if _begins(store.info(header.record).head, exchanged, log_of):
                return Stored(header.record, already=True, copy_of=_copy_of(parts, log_of(header.record), exchanged.log))
            origin = exchanged.head.hex()
        elif header.record in {tombstone.id for tombstone in store.tombstones()}:
            origin = exchanged.head.hex()
        key = exchanged.key
        if origin is not None:
            if known := store.by_origin(origin):
                return Stored(RecordId(known[0]), already=True, copy_of=_copy_of(parts, log_of(known[0]), exchanged.log))
            # A record of its own has a key of its own.
            key, header = None, msgspec.structs.replace(header, record=new_id())
        people = (exchanged.names, exchanged.foreign_ids, exchanged.label)
        try:
            # A redacted record keeps its salts and commitments; the key that it gets here is for what is added later.
            store.create(make(header, key or new_key(), people, exchanged.log, origin))
        except (AlreadyStored, StaleVersion):
            if not again:
                raise
            continue  # another process took the same file in meanwhile
        break
    return Stored(header.record)


def _begins(head: Head, exchanged: Exchanged, log_of: Callable[[str], Sequence[Recorded[Any]]]) -> bool:
    """Whether the record that is here, with this head, is the one that came in, or was continued from it."""
    count = len(exchanged.log)
    if head.count <= count:
        return head == Head(count, exchanged.head)
    return log_of(exchanged.header.record)[count].prev == exchanged.head.hex()


def _copy_of(parts: HiddenParts, here: Iterable[Recorded[Any]], file: Iterable[Recorded[Any]]) -> str:
    """Return whose redacted copy the record ``here`` is, if the ``file`` of the same events shows anything that is sealed in it."""
    readers: set[str] | None = None
    lacking = False
    for ours, theirs in zip(here, file, strict=False):
        found = _parts(parts, theirs)
        for path, part in _parts(parts, ours).items():
            if part.salt:
                readers = {*part.known_to} if readers is None else readers & {*part.known_to}
            lacking = lacking or bool(part.seal and path in found and not found[path].seal)
    return (" or ".join(sorted(readers)) if readers else "public") if lacking else ""


def _parts(parts: HiddenParts, recorded: Recorded[Any]) -> dict[str, Secret | Sealed]:
    found: dict[str, Secret | Sealed] = {}

    def visit(path: str, part: Secret | Sealed) -> Secret | Sealed:
        found[path] = part
        return part

    parts.map(recorded.event, visit)
    return found
