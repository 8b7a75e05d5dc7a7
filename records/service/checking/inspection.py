"""Reads the whole store, damaged or not: which records are whole, and each of these for another store."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import MalformedCommand, StoreRefused
from records.service.cases.brought import file_of
from records.service.checking.comparing import CURE, compare
from records.service.checking.verification import Finding, WholeLog, kind_of, verify, whole_log
from records.service.foreign import as_it_came
from records.service.incoming import Exchanged
from records.service.kinds import ATTENDANCES, CASE_FILES, WRITTEN
from records.service.persons import name_in_file
from records.service.streams.files import StreamFile
from records.store import RECORD, GameLabel, Signature
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from records.core.game import Game
    from records.service.cases.files import CaseFile
    from records.store import RawRecord, Store, Tombstone


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """What ``book.records.inspect`` found."""

    whole: tuple[str, ...]
    """Ids of the intact records, trash included, in order."""
    broken: tuple[str, ...]
    """Ids of the others."""
    deleted: int
    """Records that were deleted for good."""
    others: Mapping[str, int]
    """Number of streams of every other kind, broken or not."""
    findings: tuple[Finding, ...]

    @property
    def records(self) -> int:
        """How many records there are, or were."""
        return len(self.whole) + len(self.broken)


def inspect(store: Store, games: Mapping[str, Game], shelf_columns: Callable[[str], Mapping[str, object]]) -> Inspection:
    """Read everything that can be read; ``shelf_columns`` gives the shelf's expected columns of a record."""
    ids: list[str] = []
    others: Counter[str] = Counter()

    def noted(raws: Iterable[RawRecord]) -> Iterator[RawRecord]:
        for raw in raws:
            if isinstance(raw.id, str) and raw.header is not None:
                if kind_of(raw) == RECORD:
                    ids.append(raw.id)
                else:
                    others[kind_of(raw)] += 1
            yield raw

    damaged = _damage(store)
    tombstones, unread_stones = _tombstones(store)
    breaks = list(verify(games, noted(store.raw()), tombstones))
    broken = {finding.record for finding in breaks if finding.kind == RECORD}
    shelf = [] if damaged else list(_of_shelf(store, ids, broken, shelf_columns))
    lost = sorted(broken - {*ids} - {str(stone.id) for stone in tombstones})
    return Inspection(
        whole=tuple(record for record in ids if record not in broken),
        broken=tuple(sorted((*(record for record in ids if record in broken), *lost))),
        deleted=sum(stone.kind == RECORD for stone in tombstones),
        others=dict(others),
        findings=(*damaged, *unread_stones, *breaks, *shelf, *([] if damaged or unread_stones else _loose(store))),
    )


def rescue(store: Store, games: Mapping[str, Game]) -> Iterator[Exchanged | StreamFile | CaseFile | Finding]:
    """Yield each stream whose chain is whole, with the readable names, and the first break of each other stream."""
    for raw in store.raw():
        found = whole_log(games, raw)
        if not isinstance(found, WholeLog):
            version, column, reason = found
            yield Finding(record=str(raw.id), version=version, column=column, reason=reason, kind=kind_of(raw))
            continue
        kind, header, log = found
        if kind is ATTENDANCES:
            continue  # learners stay where they joined: their sessions and codes are not copied
        head = raw.head.hash if raw.head is not None and isinstance(raw.head.hash, bytes) else b""
        if kind is CASE_FILES:
            try:
                yield file_of(games, CASE_FILES.fold(header, log))
            except MalformedCommand as error:
                yield Finding(record=str(raw.id), version=None, column="records.header", reason=str(error), kind=CASE_FILES.name)
            continue
        if kind.name != RECORD:
            file = StreamFile(header=header, log=log, head=head)
            signature = _signature(store, getattr(header, whose)) if (whose := WRITTEN[kind.name].whose) else None
            yield file if signature is None else replace(as_it_came(file, signature), name=name_in_file(signature))
            continue
        people = [(seat, name, ids) for seat, name, ids, _fold in raw.names if isinstance(seat, str) and seat in header.seats]
        yield Exchanged(
            header=header,
            names={seat: name for seat, name, _ in people if isinstance(name, str)},
            key=raw.key if isinstance(raw.key, bytes) else None,
            log=log,
            head=head,
            foreign_ids={seat: ids for seat, _, text in people if (ids := _ids(text))},
            label=_label(raw.label),
        )


def _label(texts: tuple[object, ...]) -> GameLabel:
    return GameLabel(*(text if isinstance(text, str) else "" for text in texts))


def _signature(store: Store, key: str) -> Signature:
    try:
        return store.people.signature(key)
    except StoreRefused:
        return Signature(key=key, name="")  # names stand on a destroyed page


def _ids(text: object) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any]) if isinstance(text, str) else {}
    except msgspec.DecodeError:
        return {}


def _damage(store: Store) -> list[Finding]:
    """Return what is wrong with the file as a whole; then its indexes cannot be trusted, and the shelf is not compared."""
    said = store.damage()
    reason = f"it is damaged ({said}); kiebitz rescue takes the whole records out"
    return [Finding(record="", version=None, column="file", reason=reason)] if said else []


def _tombstones(store: Store) -> tuple[list[Tombstone], list[Finding]]:
    try:
        return store.tombstones(), []
    except StoreRefused as error:
        return [], [Finding(record="", version=None, column="tombstones", reason=f"what was deleted for good cannot be read: {error}")]


def _loose(store: Store) -> Iterator[Finding]:
    """Yield access rows of records that do not exist."""
    for table, record in store.access.loose_rows():
        yield Finding(record=record, version=None, column=f"{table}.record", reason="there is no record of this id")


def _of_shelf(store: Store, ids: list[str], broken: set[str], columns: Callable[[str], Mapping[str, object]]) -> Iterator[Finding]:
    unread, lost = store.shelf.pending()
    if lost is not None:
        reason = f"the shelf knows version {lost.version}, which is not there; {CURE}"
        yield Finding(record=str(lost.record), version=None, column="tracking.originator_version", reason=reason)
    yield from compare(store.shelf.raw(), ids, unread | broken, columns)
