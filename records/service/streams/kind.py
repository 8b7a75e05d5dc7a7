"""The properties by which kinds of streams differ (design/events: Kinds of streams)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from records.core.events import Recorded
from records.core.secret import ALL, Sealed
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from records.core.book import Book
    from records.core.game import Game

Games: TypeAlias = "Mapping[str, Game]"
H = TypeVar("H", bound=msgspec.Struct)
S = TypeVar("S")


class AnyKind(Protocol):
    """What ``verify`` asks of every kind, records among them."""

    @property
    def name(self) -> str:
        """As it stands in ``records.kind``, and in line 1 of a file."""

    def read_header(self, line: bytes) -> Any:
        """Return the header of a stream of this kind; raises ``msgspec.DecodeError``."""

    def id_of(self, header: Any) -> str:
        """Return the stream's id, of its header."""

    def named(self, header: Any) -> tuple[str, ...]:
        """Return the keys under which ``names`` holds the names of people in it."""

    def book(self, games: Games, header: Any) -> Book | None:
        """Return the book of its events; None if they are not known here."""


class StreamKind(msgspec.Struct, Generic[H, S], frozen=True, kw_only=True):
    """A kind of streams that people write; ``H`` is its header, ``S`` what follows from its events."""

    name: str
    header: type[H]
    events: Book
    """How its events are written."""
    fold: Callable[[H, Sequence[Recorded[Any]]], S]
    """Computes the state after all of its events; raises ``ImpossibleEvent`` for an impossible event."""
    bound: Callable[[H], str | None] = lambda _header: None
    """The stream that it belongs to as its header says; None for what belongs to none."""
    fits: Callable[[S], None] = lambda _state: None
    """Raises ``ImpossibleEvent`` for a stream that is too long, because each read reads all of it."""
    whose: str = ""
    """Where its header names whose it is; "" for a kind that is nobody's."""
    traceless: tuple[str, ...] = ()
    """Kinds that leave no tombstone when a stream of this kind is deleted for good, because nothing of a person may remain."""

    def read_header(self, line: bytes) -> H:
        """See ``AnyKind``."""
        return msgspec.json.decode(line, type=self.header)

    def id_of(self, header: Any) -> str:
        """See ``AnyKind``."""
        return str(header.stream)

    def named(self, _header: Any) -> tuple[str, ...]:
        """See ``AnyKind``."""
        return ()

    def book(self, _games: Games, _header: Any) -> Book:
        """See ``AnyKind``."""
        return self.events

    def check(self, header: H, recorded: Recorded[Any]) -> None:
        """Raise ``ImpossibleEvent`` for an event that no program writes: a body without a salt, or a cause that is another event."""

        def visit(path: str, part: Any) -> Any:
            whole = isinstance(part, Sealed) and (bool(part.seal) != (bool(part.salt) and not isinstance(part.body, msgspec.UnsetType)))
            if not whole or (ALL[0] in part.known_to and part.known_to != ALL):
                raise ImpossibleEvent(f"version {recorded.v}: {path} is neither a body with its salt nor a commitment")
            return part

        if recorded.cause != recorded.v:
            name = f"{self.name} {self.id_of(header)}"
            raise ImpossibleEvent(f"version {recorded.v} of {name} names {recorded.cause} as its cause; what is written names itself")
        self.events.parts.map(recorded.event, visit)
