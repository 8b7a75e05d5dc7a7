"""Which link of a chain is broken, and which stored column is to blame.

The hash of an event is in its successor's ``prev``, that of the last one in the head. So a difference alone does not show which side
of it was changed; whether later events fit does. Without later events, two hashes that agree in most bytes count as one damaged hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from records.core.logs.chain import Chain
from records.errors import CorruptRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msgspec import Struct

    from records.core.book import Book
    from records.core.events import Recorded

Break: TypeAlias = "tuple[int | None, str, str]"
"""Version (None for the record as a whole), ``table.column``, reason."""
HASH_BYTES = 32
_STATE = "stored_events.state"


class Links:
    """The chain over the events of one stream that could be read."""

    def __init__(self, book: Book, header: Struct, key: bytes | None, log: Sequence[Recorded[Any]]) -> None:
        self._book, self._header, self._key, self._log = book, header, key, log

    def first_break(self, count: int, head: bytes, stop: Break | None) -> Break | None:
        """Return the first break; ``stop`` is what is wrong with the row after the readable ones."""
        log = self._log[:count]
        chain = self._chain(0)
        for index, recorded in enumerate(log):
            if recorded.prev != chain.hash.hex():
                return self._blamed(index, chain.hash, head if len(log) == count else None)
            try:
                chain.accept(recorded)
            except CorruptRecord as error:
                return index + 1, "record_keys.key" if self._key is None else _STATE, str(error)
        if len(self._log) > count:
            return self._beyond(chain, count, head)
        if stop is not None:
            return stop
        if chain.hash == head:
            return (None, "record_heads.count", f"says {count}, the head's hash is that of {len(log)}") if len(log) < count else None
        if len(log) < count:
            return len(log) + 1, "stored_events.originator_version", f"the last {count - len(log)} of {count} rows are missing"
        if _alike(chain.hash, head):
            return len(log), "record_heads.hash", "is not the hash of the last event"
        return self._key_blamed(head) or (len(log), _STATE, "the last event does not fit record_heads.hash; one of the two was changed")

    def _chain(self, count: int, after: bytes | None = None) -> Chain:
        return Chain(self._book, self._header, self._key, count, after)

    def _blamed(self, index: int, before: bytes, head: bytes | None) -> Break:
        """Return the column to blame for an event ``index`` that does not follow ``before`` in the chain."""
        recorded = self._log[index]
        following = self._following(index, head)
        its_prev = (index + 1, _STATE, "its prev is not the hash of what stands before it")
        if _alike(before, _bytes(recorded.prev)) or self._fits(index, before, following):
            return its_prev
        if blamed := self._key_blamed(head):
            return blamed
        if index == 0:
            return None, "records.header", "is not what the first event was chained to"
        return index, _STATE, f"its hash is {before.hex()[:16]}..., the next event was chained to {recorded.prev[:16]}..."

    def _beyond(self, chain: Chain, count: int, head: bytes) -> Break:
        """Return the column to blame for more rows than the head counts."""
        extra = len(self._log) - count
        if chain.hash != head and self._fits(len(self._log) - 1, _bytes(self._log[-1].prev), head):
            return None, "record_heads.count", f"says {count}, the head's hash is that of {len(self._log)}"
        return count + 1, "stored_events.originator_version", f"the head counts {count} rows, {extra} more are there"

    def _key_blamed(self, head: bytes | None) -> Break | None:
        """Blame the key, if every event that it seals (two or more) fits to nothing and every other one fits."""
        keyed, fitting = set(), set()
        keyless = Chain(self._book, self._header, None)
        for index, recorded in enumerate(self._log):
            try:
                keyless.after(recorded)
            except CorruptRecord:
                keyed.add(index)
            following = self._following(index, head)
            if following is None or self._fits(index, _bytes(recorded.prev), following):
                fitting.add(index)
        broken = {*range(len(self._log))} - fitting
        last = {len(self._log) - 1} if head is None else set()
        if len(broken) > 1 and broken == keyed - last:
            return None, "record_keys.key", "is not the one that the secrets were sealed with"
        return None

    def _following(self, index: int, head: bytes | None) -> bytes | None:
        """Return the hash that the event ``index`` should have by its successor, None without one."""
        return _bytes(self._log[index + 1].prev) if index + 1 < len(self._log) else head

    def _fits(self, index: int, before: bytes, following: bytes | None) -> bool:
        try:
            return self._chain(index, before).after(self._log[index]) == following
        except CorruptRecord:
            return False


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _alike(one: bytes, other: bytes) -> bool:
    """Return whether two different hashes were once equal: by chance they would share only a few bytes."""
    return len(one) == len(other) and sum(a == b for a, b in zip(one, other, strict=True)) > HASH_BYTES // 2
