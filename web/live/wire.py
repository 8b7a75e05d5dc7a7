"""Server-sent events of a class or a running game: ids and numbers, the same bytes for everybody with the same rights.

The policy is asked before each event, and at least every ``ASKED`` seconds. The keep-alive that detects dead connections
has its own schedule, so that it does not reveal hidden events.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from records.errors import RecordsError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from records.service.classes.views import WireEvent
    from web.live.slots import StreamSlots
    from web.live.watch import StreamWatch

ASKED = 15.0
"""Seconds after which the policy is asked again, and a word is sent by which a dead connection is found."""
LASTS = 600.0
"""Seconds after which a stream ends; a browser comes back by itself."""
RETRY = 1000
"""Milliseconds after which a browser comes back."""


class News(NamedTuple):
    """The news to be sent now."""

    head: int
    """How many events there are: with another number it is asked again."""
    events: Sequence[WireEvent]
    after: int
    """The version that the listener then has."""
    seconds: float = ASKED
    """It is asked again after so many at most."""
    over: bool = False
    """Whether nothing more will come."""


def lines(event: WireEvent) -> bytes:
    """Return an event as it is sent."""
    data = json.dumps(dict(event.data), separators=(",", ":"))
    return f"id: {event.version}\nevent: {event.name}\ndata: {data}\n\n".encode()


class StreamBody:
    """The body of an answer that lasts as long as its stream; closing it frees its place among the streams."""

    def __init__(
        self,
        read: Callable[[int], News],
        watch: StreamWatch,
        slots: StreamSlots,
        *,
        caller: str,
        stream: str,
        after: int,
    ) -> None:
        self._slots, self._caller = slots, caller
        self._body = _told(read, watch, stream, after)
        self._open = True

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._body)

    def close(self) -> None:
        """End it."""
        self._body.close()
        if self._open:
            self._open = False
            self._slots.leave(self._caller)


def _told(read: Callable[[int], News], watch: StreamWatch, stream: str, after: int) -> Generator[bytes]:
    """Yield the messages for a listener at version ``after``; ``read`` asks the policy."""
    ends, beat = monotonic() + LASTS, monotonic() + ASKED
    with watch.watching(stream):
        yield f"retry: {RETRY}\n\n".encode()
        while monotonic() < ends and not watch.ended:
            try:
                news = read(after)
            except RecordsError:
                return  # without access nothing more is sent; coming back gets the answer
            for event in news.events:
                yield lines(event)
            if news.over:
                return
            after = news.after
            watch.wait(stream, news.head, max(0.0, min(news.seconds, beat - monotonic())))
            if monotonic() >= beat and not watch.ended:
                yield b": \n\n"
                beat += ASKED
