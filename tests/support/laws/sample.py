"""What the laws are asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from records.core.events import Event, Recorded
from records.core.game import Game
from records.core.header import Header
from records.core.logs.chain import Chain
from records.core.logs.effective import changes_earlier
from records.core.logs.fold import Folder
from records.core.position import Draft, Position, frozen
from records.core.tables.table_state import TableState
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.knowledge import door
from records.values import replace

KEY = b"k" * 32
Log = tuple[Recorded[Any], ...]


@dataclass(frozen=True)
class Truth:
    """The true cards at one moment, by name: hands, slots, decks from the top, zones."""

    hands: dict[str, list[str]]
    slots: dict[str, str]
    decks: dict[str, list[str]]
    zones: dict[str, list[str]]


@dataclass(frozen=True, eq=False)
class Sample:
    """A full log of a game, and what its maker knows beyond it. Each is itself only, for what was folded of it is kept by it."""

    game: Game
    header: Header
    log: Log
    truths: Sequence[Truth | None] = ()
    """By version, from 0; None where the log says what is not so. Empty for a game without cards."""
    complete: bool = False
    """Every face of every card is in the log, so that the open table shows the truth."""
    breaches: frozenset[int] = frozenset()
    """Versions of decisions that a rule forbids."""
    others: Callable[[Viewer], Iterable[Sample]] = field(default=lambda _viewer: ())
    """Other worlds that a viewer cannot tell from this one."""
    made: str = "Sample"
    """How it is made again."""

    def __repr__(self) -> str:
        """A log is too long to be read; so it is told by what makes it again."""
        return f"{self.made}, {len(self.log)} events of {self.game.name}"

    def _repr_pretty_(self, printer: RepresentationPrinter, _cycle: bool) -> None:
        """Hypothesis writes all fields of a dataclass, whatever its ``__repr__`` says, and warns of the length instead of the failure."""
        printer.text(repr(self))

    @cached_property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who may look."""
        return (*self.header.seats, PUBLIC, OPEN)

    @cached_property
    def folder(self) -> Folder:
        """Folds its logs."""
        return Folder(self.game)

    @cached_property
    def _seen(self) -> dict[Viewer, Log]:
        return {}

    def seen(self, viewer: Viewer) -> Log:
        """Return the log as it passed the door."""
        if viewer not in self._seen:
            self._seen[viewer] = door.veil(self.game.parts, self.log, viewer)
        return self._seen[viewer]

    def truth(self, version: int) -> Truth | None:
        """Return the true cards after ``version``, if there are any to know of."""
        return self.truths[version] if self.truths else None

    def breached(self, version: int) -> bool:
        """Whether a rule was broken up to ``version``."""
        return any(breach <= version for breach in self.breaches)


def kept(make: Callable[[str, int, int], Sample]) -> Callable[[str, int, int], Sample]:
    """Make each of the last samples once for all laws that ask for it; no law changes one."""

    @lru_cache(maxsize=64)
    def made(kind: str, number: int, length: int) -> Sample:
        return replace(make(kind, number, length), made=f"{make.__module__}.make{kind, number, length}")

    return made


@dataclass(frozen=True)
class UnderLaw:
    """A game with the logs that prove it."""

    game: Game
    samples: st.SearchStrategy[Sample]
    unused: frozenset[str] = frozenset()
    """Names of events of its union that its rules have no use for."""
    eventful: st.SearchStrategy[Sample] | None = None
    """Logs in which rare events come more often; None where no event is rare."""


def drafts(sample: Sample, log: Sequence[Recorded[Any]], table: Callable[[], Any] | None = None) -> Iterator[Draft[Any]]:
    """Yield the draft before the first event of a log and after each; it is folded anew only where an event changes earlier ones."""
    fold = sample.folder
    draft = fold.start(sample.header, table() if table else None)
    yield draft
    for index, recorded in enumerate(log):
        if changes_earlier([recorded]):
            draft = fold.fold(sample.header, log[: index + 1], table() if table else None)
        else:
            fold.apply(draft, recorded)
        yield draft


def positions(sample: Sample, log: Sequence[Recorded[Any]]) -> list[Position[Any]]:
    """Return the positions of a log, from before the first event on."""
    return [frozen(version, draft) for version, draft in enumerate(drafts(sample, log))]


@lru_cache(maxsize=8)
def seen_positions(sample: Sample, viewer: Viewer | None) -> list[Position[Any]]:
    """Return the positions of the log as a viewer saw it, of the full one for None; kept while laws ask about the same log."""
    return positions(sample, sample.log if viewer is None else sample.seen(viewer))


def chained(game: Game, header: Header, log: Iterable[tuple[Recorded[Any], Event]]) -> Log:
    """Return events in the envelopes of others, chained anew."""
    chain = Chain(game, header, KEY)
    return tuple(chain.add(old.at, event, old.cause)[0] for old, event in log)


def copied(table: TableState) -> TableState:
    """Return a table that shares no mapping with ``table``."""
    return TableState(dict(table.slots), dict(table.piles), dict(table.hands), dict(table.decks), dict(table.zones))


def blank(recorded: Recorded[Any]) -> Recorded[Any]:
    """Return an event without the hash of those before it."""
    return msgspec.structs.replace(recorded, prev="")
