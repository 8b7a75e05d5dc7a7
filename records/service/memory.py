"""What a process keeps of logs is bounded by bytes. LogPieces, which are soon made again, go first, then whole logs; the oldest first."""

from __future__ import annotations

from collections import Counter, OrderedDict
from enum import IntEnum
from threading import Lock
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MEGABYTE = 1 << 20
USUAL = 64 * MEGABYTE
"""Bytes that a book's caches hold by default."""
_LOCK = Lock()
"""For all tallies: it only guards a few sums. Nothing is dropped while it is held."""


class Tier(IntEnum):
    """The order in which cached values are dropped."""

    PIECE = 0
    """Computed from a log for a page or an answer."""
    LOG = 1


class Tally:
    """How many bytes something holds. They count in the memory that lists it, or in the tally of which it is a part."""

    __slots__ = ("beneath", "drop", "held", "memory", "section", "tier", "whole")

    def __init__(self, whole: Tally | None = None) -> None:
        self.held = 0
        """Bytes, with those of its parts."""
        self.whole = whole
        self.memory: Memory | None = None
        self.drop: Callable[[], None] | None = None
        self.beneath: Tally | None = None
        self.section, self.tier = "", Tier.PIECE

    def add(self, more: int) -> None:
        """Count more bytes, or fewer; the oldest cached values make room for them."""
        with _LOCK:
            memory = self.grow(more)
        if memory is not None and more > 0:
            memory.make_room()

    def set(self, size: int) -> None:
        """Count so many bytes from now on."""
        with _LOCK:
            more = size - self.held
            memory = self.grow(more)
        if memory is not None and more > 0:
            memory.make_room()

    def join(self, whole: Tally) -> None:
        """Count as a part of ``whole`` from now on; nothing if it is counted somewhere already."""
        with _LOCK:
            if self.memory is not None or self.whole is not None:
                return
            memory = whole.grow(self.held)
            self.whole = whole
        if memory is not None:
            memory.make_room()

    def leave(self) -> None:
        """Stop being counted."""
        with _LOCK:
            self.end()

    def grow(self, more: int) -> Memory | None:
        """Count more, for a caller that holds the lock, and return the memory in which it counts."""
        tally: Tally | None = self
        while tally is not None:
            tally.held += more
            memory, tally = tally.memory, tally.whole
        if memory is not None:
            memory.grow(more)
        return memory

    def end(self) -> None:
        """Do so for a caller that holds the lock."""
        if self.memory is not None:
            self.memory.unlist(self)
            self.memory = self.beneath = None
        elif self.whole is not None:
            self.whole.grow(-self.held)
            self.whole = None


class KeptSection(msgspec.Struct, frozen=True, kw_only=True):
    """The cached values of one sort in a process, and their use since the book was opened."""

    bytes: int = 0
    entries: int = 0
    hits: int = 0
    misses: int = 0
    dropped: int = 0
    """How many were dropped to make room for others."""


class KeptMemory(msgspec.Struct, frozen=True, kw_only=True):
    """The sizes of a process's caches, without whose data they hold."""

    most: int
    """Bytes that may be kept."""
    bytes: int
    """That are."""
    sections: Mapping[str, KeptSection]
    """By sort: ``logs`` as stored, ``seen`` (as a viewer was shown them, with their turns and positions), ``pieces`` ..."""


class Memory:
    """Lists cached values, and drops the oldest if they would hold more than ``most`` bytes. Safe to share among threads."""

    def __init__(self, most: int = USUAL) -> None:
        self.most = most
        self.held = 0
        self._listed: dict[Tier, OrderedDict[Tally, None]] = {tier: OrderedDict() for tier in Tier}
        self._hits, self._misses, self._dropped = Counter[str](), Counter[str](), Counter[str]()

    def list(self, tally: Tally, section: str, tier: Tier, drop: Callable[[], None], beneath: Tally | None = None) -> None:
        """Keep what ``tally`` counts until ``drop`` is called to let it go.

        ``beneath`` shares objects with it, and is dropped after it.
        """
        with _LOCK:
            if tally.memory is None and tally.whole is None:
                tally.memory, tally.drop, tally.beneath = self, drop, beneath
                tally.section, tally.tier = section, tier
                self._listed[tier][tally] = None
                self.held += tally.held
            self._touch(tally)
        self.make_room()

    def touch(self, tally: Tally) -> None:
        """Note that something was used: everything not used since is dropped before it."""
        with _LOCK:
            self._touch(tally)

    def asked(self, section: str, *, hit: bool) -> None:
        """Count a question for something that may be kept."""
        with _LOCK:
            (self._hits if hit else self._misses)[section] += 1

    def make_room(self) -> None:
        """Drop the least recently used values, pieces before logs, until the limit is kept."""
        if self.held <= self.most:
            return
        gone = []
        with _LOCK:
            while self.held > self.most and (oldest := self._oldest()) is not None:
                oldest.end()
                self._dropped[oldest.section] += 1
                gone.append(oldest)
        for tally in gone:
            if tally.drop is not None:
                tally.drop()

    def clear(self) -> None:
        """Let everything go."""
        most, self.most = self.most, -1
        self.make_room()
        self.most = most

    def figures(self) -> KeptMemory:
        """Return what is kept, and how often it was found."""
        with _LOCK:
            held, entries = Counter[str](), Counter[str]()
            for tally in (tally for listed in self._listed.values() for tally in listed):
                held[tally.section] += tally.held
                entries[tally.section] += 1
            names = sorted(held.keys() | self._hits.keys() | self._misses.keys())
            sections = {
                name: KeptSection(
                    bytes=held[name],
                    entries=entries[name],
                    hits=self._hits[name],
                    misses=self._misses[name],
                    dropped=self._dropped[name],
                )
                for name in names
            }
            return KeptMemory(most=self.most, bytes=self.held, sections=sections)

    def grow(self, more: int) -> None:
        """Count more, for a caller that holds the lock."""
        self.held += more

    def _touch(self, tally: Tally | None) -> None:
        while tally is not None and tally.memory is self:
            self._listed[tally.tier].move_to_end(tally)
            tally = tally.beneath

    def unlist(self, tally: Tally) -> None:
        """Count a tally no more, for a caller that holds the lock."""
        del self._listed[tally.tier][tally]
        self.held -= tally.held

    def _oldest(self) -> Tally | None:
        return next((tally for listed in self._listed.values() for tally in listed), None)


class Tallied:
    """Something that counts its own bytes while it grows."""

    tally: Tally

    def count_with(self, whole: Tally) -> None:
        """Count as a part of ``whole``."""
        self.tally.join(whole)

    def kept_in(self, memory: Memory) -> None:
        """Called with the memory that lists it."""

    def let_go(self) -> None:
        """Called when it is no longer listed."""
